"""Tests of casewright.cli.output."""

from __future__ import annotations

import pytest
from rich.text import Text

from casewright.cli.output import Output, counted, one_line, printable


def _say_everything(output: Output) -> None:
    output.document({"matters": ["Smith v. Jones"]})
    output.line("a line")
    output.prose("a paragraph")
    output.heading("a heading")
    output.quote("some words", indent=4)
    output.table(["tool", "ADMIN"], [("list_matters", "yes")], title="People")


def test_json_is_the_document_alone(capfd: pytest.CaptureFixture[str]) -> None:
    """Nothing that is meant for a person stands beside the JSON document, so that it can be read by a program."""
    _say_everything(Output(json=True))
    assert capfd.readouterr().out == '{"matters":["Smith v. Jones"]}\n'


def test_person_reads_lines_quotes_and_tables(capfd: pytest.CaptureFixture[str]) -> None:
    """Where a person reads, the document is not printed."""
    _say_everything(Output(json=False))
    lines = [line.rstrip() for line in capfd.readouterr().out.splitlines()]
    assert lines[:3] == ["a line", "a paragraph", ""]
    assert lines[3].startswith("a heading ─")
    assert lines[4] == "    “some words”"
    assert [line.split() for line in lines[5:]] == [["People"], ["tool", "ADMIN"], ["list_matters", "yes"]]


@pytest.mark.parametrize("json", [True, False])
def test_note_goes_to_standard_error_either_way(capfd: pytest.CaptureFixture[str], json: bool) -> None:
    """What goes on is said where it disturbs no document."""
    Output(json=json).note("Reading [1 of 2]")
    assert capfd.readouterr() == ("", "Reading [1 of 2]\n")


def test_line_is_never_wrapped_and_prose_is(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of a list stays one row, however narrow the terminal is."""
    monkeypatch.setenv("COLUMNS", "30")
    output, words = Output(json=False), "ten words " * 5
    output.line(words.strip())
    output.prose(words.strip())
    assert [len(line.rstrip()) for line in capfd.readouterr().out.splitlines()] == [49, 29, 19]


def test_quote_is_wrapped_within_its_indent(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row of a quote is indented, and none is wider than the terminal."""
    monkeypatch.setenv("COLUMNS", "40")
    Output(json=False).quote("word " * 20, indent=6)
    rows = capfd.readouterr().out.splitlines()
    assert len(rows) > 1
    assert all(row.startswith("      ") and len(row) <= 40 for row in rows)


def test_text_of_documents_is_no_markup(capfd: pytest.CaptureFixture[str]) -> None:
    """Square brackets and words between colons are printed as they are, not as colours and pictures; in cells too."""
    output = Output(json=False)
    output.line("[red]alarm[/red] :warning:")
    output.table((), [(Text("[bold]x[/bold]"), Text("y"))])
    assert "[red]alarm[/red] :warning:\n" in (out := capfd.readouterr().out)
    assert "[bold]x[/bold]" in out


def test_words_of_documents_cannot_steer_a_terminal() -> None:
    """Controls and marks that turn the direction of text are replaced; a row stays one row."""
    assert printable("a\x1b[2Jb\u202ec") == "a\N{REPLACEMENT CHARACTER}[2Jb\N{REPLACEMENT CHARACTER}c"
    assert one_line("first\nsecond  third") == "first second third"


@pytest.mark.parametrize(("number", "said"), [(0, "0 claims"), (1, "1 claim"), (2_000, "2,000 claims")])
def test_counted(number: int, said: str) -> None:
    """One of a thing has no plural."""
    assert counted(number, "claim") == said
