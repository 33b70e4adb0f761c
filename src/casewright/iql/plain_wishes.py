"""The wish without its courtesies: "could you please find me …" says nothing about a clause."""

from __future__ import annotations

import re

from casewright.iql.escapes import written_argument
from casewright.iql.wording import words_of

_LONGEST = 300
FILLER = words_of(
    "a about across all also an and any anything anywhere are as at be been before between both but by can clause "
    "clauses could contain contains contract contracts agreement agreements deal dealing do document documents does "
    "each either every find for from give given got had has have having here him how i identify if in inside "
    "instrument "
    "into is it its kind kinds kindly let list locate look matter me more my need no of on one ones or our out "
    "parties party paragraph paragraphs pick please presently provision provisions pull quick say says search section "
    "sections see selected set should show so some tell term terms than that the their them there these they thing "
    "this those through to two under up us want was we what where whether which who whose will with would you your "
    "hi hey hello ok okay thanks thank s t language wording somebody someone something everything stuff chosen above "
    "gaseste arata cauta exista clauza clauze clauzele clauzelor contractul contractele contractului document "
    "documentele documentul ce care in din de o un una la privind despre mi imi te rog am au are cu si pe "
    "before us favour counterparty's counterparty's own"
)
"""Words that say nothing about what a clause is."""

_COURTESIES = re.compile(
    r"\A(?:\s*(?:hi|hey|hello|ok|okay|so|well|right|quick (?:one|q|question)|please|kindly|pls|thanks|thank you"
    r"|could you|can you|would you|will you|i(?:'d| would) like (?:you )?to|i want (?:you )?to"
    r"|i need (?:you )?to|i need"
    r"|i want|i'm trying to|i am trying to|figure out|work out|just|now|then|also|and)\b[\s,!:-]*)+",
    re.IGNORECASE,
)
_END_COURTESIES = re.compile(
    r"[\s,]*\b(?:please|pls|plz|thanks|thank you|cheers|if (?:you )?(?:can|could|possible)|for me)\b[\s.!?]*\Z",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"\A\s*(?:(?:find|show|list|identify|locate|search(?: for)?|look (?:for|up)|get|give|pull(?: out)?"
    r"|dig (?:out|up)|point out"
    r"|highlight|pick out|see|check|tell|spot|flag|extract|retrieve|direct|run|what are|which are|where (?:is"
    r"|are)|is there"
    r"|are there|do we have|have we got|do (?:any|all|both|either)(?: of (?:the|these"
    r"|those))?(?: \w+)? (?:contain|have|include)"
    r"|does (?:the|this|that|it)(?: \w+)? (?:contain|have|include)|gaseste|arata|cauta|exista|which|what)\b(?:-mi)?"
    r"|me|us|if|whether|any|all|every|each|the|some|a|an|those|of|clauses?|provisions?|terms?|paragraphs?|sections?"
    r"|wordings?|clauze(?:le)?|clauza|o)(?=[\s,:]|\Z)[\s,:]*",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"[\s,]*\b(?:in|of|from|under|across|throughout|within|din) (?:this|the|these|those|that|our|any of the"
    r"|all(?: of)?(?: the)?"
    r"|each|acest|aceste)(?: \w+){0,2}? (?:contracts?|agreements?|documents?|matter|deeds?|instruments?|files?"
    r"|ones|thing"
    r"|two|dosar)\Z|[\s,]*\b(?:in|of) (?:this|these|those|it|them)\Z"
    r"|[\s,]*\b(?:here|anywhere|in here|in it|in there|at all)\Z",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\A(?:that|which|who)\s+(?=\w)", re.IGNORECASE)
_CONDITION = re.compile(r"\A(?:where|when|whereby|under which|in which)\s+(?=\w)", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\A(?:about|on|regarding|concerning|(?:dealing|deals?) with|relat(?:ing|es?) to|covering|covers?"
    r"|touching(?: up)?on"
    r"|mention(?:ing|s)|discuss(?:ing|es)|with|for|despre|privind|of)\s+(?=\w)",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(r"\A(?P<stem>requir|impos|prohibit|restrict|limit|allow|permit|exclud|provid|grant|giv|govern"
                         r"|stat|prevent|forbid|set|oblig|protect|cap|extend|renew|waiv|preserv|defin"
                         r"|address)(?:t|b|p)?ing\b",
                         re.IGNORECASE)  # fmt: skip
_THIRD = {
    "requir": "requires", "impos": "imposes", "exclud": "excludes", "provid": "provides", "giv": "gives",
    "stat": "states", "oblig": "obliges", "waiv": "waives", "preserv": "preserves", "defin": "defines",
    "address": "addresses",
}  # fmt: skip
_BARE_VERB = re.compile(r"\A(?P<verb>survive|require|impose|prohibit|restrict|limit|allow|permit|exclude|provide|grant"
                        r"|give|govern|"
                        r"state|prevent|forbid|oblige|protect|cap|extend|renew|waive|preserve|define|mention"
                        r"|cover|apply|say)\b")  # fmt: skip
_NOUN = re.compile(r"\s+(?:clauses?|provisions?|terms?|wording|language|paragraphs?|sections?)\Z", re.IGNORECASE)


def wish(words: str) -> str:
    """``words`` without greetings, pleas and thanks around them."""
    bare = _COURTESIES.sub("", words, count=1)
    return _END_COURTESIES.sub("", bare, count=1).strip() or words


def describe_clause(words: str) -> str:
    """``{IS clause that "…"}`` with what the folded ``words`` say of a clause; any clause where they say nothing."""
    said = phrase(words)
    return f'{{IS clause that "{written_argument(said)}"}}' if said else "{IS clause}"


def phrase(words: str) -> str:
    """What ``words`` say of a clause, as it goes on after "a clause that"; empty where they say nothing."""
    said = words.strip().rstrip("?!.,;: ").strip()
    while hit := _ORDERS.match(said):
        said = said[hit.end() :]
    said = _PLACE.sub("", said).strip(" ?!.,;:")
    if not said:
        return ""
    if hit := _RELATIVE.match(said):
        return _shortened(_in_third_person(said[hit.end() :]))
    if hit := _CONDITION.match(said):
        return _shortened(f"provides that {said[hit.end() :]}")
    if hit := _SUBJECT.match(said):
        return _shortened(f"concerns {said[hit.end() :]}")
    if hit := _PARTICIPLE.match(said):
        stem = hit["stem"].lower()
        return _shortened(f"{_THIRD.get(stem, stem + 's')}{said[hit.end() :]}")
    bare = _NOUN.sub("", said)
    if bare != said or not _BARE_VERB.match(said):
        return _shortened(f"concerns {bare}") if bare else ""
    return _shortened(_in_third_person(said))


_IRREGULAR = {"are": "is", "were": "was", "have": "has", "do": "does"}
_NO_PLURAL_VERB = words_of(
    "the a an any each either neither our no if when his her its their only must may can could shall should will would "
    "might cannot is was has does did had not one both this these those there nothing someone somebody everyone "
    "i we you they he she it us in on at of by to for with"
)


def _in_third_person(said: str) -> str:
    """What "clauses that …" do, as "a clause that …" does it: "favour us" becomes "favours us"."""
    verb, space, rest = said.partition(" ")
    word = verb.lower()
    if word in _IRREGULAR:
        return f"{_IRREGULAR[word]}{space}{rest}"
    if not verb.isalpha() or word in _NO_PLURAL_VERB or word.endswith("s") or verb[0].isupper():
        return said
    if word.endswith(("x", "z", "ch", "sh", "o")):
        return f"{verb}es{space}{rest}"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies{space}{rest}"
    return f"{verb}s{space}{rest}"


def _shortened(said: str) -> str:
    said = " ".join(said.split())
    return said if len(said) <= _LONGEST else said[:_LONGEST].rsplit(" ", 1)[0]
