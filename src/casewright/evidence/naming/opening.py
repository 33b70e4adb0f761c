"""What a document is called, as far as its first page says: titles, parties, what it calls them, days.

A light reading by rules, a fraction of a millisecond a document. Where the facts of a contract were read, their titles
and parties are better, and take its place (``DocumentNames``).
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from casewright.domain.document_names import DocumentNames
from casewright.evidence.extraction.entities import companies
from casewright.evidence.muhasabah.days import Span, days
from casewright.evidence.naming.words import keys_of
from casewright.vocabulary.folding import plain_letters, plain_signs
from casewright.vocabulary.months import NUMBERS

if TYPE_CHECKING:
    from casewright.domain.ids import DocumentId

OPENING: Final = 8_000
"""How many characters of a document are read for its names."""
_TITLE: Final = 2_500
_PARTIES: Final = 4_000
_DAYS: Final = 1_500
_PARTIES_REGION: Final = 2_000
"""Characters from the word "between" on, in which parties stand."""
_REACH: Final = 320
_MOST_TITLES: Final = 3
_MOST_PARTIES: Final = 12
_LONGEST_TITLE: Final = 140
_PAPER: Final = (
    r"agreement|contract(?:ul)?|lease|deed|charter|indenture|terms|policy|plan|licen[cs]e|memorandum|nda|msa|sow"
    r"|addendum|amendment|endorsement|letter|schedule of work|statement of work|order form|proposal|order|venture"
    r"|act aditional|conventie|acord(?:ul)?|antecontract|notificare|decizi[ae]|hotarare[a]?|cerere|procura|regulament"
    r"|imputernicire|factur[ai]|proces[- ]verbal"
)
_IS_PAPER: Final = re.compile(rf"(?i)\b(?:{_PAPER})s?\b")
_NO_TITLE: Final = re.compile(
    r"(?i)\bexhibit\b|\bexecution (?:copy|version)\b|\bpage\b|:\s*$|@|\bconfidential treatment\b"
)
_SENTENCE_WORD: Final = re.compile(
    r"(?i)\b(?:is|are|was|shall|will|has|have|hereby|made|entered|dated|whereas|may|must|this|between|among)\b"
)
_THIS: Final = re.compile(
    r"\b(?:This|THIS|The following|Prezentul)\s+((?:(?:[A-Z][\w’'&/-]*|and|of|for|to|the|&|No\.?|\d+)\s+){0,9}?"
    r"(?:Agreement|AGREEMENT|Contract|CONTRACT|Lease|LEASE|Deed|Addendum|ADDENDUM|Amendment|AMENDMENT|Endorsement"
    r"|Charter|Memorandum|License|Licence|Policy))\b"
)
_BETWEEN: Final = re.compile(
    r"(?i)\b(?:by\s+and\s+(?:between|among)|between|among|entered\s+into\s+by|made\s+by|incheiat\s+intre|intre|dintre"
    r"|partile|parties)\b"
)
_NAME_WORD: Final = r"(?:[A-Z0-9ÀÁÂÄÇÉÈÎÏÖÜĂȘȚŞŢ][\w.’'&*/®™-]*|&|of|de|do|and|\d+)"
_ALIAS: Final = re.compile(r"\(([^()]{0,160}[\"'][^()]{2,160})\)")
_NAME: Final = re.compile(r"(?<![\w@/])[A-Z][\w.’'&*/®™-]*(?:,? (?:[A-Z&][\w.’'&*/®™-]*|of|de|\d+)(?![\w@]))*")
_QUOTED: Final = re.compile(r"\"\s*([^\"()]{2,60}?)\s*,?\"|'\s*([^'()]{2,60}?)\s*,?'")
_LISTED: Final = re.compile(
    rf"(?:\b(?:between|among|and|by|AND|BETWEEN|intre|Intre|INTRE|dintre|si|SI|S\.?C\.?|subsemnat(?:ul|a)"
    rf"|[Ss]ubscrisa|dl|dna|domnul|doamna)\b[.:,]?)\s*"
    rf"((?:{_NAME_WORD}\s+){{0,6}}{_NAME_WORD})\s*(?=,|\(|\s+(?:a|an|cu|din|domiciliat|reprezentat|avand)\s)"
)
_MONTHS: Final = frozenset(NUMBERS) - {"may", "march", "mai"}
_SMALL_WORD: Final = re.compile(r"(?<![.@/\w])[a-z]{3,}(?![@/\w]|\.\w)")
_NOBODY: Final = frozenset({
    "agreement", "party", "effective", "date", "this", "whereas", "state", "united", "exhibit", "section", "article",
    "schedule", "page", "recital", "background", "witnesseth", "it", "such", "each", "all", "in", "if", "no", "term",
})  # fmt: skip


def names_of(document: DocumentId, filename: str, opening: str) -> DocumentNames:
    """The names in a document's opening; ``opening`` is its first ``OPENING`` characters, furniture blank."""
    plain = plain_signs(plain_letters(opening[:OPENING]))
    parties, aliases = _parties(plain[:_PARTIES])
    named = {part for name in (*parties, *aliases) for part in re.findall(r"[a-z]{3,}", name)}
    small = sorted(set(_SMALL_WORD.findall(plain)) - named)
    return DocumentNames(
        document,
        filename,
        titles=_titles(plain[:_TITLE]),
        parties=parties,
        aliases=aliases,
        days=tuple(sorted({day.last for day in days(plain[:_DAYS]) if day.span is Span.DAY and day.last is not None}))[
            :6
        ],
        plain=tuple(map(sys.intern, small)),
    )


def _titles(top: str) -> tuple[str, ...]:
    """The lines near the top that say what paper it is, and what it calls itself."""
    found: dict[str, None] = {}
    for hit in _THIS.finditer(top):
        if len(keys_of(hit[1])) > 1:
            found[" ".join(hit[1].split())] = None
    lines = [" ".join(line.strip(" \t*#_-|").split()) for line in top.splitlines()]
    for at, line in enumerate(lines):
        if not line or len(line) > _LONGEST_TITLE or not _IS_PAPER.search(line):
            continue
        if _is_title(line):
            found[_with_lines_before(lines, at)] = None
    return tuple(list(found)[: _MOST_TITLES + 1])


def _is_title(line: str) -> bool:
    if _NO_TITLE.search(line) or _SENTENCE_WORD.search(line) or line[-1] in ",;":
        return False
    words = re.findall(r"[^\W\d_]{4,}", line)
    return 0 < len(words) <= 14 and sum(word[0].isupper() for word in words) * 3 >= len(words) * 2


def _with_lines_before(lines: list[str], at: int) -> str:
    """The title with the lines before it that it goes on from, where all are in capitals: a title over many lines."""
    if lines[at] != lines[at].upper():
        return lines[at]
    first = at
    while first > max(0, at - 4):
        before = lines[first - 1]
        if not before or before != before.upper() or len(before) > 60 or _NO_TITLE.search(before):
            break
        first -= 1
    return " ".join(lines[first : at + 1])[-2 * _LONGEST_TITLE :]


def _parties(top: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is a party, and what the parties are called."""
    found: dict[str, None] = {}
    aliases: dict[str, None] = {}
    start = _BETWEEN.search(top)
    region = " ".join(top[start.start() if start is not None else 0 :].split())
    done = 0
    for hit in _ALIAS.finditer(region[:_PARTIES_REGION]):
        before = _since_break(region[max(done, hit.start() - _REACH) : hit.start()])
        done = hit.end()
        name = next((one for one in _NAME.findall(before) if keys_of(one) and keys_of(one)[0] not in _NOBODY), None)
        if name is None:
            continue
        _take(found, name)
        for double, single in _QUOTED.findall(hit[1]):
            alias = re.sub(r"(?i)\A(?:the|a|an)\s+", "", " ".join((double or single).split()))
            if len(alias) > 1 and alias.lower() not in ("party", "parties"):
                aliases[alias] = None
    for hit in _LISTED.finditer(region[:1_200]):
        _take(found, hit[1])
    for name in companies(top):
        _take(found, name)
    return tuple(found)[:_MOST_PARTIES], tuple(aliases)[:_MOST_PARTIES]


def _since_break(before: str) -> str:
    """What stands since the last word that parts two parties, where a name follows it."""
    pieces = re.split(r"(?:\A|[;:.]|\b)(?i:and|between|among|by|si|intre|dintre)\b[:,]?\s+(?=[A-Z])", before)
    return next((piece for piece in reversed(pieces) if len(piece.strip()) > 2), before)


def _take(found: dict[str, None], name: str) -> None:
    """Keep a name where it may be somebody's."""
    clean = " ".join(name.split()).strip(" ,.&")
    clean = re.sub(r"(?i)\A(?:and|of|the|by|between|among)\s+", "", clean)
    keys = keys_of(clean)
    if not keys or len(clean) < 3 or len(keys) > 9 or all(key in _NOBODY for key in keys) or clean.isdigit():
        return
    if any(key in _MONTHS for key in keys) or _IS_PAPER.search(clean):
        return
    found[clean] = None


def merged(read: DocumentNames, known: DocumentNames | None) -> DocumentNames:
    """The names read from an opening with those known besides put first; None changes nothing."""
    if known is None:
        return read
    return replace(
        read,
        titles=tuple(dict.fromkeys((*known.titles, *read.titles))),
        parties=tuple(dict.fromkeys((*known.parties, *read.parties))),
        aliases=tuple(dict.fromkeys((*known.aliases, *read.aliases))),
        days=tuple(dict.fromkeys((*known.days, *read.days))),
    )
