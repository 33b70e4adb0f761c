"""A debate in the report: what it recommends for the memo, then who held what, and the arguments, each said once.

What a role said is retold with its message for a source: its references become citations, its amounts are rounded.
What was said before, by the role itself or by another, is left out; so later rounds say what changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.evidence.reporting.defect_groups import group_defects
from casewright.evidence.reporting.lookup import Lookup
from casewright.evidence.reporting.memo import told_in_memo
from casewright.evidence.reporting.parts import (
    Entry,
    Line,
    Listed,
    Paragraph,
    Part,
    Section,
    Table,
    joined,
    ours,
    quote_part,
)
from casewright.evidence.reporting.retelling import Retelling
from casewright.evidence.reporting.source_words import confidence_words
from casewright.evidence.reporting.words import capital, word_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from casewright.evidence.reporting.report import EvidenceReport

_REFERENCE = re.compile(r"\[(?:claim|calc):[0-9a-fA-F-]{36}\]")
_STATED = re.compile(r"(?:; grade [ABC]|,? stands at grade [ABC]), VERIFIED\.?$")
"""How a line ends that only states how a claim stands, which its row in the report says as well."""
_HEADLINE = re.compile(r"^Recommendation: [A-Z]+")
_GROUNDS = 4
"""How many sentences of its grounds the memo tells."""
_RESTS_ON = 3
_BEGINNING = 3
_ROUNDS = ("First round", "Second round", "Third round", "Fourth round", "Fifth round")


@dataclass(frozen=True, slots=True)
class DebateInReport:
    """What a debate puts into the memo, the sections about it, and the words of the sources that both name."""

    advice: tuple[Paragraph | Listed, ...]
    sections: tuple[Section, ...]
    words: Mapping[str, tuple[str, ...]]


def debate_in_report(debate: str, result: Mapping[str, Any], report: EvidenceReport) -> DebateInReport:
    """The debate of this id, which came to ``result``, in the ``report`` on its deal."""
    at = Lookup(report)
    chosen = told_in_memo(group_defects(at))
    teller = _Teller(
        f"debate:{debate}", Retelling(at), frozenset(claim.id for group in chosen for claim in group.claims)
    )
    advice = teller.advice(result)
    sections = (teller.course(result), *teller.open_questions(result))
    return DebateInReport(advice, sections, {source: tuple(said) for source, said in teller.words.items()})


@dataclass(slots=True)
class _Teller:
    """Writes about a debate, and takes down what each source is quoted with and what was told already."""

    debate: str
    retelling: Retelling
    found: frozenset[str]
    """The claims of the findings that the memo tells."""
    words: dict[str, list[str]] = field(default_factory=dict)
    told: set[tuple[str, ...]] = field(default_factory=set)

    def advice(self, result: Mapping[str, Any]) -> tuple[Paragraph | Listed, ...]:
        """The recommendation, what is missing or stands against it, and what it rests on."""
        held = result["recommendation"]
        if held is None:
            nothing = (ours("The debate came to no recommendation: "), *self._stopped(result))
            return (Paragraph(nothing),)
        head: Line = (
            Part(f"{word_for('recommendation', held['stance'])}, ", strong=True),
            ours("held with "),
            self.say(confidence_words(held["confidence"])),
            ours(" confidence."),
        )
        lines = [line for line in _lines(held["rationale"]) if not _HEADLINE.match(line)]
        for line in lines:
            if self._is_found(line):
                self._is_new(line)
        lines = [line for line in lines if not self._is_found(line)]
        grounds = [line for line in lines if not _STATED.search(line)][:_GROUNDS]
        stated = [line for line in lines if _STATED.search(line)][:_RESTS_ON]
        blocks: list[Paragraph | Listed] = [Paragraph(head)]
        if grounds:
            blocks.append(Listed(tuple(self._tell_lines(grounds, self.debate))))
        if stated:
            blocks.append(Paragraph((ours("It rests on "), *self._prose(stated, self.debate))))
        return tuple(blocks)

    def course(self, result: Mapping[str, Any]) -> Section:
        """How it went: who held what when, what was argued, what was ruled, and how it ended."""
        outcome, audit = result["outcome"], result.get("audit") or {}
        changed = "the debate changed the outcome" if outcome["changed"] else "the outcome is the same"
        before, after = result["baseline"]["vote"], outcome["stance"]
        vote = f"Blind vote: {word_for('stance', before)}; after the debate: {word_for('stance', after)}; {changed}. "
        rounds: Line = (ours("It ended after round "), self.say(str(result["rounds"])), ours(", because "))
        head: list[Part] = [ours(vote), *rounds, *self._stopped(result)]
        if audit:
            head += [ours(" Events "), self.say(str(audit["from"])), ours(" to "), self.say(str(audit["to"]))]
            head.append(ours(" of the audit."))
        blocks: list[Paragraph | Listed | Table | Entry] = [Paragraph(tuple(head)), self._positions(result)]
        held = result["recommendation"]
        further = [] if held is None else [one for one in _lines(held["rationale"]) if not _HEADLINE.match(one)]
        rest = self._prose(further, self.debate)
        if rest:
            blocks.append(Paragraph((ours("Further grounds of the recommendation: "), *rest)))
        blocks += self._arguments(result)
        blocks += self._rulings(result)
        blocks += self._dissent(result)
        return Section("section:debate", "The debate", tuple(blocks))

    def open_questions(self, result: Mapping[str, Any]) -> tuple[Section, ...]:
        """What is still open."""
        asked = tuple(self._tell_lines(result["open_questions"], self.debate))
        return (Section("section:questions", "Questions that are still open", (Listed(asked),)),) if asked else ()

    def _stopped(self, result: Mapping[str, Any]) -> Line:
        why = self.tell(result["stopped_because"], self.debate)
        return (ours(f"{word_for('stop', result['stop_reason'])}: "), *why)

    def _positions(self, result: Mapping[str, Any]) -> Table:
        """Each role's position before and in each round."""
        steps: list[tuple[str, Sequence[Mapping[str, Any]]]] = [("", result["opening"])]
        steps += [(str(one["round"]), one["turns"]) for one in result["argument"]]
        last: dict[str, dict[str, Line]] = {}
        for name, turns in steps:
            for turn in turns:
                row = last.setdefault(turn["role"], {})
                if turn["position"] is not None:
                    row[name] = self._position(turn)
        rows: list[tuple[Line, ...]] = []
        for role, held in last.items():
            cells: list[Line] = [(ours(capital(word_for("role", role))),)]
            before = ""
            for name, _ in steps:
                cell = held.get(name, ())
                said = "".join(part.text for part in cell)
                cells.append((ours("the same"),) if said and said == before else cell)
                before = said or before
            rows.append(tuple(cells))
        head = ("Role", "Blind", *_ROUNDS[: len(steps) - 1])
        return Table(head, tuple(rows), (3, *(2 for _ in steps)))

    def _position(self, turn: Mapping[str, Any]) -> Line:
        held = turn["position"]
        refused = " (a change was refused: no new evidence)" if turn["refused"] else ""
        sure = self.say(confidence_words(held["confidence"]))
        return (ours(f"{word_for('stance', held['stance'])}, "), sure, ours(refused))

    def _arguments(self, result: Mapping[str, Any]) -> Iterator[Entry]:
        """One entry a role: what it argued blind and in each round, as far as it was not told before."""
        turns: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
        for turn in result["opening"]:
            turns.setdefault(turn["role"], []).append(("", turn))
        for one in result["argument"]:
            for turn in one["turns"]:
                turns.setdefault(turn["role"], []).append((str(one["round"]), turn))
        for role, said in turns.items():
            paragraphs: list[Paragraph] = []
            for number, turn in said:
                paragraphs += self._argument(number, turn)
            if paragraphs:
                heading = (ours(capital(word_for("role", role))),)
                yield Entry(f"role:{role}", heading, tuple(paragraphs))

    def _argument(self, number: str, turn: Mapping[str, Any]) -> Iterator[Paragraph]:
        lead: Line = (ours("Round "), self.say(number), ours(": ")) if number else ()
        source = f"message:{turn['message_id']}"
        prose = self._prose(_lines(turn["content"]), source) if turn["content"] else ()
        if turn["rejections"]:
            rejected = "A first draft was rejected by the gate. "
            prose = (ours(rejected), *prose)
        if prose:
            yield Paragraph((*lead, *prose))

    def _rulings(self, result: Mapping[str, Any]) -> Iterator[Table]:
        """What the arbiter ruled on each role's challenges, each reason once."""
        rows: dict[tuple[str, str], dict[str, Line]] = {}
        for one in result["argument"]:
            for ruling in one["rulings"]:
                told = self.tell(ruling["reason"] or "", f"challenge:{ruling['challenge_id']}")
                words = "".join(part.text for part in told)
                rows.setdefault((ruling["agent_id"], ruling["outcome"]), {}).setdefault(words, told)
        if rows:
            told_rows = tuple(
                (
                    (ours(capital(word_for("role", role))),),
                    (ours(word_for("outcome", outcome)),),
                    joined(because.values(), " "),
                )
                for (role, outcome), because in rows.items()
            )
            yield Table(("Challenges by", "Ruling", "Because"), told_rows, (3, 2, 9))

    def _dissent(self, result: Mapping[str, Any]) -> Iterator[Paragraph]:
        for one in result["dissent"]:
            who, what = word_for("role", one["agent_id"]), word_for("stance", one["position"])
            lead = f"Dissent that is preserved: {who} holds “{what}”, "
            prose = self._prose(_lines(one["reason"]), f"dissent:{one['dissent_id']}")
            grade = f"on evidence of grade {one['grade']}"
            end: Line = (ours(": "), *prose) if prose else (ours("; the reasons stand above."),)
            yield Paragraph((ours(lead + grade), *end))

    def say(self, text: str, source: str | None = None) -> Part:
        """Words of a source, the debate itself where none is named."""
        named = source or self.debate
        self.words.setdefault(named, []).append(text)
        return quote_part(text, named)

    def tell(self, text: str, source: str) -> Line:
        """A sentence retold."""
        self.words.setdefault(source, []).append(text)
        return self.retelling.line(text, source)

    def _tell_lines(self, lines: Iterable[str], source: str) -> Iterator[Line]:
        for line in lines:
            if self._is_new(line):
                yield self.tell(line, source)

    def _prose(self, lines: Sequence[str], source: str) -> Line:
        """The lines that were not told yet as prose; those that state how a claim stands in one sentence."""
        stated: list[Line] = []
        sentences: list[Line] = []
        place = 0
        for line in lines:
            if _HEADLINE.match(line) or not self._is_new(line):
                continue
            ends = _STATED.search(line)
            if ends is not None:
                self.words.setdefault(source, []).append(line)
                place = place if stated else len(sentences)
                stated.append(self.retelling.line(line[: ends.start()], source))
            else:
                sentences.append(self.tell(line, source))
        if stated:
            sentences.insert(place, (*joined(stated, "; "), ours(".")))
        return joined(sentences, " ")

    def _is_found(self, line: str) -> bool:
        """Whether it speaks of claims whose contradictions the memo tells as findings, and of no others."""
        named = {reference.rpartition(":")[2].rstrip("]").lower() for reference in _REFERENCE.findall(line)}
        return bool(named) and named <= self.found and not _STATED.search(line)

    def _is_new(self, line: str) -> bool:
        """Whether nothing about the same claims began with the same words, nor stood there word for word."""
        references = sorted(set(_REFERENCE.findall(line)))
        plain = _REFERENCE.sub("", line).split()
        key = (*references, *plain[:_BEGINNING]) if references else tuple(plain)
        if key in self.told:
            return False
        self.told.add(key)
        return True


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
