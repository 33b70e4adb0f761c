"""What is built to be installed holds what pages are enhanced with, and every text that the package reads."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
HTMX = "casewright/server/pages/static/vendor/htmx.js"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The wheel, built by the backend that pyproject.toml names."""
    required = "browser" in os.environ.get("CASEWRIGHT_REQUIRE", "").split(",")
    missing = None if (ROOT / "src" / HTMX).exists() else "make web has not run"
    missing = missing if find_spec("hatchling") is not None else "hatchling is not installed"
    if missing is not None:
        if required:
            pytest.fail(f"{missing}, and CASEWRIGHT_REQUIRE asks for it")
        pytest.skip(missing)
    out = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)], cwd=ROOT, check=True)
    [built] = out.glob("casewright-*.whl")
    return ZipFile(built)


def test_wheel_has_what_make_web_built(wheel: ZipFile) -> None:
    """It is committed nowhere, and installed everywhere: htmx with its two extensions, to the byte."""
    packed = wheel.read(HTMX)

    assert packed == (ROOT / "src" / HTMX).read_bytes()
    assert all(one in packed for one in (b"htmx", b"hx-csp", b"sse"))


def test_wheel_has_every_file_of_the_package_and_nothing_else(wheel: ZipFile) -> None:
    """Templates, styles, translations, policies and word lists come along; tests, evaluations and the like do not."""
    names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    wanted = {line.removeprefix("src/") for line in tracked.splitlines()}

    assert names - wanted == {HTMX}
    assert wanted - names == set()
