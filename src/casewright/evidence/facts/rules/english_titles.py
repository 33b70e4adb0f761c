"""The title of an English contract: the line in capitals that names the paper, not the filing's own number of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.evidence.facts.rules.clauses import Taken

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOP: Final = 6_000
_TOKEN: Final = re.compile(r"\S+")
_PAPERS: Final = frozenset({
    "AGREEMENT", "AGREEMENTS", "CONTRACT", "LEASE", "DEED", "CHARTER", "LICENSE", "LICENCE", "ADDENDUM", "AMENDMENT",
    "MEMORANDUM", "LETTER", "INDENTURE", "UNDERTAKING", "GUARANTY", "GUARANTEE", "UNDERSTANDING", "TERMS", "SCHEDULE",
})  # fmt: skip
_ALONE: Final = _PAPERS - {"LICENSE", "LICENCE", "TERMS", "SCHEDULE", "LETTER", "UNDERSTANDING"}
"""What may be a title by itself."""
_JOINING: Final = frozenset({"AND", "OF", "FOR", "THE", "TO", "IN", "ON", "WITH", "OR", "&", "-", "--", "/", "A"})
_NOT_OF_IT: Final = frozenset({
    "EXHIBIT", "EXECUTION", "VERSION", "COPY", "CONFIDENTIAL", "FINAL", "DRAFT", "THIS", "FORM", "EXECUTED",
    "CONFORMED", "REDACTED", "ANNEX", "APPENDIX", "BETWEEN", "BY", "THAT", "SUCH", "HEREOF", "UNDER", "DATED",
})  # fmt: skip
_ENDS: Final = frozenset({"BETWEEN", "BY", "THIS", "DATED", "AMONG", "MADE", "ENTERED", "EFFECTIVE", "WITH", "IS"})
_LONGEST: Final = 16
_BREAK: Final = re.compile(r"\n\s*\n|[^\S\n]{3,}|\n[^\S\n]{3,}")


class _Tokens:
    """The words of a text's top with their places; ``word`` is a word in capitals, without the signs around it."""

    def __init__(self, plain: str) -> None:
        found = list(_TOKEN.finditer(plain, 0, min(len(plain), _TOP)))
        self.plain = plain
        self.places = [match.span() for match in found]
        self.shown = [match[0] for match in found]
        self.word = [shown.strip("\"'()[],;:.*_").upper() for shown in self.shown]

    def loud(self, at: int) -> bool:
        """Whether the word is in capitals."""
        return self.shown[at].isupper() or not any(sign.isalpha() for sign in self.shown[at])

    def raised(self, at: int) -> bool:
        """Whether it begins with a capital or only joins others."""
        shown = self.shown[at].lstrip("\"'([")
        return shown[:1].isupper() or shown[:1].isdigit() or self.word[at] in _JOINING

    def parted(self, at: int) -> bool:
        """Whether something new begins with the word."""
        if at == 0:
            return True
        if at >= len(self.places):
            return True
        return _BREAK.search(self.plain, self.places[at - 1][1], self.places[at][0]) is not None


def titles(plain: str) -> Iterator[Taken]:
    """The title, if one is found: at most one."""
    tokens = _Tokens(plain)
    named: tuple[int, int] | None = None
    for at, word in enumerate(tokens.word):
        if word not in _PAPERS or not tokens.raised(at):
            continue
        first, last = _first(tokens, at), _last(tokens, at)
        begins, loud = tokens.word[first - 1] if first else "", tokens.loud(at)
        if begins in ("THIS", "THE", "SUCH", "THAT", "AN", "A"):
            named = named or ((first, last) if first < at and begins == "THIS" else None)
            continue
        stands_alone = tokens.parted(first) or begins in ("COPY", "VERSION", "OF") or _is_number(begins)
        if first == last and (word not in _ALONE or not stands_alone):
            continue
        if loud or (stands_alone and (tokens.parted(last + 1) or tokens.word[last + 1] in _ENDS)):
            yield _taken(tokens, "title line", first, last)
            return
    if named is not None:
        yield _taken(tokens, "this agreement", *named)


def _is_number(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


def _taken(tokens: _Tokens, rule: str, first: int, last: int) -> Taken:
    start, end = tokens.places[first][0], tokens.places[last][1]
    shown = tokens.plain[start:end]
    start += len(shown) - len(shown.lstrip("\"'[*_"))
    end -= len(shown) - len(shown.rstrip("\"',;:.*_]"))
    return Taken("document_name", rule, start, max(end, start + 1))


def _first(tokens: _Tokens, at: int) -> int:
    """The first word of the title that has the paper's word at ``at``."""
    first, loud = at, tokens.loud(at)
    while first > 0 and at - first < _LONGEST:
        before = first - 1
        shown, word = tokens.shown[before], tokens.word[before]
        if tokens.parted(first) and (first != at or not _goes_on(tokens, at)):
            break
        if word in _NOT_OF_IT or (shown[-1] in ".;:])" and word != "NO") or not tokens.raised(before):
            break
        if _is_number(word) and not word.isalpha() and tokens.word[before - 1] != "NO":
            break
        if loud and not tokens.loud(before) and word not in _JOINING:
            break
        first = before
    while first < at and tokens.word[first] in _JOINING:
        first += 1
    return first


def _goes_on(tokens: _Tokens, at: int) -> bool:
    """Whether the paper's word alone stands on its line, the line before it being part of the title."""
    return at > 0 and tokens.word[at - 1] in _JOINING | {"PROPERTY", "SERVICES", "LICENSE", "DISTRIBUTION"}


def _last(tokens: _Tokens, at: int) -> int:
    """The last word of the title: another paper's word a little further on may be part of it."""
    last, loud = at, tokens.loud(at)
    for ahead in range(at + 1, min(at + 12, len(tokens.word))):
        word = tokens.word[ahead]
        if (
            tokens.parted(ahead)
            or word in _ENDS
            or (tokens.shown[ahead - 1][-1] in ".;:" and tokens.word[ahead - 1] != "NO")
        ):
            break
        if not tokens.raised(ahead) or (loud and not tokens.loud(ahead) and word not in _JOINING):
            break
        if word in _PAPERS or (tokens.word[ahead - 1] == "NO" and last == ahead - 2 and _is_number(word)):
            last = ahead
    return last
