"""Whether a sentence answers a yes/no question with yes or with no; not known wherever that is not plain.

A wrong "yes" beside a true quote is worse than silence. So the sentence has to speak of the same party or thing, in the
same words, with one modal ("may", "shall not", "nu poate") and no second negation; else nothing is decided.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from casewright.questions.alike import alike, is_role, says_little, words_in
from casewright.questions.yes_no import languages, plain, plainly_said, read_question, said_in, sentences_in, share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.questions.yes_no import Asked, Asks, Kind, Language, Said

Polarity = Literal["yes", "no", "only_if", "not_known"]

LONGEST: Final = 400
"""Characters of a sentence that is short enough to be decided by."""
SAID: Final = 0.6
"""The share of the question's words that the sentence has to have."""
_MET: Final = 0.5
_ASIDE: Final = re.compile(r",? (?:at|in|upon|from|with|on|by|for|however|therefore|without)\b[^,]*,")
_OBJECT: Final = re.compile(r" (?:the|an?|any|its|their|his|her|this|that|such|each|all|no)\b")
_RELATIVE: Final = re.compile(
    r"(?<!elect)(?<!elects)(?<!choose)(?<!chooses) (?:that|if|whether|who|which|when|where|because|to)\b"
)
_OR: Final = re.compile(r"\b(?:or|and)\b|,")
_CLAUSE: Final = re.compile(r"[,;:()]")
_INVERTED: Final = re.compile(r"(?:in no (?:event|case)|under no circumstances|at no time|nor)\W*$")
_BEFORE_OF: Final = re.compile(r"\b(?:of|in|under|for|to|by|with|from|on|at|who|which|that|after|during)\b")
_OF_WHAT: Final = re.compile(
    r"\b(?:to|for|by|caused by|within|from|against|catre|pentru|de catre) (?=(?P<what>(?:[\w'-]+ ?){1,4}))"
)
_AND_NOT: Final = frozenset({"nor", "nici"})
_NON: Final = re.compile(r"\b(is|are|be) non-?(?=[a-z]{4})")
_DOCUMENT: Final = re.compile(r"\b(?:agreement|contract|lease|document)\b")
_PROVISO: Final = re.compile(r"\W*(?:provided|if|when|unless|where|daca|cand)\b")
_OF_ALL: Final = frozenset(
    {"third", "party", "parties", "person", "reason", "time", "cause", "purpose", "anyone", "else"}
)
_TO_ME: Final = re.compile(r"(?:can|could|may|might|should|shall|must) (?:you|i|we)\b|(?:poti|puteti)\b")
_SIDES: Final = re.compile(r"\bsides?\b")
_PARTY: Final = re.compile(r"part(?:y|ies)")
_WHICH_PARTY: Final = re.compile(
    r"\b(?:other|assigning|defaulting|terminating|receiving|disclosing|breaching|aggrieved|affected|third|first|second"
    r"|non-\w+|indemnif\w+|prevailing|requesting|such|that|certain)\b"
)

_DECIDES: Final[Mapping[tuple[Asks, Kind, bool], Polarity]] = {
    ("may", "may", True): "yes",
    ("may", "may", False): "no",
    ("may", "shall", False): "no",
    ("may", "is", False): "no",
    ("must", "must", True): "yes",
    ("must", "must", False): "no",
    ("must", "shall", True): "yes",
    ("must", "shall", False): "no",
    ("must", "may", False): "no",
    ("must", "is", False): "no",
    ("banned", "may", False): "yes",
    ("banned", "shall", False): "yes",
    ("banned", "may", True): "no",
    ("does", "shall", True): "yes",
    ("does", "shall", False): "no",
    ("does", "is", True): "yes",
    ("does", "is", False): "no",
    ("does", "must", True): "yes",
    ("does", "may", False): "no",
}
"""What is asked, what the sentence says of it, and whether it affirms: what that comes to. All else is not known."""


def polarity(question: str, sentence: str) -> Polarity:
    """What the sentence comes to as an answer; ``only_if``: it makes what it says depend on something."""
    asked_text, told = _SIDES.sub("party", plain(question)), _NON.sub(r"\1 not ", plain(sentence))
    for language in languages():
        asked = read_question(asked_text, language)
        if asked is not None:
            short = [one for one in sentences_in(told) if len(one) <= LONGEST]
            found = {_decided(asked, one, language) for one in short} - {"not_known"}
            return found.pop() if len(found) == 1 else "not_known"
    return "not_known"


def asks_who_may(question: str) -> bool:
    """Whether the question asks if somebody may, must or must not do something."""
    text = _SIDES.sub("party", plain(question))
    asked = next((one for each in languages() if (one := read_question(text, each)) is not None), None)
    return asked is not None and asked.asks != "does" and _TO_ME.match(text) is None


def _decided(asked: Asked, sentence: str, language: Language) -> Polarity:
    """What one sentence says of what is asked: where several of its modals decide, and differently, nothing."""
    without = language.without.search(sentence) is not None
    bare = " ".join(language.without.sub(" ", sentence).split())
    if share(asked.words, words_in(bare)) < SAID:
        return "not_known"
    found: set[Polarity] = set()
    modals = said_in(bare, language)
    if not modals and share(asked.words, words_in(bare)) < 1:
        return "not_known"
    for one in modals or plainly_said(bare, asked, language):
        if _PROVISO.match(one.doer):
            continue
        affirms = _affirms(one, asked, language)
        if affirms is not None and _is_about(one, asked, language):
            found.add(_outcome(asked, one, affirms=affirms, without=without, language=language))
    found -= {"not_known"}
    return found.pop() if len(found) == 1 else "not_known"


def _outcome(asked: Asked, one: Said, *, affirms: bool, without: bool, language: Language) -> Polarity:
    if one.kind == "unclear":
        return "not_known"
    if asked.consent:
        return "not_known" if not without else "no" if affirms else "yes"
    base = _DECIDES.get((asked.asks, one.kind, affirms), "not_known")
    if base == "not_known" or (asked.without and affirms and not without):
        return "not_known"
    if without and not affirms and not asked.without:
        return "only_if"
    around = f"{one.before} {one.behind}"
    if language.unless.search(around) or language.exception.search(one.rest):
        return "only_if"
    hit = language.condition.search(around)
    if hit is not None:
        rest = _CLAUSE.split(around[hit.start() :])[0]
        part = [word for word in words_in(rest)[1:] if not says_little(word)]
        if share(part, asked.words) < _MET:
            return "only_if"
    return "not_known" if _narrower(one, asked) else base


def _narrower(one: Said, asked: Asked) -> bool:
    """Whether the sentence says it of less than the question asks: "sublet to its affiliates", "damage by guests"."""
    for hit in _OF_WHAT.finditer(one.behind):
        told = [word for word in words_in(hit["what"]) if not says_little(word) and word not in _OF_ALL]
        if told and not share(told, asked.words):
            return True
    return False


def _affirms(one: Said, asked: Asked, language: Language) -> bool | None:
    """Whether the modal with its negations affirms; None where that is not plain."""
    affirms = one.affirms
    inverted = _INVERTED.search(one.before)
    before = one.before if inverted is None else one.before[: inverted.start()]
    if inverted is not None:
        if not affirms:
            return None
        affirms = False
    for hit in language.negation.finditer(before):
        if hit.group() in _AND_NOT and not affirms:
            continue
        if hit.group() not in language.none or not affirms:
            return None
        affirms = False
    behind = _unconditional(one.behind, language)
    for hit in language.negation.finditer(behind):
        following = words_in(behind[hit.end() :])[:2]
        of_what = any(alike(word, other) for word in following for other in asked.words)
        if hit.group() in language.none and of_what and affirms and one.kind in ("is", "shall"):
            affirms = False
        elif affirms or hit.group() not in _AND_NOT:
            return None
    for hit in language.opposite.finditer(behind):
        if not any(alike(hit.group(), word) for word in asked.words):
            return None
    return affirms


def _unconditional(behind: str, language: Language) -> str:
    """The words up to where a condition or an exception begins, which is told apart."""
    hits = [hit.start() for one in (language.unless, language.condition) if (hit := one.search(behind))]
    return behind[: min(hits)] if hits else behind


def _is_about(one: Said, asked: Asked, language: Language) -> bool:
    """Whether the modal is of who and what the question asks about."""
    if language.name == "romanian":
        return _same_roles(one, asked)
    inverted = _INVERTED.search(one.before) is not None
    doer = " ".join(words_in(one.behind)[:6]) if inverted else one.doer
    if not asked.subject and (asked.consent or one.loose):
        return _does(asked.done, one, inverted=inverted)
    if asked.subject:
        return _same_doer(asked.subject, doer, inverted=inverted) and _does(asked.done, one, inverted=inverted)
    return any(
        _does(asked.done[at:], one, inverted=inverted) and _same_doer(asked.done[:at], doer, inverted=inverted)
        for at in range(1, len(asked.done))
    )


def _does(done: Sequence[str], one: Said, *, inverted: bool) -> bool:
    """Whether what is done is what the modal is of: its verb first, and most of the words behind the verb."""
    told = [word for word in done if not says_little(word)]
    if not told:
        return False
    verbs = words_in(one.behind) if inverted else _verbs(one.behind)
    if one.loose:
        verbs += words_in(one.doer)
    around = words_in(f"{one.doer} {one.behind}")
    return any(alike(told[0], word) for word in verbs) and (not told[1:] or share(told[1:], around) >= SAID)


def _verbs(behind: str) -> list[str]:
    """The words behind a modal up to the object, and those behind "or" and "and": "assign this lease or sublet"."""
    main = _RELATIVE.split(_ASIDE.sub(" ", f" {behind} "))[0]
    return [word for part in _OR.split(main) for word in words_in(_OBJECT.split(f" {part}")[0])]


def _same_doer(asked: Sequence[str], doer: str, *, inverted: bool = False) -> bool:
    """Whether the words for who does it mean the same in the question and in the sentence."""
    mine, theirs = _head(" ".join(asked)), _head(doer)
    if not mine or not theirs:
        return not mine and not theirs and all(_DOCUMENT.search(one) for one in (" ".join(asked), doer))
    if inverted:
        return any(alike(mine[-1], word) for word in theirs)
    if not any(alike(mine[-1], word) for word in _last_of_each(doer)):
        return False
    if _PARTY.fullmatch(mine[-1]):
        return set(_WHICH_PARTY.findall(doer)) == set(_WHICH_PARTY.findall(" ".join(asked)))
    return True


def _head(phrase: str) -> list[str]:
    """The words of a phrase up to what stands behind its noun."""
    return [word for word in words_in(_BEFORE_OF.split(phrase)[0]) if not says_little(word) and not word.endswith("'s")]


def _last_of_each(phrase: str) -> list[str]:
    """The nouns of a phrase: of each of its parts joined by "and" or "or" the last word."""
    parts = re.split(r"\b(?:and|or|nor)\b", _BEFORE_OF.split(phrase.strip())[0])
    return [head[-1] for part in parts if (head := _head(part))]


def _same_roles(one: Said, asked: Asked) -> bool:
    """Whether a Romanian sentence, in which words may stand in any order, is of the parties of the question alone."""
    mine = [word for word in asked.words if is_role(word)]
    before = [word for word in words_in(one.before) if is_role(word)]
    around = words_in(f"{one.before} {one.behind}")
    if mine and not any(alike(mine[0], word) for word in before[:1] or [w for w in around if is_role(w)][:1]):
        return False
    done = [word for word in asked.done if not says_little(word) and not is_role(word)]
    return bool(done) and any(alike(done[0], word) for word in around)
