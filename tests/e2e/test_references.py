"""Matters and documents are named by id, number, title or file name, in every command and in the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import typer

from casewright.bootstrap.home import Casewright
from casewright.cli.commands import ENTRIES, Listed
from casewright.errors import CasewrightError, InvalidInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import Any

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("references")
MATTERS = {"matter", "matter_id", "deal", "case_id"}
"""How commands call the matter that they are about."""
NOWHERE = "No such thing"
GIVEN = {
    "bundle": ["--out", "copy"],
    "matter status": ["closed"],
    "matter share": ["pat", "--role", "client"],
    "matter unshare": ["pat"],
    "ask": ["What?"],
    "ingest": ["."],
    "threads show": ["thread"],
    "documents boxes": ["Deed.txt", "0", "4"],
    "documents changes": ["Deed.txt"],
    "documents section": ["1.1"],
    "documents show": ["Deed.txt"],
    "documents amends": ["Deed.txt", "Deed.txt"],
    "documents rename": ["Deed.txt", "Lease.txt"],
    "documents delete": ["Deed.txt"],
    "facts correct": ["Deed.txt", "governing_law", "reject"],
    "iql": ["{IS governing law clause}"],
    "queries save": ["law", "{IS governing law clause}"],
    "queries run": ["law"],
    "tools call": ["list_matters"],
    "deal import-claims": ["claims.json"],
    "deal source": ["Deed.txt", "--type", "unknown"],
    "claims show": ["claim"],
    "claims verify": ["claim"],
    "claims add": ["It is so.", "--class", "FINANCIAL", "--document", "Deed.txt"],
    "calc run": ["RUNWAY", "cash=claim"],
    "gates decide": ["gate", "approved", "--reason", "so"],
    "defects cure": ["defect", "--reason", "so"],
    "defects waive": ["defect", "--reason", "so"],
    "case draft": ["draft.md"],
    "case original": ["Deed.txt", "--out", "original"],
    "case attach": ["party", "--role", "reclamant"],
    "case detach": ["party"],
}
"""What each command is given beside the matter, where it needs more."""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command by its words."""
    for entry in ENTRIES:
        yield from _below(entry.name, Listed(entry).load())


def _below(words: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield words, command
    for name, one in getattr(command, "commands", {}).items():
        yield from _below(f"{words} {name}", one)


def about_matters() -> list[tuple[str, bool]]:
    """Every command that is told a matter, and whether it is told by an option."""
    return [
        (words, parameter.param_type_name == "option")
        for words, command in commands()
        for parameter in command.params
        if parameter.name in MATTERS and not isinstance(command, typer.core.TyperGroup)
    ]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the files that commands are given."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claims.json").write_text("[]")
    (tmp_path / "draft.md").write_text("# A draft\n")
    (tmp_path / "Deed.txt").write_text("This Agreement is governed by the laws of England.\n")
    return tmp_path


def test_every_command_that_is_told_a_matter_looks_it_up(shell: Shell, files: Path) -> None:
    """A matter that nobody has is one sentence with the nearest, exit code 2, whatever the command."""
    del files
    shell("matter", "create", "Such things")
    shell("queries", "save", "law", "{IS governing law clause}")
    told = about_matters()
    assert len(told) > 40
    wrong = []
    for words, by_option in told:
        more: Sequence[str] = GIVEN.get(words, ())
        given = [*more, "--matter", NOWHERE] if by_option else [NOWHERE, *more]
        ended = shell.any(*words.split(), *given)
        if (ended.code, f"There is no matter '{NOWHERE}'" in ended.err, "M-" in ended.err) != (2, True, True):
            wrong.append((words, ended.err))
    assert wrong == []


def test_matter_is_named_by_number_or_title(shell: Shell, files: Path) -> None:
    """Upper and lower case and diacritics aside; a title that two have is refused with both ids."""
    first = shell("--json", "matter", "create", "Contestația Ionescu").json
    for text in (first["matter_id"], first["matter_id"].upper(), first["number"].lower(), "contestatia  ionescu"):
        if "  " not in text:
            shell("ingest", text, files / "Deed.txt")
    shell("ingest", "contestatia ionescu", files / "Deed.txt")
    [document] = shell("--json", "documents", "list", first["number"]).json["documents"]
    second = shell("--json", "matter", "create", "CONTESTATIA IONESCU").json
    refused = shell("documents", "list", "Contestația Ionescu", code=2).err
    assert "2 matters are called" in refused
    assert (first["matter_id"] in refused, second["matter_id"] in refused) == (True, True)
    assert shell("--json", "documents", "list", first["number"]).json["documents"] == [document]
    asked = shell("--json", "iql", "{IS governing law clause}", "--matter", first["number"], "--document", "deed.txt")
    assert [one["document_id"] for one in asked.json["document_results"]] == [document["document_id"]]


def test_title_goes_to_the_kind_that_the_command_is_about(shell: Shell) -> None:
    """A deal and a matter of one title: a command about deals means the deal, any other has to be told."""
    shell.matter("Acme")
    deal = shell("--json", "deal", "create", "Acme").json["deal"]
    assert shell("--json", "deal", "show", "Acme").json["deal"]["matter_id"] == deal["matter_id"]
    assert "2 matters" in shell("documents", "list", "Acme", code=2).err


def test_number_is_surer_than_a_title(shell: Shell) -> None:
    """Nobody can take a matter's place by calling another by its number."""
    first = shell("--json", "matter", "create", "Alpha").json
    shell("matter", "create", first["number"])
    assert shell("matter", "status", first["number"], "closed").out.startswith(f"{first['number']} is closed: Alpha")


def test_document_is_named_by_its_file_name(shell: Shell, files: Path) -> None:
    """Folders may be left out at the front while one document is meant."""
    shell.matter()
    for folder in ("a", "b"):
        (files / folder).mkdir()
        (files / folder / "Deed.txt").write_text(f"Deed {folder}. Governed by the laws of England.\n")
    shell("ingest", "Alpha", "a", "b")
    assert "Deed a." in shell("documents", "show", "Alpha", "a/deed.txt").out
    refused = shell("documents", "show", "Alpha", "Deed.txt", code=2).err
    assert ("2 documents are called" in refused, "'a/Deed.txt'" in refused) == (True, True)
    unknown = shell("documents", "show", "Alpha", "a/Dead.txt", code=2).err
    assert ("There is no document" in unknown, "'a/Deed.txt'" in unknown) == (True, True)


def test_who_sees_nothing_is_told_nothing(shell: Shell) -> None:
    """Titles of matters that are not the caller's to see are neither found nor told as near."""
    shell.matter("Alpha")
    pat = ["--as", shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]]
    refused = shell(*pat, "documents", "list", "Alpha", code=2).err
    assert "There is no matter 'Alpha'" in refused
    assert "M-" not in refused
    aud = ["--as", shell("--json", "users", "add", "aud", "--role", "AUDITOR").json["key_file"]]
    assert "Give its id" in shell(*aud, "audit", "show", "--matter", "Alpha", code=3).err


def test_library_finds_the_same(shell: Shell, files: Path) -> None:
    """``find_matter`` and ``find_document`` say what the command line would."""
    matter = shell.matter()
    shell("ingest", "Alpha", "Deed.txt")
    del files
    with Casewright.open(shell.home) as casewright:
        found = casewright.find_matter("alpha")
        document = casewright.find_document(found, "Deed.txt")
        assert found == matter
        assert casewright.find_document(found, document) == document
        wrong: list[tuple[type[CasewrightError], str]] = [(NotFound, "Alfa"), (NotFound, "")]
        for kind, text in wrong:
            with pytest.raises(kind):
                casewright.find_matter(text)
        casewright.call("create_matter", {"title": "Alpha"})
        with pytest.raises(InvalidInput, match="2 matters"):
            casewright.find_matter("Alpha")
