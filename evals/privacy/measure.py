"""How much of the planted personal data the firewall takes out, and what it takes out that is none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from time import process_time
from typing import TYPE_CHECKING, Any

from casewright.casework.blind_hashes import BlindKey, entries_of
from casewright.casework.firewall import Known, mask
from casewright.domain.parties import PartyKind
from evals.evidence import Share
from evals.privacy.generated import SETS, SOURCES, generated

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.casework.firewall import Masked
    from evals.privacy.generated import GeneratedText, Planted
    from evals.privacy.identities import Firm, Person

_NAMES = frozenset(("firstName", "lastName", "organizationName"))
_WORD = re.compile(r"[^\W_]+")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_LEGAL_FORM = re.compile(r"^(?:s\.?c\.?|pfa) |(?: s\.?r\.?l\.?| s\.?a\.?| pfa)$", re.IGNORECASE)
"""What says nothing about whose name it is."""
_KEY = BlindKey(b"a key for measuring that no home has")


@dataclass(slots=True)
class PrivacyReport:
    """Counts over generated texts. ``found`` and ``planted`` are by (set, kind) and by (set, style)."""

    source: str
    texts: int = 0
    found: dict[tuple[str, str], int] = field(default_factory=dict)
    planted: dict[tuple[str, str], int] = field(default_factory=dict)
    attributed: int = 0
    to_attribute: int = 0
    seconds: float = 0.0
    """Of the processor's time, for masking alone."""
    signs: int = 0
    letters: int = 0
    beside: int = 0
    words: int = 0
    """Words in which nothing was planted."""
    needless_words: int = 0
    """Those of them of which something was masked."""
    misses: list[tuple[str, str, str, str]] = field(default_factory=list)
    """(set, kind, what stood there, the text around it)"""
    needless: list[tuple[str, str]] = field(default_factory=list)
    """(kind, what was masked though it is nobody's)"""

    def recall(self, name: str) -> tuple[int, int]:
        """Places of the set that were masked whole, and all of them."""
        kinds = [key for key in self.planted if key[0] == name and not key[1].startswith("text: ")]
        return sum(self.found.get(key, 0) for key in kinds), sum(self.planted[key] for key in kinds)

    @property
    def aims(self) -> Mapping[str, Share]:
        """The shares that are aimed at: names of parties and identifiers that went, and words that went needlessly."""
        keys = [key for key in self.planted if not key[1].startswith("text: ")]
        groups = {
            "parties": [key for key in keys if key[0] == "known" and key[1] in _NAMES],
            "identifiers": [key for key in keys if key[1] not in _NAMES],
            "strangers": [key for key in keys if key[0] in ("cued", "bare") and key[1] in _NAMES],
        }
        return {
            **{
                name: Share(sum(self.found.get(key, 0) for key in of), sum(self.planted[key] for key in of))
                for name, of in groups.items()
            },
            "needless_words": Share(self.needless_words, self.words),
        }

    @property
    def milliseconds_a_page(self) -> float:
        """Of the processor's time, for a page of 3,000 characters."""
        return self.seconds * 1_000 * 3_000 / max(self.signs, 1)

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "source": self.source,
            "written": SOURCES[self.source][0],
            "texts": self.texts,
            "sets": {
                name: {
                    "about": about,
                    "masked": self.recall(name)[0],
                    "planted": self.recall(name)[1],
                    "by": {
                        kind: [self.found.get((name, kind), 0), total]
                        for (of, kind), total in sorted(self.planted.items())
                        if of == name
                    },
                }
                for name, about in SETS.items()
            },
            "aims": {name: share.as_json() for name, share in self.aims.items()},
            "right_party": [self.attributed, self.to_attribute],
            "milliseconds_a_page": round(self.milliseconds_a_page, 2),
            "other_letters": {"masked": self.beside, "all": self.letters},
            "misses": [list(one) for one in self.misses],
            "needless": [list(one) for one in self.needless],
        }


@dataclass(frozen=True, slots=True)
class ActsReport:
    """What the patterns take out of real acts, which should hold little: by kind, each with its place."""

    documents: int
    tokens: int
    masked: Sequence[tuple[str, str, str]]
    """(document, kind, what stood there)"""

    def tokens_masked(self, *, names: bool) -> int:
        """Tokens that stood where identifiers, or else undeclared names, were masked."""
        return sum(len(_TOKEN.findall(text)) for _document, kind, text in self.masked if (kind == "name") is names)

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "documents": self.documents,
            "tokens": self.tokens,
            "tokens_masked_by_patterns": self.tokens_masked(names=False),
            "tokens_masked_as_names": self.tokens_masked(names=True),
            "masked": [list(one) for one in self.masked],
        }


def measure_generated(count: int, seed: int, source: str) -> PrivacyReport:
    """``count`` generated texts through the firewall, each with the parties of its case."""
    report = PrivacyReport(source)
    for one in generated(count, seed, source):
        known = _known(one.parties)
        _ = known.names  # once a case, not once a page
        start = process_time()
        masked = mask(one.text, known)
        report.seconds += process_time() - start
        report.signs += len(one.text)
        _add(report, one, masked)
    return report


def measure_acts(texts: Iterable[tuple[str, str]]) -> ActsReport:
    """Real texts, by name, through the firewall of a case that knows nobody."""
    masked: list[tuple[str, str, str]] = []
    documents = tokens = 0
    for name, text in texts:
        documents += 1
        tokens += len(_TOKEN.findall(text))
        for placeholder, original in mask(text, Known(_KEY)).originals:
            masked.append((name, placeholder[2:-2].partition(".")[2] or "name", original))
    return ActsReport(documents, tokens, masked)


def _known(parties: Mapping[str, Person | Firm]) -> Known:
    index: dict[bytes, list[tuple[str, str]]] = {}
    for alias, party in parties.items():
        kind = PartyKind.ORGANISATION if "organizationName" in party.values else PartyKind.INDIVIDUAL
        for entry, _length, name in entries_of(_KEY, kind, party.values):
            index.setdefault(entry, []).append((alias, name))
    return Known(_KEY, index)


def _add(report: PrivacyReport, one: GeneratedText, masked: Masked) -> None:
    report.texts += 1
    covered = bytearray(len(one.text))
    for start, end in masked.places:
        covered[start:end] = b"\x01" * (end - start)
    planted = bytearray(len(one.text))
    for place in one.planted:
        planted[place.start : place.end] = b"\x01" * (place.end - place.start)
        _add_place(report, one, masked, place, covered)
    for index, letter in enumerate(one.text):
        if letter.isalnum() and not planted[index]:
            report.letters += 1
            report.beside += covered[index]
    for match in _WORD.finditer(one.text):
        if not any(planted[slice(*match.span())]):
            report.words += 1
            report.needless_words += any(covered[slice(*match.span())])
    for (placeholder, original), (start, end) in zip(masked.originals, masked.places, strict=True):
        if not any(planted[start:end]):
            report.needless.append((placeholder, original))


def _add_place(report: PrivacyReport, one: GeneratedText, masked: Masked, place: Planted, covered: bytearray) -> None:
    inside = range(place.start, place.end)
    bare = _LEGAL_FORM.sub(lambda form: " " * len(form[0]), one.text[place.start : place.end])
    found = all(covered[index] for index in inside if bare[index - place.start].isalnum())
    for key in ((place.set, place.kind), (place.set, f"text: {one.style}")):
        report.planted[key] = report.planted.get(key, 0) + 1
        report.found[key] = report.found.get(key, 0) + found
    if not found:
        around = one.text[max(0, place.start - 40) : place.end + 20]
        report.misses.append((place.set, place.kind, one.text[place.start : place.end], around))
    elif place.alias is not None:
        report.to_attribute += 1
        right = any(
            start < place.end and place.start < end and place.alias in re.findall(r"party\d+", placeholder)
            for (placeholder, _original), (start, end) in zip(masked.originals, masked.places, strict=True)
        )
        report.attributed += right
        if not right:
            instead = ", ".join(placeholder for placeholder, _original in masked.originals)
            report.misses.append(("wrong party", place.kind, one.text[place.start : place.end], instead))
