"""Which words of a lexicon a written word is: by its beginning, in the spelling of short messages, with one slip."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SWAPS_FROM, _SLIPS_FROM = 5, 7
"""Letters from which two neighbours may be swapped, and from which any slip may be: shorter ones meet other words."""
_MESSAGES = (("tz", "t"), ("sh", "s"), ("kh", "ch"), ("ki", "chi"), ("ke", "che"), ("k", "c"), ("y", "i"))
"""Letters that short messages write for others."""
_REMEMBERED = 50_000


class Spelling:
    """The parts of patterns, such as ``amend*`` (every word that begins so) or ``apel`` (that word alone)."""

    def __init__(self, parts: Iterable[str], not_slips: tuple[str, ...]) -> None:
        """Words that begin as one of ``not_slips`` does are never taken for another word misspelt."""
        self._not_slips = not_slips
        self._whole: set[str] = set()
        self._begun: dict[str, str] = {}
        self._near: defaultdict[str, set[str]] = defaultdict(set)
        self._known: dict[str, frozenset[str]] = {}
        for part in parts:
            stem = part.removesuffix("*")
            if part == stem:
                self._whole.add(part)
            else:
                self._begun[stem] = part
            for form in _forms(stem):
                self._near[form].add(part)

    def parts_of(self, word: str) -> frozenset[str]:
        """The parts that the folded word is; a word that is one as it stands is not another misspelt."""
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[word] = frozenset(self._straight(word) or self._messaged(word) or self._slipped(word))
        return known

    def _straight(self, word: str) -> set[str]:
        found = {word} if word in self._whole else set()
        begun = self._begun
        found.update(begun[word[:end]] for end in range(1, len(word) + 1) if word[:end] in begun)
        return found

    def _messaged(self, word: str) -> set[str]:
        meant = word
        for written, letters in _MESSAGES:
            meant = meant.replace(written, letters)
        return self._straight(meant) if meant != word else set()

    def _slipped(self, word: str) -> set[str]:
        if len(word) < _SWAPS_FROM - 1 or word.startswith(self._not_slips):
            return set()
        heads = {word[:end] for end in range(_SWAPS_FROM - 1, len(word) + 1)}
        likely = {part for head in heads for form in {head, *_shortened(head)} for part in self._near.get(form, ())}
        return {part for part in likely if _is_slip(part, word)}


def _forms(stem: str) -> Iterator[str]:
    """What a slip of the stem has in common with it: for swaps the swapped word, for others one letter out."""
    if len(stem) >= _SWAPS_FROM:
        yield from (stem[:at] + stem[at + 1] + stem[at] + stem[at + 2 :] for at in range(1, len(stem) - 1))
    if len(stem) >= _SLIPS_FROM:
        yield stem
        yield from _shortened(stem)


def _shortened(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(1, len(word)))


def _is_slip(part: str, word: str) -> bool:
    stem = part.removesuffix("*")
    if word[:1] != stem[0]:
        return False
    heads = {word[: len(stem) + more] for more in (-1, 0, 1)} if part != stem else {word}
    return any(_one_slip(head, stem) for head in heads)


def _one_slip(word: str, stem: str) -> bool:
    """Whether two letters are swapped, or, in a longer word, one is missing, added or wrong."""
    pairs = enumerate(zip(word, stem, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), len(stem))
    if at >= len(stem) - 1:
        return False  # a last letter that differs is an ending, and often another word
    rest, meant = word[at:], stem[at:]
    if rest[:2] == meant[1::-1] and rest[2:] == meant[2:]:
        return True
    return len(stem) >= _SLIPS_FROM and (rest[1:] == meant[1:] or rest[1:] == meant or rest == meant[1:])
