"""Where a text names a party of the case, told by hashes of its words and of windows of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.casework.blind_hashes import LONGEST, MARKS
from casewright.casework.names import fold_word
from casewright.casework.word_lists import word_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from casewright.casework.blind_hashes import BlindKey
    from casewright.casework.names import Word

    Of: TypeAlias = Sequence[tuple[str, str]]

_BESIDE = re.compile(r"\.?[\s\-‐‑–,'’/]{0,4}")
"""What may stand between two words of one name."""
_ARTICLE = re.compile(r"[\-‐‑–'’](?:ului|ul|lui|ei|ii|i|a|le|lor)\b")
_AFTER_LETTER = (".", "'", "’")
"""What follows a letter that is a name's first one, or is a name's part as in O'Hara."""
_MIDDLE = re.compile(r"[a-zăâîșțşţ0-9],?[ ]$")
_TO_WHOM = re.compile(r" (?:nu )?(?:[iî]i|i|i-[ao]u?|le|s-a)\b", re.IGNORECASE)
"""What follows whom something happened to, where the name begins a sentence: "Doinei i s-a …"."""
_CALLED = re.compile(
    r"(?<!\w)(?:lui|lu'?|d-?na|d-?nei|dl\.?|dlui|doamnei|doamna|domnul(?:ui)?|domnu'?|nea|tanti) $", re.IGNORECASE
)
_SOME = re.compile(r"(?<!\w)(?:un|o|ni[sș]te|unui|unei) $", re.IGNORECASE)
_DEED = re.compile(r" (?:nu )?(\w+)")
_BEGINS = re.compile(r"(?:^|[.!?;:\n,] ?|(?:[sș]i|c[aă]|dar|iar) )$", re.IGNORECASE)
_SQUARE = re.compile(
    r"(?:Pia[tț]a|Calea|Strada|Str\.|Bulevardul|B-?dul\.?|Bd\.|Aleea|[SȘ]oseaua|Parcul|[SȘ]coala|Liceul|Sf\.|"
    r"Sf[aâ]nt(?:ul|ului|a)|Sfintei|Castelul|Spitalul|Biserica) $"
)
"""Before a name that a square, a street or a saint has."""
_STREET_BEFORE = re.compile(
    r"(?<![^\W_])(?:str(?:ada|azii|\.)|bulevardul|b-?dul\.?|bd\.|calea|[sș]oseaua|[sș]os\.|aleea|al\.|splaiul|intrarea|pia[tț]a|drumul)\s$",
    re.IGNORECASE,
)
"""What an address goes by without, and goes with where it stands before one."""
_FIRM_BEFORE = frozenset(("firma", "societatea", "compania"))
"""What announces a firm and is no part of its name."""
_LEGAL_BEFORE = re.compile(r"\bS\.?\s?C\.?\s+$", re.IGNORECASE)
_LEGAL_AFTER = re.compile(
    r",?\s+(?:(?i:S\.?\s?R\.?\s?L\.?(?:\s?-\s?D\.?)?|S\.\s?A\.|S\.?N\.?C\.?|P\.?F\.?A\.?)|S\.?A\b\.?)(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Named:
    """One name in a text: the parties it may mean, each with its field; they share the value."""

    start: int
    end: int
    of: Of

    @property
    def field(self) -> str:
        """The field that the name is the value of."""
        return self.of[0][1]


class KnownNames:
    """Looks words up among the hashes of a case's parties."""

    def __init__(self, key: BlindKey, parties: Mapping[bytes, Of]) -> None:
        self._key = key
        self._parties = parties
        self._words = {entry[:-1] for entry in parties if entry[-1:] in MARKS}

    def found(self, text: str, words: Sequence[Word]) -> list[Named]:
        """Every name of a party in order of place; words of one field that stand together are one name."""
        if not self._parties or not words:
            return []
        named: list[Named] = []
        stretch: list[Word] = []
        at = 0
        while at < len(words):
            length = 0
            if self._may_be_named(words[at]):
                length, of = self._window(words, at)
                if length:
                    named.append(_whole(text, words, at, length, of))
                else:
                    stretch.append(words[at])
                    at += 1
                    continue
            if stretch:
                named += self._in_stretch(text, stretch)
                stretch = []
            at += length or 1
        named += self._in_stretch(text, stretch)
        return _apart(text, sorted(named, key=lambda one: one.start))

    def aliases_of(self, words: Sequence[Word]) -> frozenset[str]:
        """The parties that all these words may name together."""
        called = [word for word in words if word.folded not in word_list("forms_of_address")]
        core = [word for word in called if word.folded not in word_list("legal_forms")] or called
        if not core:
            return frozenset()
        length, of = self._window(core, 0)
        if length == len(core):
            return frozenset(alias for alias, _field in of)
        wanted = [self._any(word) | self._beside(word) for word in core]
        return frozenset.intersection(*(frozenset(alias for alias, _field in of) for of in wanted))

    def _may_be_named(self, word: Word) -> bool:
        cut = word.folded in word_list("short_first_names")
        return cut or any(self._key.marked(spelling) in self._words for spelling in word.spellings)

    def _window(self, words: Sequence[Word], at: int) -> tuple[int, Of]:
        """How many words from here are a firm's name or the beginning of an address, and whose."""
        if self._key.word("start", words[at].folded) not in self._parties:
            return 0, ()
        best: tuple[int, Of] = (0, ())
        for skipping in (False, True):
            parts = [words[at].folded]
            for index in range(at + 1, min(at + 2 * LONGEST, len(words))):
                if words[index].start - words[index - 1].end > 4:
                    break
                if skipping and words[index].folded in word_list("address_cues"):
                    continue
                parts.append(words[index].folded)
                if len(parts) > LONGEST:
                    break
                whole = " ".join(parts)
                of = self._parties.get(self._key.word("words", whole)) or (
                    self._parties.get(self._key.word("capital words", whole)) if words[at].capital else None
                )
                if of and index - at + 1 > best[0]:
                    best = (index - at + 1, of)
        return best

    def _in_stretch(self, text: str, words: Sequence[Word]) -> list[Named]:
        of: list[frozenset[tuple[str, str]]] = [
            frozenset() if _is_thing(text, word) else self._any(word) or self._inside(text, word) for word in words
        ]
        for index in range(1, len(words)):
            self._pair(text, words, of, index)
        sure = [index for index, one in enumerate(of) if one]
        for index in sure:
            for step in (-1, 1):
                self._spread(text, words, of, index, step)
        named: list[Named] = []
        for run in _runs(text, words, of):
            named += _resolved(text, [(words[index], of[index]) for index in run])
        return named

    def _pair(self, text: str, words: Sequence[Word], of: list[frozenset[tuple[str, str]]], index: int) -> None:
        """Take a word and the one before it where together they are a party's two names, each too ordinary alone."""
        if of[index - 1] or of[index] or not _adjoin(text, words[index - 1], words[index]):
            return
        if min(len(words[index - 1].folded), len(words[index].folded)) < 2 or not (after := self._beside(words[index])):
            return
        pairs = {
            (one, two)
            for one in self._beside(words[index - 1])
            for two in after
            if one[0] == two[0] and one[1] != two[1]
        }
        if pairs:
            of[index - 1] = frozenset(one for one, _two in pairs)
            of[index] = frozenset(two for _one, two in pairs)

    def _spread(
        self, text: str, words: Sequence[Word], of: list[frozenset[tuple[str, str]]], index: int, step: int
    ) -> None:
        """Take words next to a sure one that are names of the same party only beside another."""
        while 0 <= index + step < len(words) and not of[index + step]:
            left, right = sorted((index, index + step))
            if not _adjoin(text, words[left], words[right]):
                return
            aliases = {alias for alias, _field in of[index]}
            word = words[index + step]
            if len(word.folded) == 1 and text[word.end : word.end + 1] not in _AFTER_LETTER:
                return
            cut = self._cut(word) if text[word.end : word.end + 1] == "." else frozenset()
            beside = frozenset(one for one in self._beside(word) | cut if one[0] in aliases)
            if not beside:
                return
            index += step
            of[index] = beside

    def _any(self, word: Word) -> frozenset[tuple[str, str]]:
        found = self._look("any", word)
        if word.capital:
            found |= self._look("capital", word)
        return found or self._look("likely", word)

    def _inside(self, text: str, word: Word) -> frozenset[tuple[str, str]]:
        """An ordinary word that may be a name's form is one where its capital, or what stands beside it, says so."""
        if _CALLED.search(text, max(0, word.start - 12), word.start):
            return self._look("inside", word) | self._look("capital", word)
        if _TO_WHOM.match(text, word.end):
            return self._look("inside", word)
        if not word.capital:
            return self._look("capital", word) if _speaks(text, word) else frozenset()
        if not _MIDDLE.search(text, max(0, word.start - 4), word.start) or text[word.start : word.end].isupper():
            return frozenset()
        return self._look("inside", word)

    def _beside(self, word: Word) -> frozenset[tuple[str, str]]:
        if len(word.folded) == 1:
            return self._look("initial", word)
        return self._look("beside", word) | self._look("capital", word)

    def _cut(self, word: Word) -> frozenset[tuple[str, str]]:
        """Whose first name a word such as "Gh." may be short for."""
        if word.folded not in word_list("short_first_names"):
            return frozenset()
        initial = self._parties.get(self._key.word("initial", word.folded[0]), ())
        return frozenset(one for one in initial if one[1] == "firstName")

    def _look(self, domain: str, word: Word) -> frozenset[tuple[str, str]]:
        return frozenset(
            one for spelling in word.spellings for one in self._parties.get(self._key.word(domain, spelling), ())
        )


def _speaks(text: str, word: Word) -> bool:
    """Whether a word in small letters begins a clause and says or wants something: "doru zice"."""
    deed = _DEED.match(text, word.end)
    return (
        deed is not None
        and fold_word(deed[1]) in word_list("deeds")
        and _BEGINS.search(text, max(0, word.start - 5), word.start) is not None
    )


def _is_thing(text: str, word: Word) -> bool:
    """Whether a square is called so, or it is an ordinary word in a text that has capitals: "un plop bătrân"."""
    if word.capital:
        return _SQUARE.search(text, max(0, word.start - 12), word.start) is not None
    return _SOME.search(text, max(0, word.start - 8), word.start) is not None and not text.islower()


def _apart(text: str, named: Sequence[Named]) -> list[Named]:
    """The names without what a name before them has taken, such as the legal form of a firm."""
    apart: list[Named] = []
    end = 0
    for one in named:
        start = one.start
        if start < end:
            start = next((at for at in range(end, one.end) if text[at].isalnum()), one.end)
        if start < one.end:
            apart.append(Named(start, one.end, one.of))
            end = one.end
    return apart


def _runs(text: str, words: Sequence[Word], of: Sequence[frozenset[tuple[str, str]]]) -> list[list[int]]:
    runs: list[list[int]] = []
    for index, one in enumerate(of):
        if not one:
            continue
        if runs and runs[-1][-1] == index - 1 and _adjoin(text, words[index - 1], words[index]):
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _resolved(text: str, run: Sequence[tuple[Word, frozenset[tuple[str, str]]]]) -> list[Named]:
    """The names of one run: where one party has all of its words, the words are that party's."""
    shared = frozenset.intersection(*(frozenset(alias for alias, _field in of) for _word, of in run))
    named: list[Named] = []
    for word, of in run:
        whose = tuple(sorted((one for one in of if not shared or one[0] in shared), key=_by_number))
        fields = {field for _alias, field in whose}
        if len(fields) > 1:
            kept = "lastName" if len(run) == 1 and "lastName" in fields else _other_field(named, fields)
            whose = tuple(one for one in whose if one[1] == kept)
        end = word.end
        if whose[0][1] == "organizationName":
            _start, end = _with_legal_form(text, word.start, word.end)
        elif (article := _ARTICLE.match(text, end)) is not None:
            end = article.end()
        if named and named[-1].of == whose:
            named[-1] = Named(named[-1].start, end, whose)
        else:
            named.append(Named(word.start, end, whose))
    return named


def _other_field(named: Sequence[Named], fields: set[str]) -> str:
    """Of several fields that a word may be, one that the name before it is not."""
    others = sorted(fields - {named[-1].field}) if named else sorted(fields)
    return others[0] if others else min(fields)


def _adjoin(text: str, left: Word, right: Word) -> bool:
    between = _BESIDE.fullmatch(text, left.end, right.start)
    return between is not None and ("." not in between[0] or _is_short(left))


def _is_short(word: Word) -> bool:
    return len(word.folded) == 1 or word.folded in word_list("short_first_names")


def _whole(text: str, words: Sequence[Word], at: int, length: int, of: Of) -> Named:
    """The firm's name with its legal form, or the address with the word for its street."""
    start, end = words[at].start, words[at + length - 1].end
    if of[0][1] in ("address", "registeredAddress"):
        street = _STREET_BEFORE.search(text, max(0, start - 12), start)
        return Named(street.start() if street else start, end, of)
    if length > 2 and words[at].folded in _FIRM_BEFORE:
        start = words[at + 1].start
    return Named(*_with_legal_form(text, start, end), of)


def _with_legal_form(text: str, start: int, end: int) -> tuple[int, int]:
    before = _LEGAL_BEFORE.search(text, max(0, start - 6), start)
    after = _LEGAL_AFTER.match(text, end) or _ARTICLE.match(text, end)
    return (before.start() if before else start), (after.end() if after else end)


def _by_number(one: tuple[str, str]) -> tuple[int, str, str]:
    return len(one[0]), *one
