"""A draft of three pages: laid out alone, and through the whole door, parties from the vault included."""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import date
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import pypdfium2

from benchmarks import calibration
from benchmarks.calls import answer
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.outside import draft_printer
from casewright.casework.draft_markdown import read_markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS, PAGES = 40, 3
_PARTY = {"kind": "individual", "firstName": "Ștefan", "lastName": "Țăranu", "address": "Str. Lungă nr. 5, Brașov"}
_SENTENCE = "Prin prezenta, {{party0.lastName}} solicită plata sumei de 12.500 lei, cu dobânda legală de la scadență. "


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three rounds, to see that it runs")
    given = parser.parse_args(arguments)
    rounds = 3 if given.quick else ROUNDS
    print(f"Drafts of {PAGES} pages; {calibration.line()}")
    alone, pages = _laid_out(rounds)
    print(f"  Markdown to PDF, {pages} pages    {median(alone):6.1f} ms p50, {max(alone):.1f} at most")
    whole = _through_the_door(rounds)
    print(f"  generate_draft_pdf, a call   {median(whole):6.1f} ms p50, {max(whole):.1f} at most")
    return 0


def _text(number: int) -> str:
    parts = [f"## Capitolul {part}\n\n{_SENTENCE * 5}\n\n1. {_SENTENCE}\n2. {_SENTENCE}" for part in range(9)]
    return f"# Scrisoarea {number}\n\n" + "\n\n".join(parts)


def _laid_out(rounds: int) -> tuple[list[float], int]:
    printer = draft_printer()
    times = []
    pdf = b""
    for number in range(rounds + 2):
        at = perf_counter()
        blocks = read_markdown(_text(number))
        pdf = printer.printed(blocks, title="Scrisoare", day=date(2026, 11, 21), invented=False)
        times.append((perf_counter() - at) * 1e3)
    opened = pypdfium2.PdfDocument(pdf)
    pages = len(opened)
    opened.close()
    return times[2:], pages


def _through_the_door(rounds: int) -> list[float]:
    times = []
    with tempfile.TemporaryDirectory() as home, Casewright.open(home) as casewright:
        case = answer(casewright, "create_case", {"title": "Scrisori"})["case_id"]
        party = answer(casewright, "add_party", _PARTY)["party_id"]
        answer(casewright, "attach_party", {"case_id": case, "party_id": party, "role": "reclamant"})
        for number in range(rounds + 2):
            draft = {"case_id": case, "markdown_content": _text(number), "draft_name": f"Scrisoare_{number}"}
            at = perf_counter()
            answer(casewright, "generate_draft_pdf", {**draft, "revision": 1})
            times.append((perf_counter() - at) * 1e3)
    return times[2:]


if __name__ == "__main__":
    sys.exit(main())
