"""A bundle from the command line, opened from disk in a browser that has no server, and proved without us."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.browser.browsing import AXE

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


def casewright(home: Path, *words: str) -> str:
    """The command line in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "casewright", "--home", str(home), *words], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of a matter with a Word file, a PDF and a text, and one answer."""
    folder = tmp_path_factory.mktemp("bundle")
    home = folder / "home"
    samples = "src/casewright/samples/smith_v_jones"
    casewright(home, "matter", "create", "Elm <script>alert(1)</script>")
    files = ("supply-agreement.docx", "software-license-agreement.pdf", "commercial-lease.txt")
    casewright(home, "ingest", "M-2026-001", *(f"{samples}/{name}" for name in files))
    casewright(home, "ask", "M-2026-001", "What is the governing law of the supply agreement?")
    casewright(home, "bundle", "M-2026-001", "--out", str(folder / "out"))
    return folder / "out"


def test_bundle_opens_from_disk(browser: Browser, bundle: Path) -> None:
    """From an answer's citation to its words, marked in the document; nothing is asked of any server."""
    complaints: list[str] = []
    context = browser.new_context()
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: None if request.url.startswith("file:") else complaints.append(request.url))
    page.goto(f"file://{bundle}/index.html")
    assert page.locator("tbody tr").count() == 3
    page.click("nav >> text=Answers")
    quote = page.inner_text("li .quote >> nth=0")
    page.click("li a >> nth=0")
    place = page.locator(":target")
    assert place.count() == 1
    assert quote in "".join(page.locator("mark").all_inner_texts())
    for name in ("index.html", "facts.html", "answers.html", "documents/001.html", "documents/002.html"):
        page.goto(f"file://{bundle}/{name}")
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate(
            "async () => (await axe.run(document, {preload: false})).violations"
            ".filter(one => ['serious', 'critical'].includes(one.impact))"
            ".map(one => `${one.id}: ${one.nodes[0].target}`)"
        )
        assert found == []
    context.close()
    assert complaints == []


def test_bundle_proves_itself(bundle: Path, tmp_path: Path) -> None:
    """By the Python of any machine; one letter changed is found."""
    copy = tmp_path / "copy"
    shutil.copytree(bundle, copy)

    def verify() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-I", "verify.py"], cwd=copy, capture_output=True, text=True, check=False
        )

    assert verify().returncode == 0
    page = copy / "documents/001.html"
    page.write_text(page.read_text("utf-8").replace("shall", "may", 1), "utf-8")
    done = verify()
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "changed: documents/001.html")
