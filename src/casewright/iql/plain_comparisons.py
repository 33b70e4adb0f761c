"""Comparisons in plain words: "more onerous for the Customer than for the Supplier", "more about A than B"."""

from __future__ import annotations

import re

from casewright.iql.escapes import written_argument
from casewright.iql.plain_parties import party_at_start
from casewright.iql.plain_wishes import describe_clause
from casewright.iql.wording import mentions

_HARD = (
    r"onerous|burdensome|burdening|demanding|heav(?:y|ily)|harsh(?:ly)?|strict(?:ly)?|hard|restrictive"
    r"|obligations|duties"
)
_GOOD = r"favou?rabl[ey]|beneficial|advantageous|generous(?:ly)?|good|protective|rights|benefits"
_ON = (
    r"(?:(?:for|on|upon|to|of|about|towards?|against|in favou?r of)(?: that of| those of)? )?"
    r"(?:the |our |a )?"
)
_VERB = r"(?: (?:they|it)(?: do| does| are| is)| do| are| is)?"
_THAN = rf" (?:than|compared (?:to|with)|rather than){_VERB} "
_MORE_THAN = rf" (?P<degree>more|less|harder|tighter)(?: heavily| strictly| tightly)? than{_VERB} "
_OVER = rf" (?:(?P<degree>more|less) than|over|rather than|above|against){_VERB} "
_END = r"(?=[?.!,;]|$| in (?:the|this|these|all)\b)"


def _sides(middle: str = _THAN) -> str:
    """Two sides with ``middle`` between them."""
    return rf"{_ON}(?P<left>[\w&.' -]+?){middle}{_ON}(?P<right>[\w&.' -]+?){_END}"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_OBLIGING, _ENTITLING = "clause obligating", "clause entitling"
_OF_PARTIES = (
    (_OBLIGING, _compiled(rf"\b(?P<degree>more|less) (?:{_HARD}) (?:imposed )?{_sides()}")),
    (_OBLIGING, _compiled(rf"\b(?:weigh|fall|bear|press|lie)\w* (?P<degree>more|less) heav(?:y|ily) {_sides()}")),
    (_OBLIGING, _compiled(rf"\b(?P<degree>harder|heavier|harsher|stricter|tougher|worse) {_sides()}")),
    (_OBLIGING, _compiled(rf"\b(?:oblig\w+|bind\w*|burden\w*|requir\w+|restrict\w*) {_sides(_MORE_THAN)}")),
    (_ENTITLING, _compiled(rf"\b(?P<degree>more|less) (?:{_GOOD}) {_sides()}")),
    (_ENTITLING, _compiled(rf"\b(?P<degree>better) {_sides()}")),
    (_ENTITLING, _compiled(rf"\b(?:favou?r\w*|benefit\w*|protect\w*|entitl\w+|prefer\w*) {_sides(_OVER)}")),
)
_ABOUT = r"(?:about|concerned with|relevant to|like|focuss?ed on|related to|to do with|on)"
_OF_SUBJECTS = (
    _compiled(rf"\b(?P<degree>more|less) {_ABOUT} {_sides()}"),
    _compiled(rf"\b(?P<degree>rather) {_sides()}"),
)


def find_comparison(words: str) -> str | None:
    """The comparison that the folded ``words`` ask for, as IQL; None where they compare nothing."""
    for kind, pattern in _OF_PARTIES:
        for hit in pattern.finditer(words):
            left, right = party_at_start(hit["left"]), party_at_start(hit["right"])
            if left and right:
                return f"{_of_party(kind, left)} {_sign(hit)} {_of_party(kind, right)}"
    for pattern in _OF_SUBJECTS:
        for hit in pattern.finditer(words):
            return f"{_of_subject(hit['left'])} {_sign(hit)} {_of_subject(hit['right'])}"
    return None


def _sign(hit: re.Match[str]) -> str:
    return "<" if (hit["degree"] or "").lower() == "less" else ">"


def _of_party(kind: str, party: str) -> str:
    return f'{{IS {kind} "{written_argument(party)}"}}'


def _of_subject(words: str) -> str:
    named = mentions(words)
    if not named:
        return describe_clause(words)
    leaves = [f"{{IS {name}}}" for name in named[0].concept.templates]
    return f"({' OR '.join(leaves)})" if len(leaves) > 1 else leaves[0]
