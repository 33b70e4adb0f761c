"""A contract in short: what its facts state, and what each side must do, each with its place.

Nothing is written anew: every line is a value with the words that state it, or a sentence of the document.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.agents.document.minds.overviews.duties import EACH, ROLES, duties_of
from casewright.agents.document.minds.overviews.outline import outlined
from casewright.agents.document.minds.overviews.stated import label, told
from casewright.agents.document.minds.quotes import write_quote
from casewright.domain.facts import MoneyValue
from casewright.evidence.facts.values.money import find_sums
from casewright.evidence.facts.values.plain import words_of as plain_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.agents.document.minds.overviews.duties import Duties
    from casewright.agents.document.minds.overviews.reading import Reading
    from casewright.agents.document.minds.overviews.stated import Stated
    from casewright.domain.skipping import Span

PARTS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("", ("document_name", "parties", "agreement_date", "effective_date")),
    (
        "How long, and how it ends",
        (
            "term", "expiration_date", "renewal_term", "notice_period_to_terminate_renewal", "notice_of_termination",
            "termination_for_convenience",
        ),
    ),
    ("Money", ("payment_period", "minimum_commitment", "liquidated_damages", "cap_on_liability")),
    ("Law and courts", ("governing_law", "venue")),
)  # fmt: skip
"""What a summary says of the facts, in its order."""
FEWEST: Final = 3
"""Fields that a document states at least, for it to be summarised as a contract."""

_SIDE: Final = 5
_SUMS: Final = 3
_QUOTE: Final = 200
_BEFORE_SUM, _BEHIND_SUM = 110, 70
_PAID: Final = re.compile(
    r"\b(?:pay\w*|paid|rent\w*|fees?|price\w*|salary|charges?|deposit|royalt\w+|compensation|loan|principal"
    r"|chiri[ae]\w*|pret\w*|plat\w+|remunerat\w+|onorari\w+|imprumut\w*|garanti\w+|comision\w*|salari\w+)\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?:[^.;\n]|[.;](?!\s)|\n(?![ \t]{0,40}\n))+(?:[.;](?=\s|$)|$|\n)")


def summarised(reading: Reading, stated: Stated | None) -> str:
    """The summary of one document; without facts its opening and headings, saying so."""
    main = [field for _, fields in PARTS for field in fields]
    found = 0 if stated is None else sum(field in stated.facts for field in main)
    if stated is None or found < FEWEST:
        why = (
            "its facts could not be read"
            if stated is None or stated.reading
            else "too few facts of a contract were found in it"
        )
        lines = [f"{reading.filename} has {len(reading.raw):,} characters. It is not summarised, since {why}."]
        lines += _facts(stated, main) if stated is not None else []
        return "\n".join([*lines, *outlined(reading), 'Ask "what types of clauses are here?" for its clauses by kind.'])
    lines = [f"{reading.filename} in short, in its own words and by its facts:"]
    for heading, fields in PARTS:
        sums = list(_sums(reading)) if heading == "Money" else []
        part = [*_facts(stated, fields), *sums]
        lines += [f"\n{heading}:" if heading else "", *part] if part and heading else part
    lines += _must(reading, stated)
    return "\n".join([*lines, *_end(reading, stated, main)])


def _facts(stated: Stated, fields: Sequence[str]) -> list[str]:
    return [
        f"- {label(field)}: {told(stated.facts[field])}{_amended(stated, field)}"
        for field in fields
        if field in stated.facts
    ]


def _amended(stated: Stated, field: str) -> str:
    return f", as amended by {stated.amended[field]}" if field in stated.amended else ""


def _sums(reading: Reading) -> Iterator[str]:
    """The first places of the text where a sum is to be paid: the sentence, or of a long one what is about the sum."""
    text = reading.text
    shown = 0
    for hit in _SENTENCE.finditer(text):
        words = plain_words(hit[0])
        sums = [one for one in find_sums(words) if isinstance(one.value, MoneyValue)]
        if not sums or not _PAID.search(words):
            continue
        low, high = hit.start() + sums[0].start - _BEFORE_SUM, hit.start() + sums[0].end + _BEHIND_SUM
        start = hit.start() if low <= hit.start() else text.find(" ", low) + 1
        end = hit.end() if high >= hit.end() else text.rfind(" ", start, high)
        start += len(text[start:end]) - len(text[start:end].lstrip())
        yield f"- Sum to be paid: {write_quote(reading.cite(start, start + len(text[start:end].rstrip())), _QUOTE)}"
        shown += 1
        if shown == _SUMS:
            return


def _must(reading: Reading, stated: Stated) -> list[str]:
    """What each side must do: of each clause its first duty, the first of these."""
    sides = _sides(stated)
    found = duties_of(reading.text, sides, reading.headings, _SIDE)
    by_role = not any(side in found for side in sides)
    if by_role:
        sides = {role: [role] for role in ROLES}
        found = duties_of(reading.text, sides, reading.headings, _SIDE)
    lines: list[str] = []
    for side in [*sides, EACH]:
        if side in found:
            lines += ["", _counted(side, found[side]), *(_duty(reading, place) for place in found[side].main)]
    if by_role and len(found) > (EACH in found):
        lines += ["", "Which names of roles are its parties was not found in its facts: they are those in its text."]
    silent = [] if by_role else [side for side in sides if side not in found]
    if silent or not found:
        who = " or ".join(silent) or "a party"
        lines += ["", f"I found no sentence that says what {who} must do."]
    return lines


def _sides(stated: Stated) -> dict[str, list[str]]:
    """The names by which the contract calls each party, by the one that is shown."""
    sides: dict[str, list[str]] = {}
    for fact in stated.facts.get("parties", ()):
        value = fact.get("value") or {}
        names = [str(one) for one in value.get("defined_as") or ()]
        name = str(value.get("name") or fact["quote"])
        sides.setdefault(names[0] if names else name, []).extend([*names, name])
    return sides


def _counted(side: str, duties: Duties) -> str:
    of = "1 clause" if duties.clauses == 1 else f"{duties.clauses} clauses"
    many = "1 sentence" if duties.total == 1 else f"{duties.total} sentences"
    rest = (
        ""
        if len(duties.main) == duties.total
        else f"; {len(duties.main)} shown, of each clause the first before others"
    )
    return f"{side} must, by {many} in {of}{rest}:"


def _duty(reading: Reading, place: Span) -> str:
    return f"- {write_quote(reading.cite(*place), _QUOTE)}"


def _end(reading: Reading, stated: Stated, main: Sequence[str]) -> list[str]:
    lines = [""]
    missing = [label(field).lower() for field in main if field in stated.missing]
    unread = [label(field).lower() for field in main if field not in stated.missing and field not in stated.facts]
    if missing:
        lines.append(f"Looked for and not found: {', '.join(missing)}.")
    if unread:
        lines.append(f"Not looked for in this document: {', '.join(unread)}.")
    if not reading.whole:
        lines.append(
            f"Duties and sums are of the first {len(reading.raw):,} characters of its text; facts are of all of it."
        )
    return lines
