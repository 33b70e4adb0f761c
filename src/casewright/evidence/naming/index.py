"""All names of a matter's documents, ready to be looked up by words."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from casewright.domain.document_names import DocumentNames, NamedBy
from casewright.evidence.document_names import EXTENSION
from casewright.evidence.naming.ordinary import ANY_PAPER, ORDINARY, PAPERS
from casewright.evidence.naming.words import keys_of, normal
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LONGEST_RUN: Final = 4
"""Words of a name that are looked up in one piece at most."""
_PREFIX: Final = 5
_GAP: Final = 2
"""Words of a title that may be left out between two that are said."""
_FORM_AT_END: Final = re.compile(r"(?<=\w{5})(?:incorporated|corporation|corp|inc|ltd|llc|plc|limited|gmbh|srl)\Z")
_NO_NAME: Final = re.compile(r"\d{1,2}|[a-z]|ex|sec|form|\d{7}")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)(?:19|20)\d\d(?=[01]\d[0-3]\d(?!\d))")
_RANK: Final = {NamedBy.PARTY: 0, NamedBy.DEFINED_NAME: 1, NamedBy.TITLE: 2, NamedBy.FILE_NAME: 3}


class NameIndex:
    """The names of documents, numbered as given."""

    def __init__(self, names: Sequence[DocumentNames]) -> None:
        self.names = tuple(names)
        self._runs: dict[str, dict[int, NamedBy]] = defaultdict(dict)
        self._titles: list[tuple[tuple[str, ...], ...]] = []
        self._with_prefix: dict[str, set[int]] = defaultdict(set)
        self.stems: dict[int, str] = {}
        self._years: list[frozenset[int]] = []
        for number, one in enumerate(names):
            self._add(number, one)
        wanted = self._runs.keys()
        self._plain = Counter(key for one in names for key in {fold_plain(word) for word in one.plain} if key in wanted)

    def __len__(self) -> int:
        return len(self.names)

    def having(self, run: str) -> Mapping[int, NamedBy]:
        """The documents that have this run of words in a name, by their numbers, with what it is a name of."""
        return self._runs.get(run) or self._runs.get(normal(run)) or {}

    def weight(self, count: int) -> float:
        """What a word is worth that ``count`` of the documents have in their names: its idf."""
        return math.log1p(len(self.names) / max(1, count))

    def ordinary(self, key: str) -> bool:
        """Whether a word is one that anybody writes, so that alone it names nobody."""
        if len(key) < 3 or key.isdigit() or key in ORDINARY or key in PAPERS:
            return True
        return self._plain[key] > len(self.names) * 0.005

    def titled(self, words: Sequence[str], noun: str | None) -> dict[int, NamedBy]:
        """The documents with a title or file name in which the words stand in order, close to one another.

        ``noun`` is the kind of paper; None where any is.
        """
        asked = [*words, *([noun] if noun is not None and noun not in ANY_PAPER else [])]
        if not asked:
            return {}
        found: set[int] | None = None
        for word in asked:
            having = self._with_prefix.get(word[:_PREFIX], set())
            found = set(having) if found is None else found & having
        chosen = {}
        for number in found or ():
            for place, title in enumerate(self._titles[number]):
                if stands_in(asked, title):
                    last = place == len(self._titles[number]) - 1
                    chosen[number] = NamedBy.FILE_NAME if last else NamedBy.TITLE
                    break
        return chosen

    def in_year(self, number: int, year: int) -> bool:
        """Whether the document is of that year: by a day near its top, or by its file name."""
        return year in self._years[number]

    def _add(self, number: int, one: DocumentNames) -> None:
        bare = EXTENSION.sub("", one.filename)
        self.stems[number] = "".join(character for character in fold(bare) if character.isalnum())
        self._years.append(frozenset({day.year for day in one.days} | {int(year) for year in _YEAR.findall(bare)}))
        titles = [_title_keys(title) for title in one.titles]
        file_keys = tuple(key for key in keys_of(one.filename) if not _NO_NAME.fullmatch(key))
        self._titles.append((*titles, file_keys))
        for title in self._titles[-1]:
            for key in title:
                self._with_prefix[key[:_PREFIX]].add(number)
        self._runs_of(number, (keys_of(name) for name in one.parties), NamedBy.PARTY)
        self._runs_of(number, (keys_of(name) for name in one.aliases), NamedBy.DEFINED_NAME)
        self._runs_of(number, titles, NamedBy.TITLE)
        glued = [tuple(_FORM_AT_END.sub("", key) for key in file_keys)]
        self._runs_of(number, [file_keys, *glued], NamedBy.FILE_NAME)

    def _runs_of(self, number: int, names: Iterable[tuple[str, ...]], by: NamedBy) -> None:
        for keys in names:
            for start in range(len(keys)):
                for end in range(start + 1, min(len(keys), start + LONGEST_RUN) + 1):
                    joined = "".join(keys[start:end])
                    for run in {joined, normal(joined)}:
                        known = self._runs[run].get(number)
                        if known is None or _RANK[by] < _RANK[known]:
                            self._runs[run][number] = by


def fold_plain(word: str) -> str:
    """A small word of an opening as names have it."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "su'i" else word


def stands_in(asked: Sequence[str], title: Sequence[str]) -> bool:
    """Whether the words stand in the title in this order, at most ``_GAP`` others between two."""
    for first in range(len(title)):
        if not akin(asked[0], title[first]):
            continue
        at, found = first, 1
        for word in asked[1:]:
            window = range(at + 1, min(len(title), at + 2 + _GAP))
            place = next((here for here in window if akin(word, title[here])), None)
            if place is None:
                break
            at, found = place, found + 1
        if found == len(asked):
            return True
    return False


def akin(word: str, other: str) -> bool:
    """Whether two words are one but for their endings: "distributor", "distribution"."""
    if word == other:
        return True
    least = min(len(word), len(other))
    return least >= _PREFIX and word[: max(_PREFIX, least - 3)] == other[: max(_PREFIX, least - 3)]


def _title_keys(title: str) -> tuple[str, ...]:
    """A title's words, and behind them its initials, by which papers go: "NDA", "JV", "IP"."""
    keys = keys_of(title)
    telling = [key for key in keys if key.isalpha()]
    short = "".join(key[0] for key in telling)
    without = "".join(key[0] for key in telling if key not in ANY_PAPER)
    more = [one for one in (without, *(short[at:] for at in range(len(short)))) if 2 <= len(one) <= 4]
    if "confidentiality" in telling and "nda" not in (*keys, *more):
        more.append("nda")
    if without.endswith("ip") or "intellectual" in telling:
        more.append("ip")
    return (*keys, *dict.fromkeys(more))
