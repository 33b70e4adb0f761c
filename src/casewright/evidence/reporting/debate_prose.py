"""What a debate's roles said as prose: retold, each thing once, with what every source is quoted with taken down."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from casewright.evidence.reporting.parts import Line, Part, joined, ours, quote_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.evidence.reporting.retelling import Retelling

REFERENCE = re.compile(r"\[(?:claim|calc):[0-9a-fA-F-]{36}\]")
REFERENCES = re.compile(rf"(?:\s*{REFERENCE.pattern})+")
STATED = re.compile(r"(?:; grade [ABC]|,? stands at grade [ABC]), VERIFIED\.?$")
"""How a line ends that only states how a claim stands, which its row in the report says as well."""
LEAD = re.compile(r"^These [^\[]*\.$")
"""A line that leads those which state how claims stand, such as ``These verified claims speak for the deal.``"""
HEADLINE = re.compile(r"^Recommendation: [A-Z]+")
_BEGINNING = 3
_UNCHANGED = "Its claims stand as they did."
_FINDINGS = "For the rest it names contradictions that are told among the findings."


@dataclass(slots=True)
class DebateProse:
    """Tells lines of a debate. ``found`` are the claims of each contradiction that the report tells as a finding."""

    debate: str
    retelling: Retelling
    found: tuple[frozenset[str], ...]
    words: dict[str, list[str]] = field(default_factory=dict)
    told: set[tuple[str, ...]] = field(default_factory=set)

    def say(self, text: str, source: str | None = None) -> Part:
        """Words of a source, the debate itself where none is named."""
        named = source or self.debate
        self.words.setdefault(named, []).append(text)
        return quote_part(text, named)

    def tell(self, text: str, source: str) -> Line:
        """A sentence retold."""
        self.words.setdefault(source, []).append(text)
        return self.retelling.line(text, source)

    def tell_lines(self, lines: Iterable[str], source: str) -> Iterator[Line]:
        """Those that were not told yet, one by one."""
        for line in lines:
            if self.is_new(line) and not self.is_found(line):
                yield self.tell(line, source)

    def prose(self, lines: Sequence[str], source: str) -> Line:
        """The lines that were not told yet as prose; those that state how a claim stands in one sentence.

        Where all of these were told before, it says that they stand as they did.
        """
        stated: list[Line] = []
        sentences: list[Line] = []
        place, findings = 0, 0
        for line in lines:
            if HEADLINE.match(line) or not self.is_new(line):
                continue
            if self.is_found(line):
                findings += 1
                continue
            ends = STATED.search(line)
            if ends is not None:
                self.words.setdefault(source, []).append(line)
                place = place if stated else len(sentences)
                stated.append(self.retelling.line(line[: ends.start()], source))
            else:
                sentences.append(self.tell(line, source))
        if stated:
            sentences.insert(place, (*joined(stated, "; "), ours(".")))
        elif sentences and any(STATED.search(line) for line in lines):
            sentences.append((ours(_UNCHANGED),))
        if findings:
            sentences.append((ours(_FINDINGS),))
        return joined(sentences, " ")

    def is_found(self, line: str) -> bool:
        """Whether it speaks of one contradiction that is told as a finding, and of nothing else."""
        named = {reference.rpartition(":")[2].rstrip("]").lower() for reference in REFERENCE.findall(line)}
        return len(named) > 1 and any(named <= claims for claims in self.found)

    def is_new(self, line: str) -> bool:
        """Whether nothing about the same claims began with the same words, nor stood there word for word."""
        references = sorted(set(REFERENCE.findall(line)))
        plain = REFERENCE.sub("", line).split()
        key = (*references, *plain[:_BEGINNING]) if references else tuple(plain)
        if key in self.told:
            return False
        self.told.add(key)
        return True


def lines_of(text: str) -> list[str]:
    """The lines of ``text`` that say something."""
    return [line.strip() for line in text.splitlines() if line.strip()]
