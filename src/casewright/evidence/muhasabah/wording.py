"""Words that assert, words that judge, and numbers that are about the debate and not about the deal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from casewright.evidence.muhasabah.word_lists import word_lists
from casewright.vocabulary.currencies import USUAL
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Sequence

_ASSERTING = re.compile(
    r"""\b(?:
    achiev(?:e|es|ed|ing) | grew | grow(?:s|n|ing)? | rais(?:es|ed) | (?:co-)?founded | incorporated | established
    | launch(?:es|ed) | acquir(?:es|ed) | reach(?:es|ed) | generat(?:es|ed|e) | earn(?:s|ed) | doubl(?:es|ed|e|ing)
    | tripl(?:es|ed|e) | quadrupl(?:es|ed) | halv(?:es|ed) | increas(?:es|ed|ing) | decreas(?:es|ed|ing)
    | declin(?:es|ed|ing) | fell | fallen | falls | rose | risen | rises | dropp?(?:s|ed)? | expand(?:s|ed)
    | hir(?:es|ed) | won | lost | sold | sells | bought | exceed(?:s|ed) | surpass(?:es|ed) | deliver(?:s|ed)
    | secur(?:es|ed) | obtain(?:s|ed) | shrank | shrunk | improv(?:es|ed) | churned | invested | employ(?:s|ed)?
    | own(?:s|ed) | oper(?:ates|ated) | serv(?:es|ed) | renew(?:s|ed) | merged | burn(?:s|ed|t) | paid | profitable
    | profitability | breaks?[ -]even | broke\ even | insolvent | bankrupt | patented | certified
    | closed\ (?:a|an|the|its|their)\ (?:\w+\ )?(?:sale|funding|financing|seed|series|acquisition)
    | (?:left|joined)\ the\ (?:company|firm|board|team) | opened\ (?:a|an|its|new) | developed | sued | default(?:s|ed)
    | breach(?:es|ed) | ow(?:es|ed) | borrowed | (?:vast\ )?majority\ of | most\ of\ (?:its|the|their)
    | (?:single|double|triple)[ -]digit | market[ -]leader | largest | biggest | fastest | dominant | monopol(?:y|ist)
    | received\ (?:funding|financing|investment|approval|a\ grant)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_SIGNED = re.compile(r"(?<!\bthe )(?<!\ba )(?<!\bas )(?<!\bevery )(?<!\bno )\bsigned\b", re.IGNORECASE)
_ROMANIAN = re.compile(
    r"""\b(?:a|au|am|s-a|s-au)\ (?:mai\ )?(?:fost\ )?(?:
    crescut | scazut | atins | obtinut | realizat | strans | atras | lansat | semnat | vandut | cumparat | castigat
    | pierdut | generat | depasit | dublat | triplat | injumatatit | achizitionat | angajat | platit
    )\b
    | \b(?:fondat|infiintat)[aei]?\b | \bdetine\b | \bare\ (?=\d)""",
    re.IGNORECASE | re.VERBOSE,
)
_OF_THE_DEBATE = re.compile(
    r"""\b(?:raised|raises)\ (?:(?:a|an|no|the|this|that|its|another|any|\d+)\ )?(?:(?:new|valid|frivolous|further)\ )*
        (?:challenges?|objections?|questions?|concerns?|doubts?|defects?|point|issue|flag)\b
    | \b(?:consensus|agreement|conclusion|verdict|ruling)\ (?:(?:is|was|has\ been|could)\ )?(?:not\ )?(?:be\ )?reached\b
    | \breach(?:es|ed)\ (?:a|no|the)\ (?:consensus|conclusion|verdict|ruling)\b
    | \b(?:well|ill)[ -]founded\b | \bunfounded\b""",
    re.IGNORECASE | re.VERBOSE,
)
_JUDGING = re.compile(
    r"""\b(?:
    excellent | outstanding | impressive | (?:world|first)[ -]class | best[ -]in[ -]class | fantastic | amazing
    | attractive | promising | exciting | remarkable | exceptional | superb | brilliant | talented | visionary
    | terrible | awful | disappointing | stunning | extraordinary | wonderful | unrivall?ed | unparalleled
    | cutting[ -]edge | game[ -]chang\w+ | great\ (?:team|product|company|opportunity)
    | (?:strong|weak|good|bad|poor)\ (?:team|product|company|brand|management|founders?|market|growth|performance)
    | (?:I|we|they)\ (?:\w+ly\ )?(?:believe|think|feel|hope|guess|suspect|love|like)
    | in\ (?:my|our)\ (?:\w+\ )?(?:view|opinion|judge?ment|experience) | it\ seems\ to\ (?:me|us)
    | excelent[aei]? | remarcabil[aei]? | impresionant[aei]? | atractiv[aei]? | promitato(?:r|are|ri)
    | extraordinar[aei]? | credem | cred\ ca | consideram | dupa\ parerea | in\ opinia
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_LABEL = re.compile(r"\[(?:subjective|opinion)\]|^\W*(?:subjective|opinion|opinie)\s*:", re.IGNORECASE)

_UNLESS_COUNTED = (
    r"(?![\d.,]*\d)(?!\s*(?:%|[xkmb]\b|×|mn\b|bn\b|thousand|million|billion|trillion|percent|per\s+cent|times|€|\$|£|"
    rf"(?:{'|'.join(USUAL)})\b|euros?\b|dollars?\b|pounds?\b|lei\b|"
    r"customers?|clients?|employees?|users?|months?|years?|founders?))"
)
_HARMLESS = re.compile(
    rf"""\bround\ \d{_UNLESS_COUNTED}
    | \b(?:pages?|p\.|section|sec\.|clause|article|art\.|slide|sheet|row|column|paragraph|para\.?|footnote|annex
      |appendix|exhibit|schedule|table|chapter|step)\ \d{{1,3}}(?:\.\d{{1,2}}){{0,3}}{_UNLESS_COUNTED}
    | \b[A-Za-z_]\w*![A-Z]{{1,3}}\d{{1,5}}(?::[A-Z]{{1,3}}\d{{1,5}})?\b
    | \bAHAD_[12]\b | \bB2B(?:2C)?\b | \bB2C\b | \bSHA-256\b | (?<=\d)\ ?m[23]\b | \bCO2e?\b
    | \b\d{{1,2}}\ (?:(?:open|valid|frivolous|further|new|other|such)\ )*(?:challenges?|objections?|questions?)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_OWN_CONFIDENCE = re.compile(
    r"(?:^|\b(?:my|our|the|this|with|at|overall|its) )confidence\b"
    r"(?: (?:of|in) (?:this|the|my|our) (?:output|position|account|opinion))?(?: level)?\s*"
    r"(?:is|was|of|at|:|=)\s*(?P<number>\d+(?:[.,]\d+)?)(?:\s?(?P<percent>%))?(?![\d.,]*\d)(?!\s*(?:m|k|bn|x)\b)",
    re.IGNORECASE,
)


def asserts(sentence: str) -> str | None:
    """The first word that asserts something of the deal; None where none does."""
    plain = _OF_THE_DEBATE.sub(" ", plain_letters(sentence))
    if _asks(plain, "asking_which") and " that " not in plain:
        return None
    for pattern in (_ASSERTING, _SIGNED, _ROMANIAN):
        found = pattern.search(plain)
        if found is not None:
            return found[0]
    return _of_people(plain)


def _of_people(plain: str) -> str | None:
    """What the sentence says of a person or a crime; None where it says nothing, asks or supposes it."""
    if _asks(plain, "asking"):
        return None
    forms = _people_forms()
    spaced = forms.no_crimes.sub(lambda match: " " * len(match[0]), plain)
    for pattern in (forms.crimes, forms.persons, forms.of_people):
        for found in pattern.finditer(spaced):
            before = re.split(r"[,;:]", spaced[: found.start()])[-1]
            is_object = pattern is forms.persons and _OBJECT.search(before) and not _SOME_OF.search(before)
            if not is_object and forms.supposing.search(before) is None:
                return found[0]
    return None


_OBJECT = re.compile(
    r"\b(?:of|by|for|with|on|to|from|about|against|de|ale?)\s+(?:the |its |their |all |any )?$", re.IGNORECASE
)
_SOME_OF = re.compile(
    r"\b(?:one|two|three|some|several|many|most|none|each|all|any|both|either|unul|una|doi|unii)\s+(?:of|dintre)\s+"
    r"(?:the |its |their )?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _People:
    """Patterns over a sentence in plain letters."""

    crimes: re.Pattern[str]
    no_crimes: re.Pattern[str]
    persons: re.Pattern[str]
    of_people: re.Pattern[str]
    supposing: re.Pattern[str]


@cache
def _people_forms() -> _People:
    listed = {name: _any_of(words) for name, words in word_lists().items() if isinstance(words, list)}
    between = rf"(?:\s+(?!(?:{listed['duty']})\b)[\w'’-]+){{0,3}}?"
    subject = rf"\b(?:{listed['persons']})\b(?!['’]s\b|[ -]e-?mails?\b)"
    deed = rf"(?:(?:{listed['states']})\b(?!\s+(?:{listed['requests']})\b)|(?:{listed['deeds']})\b)"
    elsewhere = r"(?-i:\bleft\s+[A-Z][a-z]\w*)"
    return _People(
        crimes=re.compile(rf"\b(?:{listed['crimes']})\b", re.IGNORECASE),
        no_crimes=re.compile(rf"\b(?:{listed['no_crimes']})\b", re.IGNORECASE),
        persons=re.compile(rf"{subject}{between}\s+{deed}", re.IGNORECASE),
        of_people=re.compile(rf"\b(?:{listed['of_people']})\b|{elsewhere}", re.IGNORECASE),
        supposing=re.compile(rf"\b(?:{listed['supposing']})\b", re.IGNORECASE),
    )


def _asks(plain: str, openings: str) -> bool:
    """Whether it is a question that opens with one of the words of that list."""
    return plain.rstrip().endswith("?") and _opening(openings).match(plain) is not None


@cache
def _opening(name: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{_any_of(word_lists()[name])})\b", re.IGNORECASE)


def _any_of(words: Sequence[str]) -> str:
    """A pattern of the words, longest first; a space stands for a hyphen as well, ``*`` for the rest of a word."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(word.replace(" ", r"[\s-]+").replace("*", r"\w*") for word in ordered)


def is_blank(text: str) -> bool:
    """Whether an uncertainty, a test or a hypothesis says nothing: ".", "-", "n/a", "none"."""
    plain = " ".join(plain_letters(text).casefold().split()).strip(" .,;:!-–—_*#\"'()[]")
    return not any(sign.isalpha() for sign in plain) or plain in word_lists()["blank"]


def judges(sentence: str) -> str | None:
    """The first word of opinion; None where there is none."""
    found = _JUDGING.search(plain_letters(sentence))
    return None if found is None else found[0]


def is_labelled(sentence: str) -> bool:
    """Whether the sentence says that it is opinion: ``[subjective]`` or ``[opinion]`` in it, or ``Opinion:`` before."""
    return _LABEL.search(sentence) is not None


def without_harmless(sentence: str) -> str:
    """``sentence`` with spaces for numbers that are about the debate or a place: "round 2", "page 12", "ARR!C7"."""
    return _HARMLESS.sub(lambda match: " " * len(match[0]), sentence)


def own_confidences(sentence: str) -> tuple[list[str], str]:
    """What the sentence says of its own output's confidence, as fractions, and the sentence without it."""
    said = [
        f"{match['number'].replace(',', '.')}{'e-2' if match['percent'] else ''}"
        for match in _OWN_CONFIDENCE.finditer(sentence)
    ]
    return said, _OWN_CONFIDENCE.sub(lambda match: " " * len(match[0]), sentence)
