"""Which documents a question names, by distinctive words of their titles, parties, defined names and file names.

A wrong filter hides the right document, so what is not told apart by such words stays in the question and narrows
nothing: a generic word ("the agreement") names no document, a kind of paper ("the lease") one only where few are of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.domain.document_names import Named, NamedBy, Resolved
from casewright.evidence.naming.evidence_words import Said, said
from casewright.evidence.naming.frames import Frame, frames_in, in_romanian, lead_of
from casewright.evidence.naming.ordinary import ANY_PAPER, WEAK_PAPERS
from casewright.evidence.naming.paper_kinds import in_other_language
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from casewright.domain.ids import DocumentId
    from casewright.evidence.naming.evidence_words import Run
    from casewright.evidence.naming.index import NameIndex

MOST_MEANT: Final = 6
"""Of so many documents at most one is asked for; a name that more of them have says nothing."""
MOST_OF_PARTY: Final = 25
"""As many as a party's name may lead to where contracts with it are asked for, as a set."""
_SHORTEST_STEM: Final = 9
_EXTENSION: Final = re.compile(r"\.(?:pdf|docx?|docm|rtf|odt|txt|md|html?|eml|msg|xlsx?|csv)\b", re.IGNORECASE)

_BEFORE_FILE: Final = re.compile(
    r"(?i)(?:\b(?:in|under|of|from|per|within|din)\s+)?(?:the\s+(?:file\s+)?)?[\"'“‘`(]?\Z"
)

Out = tuple[int, int, str]
"""What is taken out of a question: [start, end) in characters, and what stands there instead."""
Found = tuple[Named, Out | None]


@dataclass(frozen=True, slots=True)
class Meant:
    """Documents, by their numbers, that the words at ``span`` mean."""

    numbers: list[int]
    by: NamedBy
    certain: bool
    span: tuple[int, int]


def resolve(question: str, index: NameIndex, *, among: Collection[DocumentId] | None = None) -> Resolved:
    """The documents that the question names; ``among`` are those that may be meant, all where None.

    Names that fit nothing stay in ``rest``, and so do names that are the subject of the question.
    """
    if not len(index):
        return Resolved((), question)
    allowed = None if among is None else {at for at, one in enumerate(index.names) if one.document_id in among}
    by_file = _files(question, index, allowed)
    shown = _without(question, [(one.start, one.end, "") for one in by_file], keep_length=True)
    read = said(shown, index)
    found: list[Found] = [(one, (*_file_span(question, one), "")) for one in by_file]
    for frame in frames_in(read):
        found += _of_frame(read, frame, index, allowed)
    if not found:
        found += _of_subject(read, index, allowed)
    if not found:
        return Resolved((), question)
    found.sort(key=lambda pair: pair[0].start)
    named = tuple(one for one, _ in found)
    rest = _without(question, [span for _, span in found if span is not None])
    return Resolved(named, rest if any(character.isalnum() for character in rest) else question)


def _of_frame(read: Said, frame: Frame, index: NameIndex, allowed: Collection[int] | None) -> list[Found]:
    groups = _by_names(read, frame, index, allowed) if frame.runs else _by_kind(read, frame, index, allowed)
    if not groups:
        return []
    out = _taken_out(read, frame)
    found: list[Found] = []
    for place, group in enumerate(groups):
        begin, end = group.span if len(groups) > 1 else (read.words[frame.first].start, read.words[frame.last].end)
        documents = tuple(index.names[number].document_id for number in group.numbers)
        words = " ".join(read.text[begin:end].split())
        found.append((Named(words, begin, end, documents, group.by, group.certain), out if place == 0 else None))
    return found


def _taken_out(read: Said, frame: Frame) -> Out:
    """What of the question goes with the frame, and what stands there instead, so that the rest stays a sentence."""
    start, led = lead_of(read, frame)
    end = read.words[frame.last].end
    if led or start == 0 or frame.noun is None:
        return start, end, ""
    noun = max(at for at in range(frame.first, frame.last + 1) if read.words[at].key == frame.noun)
    written = read.text[read.words[noun].start : read.words[noun].end]
    return start, end, written if frame.plural or in_romanian(fold(written)) else "the agreement"


def _by_names(read: Said, frame: Frame, index: NameIndex, allowed: Collection[int] | None) -> list[Meant]:
    """The documents that the names in a frame lead to: those with most of them, then those with names said besides."""
    left = list(frame.runs)
    outside = [run for run in read.strong() if run not in left]
    kind = _fitting(frame, index, allowed)
    groups: list[Meant] = []
    while left:
        scores = _scored(left, allowed)
        if not scores:
            break
        ranked = {
            number: (
                score,
                1.0 if frame.year is not None and index.in_year(number, frame.year) else 0.0,
                kind.get(number, 0.0),
                sum(run.weight for run in outside if number in run.documents),
            )
            for number, score in scores.items()
        }
        top = max(score for score, *_ in ranked.values())
        near = {number: rest for number, (score, *rest) in ranked.items() if score >= top - 1e-9}
        best = max(near.values())
        tied = [number for number, rest in near.items() if rest == best]
        # Those that are tied by other names are other documents that are meant, not ones that may be.
        first = min((_had(left, number) for number in tied), key=lambda had: had[:1])
        chosen = [number for number in tied if _had(left, number) == first]
        limit = MOST_OF_PARTY if frame.plural else MOST_MEANT
        if len(chosen) > limit:
            break
        used = [run for run in left if any(number in run.documents for number in chosen)]
        by = used[0].documents[next(number for number in chosen if number in used[0].documents)]
        span = read.words[min(run.first for run in used)].start, read.words[max(run.last for run in used)].end
        groups.append(Meant(chosen, by, len(chosen) == 1 or (frame.plural and len(left) == len(frame.runs)), span))
        left = [run for run in left if run not in used and _said_besides(read, run, used)]
    return sorted(groups, key=lambda group: group.span)


def _had(runs: Sequence[Run], number: int) -> tuple[int, ...]:
    """Where the runs begin that the document has."""
    return tuple(sorted(run.first for run in runs if number in run.documents))


def _said_besides(read: Said, run: Run, used: Sequence[Run]) -> bool:
    """Whether a name is another one beside those: "and", "versus" or a comma parts it from them."""
    nearest = min(used, key=lambda one: abs(one.first - run.first))
    low, high = sorted((nearest, run), key=lambda one: one.first)
    gap = range(low.last, high.first)
    joining = ("and", "or", "si", "sau", "vs", "versus", "the")
    return any(read.words[at].key in joining or read.between(at, at + 1).strip() in (",", "&", "/") for at in gap)


def _fitting(frame: Frame, index: NameIndex, allowed: Collection[int] | None) -> dict[int, float]:
    """How many of the words that say what paper it is each document's title has."""
    found: dict[int, float] = {}
    words = [*frame.kind, *([frame.noun] if frame.noun is not None and frame.noun not in ANY_PAPER else [])]
    for word in words:
        for number in index.titled([word], None):
            if allowed is None or number in allowed:
                found[number] = found.get(number, 0.0) + 1.0
    if len(words) > 1:
        for number in index.titled(words, None):
            found[number] = found.get(number, 0.0) + 0.5
    return found or dict.fromkeys((one for one in _translated(frame, index) if allowed is None or one in allowed), 1.0)


def _translated(frame: Frame, index: NameIndex) -> dict[int, NamedBy]:
    """The documents that the other language calls so: "contractul de furnizare" for a supply agreement."""
    asked = [*frame.kind, *([frame.noun] if frame.noun is not None and frame.noun not in ANY_PAPER else [])]
    found: dict[int, NamedBy] = {}
    for name in in_other_language(asked):
        found.update(index.titled(name, None))
    return found


def _by_kind(read: Said, frame: Frame, index: NameIndex, allowed: Collection[int] | None) -> list[Meant]:
    """The documents whose title or file name has just these words; none unless few have."""
    if not frame.definite or frame.plural or (not frame.kind and frame.noun in WEAK_PAPERS | ANY_PAPER):
        return []
    titled = index.titled(frame.kind, frame.noun) or _by_ordinary_party(read, frame, index) or _translated(frame, index)
    fitting = {number: by for number, by in titled.items() if allowed is None or number in allowed}
    if frame.year is not None:
        fitting = {number: by for number, by in fitting.items() if index.in_year(number, frame.year)}
    outside = _scored(read.strong(), fitting.keys()) if len(fitting) > 1 else {}
    if outside:
        top = max(outside.values())
        fitting = {number: by for number, by in fitting.items() if outside.get(number, 0.0) >= top - 1e-9}
    if not 0 < len(fitting) <= MOST_MEANT:
        return []
    span = read.words[frame.first].start, read.words[frame.last].end
    return [Meant(list(fitting), next(iter(fitting.values())), len(fitting) == 1, span)]


def _by_ordinary_party(read: Said, frame: Frame, index: NameIndex) -> dict[int, NamedBy]:
    """The documents of a party called by ordinary words, whose title has all the other words: "Solar maintenance"."""
    for run in read.weak():
        if not frame.first <= run.first <= run.last < frame.last or len(run.documents) > MOST_MEANT:
            continue
        said = [read.words[at].key for at in range(run.first, run.last + 1)]
        kind = [word for word in frame.kind if word not in said]
        if len(kind) + len(said) > len(frame.kind) or not (kind or frame.noun not in ANY_PAPER):
            continue
        titled = index.titled(kind, frame.noun)
        if found := {number: by for number, by in run.documents.items() if number in titled}:
            return found
    return {}


def _scored(runs: Iterable[Run], allowed: Collection[int] | None) -> dict[int, float]:
    """The weight of the runs that each document has, no word counted twice."""
    found: dict[int, float] = {}
    covered: dict[int, set[int]] = {}
    for run in sorted(runs, key=lambda one: -one.weight):
        places = set(range(run.first, run.last + 1))
        for number in run.documents:
            if allowed is not None and number not in allowed:
                continue
            if covered.setdefault(number, set()).isdisjoint(places):
                found[number] = found.get(number, 0.0) + run.weight
                covered[number] |= places
    return found


def _of_subject(read: Said, index: NameIndex, allowed: Collection[int] | None) -> list[Found]:
    """Where parties are what is asked about: the one document that has them all, and nothing taken out."""
    runs = [run for run in read.strong() if any(by is not NamedBy.FILE_NAME for by in run.documents.values())]
    if not runs:
        return []
    meant = [
        number
        for number in set.intersection(*(set(run.documents) for run in runs))
        if allowed is None or number in allowed
    ]
    if len(meant) != 1:
        return []
    first, last = read.words[runs[0].first], read.words[runs[0].last]
    named = Named(
        read.text[first.start : last.end],
        first.start,
        last.end,
        (index.names[meant[0]].document_id,),
        runs[0].documents[meant[0]],
        certain=True,
    )
    return [(named, None)]


def _files(question: str, index: NameIndex, allowed: Collection[int] | None) -> list[Named]:
    """Documents named by their whole file names, with or without the extension."""
    letters = [(character, at) for at, character in enumerate(question) if character.isalnum()]
    joined = "".join(character.lower() for character, _ in letters)
    if len(joined) != len(letters):
        return []
    hits: dict[tuple[int, int], list[int]] = {}
    for number, stem in index.stems.items():
        if not stem or (allowed is not None and number not in allowed):
            continue
        place = joined.find(stem)
        while place >= 0:
            start, end = letters[place][1], letters[place + len(stem) - 1][1] + 1
            if _whole_file(question, start, end, stem):
                hits.setdefault((start, end), []).append(number)
            place = joined.find(stem, place + 1)
    return [
        Named(
            question[start:end],
            start,
            end,
            tuple(index.names[number].document_id for number in numbers),
            NamedBy.FILE_NAME,
            certain=len(numbers) == 1,
        )
        for (start, end), numbers in _longest(hits).items()
    ]


def _whole_file(question: str, start: int, end: int, stem: str) -> bool:
    """Whether a file's name stands there by itself: with its extension, or too long to be anything else."""
    before, after = question[start - 1 : start], question[end : end + 1]
    if before.isalnum() or after.isalnum():
        return False
    if _EXTENSION.match(question, end):
        return before in ("", " ", '"', "'", "(", "/", "“", "‘", "`", ",", ":")
    written = question[start:end]
    odd = any(sign in "_-.0123456789" for sign in written)
    return len(stem) >= _SHORTEST_STEM and odd and not written.isdigit()


def _longest(hits: Mapping[tuple[int, int], list[int]]) -> dict[tuple[int, int], list[int]]:
    kept: dict[tuple[int, int], list[int]] = {}
    for (start, end), numbers in sorted(hits.items(), key=lambda hit: hit[0][0] - hit[0][1]):
        if all(end <= low or start >= high for low, high in kept):
            kept[start, end] = numbers
    return kept


def _file_span(question: str, one: Named) -> tuple[int, int]:
    """The place of a file's name with its extension, quotes and the word before it."""
    extension = _EXTENSION.match(question, one.end)
    end = extension.end() if extension is not None else one.end
    if question[end : end + 1] in ('"', "'", "”", "’", "`", ")") and question[end : end + 1]:
        end += 1
    lead = _BEFORE_FILE.search(question[: one.start])
    return (lead.start() if lead is not None else one.start), end


def _without(text: str, spans: Sequence[tuple[int, int, str]], *, keep_length: bool = False) -> str:
    """The text with other words where the spans stand."""
    for start, end, instead in sorted(spans, reverse=True):
        text = text[:start] + (" " * (end - start) if keep_length else instead) + text[end:]
    if keep_length:
        return text
    plain = " ".join(text.split())
    return re.sub(r"\s+([?.,;:!])", r"\1", re.sub(r"\A[\s,;:–—-]+", "", plain))
