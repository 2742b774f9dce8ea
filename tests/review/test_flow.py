"""A page's lines become paragraphs, and no word is changed by it."""

import pytest

from app.review.flow import flowing

pytestmark = pytest.mark.timeout(20)

PRINTED = """HARBOR PILOTS v. QUILL SHIPPING
512 F.3d 204

The pilot boarded the vessel at the outer buoy shortly after six in the
morning and found the mate alone on the bridge. She asked for the draught of
the ship.
   The mate gave it as nine metres. In truth it was well over ten, as the own-
er's survey of the week before had shown to everybody who cared to read it.
[*205] The court below held that the owner knew of the draught of the ship be-
cause its own survey, made in a dry dock, said so.
1. The owner is bound by what its survey says of the draught of the vessel at
the time.
2. The pilot is not.

DISCUSSION
We affirm what the district court held, and for the reasons that it gave in a
careful opinion."""

FLOWING = """HARBOR PILOTS v. QUILL SHIPPING
512 F.3d 204

The pilot boarded the vessel at the outer buoy shortly after six in the morning and found the mate alone on the \
bridge. She asked for the draught of the ship.
   The mate gave it as nine metres. In truth it was well over ten, as the own-er's survey of the week before had \
shown to everybody who cared to read it.
[*205] The court below held that the owner knew of the draught of the ship be-cause its own survey, made in a dry \
dock, said so.
1. The owner is bound by what its survey says of the draught of the vessel at the time.
2. The pilot is not.

DISCUSSION
We affirm what the district court held, and for the reasons that it gave in a careful opinion."""


def test_lines_of_a_page_become_paragraphs() -> None:
    assert flowing(PRINTED) == FLOWING


def test_no_word_is_added_or_lost() -> None:
    assert "".join(flowing(PRINTED).split()) == "".join(PRINTED.split())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "One line.",
        FLOWING,
        "Docket No.\n19031-13\n27735-13\n$1,236,414\n$247,282.80\n1,631,644",
        "\n".join(f"{'A paragraph that runs on and on. ' * 8}{n}" for n in range(6)),
    ],
)
def test_what_has_no_lines_of_a_page_stays(text: str) -> None:
    assert flowing(text) == text
