"""Which of several lengths of time in a provision is meant: the notice, the renewal, the term, the warranty."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.evidence.facts.values.durations import DurationFound

_REACH = 140
_STOP = re.compile(r"[.;](?= )")

_NOTICE_AFTER = (
    re.compile(
        r"^,? ?(?:of )?(?:(?:in )?advance|prior|before|previous|preceding|written|notice|of notice"
        r"|from (?:the )?(?:date of"
        r" )?(?:such |receipt of |receiving )?(?:written )?notice|anterior|inainte)"
    ),
    5,
)
_NOTICE_BEFORE = (
    re.compile(
        r"(?:notice|notif\w+|notification|inform\w*|advis\w+|intent\w*|request\w*|preaviz\w*|notificar\w+)\b[^.;]{0,90}$"
    ),
    3,
)
_LEAST_BEFORE = (
    re.compile(r"(?:at least|not less than|no less than|no later than|not later than|cel putin|minimum)(?: of)? ?\(?$"),
    2,
)
_TERM_AFTER = (
    re.compile(
        r"^ ?(?:renewal |extension |additional |successive )?(?:terms?|periods?|increments?|renewals?|extensions?)\b"
    ),
    4,
)
_RENEWAL_BEFORE = (
    re.compile(
        r"(?:renew\w*|exten\w+|successive|consecutive|additional|further|subsequent|another|prolong\w*|prelung\w+"
        r"|reinnoi\w+)\b[^.;]{0,60}$"
    ),
    4,
)
_RENEWED_BEFORE = (
    re.compile(
        r"(?:renew\w*|extended|extension\w*|successive|consecutive|additional|further|subsequent"
        r"|another|prelung\w+)\b[^.;]{0,60}$"
    ),
    4,
)
_INITIAL_BEFORE = (
    re.compile(
        r"(?:initial|original|primary|first|term|durat\w+|duration|effect\w*|continu\w+|remain|valid|last\w*|expir\w+|until|through|vigoare"
        r"|valab\w+|perioad\w+)"
        r"\b[^.;]{0,60}$"
    ),
    3,
)
_PERIOD_BEFORE = (re.compile(r"(?:for|of|pe) (?:an? |o )?(?:\w+ ){0,2}(?:period|term|perioada|durata) (?:of|de) ?$"), 2)
_WARRANTY = (re.compile(r"(?:warrant\w*|guarant\w*|garant\w*|defect\w*|shelf life|liability)\b[^;]{0,120}$"), 3)
_WARRANTED_FROM = (
    re.compile(
        r"^,? ?(?:\([^()]{0,60}\) ?)?(?:from|after|following|as of|beginning|commencing|warrant|garantie|de la|shelf)"
    ),
    2,
)
_PAY_BEFORE = (re.compile(r"(?:pay\w*|paid|due|invoice\w*|plat\w+|achit\w+|factur\w+|scaden\w+|net)\b[^.;]{0,90}$"), 3)
_PAY_AFTER = (
    re.compile(r"^,? ?(?:of|after|from|following|de la)\b[^.;]{0,60}(?:invoice|receipt|factur|emit|primir)"),
    3,
)
_FIRST_TERM_BEFORE = (
    re.compile(r"\b(?:initial|original|primary|first) (?:\w+ )?(?:term|period) (?:of|is|shall be|for)[^.;]{0,20}$"),
    5,
)
_TERMINATION_BEFORE = (re.compile(r"(?:terminat\w+|cancel\w*|incet\w+|reziliat?\w*|denunt\w+)\b[^.;]{0,120}$"), 1)

_RULES: Final = {
    "notice_period_to_terminate_renewal": (
        (_NOTICE_BEFORE, _LEAST_BEFORE),
        (_NOTICE_AFTER,),
        (_RENEWAL_BEFORE,),
        (_TERM_AFTER,),
    ),
    "notice_of_termination": (
        (_NOTICE_BEFORE, _LEAST_BEFORE, _TERMINATION_BEFORE),
        (_NOTICE_AFTER,),
        (_RENEWAL_BEFORE,),
        (_TERM_AFTER,),
    ),
    "renewal_term": (
        (_RENEWAL_BEFORE, _PERIOD_BEFORE),
        (_TERM_AFTER,),
        (_LEAST_BEFORE, _FIRST_TERM_BEFORE),
        (_NOTICE_AFTER,),
    ),
    "term": ((_INITIAL_BEFORE, _PERIOD_BEFORE), (_TERM_AFTER,), (_RENEWED_BEFORE, _LEAST_BEFORE), (_NOTICE_AFTER,)),
    "warranty_duration": ((_WARRANTY, _PERIOD_BEFORE), (_WARRANTED_FROM,), (_LEAST_BEFORE,), (_NOTICE_AFTER,)),
    "payment_period": ((_PAY_BEFORE,), (_PAY_AFTER,), (), (_NOTICE_AFTER,)),
}
"""By field: what speaks for a length of time before it and after it, then what speaks against it."""


def meant(field: str, words: str, found: Sequence[DurationFound]) -> DurationFound | None:
    """The one that the field means; None where none of them reads so. The first of equals."""
    weighed = [(weigh(field, words, one), -place, one) for place, one in enumerate(found)]
    if not weighed:
        return None
    best, _, chosen = max(weighed, key=lambda one: one[:2])
    return chosen if best > 0 or (len(weighed) == 1 and best == 0) else None


def weigh(field: str, words: str, one: DurationFound) -> int:
    """How much the words around a length of time speak for the field, less what speaks against it."""
    before = _STOP.split(words[max(0, one.start - _REACH) : one.start])[-1] + one.kinds
    after = _STOP.split(words[one.end : one.end + _REACH])[0]
    for_before, for_after, against_before, against_after = _RULES[field]
    score = 0
    for sign, rules, side in (
        (1, for_before, before),
        (1, for_after, after),
        (-1, against_before, before),
        (-1, against_after, after),
    ):
        score += sign * sum(weight for pattern, weight in rules if pattern.search(side))
    return score
