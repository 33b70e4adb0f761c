"""The documentation runs, is complete, and its generated pages are what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from casewright.bootstrap.policies import FAMILIES
from scripts.reference import TARGET, error_classes, pages

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"`((?:[a-z0-9_.-]+/)+[a-z0-9_.-]+\.(?:py|toml|md|yml))`")
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def blocks(page: Path) -> list[str]:
    """The Python blocks of a page, in order."""
    return _PYTHON.findall(page.read_text(encoding="utf-8"))


WITH_CODE = [page for page in PAGES if blocks(page)]


@pytest.mark.requirement("docs-run")
@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python blocks of a page run from top to bottom in one namespace; ``home`` is an empty folder."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "docs", "home": tmp_path / "home"}
    for number, code in enumerate(blocks(page), start=1):
        exec(compile(code, f"{page.name}, block {number}", "exec"), namespace)
    assert len(namespace) > 2


def printed(code: str) -> list[str]:
    """What a block says that it prints: the comments that it ends with."""
    lines = code.rstrip("\n").splitlines()
    first = next((at for at in range(len(lines), 0, -1) if not lines[at - 1].startswith("#")), 0)
    return [line.removeprefix("#").removeprefix(" ") for line in lines[first:]]


SHOWN = [
    *sorted((ROOT / "docs" / "guides").glob("*.md")),
    ROOT / "docs" / "langchain.md",
    ROOT / "docs" / "approvals.md",
]


@pytest.mark.requirement("docs-run")
@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page_prints_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The comments at the end of each Python block are what it prints."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "docs", "home": tmp_path / "home"}
    for number, code in enumerate(blocks(page), start=1):
        exec(compile(code, f"{page.name}, block {number}", "exec"), namespace)
        assert capsys.readouterr().out.rstrip("\n").splitlines() == printed(code), f"block {number}"


@pytest.mark.requirement("docs-complete")
def test_reference_is_what_the_code_says() -> None:
    """The committed reference pages are what the code gives: every command, tool, setting and error is on them."""
    stale = [name for name, text in pages().items() if (TARGET / name).read_text(encoding="utf-8") != text]
    assert stale == [], "run python -m scripts.reference"


def test_every_error_is_in_the_reference() -> None:
    """Every public error class has a line with its exit code."""
    text = (TARGET / "errors.md").read_text(encoding="utf-8")
    assert [kind.__name__ for kind in error_classes() if f"`{kind.__name__}`" not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    """A relative link of a page leads to a file that is there."""
    missing = [link for link in _LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_that_a_page_names_are_there(page: Path) -> None:
    """A file that a page names by its path is there, below the repository, its sources or the package."""
    roots = (ROOT, ROOT / "src", ROOT / "src" / "casewright")
    named = _PATH.findall(page.read_text("utf-8"))
    assert [path for path in named if not any((root / path).is_file() for root in roots)] == []


def contents() -> set[str]:
    """The pages that the table of contents names."""
    listed = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    return set(re.findall(r"[\w/.-]+\.md", str(listed)))


def test_every_page_is_in_the_contents() -> None:
    """Every page of the documentation stands in the table of contents."""
    there = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert contents() == there


@pytest.mark.parametrize("family", FAMILIES)
def test_family_has_its_page(family: str) -> None:
    """A family of tools has a page under its name, and the table of contents names it."""
    assert (ROOT / "docs" / f"{family}.md").is_file()
    assert f"{family}.md" in contents()
