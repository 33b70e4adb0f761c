"""What plain words ask for, piece by piece: kinds of clause, parties, one-sidedness, and what must not be there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from casewright.iql.escapes import written_argument
from casewright.iql.plain_parties import asked_parties
from casewright.iql.plain_wishes import FILLER, phrase
from casewright.iql.wording import CAP, UNILATERAL, mentions


@dataclass(frozen=True, slots=True)
class Item:
    """One thing asked for: any of ``leaves`` says it. ``follows`` is how it is tied to the item before it."""

    leaves: tuple[str, ...]
    start: int
    end: int
    party: bool = False
    negative: bool = False
    absent: bool = False
    follows: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """All that was read. ``documents``: the words ask which documents have it; ``left``: words that say more."""

    positive: tuple[Item, ...]
    negative: tuple[Item, ...]
    one_sided: bool
    mutual: bool
    together: bool
    averaged: bool
    documents: bool
    left: str

    @property
    def any(self) -> bool:
        """Whether there is anything that a query can be made of."""
        return bool(self.positive or self.negative or self.one_sided or self.mutual)


OWN_WORDS = re.compile(
    r"\b(?:cannot|can't|can not|may not|must not|shall not|mustn't|won't|never|surviv\w+)\b", re.IGNORECASE
)
"""What templates cannot say: a ban inside a clause is not the absence of one, and what survives an end is no end."""

_CALLED = re.compile(
    r"\b(?:clauses?|provisions?|sections?|articles?|paragraphs?)? ?(?:called|headed|titled|entitled|named) (?:the )?"
    r"(?:\"(?P<quoted>[^\"]+)\"|'(?P<single>[^']+)'|(?P<bare>[A-Z][\w&-]*(?: (?:of |and |the )?[A-Z][\w&-]*)*))"
)
_ONE_SIDED = re.compile(
    r"\b(?:one[- ]sided|one[- ]way|unilateral(?:ly)?|non-?mutual|non-?reciprocal|unilateral\w*|not mutual|lopsided"
    r"|only one (?:side|party))\b",
    re.IGNORECASE,
)
_MUTUAL = re.compile(
    r"\b(?:mutual(?:ly)?|reciprocal|two[- ]way|bilateral|both[- ]ways|not (?:one[- ]sided|unilateral)"
    r"|(?:aren't|isn't|are not|is not) (?:one[- ]sided|unilateral)|reciproc\w*)\b",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    r"\b(?:without|with no|no|lack(?:s|ing)?|missing|omit(?:s|ting)?|fara|lipses\w+|lacks|free of"
    r"|(?:(?:do|does|did)(?:n't| not)|not|nu) (?:have|contain\w*|includ\w*|provid\w* for|set\w*|stat\w*|carry|au|are"
    r"|contin\w*)|n-are|n-au)\b(?! later| more| less| longer)",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|nor|isn't|aren't|doesn't|don't|except|excluding|other than|nu)\b", re.IGNORECASE)
_UNCAPPED = re.compile(r"\b(?:un-?capped|unlimited|neplafonat\w*|nelimitat\w*)\b", re.IGNORECASE)
_ENDS_ABSENCE = re.compile(r"\b(?:but(?! (?:no|not))|have|has|contain|contains|include|includes|however|yet)\b|;")
_LISTED = re.compile(r"\b(?:and|or|plus|as well as|si|sau|ori|nor)\b|[,/&]", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:both|at the same time|together|simultaneously)\b", re.IGNORECASE)
_AVERAGED = re.compile(r"\b(?:average[ds]?|averaging|mean of|on average)\b", re.IGNORECASE)
_DOCUMENTS = re.compile(
    r"\b(?:contracts|agreements|documents|deeds|instruments|files|leases|ones|contracte\w*|documente\w*|acorduri\w*)\b"
    r"(?: \w+){0,4}? (?:that|which|with|contain\w*|ha(?:ve|s|ving)|includ\w+|where|lack\w*|without|au|contin\w*|cu)\b"
    r"|\b(?:which|what) (?:contract|agreement|document|deed|lease)s?\b",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\b(?:that|which|where|about|regarding|concerning|mentioning|relating to)\b (?P<said>.+)\Z")


def read_items(words: str) -> Items:
    """What the folded, spelt ``words`` ask for."""
    one_sided = _ONE_SIDED.search(words)
    mutual = None if one_sided and "not mutual" in one_sided[0].lower() else _MUTUAL.search(words)
    if mutual and one_sided and mutual.start() <= one_sided.start() < mutual.end():
        one_sided = None
    items = _tied(_all_items(words) or _bare(words), words)
    positive = [item for item in items if not item.negative]
    covered = _without(words, [*items], [one_sided, mutual])
    tail = _tail(words, items) if positive else None
    if tail is not None:
        positive.append(tail)
        covered = ""
    documents = bool(_DOCUMENTS.search(words))
    return Items(
        positive=tuple(positive),
        negative=tuple(item for item in items if item.negative),
        one_sided=one_sided is not None,
        mutual=mutual is not None and one_sided is None,
        together=len(positive) > 1 and (bool(_TOGETHER.search(words)) or (documents and " or " not in words)),
        averaged=len(positive) > 1 and bool(_AVERAGED.search(words)),
        documents=documents,
        left=" ".join(word for word in covered.split() if word.lower() not in FILLER),
    )


def _all_items(words: str) -> list[Item]:
    found = [
        Item((_leaf("clause called", hit["quoted"] or hit["single"] or hit["bare"]),), *hit.span())
        for hit in _CALLED.finditer(words)
    ]
    found += [
        Item((_leaf(asked.kind, asked.party),), asked.start, asked.end, party=True) for asked in asked_parties(words)
    ]
    for mention in mentions(words):
        leaves = tuple(f"{{IS {name}}}" for name in mention.concept.templates)
        found.append(Item(leaves, mention.start, mention.end))
    cap = (f"{{IS {CAP}}}",)
    found += [Item(cap, *hit.span(), negative=True, absent=True) for hit in _UNCAPPED.finditer(words)]
    kept: list[Item] = []
    for item in found:
        if all(item.end <= other.start or item.start >= other.end for other in kept):
            kept.append(item)
    kept.sort(key=lambda item: item.start)
    return kept


def _bare(words: str) -> list[Item]:
    """Rights or obligations of nobody in particular; none where the words say more, as "audit rights" do."""
    for name, pattern in (
        ("obligation", r"\b(?:obligations?|dut(?:y|ies)|obligatii\w*)\b"),
        ("right", r"\b(?:rights?|drepturi\w*)\b"),
    ):
        hit = re.search(pattern, words, re.IGNORECASE)
        if hit and not _says_more(words[: hit.start()] + words[hit.end() :]):
            return [Item((f"{{IS {name}}}",), *hit.span())]
    return []


def _says_more(words: str) -> bool:
    left = _ONE_SIDED.sub(" ", _MUTUAL.sub(" ", words))
    return any(word.lower() not in FILLER for word in re.findall(r"[\w'-]+", left))


def _tied(items: list[Item], words: str) -> list[Item]:
    """The items with what is negative said of them, and how each hangs on the one before it; each thing once."""
    tied: list[Item] = []
    seen: set[tuple[str, ...]] = set()
    end = 0
    for item in items:
        if item.leaves in seen:
            end = item.end
            continue
        seen.add(item.leaves)
        negative, absent = (True, True) if item.negative else _negated(words, item)
        between = words[end : item.start]
        follows = "" if not tied else "or" if _LISTED.search(between) or _LISTED.match(words, item.start) else "and"
        if item.party and words[item.start : item.end].lower().startswith((",", " and", " or", " but")):
            follows = "or"
            negative = "not" in words[item.start : item.end].lower().split()
        tied.append(Item(item.leaves, item.start, item.end, item.party, negative, absent, follows))
        end = item.end
    return tied


def _negated(words: str, item: Item) -> tuple[bool, bool]:
    """Whether a negation before the item reaches it, and whether it is the absence of a clause."""
    before = words[: item.start]
    absent, denied = _last(_ABSENT, before), _last(_NOT, before)
    start = max(absent, denied)
    if start < 0 or _ENDS_ABSENCE.search(_after_marker(before, start)):
        return False, False
    if item.party and absent <= denied:
        return True, False
    return True, absent >= 0 or item.leaves == (f"{{IS {CAP}}}",)


def _after_marker(before: str, start: int) -> str:
    """What stands between a negation, its own verb included, and the item."""
    marker = _ABSENT.match(before, start) or _NOT.match(before, start)
    return before[marker.end() :] if marker else ""


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((hit.start() for hit in pattern.finditer(text)), default=-1)


def _tail(words: str, items: list[Item]) -> Item | None:
    """A condition in the asker's own words behind the last thing asked for: "payment clauses that mention tax"."""
    hit = _TAIL.search(words, items[-1].end)
    if hit is None:
        return None
    said = phrase(words[hit.start() :])
    if not said or _ONE_SIDED.search(said) or _MUTUAL.search(said) or _TOGETHER.search(said):
        return None
    return Item((_leaf("clause that", said),), hit.start(), len(words), follows="and")


def _leaf(template: str, argument: str) -> str:
    return f'{{IS {template} "{written_argument(argument)}"}}'


def _without(words: str, items: list[Item], marks: list[re.Match[str] | None]) -> str:
    """``words`` with everything blanked that an item, a mark or a negation has taken in."""
    spans = [(item.start, item.end) for item in items]
    spans += [mark.span() for mark in marks if mark]
    for pattern in (_ABSENT, _NOT, _LISTED, _TOGETHER, _AVERAGED, _DOCUMENTS):
        spans += [hit.span() for hit in pattern.finditer(words)]
    letters = list(words)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return re.sub(r"[^\w' -]", " ", "".join(letters))


ONE_SIDED = f"{{IS {UNILATERAL}}}"
