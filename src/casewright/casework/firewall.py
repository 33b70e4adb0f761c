"""What stands between a person's words and everything that reads or keeps them: personal data become placeholders.

A party of the case becomes ``{{party0.lastName}}``; a word that two parties share ``{{party0/party1.lastName}}``, which
no draft accepts; an identifier that is nobody's ``{{person_3.cnp}}``; an undeclared name ``{{person_4}}``. The numbers
tell values apart, not people: a CNP and the name beside it have two. Masking what is masked changes nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from casewright.casework.addresses import address_key, to_the_house
from casewright.casework.blind_hashes import LONGEST, BlindKey
from casewright.casework.fact_labels import labels_in
from casewright.casework.form_names import form_names
from casewright.casework.identifiers import KINDS, identifiers_in, numbers_in
from casewright.casework.introduced_names import full_names, introduced_names
from casewright.casework.known_names import KnownNames
from casewright.casework.name_edges import stay_alone, without_edges
from casewright.casework.named_places import named_places, seats_of_courts
from casewright.casework.names import distinct_forms, fold_words, spellings, split_words, words_in
from casewright.casework.no_persons import without_abbreviations
from casewright.casework.small_names import small_names
from casewright.casework.undeclared_names import undeclared_names
from casewright.casework.visible_text import see_text
from casewright.casework.word_lists import ordinary_words, word_list
from casewright.domain.parties import FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from casewright.casework.known_names import Named, Of
    from casewright.casework.names import Word

    Numbering: TypeAlias = Callable[[Sequence[tuple[bytes, ...]]], Sequence[int]]

_FIELD = "|".join(sorted({*KINDS, *(name for fields in FIELDS.values() for name in fields)}))
PLACEHOLDER = re.compile(rf"\{{\{{(?:party\d+(?:/party\d+)*\.(?:{_FIELD})|person_\d+(?:\.(?:{_FIELD}))?)\}}\}}")
"""A placeholder as the firewall writes it; anything else between braces is text like any other."""
_KEPT = re.compile(
    rf"{PLACEHOLDER.pattern}|(?<![0-9a-fA-F\-])[0-9a-fA-F]{{8}}-(?:[0-9a-fA-F]{{4}}-){{3}}[0-9a-fA-F]{{12}}(?![0-9a-fA-F\-])"
)


@dataclass(frozen=True)
class Known:
    """Who a case knows: ``parties`` as the blind index gives them, by alias; ``persons`` the numbers given so far."""

    key: BlindKey
    parties: Mapping[bytes, Sequence[tuple[str, str]]] = field(default_factory=dict)
    persons: Mapping[bytes, int] = field(default_factory=dict)

    @cached_property
    def names(self) -> KnownNames:
        """The parties' names, made ready to be looked for in any number of texts."""
        return KnownNames(self.key, self.parties)


@dataclass(frozen=True, slots=True)
class Masked:
    """A text that may be kept and shown to a model, and what was taken out of it.

    ``replaced`` counts by kind: the field of a party, ``cnp``, ``name`` … ``originals`` are (placeholder, what stood
    there) in order of place: for the vault only; ``places`` where each stood in the text that was given. ``undeclared``
    are the placeholders of names whom nobody declared: the person who wrote is asked to add them.
    """

    text: str
    replaced: Mapping[str, int]
    originals: tuple[tuple[str, str], ...]
    undeclared: tuple[str, ...]
    places: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    kind: str
    placeholder: str | None
    hashes: tuple[bytes, ...] = ()


def mask(text: str, known: Known, *, numbering: Numbering | None = None) -> Masked:
    """The text with placeholders in place of personal data.

    ``numbering`` gives each group of hashes the number of its first one, a new number where that has none
    (``PersonNumbers.numbered``). Without it new numbers follow on those of ``known``, for this text only.
    """
    sight = see_text(text)
    hits = _hits(sight.text, known)
    wanted = [hit.hashes for hit in hits if hit.placeholder is None]
    numbers = iter((numbering or _numbered_here(known))(wanted) if wanted else ())
    pieces: list[str] = []
    originals: list[tuple[str, str]] = []
    places: list[tuple[int, int]] = []
    undeclared: dict[str, None] = {}
    at = 0
    for hit in hits:
        start, end = sight.original(hit.start, hit.end)
        placeholder = hit.placeholder or _person(next(numbers), hit.kind)
        pieces += (text[at:start], placeholder)
        originals.append((placeholder, text[start:end]))
        places.append((start, end))
        if hit.kind == "name":
            undeclared[placeholder] = None
        at = end
    pieces.append(text[at:])
    counts = dict(Counter(hit.kind for hit in hits))
    return Masked("".join(pieces), counts, tuple(originals), tuple(undeclared), tuple(places))


def parties_called(mentioned: str, known: Known) -> tuple[str, ...]:
    """The aliases of the parties that this name may mean, whatever its case, form and diacritics; none or several.

    Aliases of parties that the case no longer has may be among them, where nobody is called so now.
    """
    words = words_in(see_text(mentioned).text)
    found = known.names.aliases_of(words)
    return tuple(sorted(found, key=lambda alias: (len(alias), alias)))


def restore(text: str, values: Mapping[str, str]) -> str:
    """The text with each placeholder replaced by its value, for the eyes of a person who may see it.

    ``values`` are by what stands between the braces, such as ``party0.lastName``; placeholders without one stay.
    """
    return PLACEHOLDER.sub(lambda found: values.get(found[0][2:-2], found[0]), text)


def _hits(text: str, known: Known) -> list[_Hit]:
    taken = _Taken(match.span() for match in _KEPT.finditer(text))
    values = [hit for hit in _values(text, known) if taken.take(hit.start, hit.end)]
    words = [word for word in words_in(text) if taken.free(word.start, word.end)]
    for span in (*labels_in(text), *seats_of_courts(text, words)):
        taken.take(*span)
    places_of = _Taken(named_places(text, words))
    of_parties = [name for name in known.names.found(text, words) if taken.free(name.start, name.end)]
    places = [(name.start, name.end) for name in of_parties]
    forms = (span for span in form_names(text) if taken.free(*span))
    told = {*undeclared_names(text, words), *introduced_names(text, words), *forms, *small_names(text, words)}
    spans = {without_abbreviations(text, *span) for span in (*told, *full_names(text, words, places))}
    trimmed = (without_edges(text, words, *span) for span in spans)
    names = {span for span in trimmed if span is not None and places_of.free(*span)}
    strangers = [
        _Hit(*place, "name", None, _hashes_of_name(known.key, text[place[0] : place[1]]))
        for start, end in _longest_first(names)
        for place in _uncovered(text, start, end, words, of_parties)
        if taken.take(*place)
    ]
    strangers.sort(key=lambda hit: hit.start)
    parties = [
        _Hit(name.start, name.end, name.field, _party(name.of))
        for name in of_parties
        if taken.take(name.start, name.end)
    ]
    rest = [
        word
        for word in words
        if word.capital and taken.free(word.start, word.end) and places_of.free(word.start, word.end)
    ]
    again = _strangers_again(text, known, rest, strangers)
    return sorted((*values, *strangers, *parties, *again), key=lambda hit: hit.start)


def _longest_first(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places, of those that overlap the longest first."""
    return sorted(spans, key=lambda span: (span[0] - span[1], span))


class _Taken:
    """Which places of a text are spoken for."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in spans:
            self.take(start, end)

    def free(self, start: int, end: int) -> bool:
        """Whether nothing was taken there."""
        at = bisect_right(self._starts, start)
        return (at == 0 or self._ends[at - 1] <= start) and (at == len(self._starts) or self._starts[at] >= end)

    def take(self, start: int, end: int) -> bool:
        """Take the place if it is free."""
        if not self.free(start, end):
            return False
        at = bisect_right(self._starts, start)
        self._starts.insert(at, start)
        self._ends.insert(at, end)
        return True


def _values(text: str, known: Known) -> Iterator[_Hit]:
    """Identifiers, those of parties as such, and bare numbers that are a party's."""
    for one in identifiers_in(text):
        entry = known.key.word(one.kind, one.normal)
        of = known.parties.get(entry) or (
            _party_at(text[one.start : one.end], known) if one.kind == "address" else None
        )
        end = one.end if of or one.kind != "address" else one.start + to_the_house(text[one.start : one.end])
        yield _Hit(one.start, end, one.kind, _party(of) if of else None, () if of else (entry,))
    if not known.parties:
        return
    for start, end, digits in numbers_in(text):
        for kind, written in (("cui", digits), ("cnp", digits), ("phone", digits), ("phone", f"0{digits}")):
            if of := known.parties.get(known.key.word(kind, written)):
                yield _Hit(start, end, kind, _party(of))
                break


def _party_at(address: str, known: Known) -> Of | None:
    words = address_key(address)
    for length in range(min(len(words), LONGEST), 1, -1):
        if of := known.parties.get(known.key.word("address", " ".join(words[:length]))):
            return of
    return None


def _uncovered(
    text: str, start: int, end: int, words: Sequence[Word], of_parties: Sequence[Named]
) -> Iterator[tuple[int, int]]:
    """The name there where it is no party's; where it is, what else has a capital in it: the second name of a third."""
    if not _covered(start, end, words, of_parties):
        yield start, end
        return
    if text[start:end].isupper():
        return
    for word in words:
        if word.start < start or word.end > end or not word.capital or len(word.folded) < 3:
            continue
        common = word.folded in ordinary_words() or word.folded in word_list("business")
        if not common and not any(one.start < word.end and word.start < one.end for one in of_parties):
            yield word.start, word.end


def _covered(start: int, end: int, words: Sequence[Word], of_parties: Sequence[Named]) -> bool:
    """Whether the name there is a party's: a firm's, both names of a person, or all of its words."""
    inside = [name for name in of_parties if name.start < end and start < name.end]
    fields = {(alias, name.field) for name in inside for alias, _field in name.of}
    if any(
        field == "organizationName" or {(alias, "firstName"), (alias, "lastName")} <= fields for alias, field in fields
    ):
        return True
    return bool(inside) and all(
        any(name.start <= word.start and word.end <= name.end for name in inside)
        for word in words
        if start <= word.start and word.end <= end and len(word.folded) > 1 and word.folded not in ordinary_words()
    )


def _strangers_again(text: str, known: Known, words: Sequence[Word], strangers: Sequence[_Hit]) -> Iterator[_Hit]:
    """Words with a capital that belong to a name given away elsewhere in this text or in the case before."""
    here = {entry: hit.hashes for hit in reversed(strangers) for entry in hit.hashes[1:]}
    before: _Hit | None = None
    for word in words:
        if len(word.folded) < 3 or word.folded in ordinary_words() or word.folded in stay_alone():
            continue
        entries = [known.key.word("stranger", spelling) for spelling in word.spellings]
        entry = next((one for one in entries if one in here or one in known.persons), None)
        if entry is None:
            continue
        hashes = here.get(entry) or (entry,)
        same = before is not None and (
            before.hashes == hashes or _number_of(before, known) == known.persons.get(entry, 0)
        )
        if before is not None and same and not text[before.end : word.start].strip(" -"):
            before = _Hit(before.start, word.end, "name", None, before.hashes)
            continue
        if before is not None:
            yield before
        before = _Hit(word.start, word.end, "name", None, hashes)
    if before is not None:
        yield before


def _number_of(hit: _Hit, known: Known) -> int | None:
    return known.persons.get(hit.hashes[0])


def full_name_hash(key: BlindKey, name: str) -> bytes:
    """What a stranger's whole name is known again by."""
    return _hashes_of_name(key, name)[0] if fold_words(name) else b""


def _hashes_of_name(key: BlindKey, name: str) -> tuple[bytes, ...]:
    """The name as a whole, then each form of each of its words; of a single word, only these."""
    words = [word for word in fold_words(name) if len(word) > 2] or list(fold_words(name))
    forms = [key.word("stranger", form) for word in words for form in (word, *sorted(distinct_forms(word) - {word}))]
    others = {other for word in split_words(name) for other in spellings(word)[1:] if len(other) > 2}
    forms += [key.word("stranger", form) for other in sorted(others) for form in sorted(distinct_forms(other))]
    return (*forms[:1], *forms) if len(words) == 1 else (key.word("name", " ".join(sorted(words))), *forms)


def _numbered_here(known: Known) -> Numbering:
    def numbering(groups: Sequence[tuple[bytes, ...]]) -> Sequence[int]:
        given = dict(known.persons)
        last = max(given.values(), default=0)
        numbers = []
        for group in groups:
            number = given.get(group[0], last + 1)
            last = max(last, number)
            for entry in group:
                given.setdefault(entry, number)
            numbers.append(number)
        return numbers

    return numbering


def _party(of: Sequence[tuple[str, str]]) -> str:
    aliases = sorted({alias for alias, _field in of}, key=lambda alias: (len(alias), alias))
    return f"{{{{{'/'.join(aliases)}.{of[0][1]}}}}}"


def _person(number: int, kind: str) -> str:
    return f"{{{{person_{number}}}}}" if kind == "name" else f"{{{{person_{number}.{kind}}}}}"
