"""The words that people use for what the templates name, in English and Romanian, as patterns over folded text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.vocabulary.folding import plain_letters, plain_signs

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Concept:
    """Something that templates stand for: any one of ``templates`` says it."""

    templates: tuple[str, ...]
    wording: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Mention:
    """A concept where it stands in a text."""

    concept: Concept
    start: int
    end: int


def words_of(text: str) -> frozenset[str]:
    """The words of ``text``, as a set: how lists of words are written down."""
    return frozenset(text.split())


def fold_words(text: str) -> str:
    """``text`` without diacritics and with plain quotes and hyphens, character for character of the same length."""
    return plain_signs(plain_letters(text))


def mentions(text: str) -> list[Mention]:
    """The concepts that the folded ``text`` names, from left to right; where two overlap, the longer one."""
    found = [Mention(concept, *hit.span()) for concept in CONCEPTS for hit in concept.wording.finditer(text)]
    found.sort(key=lambda mention: mention.start - mention.end)
    kept: list[Mention] = []
    for mention in found:
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda mention: mention.start)


def vocabulary() -> Iterator[str]:
    """The plain words in the patterns of all concepts: what a misspelt word may have meant."""
    return (word for word in _SPELT.split() if len(word) > 3)


def _concept(pattern: str, *templates: str) -> Concept:
    return Concept(templates, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))


_LIABILITY = r"(?:liabilit\w+|exposure)"
_UP_TO_TWO = r"(?: [\w'-]+){0,2}"
_IP = r"(?:ip|ipr|intellectual property|copyrights?|patents?)(?: rights?)?"
FORCE_MAJEURE = ("force majeure liability limitation clause", "force majeure termination clause")
DISPUTES = ("governing law clause", "choice of venue clause", "adr clause")
UNILATERAL = "unilateral clause"
CAP = "liability cap clause"

_END = r"(?:terminat\w*|cancel\w*|walk(?:s|ing)? away|exit\w*|end(?:s|ed|ing)?|get(?:s|ting)? out|leav(?:e|es|ing))"
_AT_WILL = r"(?:for (?:its |their )?convenience|at will|for any reason(?: at all)?|without (?:cause|reason))"
_NEAR = r"(?: (?!(?:not|but|nor|and|or)\b)[\w'-]+){0,3}"

CONCEPTS = (
    _concept(
        rf"{_END}{_NEAR} {_AT_WILL}|convenience terminations?|for (?:its |their )?convenience"
        r"|rezili\w+ fara (?:motiv|cauza)|denunt\w+ unilateral\w*",
        "termination for convenience clause",
    ),
    _concept(
        r"(?:early )?terminat\w*|cancel(?:s|led|lation|ling)?|break (?:clause|option|right)s?|rezili\w+|incetar\w+",
        "termination clause",
    ),
    _concept(r"indemni\w+|h[eo]ld(?:s|ing)?(?: \w+){0,2} harmless|mak(?:e|es|ing) good(?: \w+){0,2} loss(?:es)?"
             r"|despagubi\w+", "indemnity clause"),
    _concept(
        rf"(?:{_LIABILITY}[ -])?(?:caps?|capped|capping|ceilings?)(?:{_UP_TO_TWO} (?:on|to|of|for))?(?:{_UP_TO_TWO} "
        rf"{_LIABILITY})?|{_LIABILITY} (?:is |are )?capped|(?:monetary|maximum)(?: limits?| maximum)? (?:on|of|for)?"
        rf"{_UP_TO_TWO} ?{_LIABILITY}|plafon\w*(?: (?:de|al|a))?(?: raspunder\w+)?",
        CAP,
    ),
    _concept(
        rf"(?:limit\w*|exclu\w+|restrict\w*)(?: (?:or|and) (?:limit\w*|exclu\w+|restrict\w*))?{_UP_TO_TWO} "
        rf"{_LIABILITY}|{_LIABILITY} (?:is |are )?(?:limit\w*|exclu\w+)|raspunder\w+ limitat\w+"
        r"|(?:limit\w+|exoner\w+)(?: (?:a|de))? raspunder\w+",
        "liability limitation clause",
    ),
    _concept(
        r"confiden(?:tial|t)\w*|dut(?:y|ies) of confidence"
        r"|non-?disclosure|secrecy|keep\w*(?: \w+){0,3} (?:secret|confidential|to (?:them|it|him|her)sel\w+)",
        "confidentiality clause",
    ),
    _concept(r"non-?compet\w*|restrictive covenants?|not (?:to )?compet\w+|restraints? of trade|neconcuren\w+"
             r"|covenants? not to compete", "non-compete clause"),
    _concept(r"(?:entire|whole|complete) agreement(?= ?(?:clause|provision|term|s|\b(?! in)|$))|merger clauses?"
             r"|integration clauses?|acord\w* integral\w*", "entire agreement clause"),
    _concept(r"governing laws?|(?:choice|proper) (?:of )?law|applicable laws?|law govern\w*|governed by"
             r"|leg(?:e|ea|ii) (?:aplicabil\w+|guvern\w+)", "governing law clause"),
    _concept(r"jurisdictions?|(?:choice of )?(?:forum|venue)|choice of courts?|courts?|instant\w+(?: competent\w+)?"
             r"|jurisdicti\w+", "choice of venue clause"),
    _concept(r"arbitrat\w+|mediat\w+|adr|alternative dispute resolution|arbitraj\w*|medier\w+", "adr clause"),
    _concept(r"disputes? resolution|resol\w+ (?:of )?(?:\w+ )?disputes?|disputes?(?: \w+){0,2} (?:resolved|settled)"
             r"|(?:solutionar|rezolvar)\w+ (?:a |al )?(?:litigii|dispute)\w*", *DISPUTES),
    _concept(r"force majeure termination|terminat\w+ (?:for|on|upon|in case of) force majeure", FORCE_MAJEURE[1]),
    _concept(r"force majeure|acts? of god|events? beyond(?: [\w']+){0,3} control|fort\w+ major\w+", *FORCE_MAJEURE),
    _concept(
        rf"(?:assign\w*|licen[cs]\w*|transfer\w*|own\w*)(?: (?:or|and|/) (?:assign\w*|licen[cs]\w*|transfer\w*))?"
        rf"(?: [\w']+){{0,2}} {_IP}|{_IP}(?: (?:assign\w*|licen[cs]\w*|transfer\w*|own\w*)(?: (?:or|and) "
        rf"(?:assign\w*|licen[cs]\w*|transfer\w*|own\w*))?)?|licen[cs]e grants?|grants? of (?:a )?licen[cs]e"
        r"|propriet\w+ intelectual\w*",
        "ip assignment or license",
    ),
    _concept(r"(?:late |interim |advance )?payments?|pay(?:s|ing)?|fees?|invoic\w+|plat(?:a|i|ii|ile|ilor)"
             r"|price adjustments?", "payment clause"),
    _concept(r"liquidated damages|late (?:fees?|charges?)|late payment (?:interest|penalt\w+|remed\w+|fees?)"
             r"|remed(?:y|ies|ial)|specific performance|penalt(?:y|ies)|penalitat\w+"
             r"|daune[ -]interese", "remedial clause"),
    _concept(r"warrant(?:y|ie|ys|ies|ed|s)|representations?(?: (?:and|or) warrant\w+)?|reps and warranties"
             r"|garanti\w+|declarat\w+ si garant\w+", "representation or warranty clause"),
    _concept(r"step-? ?in(?: rights?)?", "step-in right"),
    _concept(r"ai law|law of ai|artificial intelligence(?: law)?|ai act|ai|inteligent\w+ artificial\w+",
             "relevant to ai law"),
)  # fmt: skip
"""What has a template. Obligations, rights and parties are read apart: ``plain_parties``."""

_SPELT = """
termination terminate convenience indemnity indemnities indemnify liability liabilities limitation limits limit
exclusion capped ceiling confidentiality confidential disclosure compete governing governed governs jurisdiction
arbitration mediation dispute resolution majeure force intellectual property license licence assignment payment
payments invoice remedies remedial damages liquidated warranty warranties representation representations unilateral
obligation obligations obligating obligate entitling rights customer supplier landlord tenant licensor licensee
without clause clauses provision provisions reziliere confidentialitate obligatii obligatiile drepturi drepturile
"""
