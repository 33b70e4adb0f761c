"""Tests of casewright.cli.output."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import orjson
import pytest
from rich.text import Text

from casewright.cli.output import Output, counted
from casewright.cli.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable


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


HOSTILE = "[red]a\x1b[2Jb\x9bc\u202ed\u200ee\x7f[/red]\udcff"
SHOWN = r"[red]a\x1b[2Jb\x9bc\u202ed\u200ee\x7f[/red]\udcff"


def test_nothing_that_is_printed_steers_a_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    """Lines, prose, headings, quotes, tables, their heads and titles, and notes: escapes are shown, and no markup."""
    output = Output(json=False)
    ways: list[Callable[[], None]] = [
        lambda: output.line(HOSTILE),
        lambda: output.line(HOSTILE, style="red"),
        lambda: output.line(Text(HOSTILE, style="bold")),
        lambda: output.prose(HOSTILE),
        lambda: output.heading(HOSTILE),
        lambda: output.quote(HOSTILE, indent=2),
        lambda: output.table([HOSTILE], [("cell",)]),
        lambda: output.table((), [(HOSTILE,)]),
        lambda: output.table((), [(Text(HOSTILE),)]),
        lambda: output.table(("a",), [("b" * 60,)], title=HOSTILE),
        lambda: output.note(HOSTILE),
    ]
    for number, way in enumerate(ways):
        way()
        assert SHOWN in "".join(capfd.readouterr()), number


def test_styles_stay_at_their_words() -> None:
    """A text that gets longer by its escapes keeps its styles where they were."""
    console = Terminal()
    text = Text("a\x1bb")
    text.append("bold", style="bold")
    segments = [(part.text, bool(part.style and part.style.bold)) for part in console.render(text)]
    assert segments[:2] == [(r"a\x1bb", False), ("bold", True)]


def test_json_stays_json_and_steers_no_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    """Every sign without a shape is JSON's own escape; half of a pair, which is no character, is shown as text."""
    Output(json=True).document({"name": f"{HOSTILE[:-1]}\U000e0001\tș"})
    out = capfd.readouterr().out
    assert out.removesuffix("\n").isprintable()
    assert json.loads(out) == orjson.loads(out) == {"name": f"{HOSTILE[:-1]}\U000e0001\tș"}
    Output(json=True).document({"name": HOSTILE})
    assert orjson.loads(capfd.readouterr().out) == {"name": HOSTILE[:-1] + r"\udcff"}


@pytest.mark.parametrize(("number", "said"), [(0, "0 claims"), (1, "1 claim"), (2_000, "2,000 claims")])
def test_counted(number: int, said: str) -> None:
    """One of a thing has no plural."""
    assert counted(number, "claim") == said
