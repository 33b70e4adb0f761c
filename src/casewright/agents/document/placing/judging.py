"""A chat model's answer, sentence by sentence: what has a place stands, what has none is marked.

What is not recognised as harmless is a statement. A statement that something is not there is no place's: where a tool
looked for it in this turn, a line of ours that says what was looked for stands in its place; else it is marked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from casewright.agents.document.answers import UNVERIFIED, cited, held, once
from casewright.agents.document.loose_quotes import loose_quotes, objections
from casewright.agents.document.placing.absence import looked_for, says_absent
from casewright.agents.document.placing.harmless import Harmless
from casewright.agents.document.placing.telling import looked as looked_line
from casewright.agents.document.placing.units import PLACE, says_something, units_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from casewright.agents.document.answers import Held
    from casewright.agents.document.loose_quotes import LooseQuote
    from casewright.agents.document.placing.units import Unit
    from casewright.agents.document.state import Lookup, Passage

NO_PLACE: Final = "this sentence names no place in a document that bears it out"
MORE_THAN_A_PLACE: Final = "the label of this link says more than where it leads"
NOT_LOOKED: Final = "no tool looked for this in the documents before it was said not to be there"
_APART: Final = 12
"""Most characters of space and signs between a quote and the link below it."""
_FOLLOWED: Final = ("placed", "lead", "marked", "claim", "absent")
"""What a heading may stand over."""

Verdict = Literal["placed", "marked", "harmless", "label", "file", "listing", "lead", "absent", "claim"]


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of a turn: its question and its language, what was shown, looked for and listed in it.

    ``listed`` has the status of each document of the matter by its name, None where they were not listed.
    """

    asked: str
    romanian: bool
    shown: list[Passage]
    looked: Sequence[Lookup] = ()
    listed: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The answer with marks, its citations that hold, and what was marked with the reasons.

    ``absent`` are the lookups that stand for what it says is not there. ``claims``: it says anything of documents.
    """

    text: str
    citations: list[dict[str, Any]]
    unverified: list[dict[str, str]]
    absent: list[Lookup]
    claims: bool


@dataclass(slots=True)
class _Edits:
    """What becomes of the text: marks at places, spans for which lines of ours stand, and what is told of them."""

    marks: set[int]
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    unverified: list[tuple[int, dict[str, str]]] = field(default_factory=list)


def judged(answer: str, told: Told, read: Sequence[Passage], *, unopened: Collection[str] = ()) -> Judged:
    """The answer judged; ``read`` and ``unopened`` as for ``answers.held``."""
    found = held(answer, told.shown, read, unopened=unopened)
    quotes = loose_quotes(answer, [one.at for one in cited(answer)])
    false = list(objections(quotes, told.shown, told.asked))
    stand = [one for one in quotes if not any(one is quote for quote, _ in false)]
    units = units_of(answer, _with_quotes(answer, found.places, stand), found.broken)
    edits = _Edits(set(found.marks))
    for quote, why in false:
        if quote.end not in edits.marks:
            edits.marks.add(quote.end)
            sentence = next((one for one in units if one.start < quote.end <= one.end), None)
            said = quote.words if sentence is None else _sentence(answer, sentence)
            edits.unverified.append((quote.end, {"sentence": said, "link": "", "reason": why}))
    for end, label in _labels(answer, found):
        edits.marks.add(end)
        edits.unverified.append((end, label))
    verdicts = _Verdicts(answer, units, edits.marks, told).all()
    absent = _rewritten(answer, units, verdicts, told, edits)
    links = list(zip(found.marks, found.unverified, strict=True))
    return Judged(
        _edited(answer, edits),
        once(found.citations),
        [one for _, one in sorted([*links, *edits.unverified], key=lambda one: one[0])],
        absent,
        any(one in _FOLLOWED for one in verdicts),
    )


def _labels(answer: str, found: Held) -> Iterator[tuple[int, dict[str, str]]]:
    """Where the links end whose place holds and whose label says something else than where they lead."""
    places = {end: citation for (_, end), citation in zip(found.places, found.citations, strict=True)}
    names = Harmless((), None)
    for one in cited(answer):
        citation = places.get(one.at[1])
        where = None if citation is None else (str(citation["filename"]), str(citation.get("section") or ""))
        if where is not None and not names.names_place(one.label, *where):
            yield one.at[1], {"sentence": one.label, "link": one.link, "reason": MORE_THAN_A_PLACE}


def _with_quotes(answer: str, places: Sequence[tuple[int, int]], stand: Sequence[LooseQuote]) -> list[tuple[int, int]]:
    """The places, each with the quote around it or right before it, where that quote's words were shown."""
    found = []
    for low, high in places:
        around = [
            one.start
            for one in stand
            if one.start < low
            and (high <= one.end or (0 <= low - one.end <= _APART and not answer[one.end : low].strip(" \t\n—–-([")))
        ]
        found.append((min([low, *around]), high))
    return found


def _rewritten(
    answer: str, units: Sequence[Unit], verdicts: Sequence[Verdict], told: Told, edits: _Edits
) -> list[Lookup]:
    """Mark the claims, and put lines of ours in place of what a tool looked for; the lookups of these lines."""
    used: list[Lookup] = []
    names = Harmless(_files(told), told.listed)
    before = 0
    for unit, verdict in zip(units, verdicts, strict=True):
        lookups = looked_for(names.without_names(unit.text), told.looked) if verdict == "absent" else []
        if lookups:
            new = [one for one in lookups if one not in used]
            line = " ".join(looked_line(one, romanian=told.romanian) for one in new)
            edits.spans.append((unit.start if new else before, unit.end, line))
            used += new
        elif verdict in ("claim", "absent") or (verdict == "marked" and _goes_on(answer, unit, edits.marks)):
            why = NOT_LOOKED if verdict == "absent" else NO_PLACE
            edits.marks.add(unit.end)
            edits.unverified.append((unit.end, {"sentence": _sentence(answer, unit), "link": "", "reason": why}))
        before = unit.end
    return used


def _goes_on(answer: str, unit: Unit, marks: set[int]) -> bool:
    """Whether the sentence says something behind its last mark."""
    last = max(one for one in marks if unit.start < one <= unit.end)
    return says_something(answer[last : unit.end])


def _edited(answer: str, edits: _Edits) -> str:
    """The text with marks and lines; a mark within a span that a line stands for goes with it."""
    kept = [at for at in edits.marks if not any(low < at <= high for low, high, _ in edits.spans)]
    changes = sorted([*((at, at, f" {UNVERIFIED}") for at in kept), *edits.spans], reverse=True)
    for low, high, new in changes:
        answer = f"{answer[:low]}{new}{answer[high:]}"
    return answer


def _sentence(answer: str, unit: Unit) -> str:
    return " ".join(answer[unit.start : unit.end].split())


def _files(told: Told) -> set[str]:
    names = {str(one["filename"]) for one in told.shown}
    return names | {name for one in told.looked for name in one["filenames"]}


class _Verdicts:
    """What each piece of an answer is, from the last to the first: what leads belongs to what comes below it."""

    def __init__(self, answer: str, units: Sequence[Unit], marks: set[int], told: Told) -> None:
        self._answer, self._units, self._marks = answer, units, marks
        self._harmless = Harmless(_files(told), told.listed)
        self._listings = _listings(units, self._harmless)
        self._found: dict[int, Verdict] = {}

    def all(self) -> list[Verdict]:
        for at in reversed(range(len(self._units))):
            self._found[at] = self._verdict(at)
        return [self._found[at] for at in range(len(self._units))]

    def _verdict(self, at: int) -> Verdict:
        unit = self._units[at]
        if PLACE in unit.text:
            return "placed"
        if any(unit.start < mark <= unit.end for mark in self._marks):
            return "marked"
        if self._harmless.says_nothing(unit.text):
            return "harmless"
        if at in self._listings:
            return "listing"
        label = self._label(at)
        if label is not None:
            return label
        if says_absent(unit.text):
            return "absent"
        return "lead" if unit.leads and unit.kind != "heading" and self._leads_to_places(at) else "claim"

    def _label(self, at: int) -> Verdict | None:
        """Whether it is a heading, of subjects or of one document, over something that is no heading of its kind."""
        unit = self._units[at]
        heads = unit.whole and (unit.kind in ("heading", "head") or unit.leads)
        if not heads:
            return None
        kind: Verdict | None = None
        if self._harmless.is_file(unit.text):
            kind = "file"
        elif self._harmless.is_label(unit.text, of_table=unit.kind == "head"):
            kind = "label"
        after = self._found.get(at + 1)
        stands = after in _FOLLOWED or (after in ("label", "file") and after != kind)
        return kind if stands else None

    def _leads_to_places(self, at: int) -> bool:
        """Whether all that directly follows has its place: the next piece, or all rows or items of it.

        Headings may stand among them, and no other words that lead: one place bears no two statements before it.
        """
        found = [self._found[one] for one in self._below(at)]
        return found[-1:] == ["placed"] and all(one in ("placed", "label", "file") for one in found)

    def _below(self, at: int) -> list[int]:
        """The pieces that follow; of a list, a table or a quote all of it."""
        rest = range(at + 1, len(self._units))
        if not rest:
            return []
        kind = self._units[at + 1].kind
        if kind not in ("item", "row", "head", "quote"):
            return [at + 1]
        same = {kind, "row"} if kind == "head" else {kind}
        block: list[int] = []
        for one in rest:
            if self._units[one].kind not in same:
                break
            block.append(one)
        return block


def _listings(units: Sequence[Unit], harmless: Harmless) -> set[int]:
    """The pieces that list the matter's documents, all of them: a sentence, or one with the lines below it."""
    found: set[int] = set()
    for at, unit in enumerate(units):
        names = harmless.lists(unit.text)
        if names is None:
            continue
        run = [at]
        while unit.leads and run[-1] + 1 < len(units) and harmless.is_listed(units[run[-1] + 1].text) is not None:
            run.append(run[-1] + 1)
        below = [harmless.is_listed(units[one].text) or "" for one in run[1:]]
        if set(names or below) == harmless.listed or not (names or unit.leads):
            found.update(run if not names else [at])
    return found
