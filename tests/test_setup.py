"""Set-up: the lock files say what pyproject.toml says, and ./jurat and ./check set up what is missing, once.

The scripts run for real, with a real environment, pip and uv, but in a small project of their own with nothing to
download. Debian's tools and the four checkers are stand-ins: programs that answer, or fail, as a test wants.
"""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.timeout(300)  # making an environment takes some seconds, on a busy machine many

ROOT = Path(__file__).parents[1]
LOCKS = ["bootstrap.txt", "build-requirements.txt", "requirements.txt", "requirements-dev.txt"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())

# --- the lock files --------------------------------------------------------------------------------------------------


def entries(lock: str) -> list[tuple[str, str, str, list[str]]]:
    """Each requirement of a lock file as (name, version, marker, hashes)."""
    text = (ROOT / "packaging" / lock).read_text().replace("\\\n", " ")
    found = []
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        head, *hashes = line.split("--hash=")
        requirement, _, marker = head.partition(" ; ")
        name, _, version = requirement.strip().partition("==")
        found.append((name, version, marker.strip(), [each.strip() for each in hashes]))
    return found


def versions(lock: str) -> dict[str, set[str]]:
    """All locked versions of each name; numpy has one for each Python."""
    found: dict[str, set[str]] = {}
    for name, version, _, _ in entries(lock):
        found.setdefault(name, set()).add(version)
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_has_exact_versions_and_hashes_and_no_address(lock: str) -> None:
    assert entries(lock)
    for name, version, _, hashes in entries(lock):
        assert re.fullmatch(r"[a-z0-9][a-z0-9.-]*", name), name
        assert re.fullmatch(r"[0-9][0-9a-z.+!]*", version), f"{name} has no exact version: {version!r}"
        assert hashes, f"{name} has no hash"
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes), name
    text = (ROOT / "packaging" / lock).read_text()
    assert not re.search(r"://|file:|git\+|@|--(extra-)?index|--find-links|\.(org|com|net|io)\b", text)


@pytest.mark.parametrize("lock", LOCKS)
def test_nothing_that_reports_home_is_locked(lock: str) -> None:
    denied = {"onnxruntime", "posthog", "sentry-sdk", "llm", "pyside6-addons", "pyside6"}
    names = set(versions(lock))
    assert not names & denied
    # the programming interface alone sends nothing; each of these would
    assert not {name for name in names if name.startswith(("opentelemetry-exporter", "opentelemetry-sdk"))}


def test_pymupdf_stays_below_two() -> None:
    assert all(version.startswith("1.") for version in versions("requirements.txt")["pymupdf"])


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("requirements.txt", PROJECT["project"]["dependencies"]),
        ("requirements-dev.txt", PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"]),
        ("build-requirements.txt", PROJECT["build-system"]["requires"]),
        ("build-requirements.txt", (ROOT / "packaging/build-requirements.in").read_text().splitlines()),
        ("bootstrap.txt", (ROOT / "packaging/bootstrap.in").read_text().splitlines()),
    ],
)
def test_lock_holds_what_was_asked_for(lock: str, wanted: list[str]) -> None:
    locked = versions(lock)
    for line in wanted:
        if line and not line.startswith("#"):
            requirement = Requirement(line)
            found = locked.get(canonicalize_name(requirement.name), set())
            assert found, f"{requirement.name} is not in {lock}: run packaging/lock.sh"
            assert all(requirement.specifier.contains(each) for each in found), f"{line} against {found} in {lock}"


def test_both_locks_have_the_same_versions() -> None:
    small, large = versions("requirements.txt"), versions("requirements-dev.txt")
    assert {name: large.get(name) for name in small} == small


def needed(requirements: list[str]) -> set[str]:
    """The names that these requirements bring into this environment, as the installed packages tell it."""
    left_out = {canonicalize_name(name) for name in PROJECT["tool"]["uv"]["exclude-dependencies"]}
    found: set[tuple[str, str]] = set()
    waiting = [(Requirement(line), "") for line in requirements]
    while waiting:
        requirement, extra = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in left_out or (requirement.marker and not requirement.marker.evaluate({"extra": extra})):
            continue
        for wanted in {"", *requirement.extras}:
            if (name, wanted) not in found:
                found.add((name, wanted))
                waiting += [(Requirement(line), wanted) for line in metadata.requires(name) or []]
    return {name for name, _ in found}


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_lock_has_all_that_the_dependencies_need_and_nothing_else(lock: str) -> None:
    wanted = PROJECT["project"]["dependencies"]
    if lock == "requirements-dev.txt":
        wanted = wanted + PROJECT["dependency-groups"]["dev"]
    here = {name for name, _, marker, _ in entries(lock) if not marker or Marker(marker).evaluate()}
    assert needed(wanted) == here


# --- the scripts -----------------------------------------------------------------------------------------------------

DPKG_QUERY = """#!/bin/sh
# all packages are installed, but for those in $FAKES/missing
for name in "$@"; do
    case $name in -*|*\\$*) continue ;; esac
    grep -qx -- "$name" "$FAKES/missing" 2>/dev/null || echo "$name installed"
done
"""

APT_GET = """#!/bin/sh
# writes down what it was asked, and installs what is missing unless it is told to fail
echo "$*" >>"$FAKES/apt-get.asked"
case "$*" in *" install "*) ;; *) exit 0 ;; esac
if [ -e "$FAKES/apt-get.fails" ]; then echo "E: Unable to locate package" >&2; exit 100; fi
: >"$FAKES/missing"
"""

ID = """#!/bin/sh
case $1 in -un) echo somebody ;; *) cat "$FAKES/uid" ;; esac
"""

BACKEND = """
import pathlib, shutil, time

def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    with open("builds", "a") as record:
        record.write("built\\n")
    while pathlib.Path("hold").exists():
        time.sleep(0.05)
    return shutil.copy("jurat-0.1.0-py3-none-any.whl", wheel_directory).rpartition("/")[2]
"""

PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "jurat"
version = "0.1.0"
"""


def write_wheel(folder: Path, name: str, version: str, files: dict[str, str]) -> Path:
    info = f"{name}-{version}.dist-info"
    files = files | {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for inside, text in (files | {f"{info}/RECORD": record}).items():
            entry = zipfile.ZipInfo(inside)
            entry.external_attr = (0o100755 if "/scripts/" in inside else 0o100644) << 16
            wheel.writestr(entry, text)
    return path


def program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


class SmallProject:
    """The scripts in a project of their own, whose only dependency is uv and whose command says its arguments."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "the project"  # a space in the path is as common as not
        self.fakes = folder / "fakes"
        for each in (self.root / "packaging", self.fakes / "bin", folder / "wheels"):
            each.mkdir(parents=True)
        for name in ("jurat", "check", "packaging/setup.sh"):
            shutil.copy(ROOT / name, self.root / name)
        (self.root / "pyproject.toml").write_text(PYPROJECT)
        (self.root / "backend.py").write_text(BACKEND)
        said = {
            "jurat_small.py": "import sys\ndef main(): print('jurat', *sys.argv[1:])\n",
            "jurat-0.1.0.dist-info/entry_points.txt": "[console_scripts]\njurat = jurat_small:main\n",
        }
        write_wheel(self.root, "jurat", "0.1.0", said)
        self.write_locks(folder / "wheels")
        for name, text in {"dpkg-query": DPKG_QUERY, "apt-get": APT_GET, "id": ID}.items():
            program(self.fakes / "bin" / name, text)
        (self.fakes / "uid").write_text("0\n")
        self.environment = {
            "PATH": f"{self.fakes}/bin:/usr/bin:/bin",
            "HOME": str(folder),
            "FAKES": str(self.fakes),
            "JURAT_PYTHON": sys._base_executable,  # type: ignore[attr-defined]
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(folder / "wheels"),
            "UV_OFFLINE": "1",
            "UV_NO_CONFIG": "1",
            "UV_CACHE_DIR": str(folder / "cache"),
        }

    def write_locks(self, wheels: Path) -> None:
        uv = shutil.which("uv", path=f"{sys.prefix}/bin:{os.environ['PATH']}")
        if not uv:
            pytest.skip("no uv: this environment was not made by ./check")
        (version,) = versions("bootstrap.txt")["uv"]
        wheel = write_wheel(wheels, "uv", version, {f"uv-{version}.data/scripts/uv": f'#!/bin/sh\nexec "{uv}" "$@"\n'})
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        (self.root / "packaging/bootstrap.txt").write_text(f"uv=={version} \\\n    --hash=sha256:{digest}\n")
        for name in ("build-requirements.txt", "requirements.txt", "requirements-dev.txt"):
            (self.root / "packaging" / name).write_text("# nothing\n")

    def start(self, *command: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [self.root / command[0], *command[1:]],
            env=self.environment,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *command: str) -> tuple[int, str, str]:
        process = self.start(*command)
        out, err = process.communicate(timeout=200)
        return process.returncode, out, err

    def missing(self, *names: str) -> None:
        (self.fakes / "missing").write_text("".join(f"{name}\n" for name in names))

    def asked_of_apt(self) -> list[str]:
        asked = self.fakes / "apt-get.asked"
        return asked.read_text().splitlines() if asked.exists() else []

    def builds(self) -> int:
        record = self.root / "builds"
        return len(record.read_text().splitlines()) if record.exists() else 0


@pytest.fixture
def small(tmp_path: Path) -> SmallProject:
    return SmallProject(tmp_path)


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> SmallProject:
    """One that ./check has set up; a test leaves it set up."""
    project = SmallProject(tmp_path_factory.mktemp("ready"))
    for name in ("ruff", "mypy", "lint-imports"):
        program(project.fakes / "bin" / name, f'#!/bin/sh\necho {name} "$@"\n[ ! -e "$FAKES/{name}.fails" ]\n')
    (project.root / "pytest.py").write_text(
        "import os, sys\nprint(*sys.argv[1:])\nprint('1 passed in 0.01s')\nsys.exit(int(os.environ.get('STATUS', 0)))\n"
    )
    status, _, err = project.run("check")
    assert status == 0, err
    return project


def wait_until(true: Callable[[], bool], seconds: float = 100) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_without_root_missing_packages_are_named_with_the_command(small: SmallProject) -> None:
    (small.fakes / "uid").write_text("1000\n")
    small.missing("libegl1", "fonts-liberation")
    status, out, err = small.run("jurat", "demo")
    assert (status, out) == (3, "")
    assert "sudo apt-get install -y --no-install-recommends libegl1 fonts-liberation\n" in err
    assert small.asked_of_apt() == []
    assert not (small.root / ".venv").exists()


def test_a_package_whose_program_came_another_way_is_not_missing(small: SmallProject) -> None:
    (small.fakes / "uid").write_text("1000\n")
    small.missing("tesseract-ocr", "tesseract-ocr-deu", "tesseract-ocr-rus", "libegl1")
    program(small.fakes / "bin/tesseract", "#!/bin/sh\nprintf 'List of available languages (2):\\ndeu\\neng\\n'\n")
    _, _, err = small.run("jurat")
    assert "recommends tesseract-ocr-rus libegl1\n" in err


def test_packages_that_cannot_be_installed_stop_it_with_the_reason(small: SmallProject) -> None:
    small.missing("libegl1")
    (small.fakes / "apt-get.fails").touch()
    status, out, err = small.run("jurat", "demo")
    assert (status, out) == (3, "")
    assert "E: Unable to locate package" in err
    assert str(small.root / "build/setup.log") in err


def test_first_run_sets_up_and_second_does_nothing_again(small: SmallProject) -> None:
    small.missing("libegl1", "g++")
    status, out, err = small.run("jurat", "show", "a b")
    assert (status, out) == (0, "jurat show a b\n"), err
    steps = [line.partition(": ")[2] for line in err.splitlines()]
    assert [step.split()[0] for step in steps] == [
        "asking",
        "installing",
        "making",
        "getting",
        "installing",
        "installing",
        "done",
    ]
    update, install = small.asked_of_apt()
    assert update.endswith(" update")
    assert install.endswith(" install -y --no-install-recommends libegl1")
    began = time.monotonic()
    assert small.run("jurat", "--json") == (0, "jurat --json\n", "")
    assert time.monotonic() - began < 2
    assert (len(small.asked_of_apt()), small.builds()) == (2, 1)


def test_a_program_with_another_hash_is_refused(small: SmallProject) -> None:
    lock = small.root / "packaging/bootstrap.txt"
    lock.write_text(re.sub(r"sha256:\w{8}", "sha256:00000000", lock.read_text()))
    status, _, err = small.run("jurat")
    assert status == 3
    assert "DO NOT MATCH THE HASHES" in err
    assert not (small.root / ".venv/bin/uv").exists()


@pytest.mark.skipif(not shutil.which("flock"), reason="no flock on this system, so set-ups do not wait for each other")
def test_a_set_up_that_was_killed_is_waited_for_and_done_again(small: SmallProject) -> None:
    hold = small.root / "hold"
    hold.touch()
    first = small.start("jurat", "one")
    wait_until(lambda: small.builds() == 1)
    first.send_signal(signal.SIGKILL)
    first.wait(timeout=30)
    second = small.start("jurat", "two")
    third = small.start("jurat", "three")
    time.sleep(0.5)
    assert (second.poll(), third.poll()) == (None, None)  # what the first one started still writes to .venv
    hold.unlink()
    first.communicate(timeout=30)  # its pipes close when the last of what it started is gone
    ends = [(process.communicate(timeout=200), process.returncode) for process in (second, third)]
    assert [(out, status) for (out, _), status in ends] == [("jurat two\n", 0), ("jurat three\n", 0)], ends
    said = [err for (_, err), _ in ends]
    assert all("waiting for another set-up" in err for err in said)
    # one of the two made the environment from nothing, the other found it made
    assert sorted("making a Python" in err for err in said) == [False, True]
    assert small.builds() == 2


def test_a_folder_that_was_moved_is_set_up_again(ready: SmallProject) -> None:
    was, ready.root = ready.root, ready.root.with_name("moved")
    was.rename(ready.root)
    status, out, err = ready.run("jurat", "x")
    assert (status, out) == (0, "jurat x\n"), err
    assert "making a Python" in err


def test_an_environment_for_another_processor_is_not_used(ready: SmallProject) -> None:
    asks = '. "$0/packaging/setup.sh"; is_set_up dev && echo "set up"; venv_is_sound && echo sound; true'

    def answers() -> list[str]:
        command = ["bash", "-c", asks, str(ready.root)]
        return subprocess.run(
            command, env=ready.environment, capture_output=True, text=True, check=True
        ).stdout.splitlines()

    assert answers() == ["set up", "sound"]
    stamp = ready.root / ".venv/jurat-setup"
    text = stamp.read_text()
    profile, _, digest = text.split()
    stamp.write_text(f"{profile} {'0' * 64} {digest}\n")
    assert answers() == []
    stamp.write_text(text)


def test_a_changed_lock_is_installed_into_the_same_environment(ready: SmallProject) -> None:
    made = (ready.root / ".venv/pyvenv.cfg").stat().st_mtime_ns
    with (ready.root / "packaging/requirements-dev.txt").open("a") as lock:
        lock.write("# changed\n")
    status, _, err = ready.run("jurat")
    assert status == 0
    assert "installing the locked dependencies" in err
    assert (ready.root / ".venv/pyvenv.cfg").stat().st_mtime_ns == made
    # it was set up for ./check before, and still is
    assert ready.run("check")[2] == ""


def test_check_runs_all_four_and_ends_with_the_line_of_pytest(ready: SmallProject) -> None:
    status, out, err = ready.run("check", "tests/verify", "-q")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert [line for line in lines if not line.startswith("--")] == [
        "ruff check",
        "ruff format --check",
        "mypy",
        "lint-imports",
        "tests/verify -q",
        "1 passed in 0.01s",
    ]
    assert lines[-1] == "1 passed in 0.01s"


@pytest.mark.parametrize("failing", ["ruff", "mypy", "lint-imports"])
def test_check_fails_where_one_of_them_fails(ready: SmallProject, failing: str) -> None:
    mark = ready.fakes / f"{failing}.fails"
    mark.touch()
    status, out, _ = ready.run("check")
    mark.unlink()
    assert status == 1
    assert f"this check fails whatever the tests say: {failing}" in out
    assert out.splitlines()[-1] == "1 passed in 0.01s"


@pytest.mark.parametrize("status", [1, 5])
def test_check_fails_where_pytest_fails_or_finds_no_test(ready: SmallProject, status: int) -> None:
    ready.environment["STATUS"] = str(status)
    ended, out, _ = ready.run("check")
    del ready.environment["STATUS"]
    assert ended == status
    assert out.splitlines()[-1] == "1 passed in 0.01s"
