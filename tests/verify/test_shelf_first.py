"""What lies on the matter's shelf exists, whatever the table of reporters and circuits says."""

import pytest

from app.domain.claim import VerdictKind
from app.domain.evidence import Authority, Record
from app.verify import verify

MADE_UP = Authority(
    citations=("9001 F.3d 401",),
    name="Northgate Cold Storage, Inc. v. Halversen Mechanical Co.",
    court="13th Cir.",
    year=2016,
    first_page=401,
    last_page=416,
    type="opinion",
    paginated=True,
    text="[*401] A compressor failed. [*408] The date of dispatch governs.",
)
CITE = "Northgate Cold Storage, Inc. v. Halversen Mechanical Co., 9001 F.3d 401, {pin} (13th Cir. {year})."


@pytest.mark.parametrize(
    ("shelf", "pin", "year", "verdict"),
    [
        ((MADE_UP,), 408, 2016, VerdictKind.SUPPORTED),
        ((MADE_UP,), 440, 2016, VerdictKind.UNSUPPORTED),
        ((MADE_UP,), 408, 2015, VerdictKind.UNSUPPORTED),
        ((), 408, 2016, VerdictKind.UNSUPPORTED),
    ],
)
def test_a_shelf_is_asked_before_the_table(
    shelf: tuple[Authority, ...], pin: int, year: int, verdict: VerdictKind
) -> None:
    (found,) = verify(CITE.format(pin=pin, year=year), Record((), shelf))
    assert found.verdict is verdict
