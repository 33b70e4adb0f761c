"""Comparisons in plain words: "more onerous for the Customer than for the Supplier", "more about A than B"."""

from __future__ import annotations

import re

from casewright.iql.escapes import written_argument
from casewright.iql.plain_parties import party_at_start
from casewright.iql.plain_wishes import described
from casewright.iql.wording import mentions

_HARD = r"onerous|burdensome|burdening|demanding|heav(?:y|ily)|harsh(?:ly)?|strict(?:ly)?|hard|restrictive|obligations|duties"
_GOOD = r"favou?rabl[ey]|beneficial|advantageous|generous(?:ly)?|good|protective|rights|benefits"
_ON = r"(?:(?:for|on|upon|to|of|towards?|against|in favou?r of)(?: that of| those of)? )?(?:the |our |a )?"
_THAN = r" (?:than|compared (?:to|with)|rather than)(?: (?:they|it) (?:do|does|are|is)| do| are| is)? "
_SIDE = r"(?P<{0}>[\w&.' -]+?)"
_END = r"(?=[?.!,;]|$| in (?:the|this|these|all)\b)"


def _sides(middle: str = _THAN) -> str:
    return f"{_ON}{_SIDE.replace('{0}', 'left')}{middle}{_ON}{_SIDE.replace('{0}', 'right')}{_END}"


_OF_PARTIES = (
    ("clause obligating", rf"\b(?P<degree>more|less) (?:{_HARD}) (?:imposed )?{_sides()}"),
    ("clause obligating", rf"\b(?:weigh|fall|bear|press|lie)\w* (?P<degree>more|less) heav(?:y|ily) {_sides()}"),
    ("clause obligating", rf"\b(?P<degree>harder|heavier|harsher|stricter|tougher|worse) {_sides()}"),
    ("clause obligating", rf"\b(?:oblig\w+|bind\w*|burden\w*|requir\w+|restrict\w*) "
                          rf"{_sides(r' (?P<degree>more|less) than(?: (?:they|it) (?:do|does))? ')}"),
    ("clause entitling", rf"\b(?P<degree>more|less) (?:{_GOOD}) {_sides()}"),
    ("clause entitling", rf"\b(?P<degree>better) {_sides()}"),
    ("clause entitling", rf"\b(?:favou?r\w*|benefit\w*|protect\w*|entitl\w+|prefer\w*) "
                         rf"{_sides(r' (?:(?P<degree>more|less) than|over|rather than|above|against)(?: (?:they|it) do(?:es)?)? ')}"),
)  # fmt: skip
_OF_SUBJECTS = (
    rf"\b(?P<degree>more|less) (?:about|concerned with|relevant to|like|focus(?:s)?ed on|related to|to do with|on) {_sides()}",
    rf"\b(?P<degree>rather) {_sides()}",
)
_PARTY_PATTERNS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _OF_PARTIES)
_SUBJECT_PATTERNS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _OF_SUBJECTS)


def compared(words: str) -> str | None:
    """The comparison that the folded ``words`` ask for, as IQL; None where they compare nothing."""
    for kind, pattern in _PARTY_PATTERNS:
        for hit in pattern.finditer(words):
            left, right = party_at_start(hit["left"]), party_at_start(hit["right"])
            if left and right:
                return f"{_of_party(kind, left)} {_sign(hit)} {_of_party(kind, right)}"
    for pattern in _SUBJECT_PATTERNS:
        hit = pattern.search(words)
        if hit:
            return f"{_of_subject(hit['left'])} {_sign(hit)} {_of_subject(hit['right'])}"
    return None


def _sign(hit: re.Match[str]) -> str:
    return "<" if (hit["degree"] or "").lower() == "less" else ">"


def _of_party(kind: str, party: str) -> str:
    return f'{{IS {kind} "{written_argument(party)}"}}'


def _of_subject(words: str) -> str:
    named = mentions(words)
    if not named:
        return described(words)
    leaves = [f"{{IS {name}}}" for name in named[0].concept.templates]
    return f"({' OR '.join(leaves)})" if len(leaves) > 1 else leaves[0]
