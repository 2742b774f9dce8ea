"""Name and caption of a matter given anew on the command line."""

from pathlib import Path

from tests.flow.jurat import jurat
from tests.gui.small_matter import NAME, make_home


def test_a_caption_is_changed_and_logged(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    file = tmp_path / "caption.toml"
    file.write_text('court = "Superior Court"\ndeclarant = "Luis Ferro"\n', encoding="utf-8")
    changed = jurat(home, "matter", "change", NAME, "--caption", file).one
    assert changed["caption"]["court"] == "Superior Court"
    assert changed["caption"]["declarant"] == "Luis Ferro"
    assert changed["caption"]["docket_number"] == ""
    entry = jurat(home, "audit", NAME).one["log"][-1]
    assert entry["verb"] == "matter change"
    assert entry["detail"]["was"]["docket_number"] == "2:26-cv-00417"
    assert entry["detail"]["caption"]["parties"] == []
    jurat(home, "matter", "change", NAME, "--caption", file)  # the same: nothing to log
    assert len(jurat(home, "audit", NAME).one["log"]) == entry["n"]


def test_a_matter_is_renamed_and_its_log_stays_whole(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    assert "Give `--name`" in jurat(home, "matter", "change", NAME, expect=2).err
    assert jurat(home, "matter", "change", NAME, "--name", "Cole v. Acme").one["matter"] == "Cole v. Acme"
    assert [one["matter"] for one in jurat(home, "matter", "list").lines] == ["Cole v. Acme"]
    assert jurat(home, "audit", "Cole v. Acme").one["whole"] is True
    assert "There is no matter 'small'" in jurat(home, "exhibits", NAME, expect=2).err
    assert len(jurat(home, "exhibits", "Cole v. Acme").lines) == 3
