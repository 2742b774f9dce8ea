"""A signature given and taken back on the command line."""

from pathlib import Path

from tests.flow.jurat import jurat
from tests.gui.small_matter import DRAFT, NAME, make_home


def test_a_signature_is_given_and_taken_back(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    claims = jurat(home, "verify", DRAFT, expect=1).lines
    for claim in claims:
        if claim["verdict"] != "supported":
            jurat(home, "sign", DRAFT, claim["claim"], "--name", "A. Counsel", "--reason", "known")
    target = tmp_path / "final.docx"
    jurat(home, "export", DRAFT, "-o", target, "--final")
    key = next(claim["claim"] for claim in claims if claim["text"] == "ACME000031")
    back = ("unsign", DRAFT, key, "--name", "B. Counsel", "--reason", "No such page.")
    assert jurat(home, *back).one == {
        "draft": DRAFT,
        "claim": key,
        "name": "B. Counsel",
        "reason": "No such page.",
        "signed_by": "A. Counsel",
    }
    refused = jurat(home, "export", DRAFT, "-o", target, "--final", "--force", expect=1)
    assert [line["claim"] for line in refused.lines] == [key]
    assert "claims still open: 1" in refused.err
    assert "Nobody signed" in jurat(home, *back, expect=2).err
    jurat(home, "audit", NAME)
