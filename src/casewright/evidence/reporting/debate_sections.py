"""A debate in the report: what it recommends for the memo, then who held what, and the arguments, each said once.

What a role said is retold with its message for a source: its references become citations, its amounts are rounded.
What was said before, by the role itself or by another, is left out; so later rounds say what changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.evidence.reporting.debate_prose import (
    HEADLINE,
    LEAD,
    REFERENCE,
    REFERENCES,
    STATED,
    DebateProse,
    lines_of,
)
from casewright.evidence.reporting.defect_groups import group_defects
from casewright.evidence.reporting.lookup import Lookup
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
)
from casewright.evidence.reporting.retelling import Retelling
from casewright.evidence.reporting.source_words import confidence_words
from casewright.evidence.reporting.words import capital, word_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.evidence.reporting.report import EvidenceReport

_GROUNDS = 4
"""How many sentences of its grounds the memo tells."""
_RESTS_ON = 3
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
    found = tuple(frozenset(claim.id for claim in group.claims) for group in group_defects(at) if group.of_figures)
    teller = _Teller(f"debate:{debate}", Retelling(at), found)
    advice = teller.advice(result)
    sections = (teller.course(result), *teller.open_questions(result))
    return DebateInReport(advice, sections, {source: tuple(said) for source, said in teller.words.items()})


class _Teller(DebateProse):
    """Writes about a debate."""

    __slots__ = ()

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
        grounds, stated = self._grounds(held["rationale"])
        items = [*self.tell_lines(grounds[:_GROUNDS], self.debate)]
        rests: list[Paragraph] = []
        for lead, lines in stated:
            told = self.prose(lines[:_RESTS_ON], self.debate)
            if lead is None:
                rests.append(Paragraph((ours("What it rests on: "), *told)))
            elif self.is_new(lead):
                items.append((*self.tell(lead.rstrip("."), self.debate), ours(": "), *told))
        listed = (Listed(tuple(items)),) if items else ()
        return (Paragraph(head), *listed, *rests)

    def _grounds(self, rationale: str) -> tuple[list[str], list[tuple[str | None, list[str]]]]:
        """The lines of a rationale that argue, and those that state how claims stand, with the line that leads them."""
        grounds: list[str] = []
        stated: list[tuple[str | None, list[str]]] = []
        lead: str | None = None
        for line in lines_of(rationale):
            if STATED.search(line):
                if not stated or stated[-1][0] != lead:
                    stated.append((lead, []))
                stated[-1][1].append(line)
            elif LEAD.match(line):
                lead = line
            elif not HEADLINE.match(line) and not self.is_found(line):
                grounds.append(line)
                lead = None
        return grounds, stated

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
        further = [] if held is None else [one for one in lines_of(held["rationale"]) if not HEADLINE.match(one)]
        rest = self.prose(further, self.debate)
        if rest:
            blocks.append(Paragraph((ours("Further grounds of the recommendation: "), *rest)))
        blocks += self._arguments(result)
        blocks += self._rulings(result)
        blocks += self._dissent(result)
        return Section("section:debate", "The debate", tuple(blocks))

    def open_questions(self, result: Mapping[str, Any]) -> tuple[Section, ...]:
        """What is still open."""
        asked = tuple(self.tell_lines(result["open_questions"], self.debate))
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
        prose = self.prose(lines_of(turn["content"]), source) if turn["content"] else ()
        if turn["rejections"]:
            rejected = "A first draft was rejected by the gate. "
            prose = (ours(rejected), *prose)
        if prose:
            yield Paragraph((*lead, *prose))

    def _rulings(self, result: Mapping[str, Any]) -> Iterator[Table]:
        """What the arbiter ruled on each role's challenges, each reason once, with all claims that it is given for."""
        frames: dict[tuple[str, str], dict[tuple[str, ...], tuple[str, dict[str, None]]]] = {}
        for one in result["argument"]:
            for ruling in one["rulings"]:
                reason, source = ruling["reason"] or "", f"challenge:{ruling['challenge_id']}"
                self.words.setdefault(source, []).append(reason)
                of_role = frames.setdefault((ruling["agent_id"], ruling["outcome"]), {})
                _, claims = of_role.setdefault(tuple(REFERENCES.split(reason)), (source, {}))
                claims.update(dict.fromkeys(REFERENCE.findall(reason)))
        rows: list[tuple[Line, ...]] = []
        for (role, outcome), reasons in frames.items():
            because = [
                self.retelling.line(" ".join((pieces[0], *claims)) + "".join(pieces[1:]), source)
                for pieces, (source, claims) in reasons.items()
            ]
            who = (ours(capital(word_for("role", role))),)
            rows.append((who, (ours(word_for("outcome", outcome)),), joined(because, " ")))
        if rows:
            yield Table(("Challenges by", "Ruling", "Because"), tuple(rows), (3, 2, 9))

    def _dissent(self, result: Mapping[str, Any]) -> Iterator[Paragraph]:
        for one in result["dissent"]:
            who, what = word_for("role", one["agent_id"]), word_for("stance", one["position"])
            lead = f"Dissent that is preserved: {who} holds “{what}”, "
            prose = self.prose(lines_of(one["reason"]), f"dissent:{one['dissent_id']}")
            grade = f"on evidence of grade {one['grade']}"
            end: Line = (ours(": "), *prose) if prose else (ours("; the reasons stand above."),)
            yield Paragraph((ours(lead + grade), *end))
