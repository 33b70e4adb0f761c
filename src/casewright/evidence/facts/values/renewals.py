"""How a contract is renewed: for how long, again and again or once, how often at most, by itself or by an act."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.facts import RenewalValue
from casewright.evidence.facts.values.durations import find_durations, find_rhythms
from casewright.evidence.facts.values.roles import meant, weigh
from casewright.vocabulary.number_words import ENGLISH

if TYPE_CHECKING:
    from casewright.evidence.facts.values.durations import DurationFound

_SUCCESSIVE = re.compile(
    r"\b(?:successive\w*|consecutive|year[ -](?:to|by)[ -]year|month[ -](?:to|by)[ -]month|any renewal|each renewal"
    r"|each (?:additional|successive|subsequent|year|anniversary)|every|(?:then[- ]?)?current renewal (?:term|period)"
    r"|term then in effect|then in[ -]effect term|terms? each|any (?:subsequent|extension|extended)"
    r"|renewals,? each|anniversary (?:date )?thereafter"
    r"|(?:year|month|renewal|additional|annual|monthly|extension|extended|subsequent) (?:renewal "
    r"|extended )?(?:terms|periods|increments)"
    r"|succesiv\w*|annually|yearly)\b"
    r"|(?<!same )(?<!current )\b(?:terms|periods|renewals|extensions|increments|intervals)\b"
    r"(?! and (?:conditions|provisions)| (?:of (?:this|the|such)|hereof|herein|set forth|for renewal|in this))"
)
_AUTOMATIC = re.compile(
    r"\bautomatic\w*|\bautomat\b|\bby itself\b|\bevergreen\b|\b(?:shall|will) (?:be )?(?:renew"
    r"|extend)\w*(?: \w+){0,12} unless"
)
_BY_ACT = re.compile(
    r"\b(?:option|right|elect\w*|may|request\w*|mutual\w*|agree\w*)\b(?: \w+){0,8} (?:renew|extend|extension)"
    r"|\brenew\w* (?:\w+ ){0,6}(?:by|upon) (?:the )?(?:mutual|written) "
)
_RENEWED = re.compile(r"\b(?:renew|exten|prelung|continu|thereafter)")
_SURE = 4
"""What a length of time weighs beside a word such as "renew"; less may be the first term's."""
_TIMES = re.compile(
    rf"(?<!\w)(?P<many>{'|'.join(ENGLISH)}|\d{{1,2}})(?: ?\(\d{{1,2}}\))? (?:additional|successive"
    rf"|consecutive|further|renewal"
    r"|more|extension|option|automatic|subsequent)(?:,? (?:additional|successive|consecutive"
    r"|renewal|and|automatic)){0,3},? ?"
    r"(?=(?:\w+[ -]?(?:\(\d+\) ?)?-?(?:year|month|day|week)(?:\(s\)|s)? (?:renewal |extension "
    r"|option )?|(?:renewal |extension )?)"
    r"(?:terms|periods|renewals|extensions|increments|options|times))"
)
_PERPETUAL = re.compile(r"\bperpetual\w*|\bin perpetuity\b|\bindefinite(?:ly)?\b|\bnedeterminat\w*")
_UNTIL_TERMINATED = re.compile(
    r"\b(?:continue|remain|effect|extended|renewed)\b[^.;]{0,80}\b(?:until|unless and until) (?:\w+ ){0,4}terminat"
)


def renewal_of(words: str) -> RenewalValue | None:
    """How it is renewed by these words; None where they say neither for how long nor that it goes on by itself."""
    span = _span(words)
    perpetual = span is None and bool(_PERPETUAL.search(words) or _UNTIL_TERMINATED.search(words))
    successive = bool(_SUCCESSIVE.search(words)) and not perpetual
    if span is None and not perpetual and not (successive and _AUTOMATIC.search(words)):
        return None
    times = _TIMES.search(words)
    return RenewalValue(
        period=None if span is None else span.value,
        successive=successive,
        times=None if times is None else _number(times["many"]),
        automatic=_automatic(words),
        perpetual=perpetual,
    )


def _span(words: str) -> DurationFound | None:
    found = meant("renewal_term", words, find_durations(words))
    if found is not None and weigh("renewal_term", words, found) >= _SURE:
        return found
    rhythms = find_rhythms(words) if _RENEWED.search(words) else []
    return rhythms[0] if rhythms else found


def _automatic(words: str) -> bool | None:
    if _AUTOMATIC.search(words):
        return True
    return False if _BY_ACT.search(words) else None


def _number(said: str) -> int:
    return int(said) if said.isdecimal() else ENGLISH[said]
