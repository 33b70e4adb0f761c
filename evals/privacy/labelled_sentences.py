"""Sentences whose personal data somebody labelled, and how much of it the firewall takes out.

One JSON object a line::

    {
        "text": "Martori: Ion Sîrbu, tel 0722 123 456",
        "declared": ["Ion Sârbu"],
        "mask": [{"text": "Ion Sîrbu", "kind": "name"}, {"text": "0722 123 456", "kind": "phone"}],
        "keep": ["Martori"],
    }

``mask`` is what must go, each piece exactly as it stands in ``text``, with a kind of the writer's own choosing;
``keep`` is what must stay, pieces of ``text`` too. A piece that stands there several times is meant wherever it is a
word of its own. ``declared`` are the parties that the case knows: names, or objects with the fields of a party, such as
``{"firstName": "Ion", "lastName": "Sârbu", "cnp": "…"}``. ``keep`` and ``declared`` may be left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.casework.blind_hashes import BlindKey, entries_of
from casewright.casework.firewall import Known, mask
from casewright.casework.names import fold_words
from casewright.domain.parties import FIELDS, PartyKind
from casewright.vocabulary.company_forms import ROMANIAN
from evals.data_files import json_lines, shaped
from evals.evidence import Share
from evals.privacy.declared_pieces import NAMES, is_declared

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_KEY = BlindKey(b"a key for measuring that no home has")
_WORD = re.compile(r"[^\W_]+")
_WHAT, _REMEDY = "a set of labelled sentences", "see docs/evaluation.md, Masking"
_LEGAL_FORM = re.compile(r"(?<![^\W_])(?:s\.?\s?c\.?|s\.?\s?r\.?\s?l\.?|s\.?\s?a\.?|pfa)(?![^\W_])", re.IGNORECASE)
"""What says nothing about whose name it is."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A place in a sentence. ``kind`` is the writer's word for it; "" where it is to be kept."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    """A sentence, what of it must go and what must stay, and the parties that its case knows."""

    place: str
    text: str
    mask: Sequence[Piece]
    keep: Sequence[Piece]
    declared: Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class MaskedSentence:
    """What became of a sentence: the pieces that still stand in it, and those to be kept that do not."""

    sentence: LabelledSentence
    masked: str
    left: Sequence[Piece]
    lost: Sequence[Piece]
    letters_beside: int
    """Letters and digits outside of every labelled piece that were taken out."""
    letters: int
    """All letters and digits outside of the pieces that must go."""
    words_beside: int
    """Words outside of the pieces of which something was taken out, but for a legal form that went with its firm."""
    words_at_edges: int
    """Those of them that went with something that had to go: "seria" with its number."""
    words: int
    """All words outside of the pieces."""


@dataclass(frozen=True, slots=True)
class MaskingReport:
    """What became of all sentences of a set."""

    name: str
    sentences: Sequence[MaskedSentence]

    @property
    def whole(self) -> tuple[int, int]:
        """Sentences of which nothing is left that must go, and all that hold something of the kind."""
        personal = [one for one in self.sentences if one.sentence.mask]
        return sum(not one.left for one in personal), len(personal)

    @property
    def by_kind(self) -> Mapping[str, tuple[int, int]]:
        """By kind: pieces that were masked, and all of them."""
        kinds: dict[str, tuple[int, int]] = {}
        for one in self.sentences:
            for piece in one.sentence.mask:
                found, total = kinds.get(piece.kind, (0, 0))
                kinds[piece.kind] = (found + (piece not in one.left), total + 1)
        return dict(sorted(kinds.items()))

    @property
    def kept(self) -> tuple[int, int]:
        """Pieces to be kept that were, and all of them."""
        total = sum(len(one.sentence.keep) for one in self.sentences)
        return total - sum(len(one.lost) for one in self.sentences), total

    @property
    def beside(self) -> tuple[int, int]:
        """Letters and digits that were taken out beside what must go, and all that need not go."""
        return sum(one.letters_beside for one in self.sentences), sum(one.letters for one in self.sentences)

    @property
    def aims(self) -> Mapping[str, Share]:
        """The shares that are aimed at: parties and identifiers that went, and words that went needlessly."""
        pieces: dict[str, list[bool]] = {"parties": [], "identifiers": [], "strangers": []}
        for one in self.sentences:
            for piece in one.sentence.mask:
                written = one.sentence.text[piece.start : piece.end]
                declared = piece.kind in NAMES and is_declared(written, one.sentence.declared)
                group = "parties" if declared else "strangers" if piece.kind in NAMES else "identifiers"
                pieces[group].append(piece not in one.left)
        words = sum(one.words for one in self.sentences)
        return {
            **{group: Share(sum(gone), len(gone)) for group, gone in pieces.items()},
            "needless_words": Share(sum(one.words_beside for one in self.sentences), words),
            "needless_words_at_edges": Share(sum(one.words_at_edges for one in self.sentences), words),
        }

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "set": self.name,
            "aims": {name: share.as_json() for name, share in self.aims.items()},
            "sentences": len(self.sentences),
            "masked_whole": list(self.whole),
            "masked": {kind: list(counts) for kind, counts in self.by_kind.items()},
            "kept": list(self.kept),
            "other_letters": dict(zip(("masked", "all"), self.beside, strict=True)),
            "left": [
                [one.sentence.place, piece.kind, one.sentence.text[piece.start : piece.end], one.masked]
                for one in self.sentences
                for piece in one.left
            ],
            "lost": [
                [one.sentence.place, one.sentence.text[piece.start : piece.end], one.masked]
                for one in self.sentences
                for piece in one.lost
            ],
        }


def read_sentences(file: Path) -> list[LabelledSentence]:
    """The set's sentences. Raises ``InvalidInput`` naming the line that is not as it should be."""
    return [_sentence(file, place, entry) for place, entry in json_lines(file, _WHAT, _REMEDY)]


def measure_sentences(name: str, sentences: Sequence[LabelledSentence]) -> MaskingReport:
    """Each sentence through the firewall of a case of its own, which knows the declared parties."""
    return MaskingReport(name, [_measure(one) for one in sentences])


def _sentence(file: Path, place: str, entry: Any) -> LabelledSentence:  # Any: JSON that `shaped` guards
    with shaped(file, place, _WHAT, _REMEDY):
        text = str(entry["text"])
        gone = sorted(
            {piece for one in entry["mask"] for piece in _pieces(text, str(one["text"]), str(one["kind"]))},
            key=lambda piece: piece.start,
        )
        kept = [
            piece
            for one in entry.get("keep", ())
            for piece in _pieces(text, str(one), "")
            if not any(piece.start < other.end and other.start < piece.end for other in gone)
        ]
        return LabelledSentence(place, text, gone, kept, [_party(one) for one in entry.get("declared", ())])


def _pieces(text: str, piece: str, kind: str) -> Iterator[Piece]:
    if not piece.strip():
        raise ValueError("a piece is empty")
    found = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(piece)}(?!\w)", text)]
    if not found:
        found = [match.span() for match in re.finditer(re.escape(piece), text)]
    if not found:
        raise ValueError(f"{piece!r} does not stand in the text")
    yield from (Piece(start, end, kind) for start, end in found)


def _party(declared: str | Mapping[str, str]) -> Mapping[str, str]:
    if not isinstance(declared, str):
        strange = set(declared) - {field for fields in FIELDS.values() for field in fields}
        if strange:
            raise ValueError(f"{min(strange)!r} is no field of a party")
        return dict(declared)
    words = fold_words(declared)
    if not words:
        raise ValueError("a declared name is empty")
    if {words[0], words[-1], "".join(words[-3:]), "".join(words[-2:]), "".join(words[:2])} & {*ROMANIAN, "sc"}:
        return {"organizationName": declared}
    first, _, last = declared.strip().rpartition(" ")
    return {"firstName": first, "lastName": last}


def _known(parties: Sequence[Mapping[str, str]]) -> Known:
    index: dict[bytes, list[tuple[str, str]]] = {}
    for number, values in enumerate(parties):
        kind = PartyKind.ORGANISATION if "organizationName" in values else PartyKind.INDIVIDUAL
        for entry, _length, field in entries_of(_KEY, kind, values):
            index.setdefault(entry, []).append((f"party{number}", field))
    return Known(_KEY, index)


def _measure(one: LabelledSentence) -> MaskedSentence:
    masked = mask(one.text, _known(one.declared))
    covered, labelled = bytearray(len(one.text)), bytearray(len(one.text))
    for start, end in masked.places:
        covered[start:end] = b"\x01" * (end - start)
    for piece in one.mask:
        labelled[piece.start : piece.end] = b"\x01" * (piece.end - piece.start)
    others = [at for at, letter in enumerate(one.text) if letter.isalnum() and not labelled[at]]
    words = [match.span() for match in _WORD.finditer(one.text) if not any(labelled[slice(*match.span())])]
    forms = [] if not one.mask else [form.span() for form in _LEGAL_FORM.finditer(one.text)]
    mixed = [place for place in masked.places if any(labelled[slice(*place)])]
    with_names = [form for form in forms if any(place[0] <= form[0] and form[1] <= place[1] for place in mixed)]
    beside = [
        span
        for span in words
        if any(covered[slice(*span)]) and not any(form[0] <= span[0] and span[1] <= form[1] for form in with_names)
    ]
    return MaskedSentence(
        one,
        masked.text,
        left=[piece for piece in one.mask if not _gone(one.text, piece, covered)],
        lost=[piece for piece in one.keep if any(covered[piece.start : piece.end])],
        letters_beside=sum(covered[at] for at in others),
        letters=len(others),
        words_beside=len(beside),
        words_at_edges=sum(any(start < place[1] and place[0] < end for place in mixed) for start, end in beside),
        words=len(words),
    )


def _gone(text: str, piece: Piece, covered: bytearray) -> bool:
    """Whether no letter and no digit of the piece is left but a firm's legal form."""
    written = _LEGAL_FORM.sub(lambda form: " " * len(form[0]), text[piece.start : piece.end])
    return all(covered[piece.start + at] for at, letter in enumerate(written) if letter.isalnum())
