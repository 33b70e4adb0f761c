"""A debate in the report: what it recommends and why it stopped first, then who holds what against it, then all of it.

What a role said is quoted with its message for a source, its references become links to the claims and calculations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.evidence.reporting.parts import (
    Entry,
    Facts,
    Line,
    Listed,
    Paragraph,
    Part,
    Section,
    in_words,
    ours,
    quote_part,
)
from casewright.evidence.reporting.source_words import confidence_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.evidence.record import DealRecord

_REFERENCE = re.compile(r"\s*\[(claim|calc):([0-9a-fA-F-]{36})\]")
_NOTHING = "Nothing."


@dataclass(frozen=True, slots=True)
class DebateInReport:
    """The sections about a debate, and the words of the sources that they name."""

    sections: tuple[Section, ...]
    words: Mapping[str, tuple[str, ...]]


def debate_in_report(debate: str, result: Mapping[str, Any], record: DealRecord) -> DebateInReport:
    """The debate of this id, which came to ``result``, as the front of a report on ``record``."""
    claims, calculations = (one.id for one in record.claims), (one.id for one in record.calculations)
    there = frozenset((*(f"claim:{one}" for one in claims), *(f"calc:{one}" for one in calculations)))
    teller = _Teller(f"debate:{debate}", there)
    sections = (
        teller.recommendation(result),
        teller.dissent(result),
        teller.open_questions(result),
        teller.argument(result),
    )
    return DebateInReport(sections, {source: tuple(said) for source, said in teller.words.items()})


@dataclass(slots=True)
class _Teller:
    """Writes sections, and takes down what each source is quoted with."""

    debate: str
    there: frozenset[str]
    """The claims and calculations that the report has."""
    words: dict[str, list[str]] = field(default_factory=dict)

    def recommendation(self, result: Mapping[str, Any]) -> Section:
        held, outcome, audit = result["recommendation"], result["outcome"], result.get("audit") or {}
        advice: Line = (ours("none"),)
        if held is not None:
            sure = confidence_words(held["confidence"])
            stance = "no recommendation" if held["stance"] == "ABSTAIN" else in_words(held["stance"])
            advice = (ours(f"{stance}, confidence "), self.say(sure))
        changed = "the debate changed the outcome" if outcome["changed"] else "the outcome is the same"
        vote = f"{in_words(result['baseline']['vote'])} before, {in_words(outcome['stance'])} after: {changed}"
        rounds: Line = (ours(f"{in_words(result['stop_reason'])}, after rounds: "), self.say(str(result["rounds"])))
        rows: list[tuple[str, Line]] = [
            ("Recommendation", advice),
            ("Stopped", (*rounds, ours(". "), *self.told(result["stopped_because"], self.debate))),
            ("Blind vote", (ours(vote),)),
        ]
        rows += [(in_words(one["role"]), (ours(_went(one)),)) for one in outcome["changed_minds"]]
        if audit:
            ends = (self.say(str(audit["from"])), ours(" to "), self.say(str(audit["to"])))
            rows.append(("In the audit", (ours("events "), *ends)))
        blocks: tuple[Facts | Listed, ...] = (Facts(tuple(rows)),)
        if held is not None:
            blocks = (*blocks, Listed(self.lines(held["rationale"], self.debate)))
        return Section("section:debate", "The debate: what it recommends", blocks)

    def dissent(self, result: Mapping[str, Any]) -> Section:
        entries = tuple(self._dissenting(one) for one in result["dissent"])
        blocks = entries or (Paragraph((ours("Nobody’s dissent was preserved."),)),)
        return Section("section:dissent", "Dissent that was preserved", blocks)

    def _dissenting(self, one: Mapping[str, Any]) -> Entry:
        heading = (ours(f"{in_words(one['agent_id'])}: {in_words(one['position'])}, on grade {one['grade']}"),)
        source = f"dissent:{one['dissent_id']}"
        return Entry(source, heading, (Listed(self.lines(one["reason"], source)),))

    def open_questions(self, result: Mapping[str, Any]) -> Section:
        asked = [self.told(one, self.debate) for one in result["open_questions"]]
        blocks = (Listed(tuple(asked)),) if asked else (Paragraph((ours(_NOTHING),)),)
        return Section("section:questions", "Questions that are still open", blocks)

    def argument(self, result: Mapping[str, Any]) -> Section:
        entries = [self._round((ours("Opening positions, blind"),), "round:opening", result["opening"], None)]
        for one in result["argument"]:
            heading: Line = (ours("Round "), self.say(str(one["round"])))
            entries.append(self._round(heading, f"round:{one['round']}", one["turns"], one))
        return Section("section:argument", "The argument, round by round", tuple(entries))

    def _round(
        self, heading: Line, reference: str, turns: Sequence[Mapping[str, Any]], closed: Mapping[str, Any] | None
    ) -> Entry:
        blocks: list[Paragraph | Listed | Facts] = []
        for turn in turns:
            blocks.append(Facts(((in_words(turn["role"]), self._held(turn)),)))
            if turn["content"]:
                blocks.append(Listed(self.lines(turn["content"], f"message:{turn['message_id']}")))
        if closed is not None and closed["rulings"]:
            ruled = tuple(self._ruling(one) for one in closed["rulings"])
            blocks += [Paragraph((ours("Rulings on challenges"),)), Listed(ruled)]
        return Entry(reference, heading, tuple(blocks))

    def _held(self, turn: Mapping[str, Any]) -> Line:
        held = turn["position"]
        said: list[Part] = []
        if held is not None:
            sure = self.say(confidence_words(held["confidence"]))
            said += [ours(f"holds {in_words(held['stance'])}, confidence "), sure]
        if turn["refused"]:
            said.append(ours("a change of position was refused: no new evidence"))
        if turn["rejections"]:
            said.append(ours("; a draft was rejected by the gate" if said else "a draft was rejected by the gate"))
        return tuple(said) or (ours(in_words(turn["stage"])),)

    def _ruling(self, one: Mapping[str, Any]) -> Line:
        head = ours(f"{in_words(one['agent_id'])}: {in_words(one['outcome'])}. ")
        source = f"challenge:{one['challenge_id']}"
        return (head, *self.told(one["reason"] or "", source))

    def say(self, text: str, source: str | None = None) -> Part:
        """Words of a source, the debate itself where none is named."""
        named = source or self.debate
        self.words.setdefault(named, []).append(text)
        return quote_part(text, named)

    def lines(self, text: str, source: str) -> tuple[Line, ...]:
        """A text's lines, each with its references as links."""
        return tuple(self.told(one, source) for one in text.splitlines() if one.strip())

    def told(self, text: str, source: str) -> Line:
        """One line with its references as links."""
        return tuple(self._parts(text.strip(), source))

    def _parts(self, text: str, source: str) -> Iterable[Part]:
        self.words.setdefault(source, []).append(text)
        done = 0
        for found in _REFERENCE.finditer(text):
            if text[done : found.start()]:
                yield quote_part(text[done : found.start()], source)
            yield self._link(found[1], found[2].lower())
            done = found.end()
        if text[done:]:
            yield quote_part(text[done:], source)

    def _link(self, kind: str, name: str) -> Part:
        return Part(f" [{kind}]", None, f"{kind}:{name}") if f"{kind}:{name}" in self.there else ours(f" [{kind}]")


def _went(one: Mapping[str, Any]) -> str:
    return f"went from {in_words(one['before'])} to {in_words(one['after'])}"
