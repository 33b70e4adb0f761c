"""Who must and who may: rules for ``clause obligating``, ``clause entitling`` and ``clause called``.

They look at a unit: whether the name is the subject of a modal verb, the object of a duty, the one whose option it is,
or what the heading says. A rule sees one unit at a time; an alias counts where that unit defines it. An item goes on
from the words that lead to it as if nothing stood between.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.adapters.scoring.tokens import words
from casewright.domain.scored_units import LONGEST_HEADING
from casewright.vocabulary.company_forms import ABBREVIATED
from casewright.vocabulary.folding import compatible_letters, plain_signs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CERTAIN, CLEAR, LIKELY, NAMED, ABSENT = 0.95, 0.85, 0.65, 0.15, 0.01
"""What a rule answers: its plainest form, a plain one, an indirect one, the name alone, not even the name."""

_ABBREVIATED = "(?:" + "|".join(rf"(?<=\b{form})\." for form in ABBREVIATED) + ")?"
"""The full stop after a company's form ends no sentence."""

_ALIAS_REACH = 160

_ITEM = re.compile(r"(?<=\w)\s?:(?:\s?-)?\s(?:\((?:[a-z]{1,5}|\d{1,2})\)|(?:[a-z]|[ivx]{2,4}|\d{1,2})[.)]|[-*•])\s")
"""What stands between a list's beginning and an item: "shall: (a) keep"."""
_SENTENCE = re.compile(
    r"\b(?:shall|will|may|must|agrees?|represents?|warrants?|undertakes?|covenants?|acknowledges?|following|follows|va|vor)\b"
)
"""Words that a heading does not have."""

_ASIDE = r"(?:,[^,;.]{0,100},)?"
_ADVERB = (
    r"(?:\s+(?:also|hereby|further|then|thereafter|promptly|immediately|always|each|only|in turn"
    r"|at (?:all times|any time)"
    r"|in (?:its|their|his|her) (?:sole |absolute )?discretion|at (?:its|their|his|her) (?:own |sole )?"
    r"(?:expense|cost|option|discretion|election)))*,?"
)
_JOINED = r"(?:\s*(?:,|and|or|/|&|,\s*and)\s+(?:the\s+|its\s+|each\s+)?[\w'-]+(?:\s+[\w'-]+){0,2}?)?"
_SUBJECT = rf"(?:\s*\([^()]{{0,60}}\))?{_JOINED}{_ASIDE}{_ADVERB}\s+"
_NOT_A_DUTY = (
    r"(?!(?:also\s+|not\s+|further\s+)?(?:have\s+(?:the\s+|a\s+|an\s+|no\s+|any\s+)?(?:\w+\s+){0,2}(?:rights?|options?|"
    r"obligations?|liability|duty|privilege|discretion)|be\s+(?:entitled|permitted|allowed|deemed|free|under\s+no)"
    r"|not\s+be\s+(?:liable|responsible|obligated|obliged|required|deemed|bound)|mean\b|retain\s+(?:all|the\s+right)"
    r"|own\b|receive\b|remain\s+the\s+(?:owner|property)))"
)
_MUST = (
    r"(?:shall|must|will|should|agrees?\s+(?:not\s+)?(?:to|that)|undertakes?\s+(?:not\s+)?(?:to|that)|covenants?\b"
    r"|(?:is|are)\s+(?:required|obliged|obligated|bound|responsible|liable)\b|may\s+not|cannot|can\s+not"
    r"|has\s+to|have\s+to"
    r"|(?:has|have)\s+(?:an?\s+|the\s+)?(?:obligation|duty|responsibility)|needs?\s+to|promises?\s+to|commits?\s+to"
    r"|represents?\b|warrants?\b|guarantees?\b|indemnif(?:y|ies)\b|assigns?\b|assumes?\b|bears?\b|pays?\b"
    r"|acknowledges\s+and\s+agrees|ensures?\b|undertakes?\b|waives?\b)"
)
_MAY = (
    r"(?:may\b(?!\s+not\b)|can\b(?!\s*not\b)|(?:is|are|be)\s+(?:entitled|permitted|allowed|free|authori[sz]ed)\b"
    r"|(?:shall|will|must)\s+(?:also\s+|further\s+)?(?:be\s+(?:entitled|permitted|allowed|free)"
    r"|have\s+(?:the\s+|a\s+|an\s+)?"
    r"(?:\w+\s+){0,3}(?:rights?|options?|privilege|discretion)|receive\b|own\b|retain\b|not\s+be\s+(?:liable"
    r"|responsible))"
    r"|(?:has|have|enjoys?|holds?|retains?|reserves?)\s+(?:the\s+|a\s+|an\s+|all\s+)?(?:\w+\s+){0,3}"
    r"(?:rights?|options?|privileges?|discretion)"
    r"|receives?\b|owns?\b)"
)
_OBJECT_OF = re.compile(
    r"\b(?:by|to|of|from|with|for|against|on|upon|under|between|than|through|into|toward|towards|at|via|per)\s+"
    r"(?:the\s+|such\s+|each\s+|any\s+)?$"
)
_BENEFITS = (
    r"(?:pay|reimburse|indemnify|compensate|provide|deliver|give|grant|offer|refund|credit|supply|furnish|notify|inform"
    r"|owe|defend|assign|transfer|license|licence|hereby\s+grants?|grants?|pays?|indemnifies|gives?|provides?"
    r"|delivers?)"
)


@dataclass(frozen=True, slots=True)
class Name:
    """A party's name as people may write it: folded, without article or possessive, singular or plural."""

    words: tuple[str, ...]
    pattern: re.Pattern[str]

    def forms(self, place: int) -> tuple[str, ...]:
        """How the word at this place of the name may read as a token."""
        word = self.words[place]
        return (word,) if place < len(self.words) - 1 else _numbers(word)


def name_of(argument: str) -> Name | None:
    """The name in a template's argument; None where it has neither letter nor digit."""
    parts = words(re.sub(r"'s\b", "", plain_signs(argument)))
    if len(parts) > 1 and parts[0] in {"the", "a", "an"}:
        parts = parts[1:]
    if not parts:
        return None
    last = "(?:" + "|".join(re.escape(form) for form in sorted(_numbers(parts[-1]), key=len, reverse=True)) + ")"
    body = r"[\W_]{1,8}".join([*map(re.escape, parts[:-1]), last])
    return Name(tuple(parts), re.compile(rf"(?<!\w)(?:{body})(?!\w){_ABBREVIATED}"))


def obligates(name: Name, text: str) -> float:
    """How likely the text puts an obligation on the party."""
    return _best(name, text, _obliged)


def entitles(name: Name, text: str) -> float:
    """How likely the text gives the party a right or benefit."""
    return _best(name, text, _entitled)


def called(name: Name, text: str) -> float:
    """How likely the unit begins with the name as its heading."""
    plain = fold(text).strip()
    found = name.pattern.search(plain)
    if found is None:
        return ABSENT
    opening = re.match(
        r"(?:(?:article|section|clause|schedule|exhibit|part)\b)?[\W_]*(?:[\divxlc]+[\W_]+)*(?:[a-z]\)\s*)?", plain
    )
    start = opening.end() if opening else 0
    if found.start() > start:
        again = name.pattern.match(plain, start)
        found = again or found
    line_end = plain.find("\n")
    heading_end = line_end if 0 < line_end < LONGEST_HEADING else _heading_end(plain, start)
    if _SENTENCE.search(plain, start, heading_end):
        heading_end = start
    if found.start() <= start:
        after = plain[found.end() :].lstrip(" \t\"'*_")
        if not after or after[0] in ".:;-\n(" or found.end() == heading_end:
            return CERTAIN
    return CLEAR if found.end() <= heading_end else NAMED


def fold(text: str) -> str:
    """The text in folded case and without diacritics, with plain quotes and dashes; punctuation stays."""
    return compatible_letters(plain_signs(text).casefold())


def _heading_end(plain: str, start: int) -> int:
    """Where a heading that runs into its clause ends: at its first stop or dash, or nowhere."""
    stop = re.compile(r"[.:;]\s|\s-+\s").search(plain, start)
    return stop.start() if stop and stop.start() - start < 70 else start


def _best(name: Name, text: str, rule: Callable[[str, str], float]) -> float:
    plain = _ITEM.sub(" ", re.sub(r"\s+", " ", fold(text)))
    patterns = [name.pattern, *_aliases(name, plain)]
    best = ABSENT
    for pattern in patterns:
        for found in pattern.finditer(plain):
            before, after = plain[max(0, found.start() - 160) : found.start()], plain[found.end() : found.end() + 260]
            best = max(best, NAMED, rule(_since_stop(before), _to_stop(after)))
            if best >= CERTAIN:
                return best
    return best


def _aliases(name: Name, plain: str) -> Sequence[re.Pattern[str]]:
    """Names that the text itself defines for the party: ``Acme Ltd (the "Supplier")``."""
    found = name.pattern.search(plain)
    if found is None:
        return ()
    reach = plain[found.end() : found.end() + _ALIAS_REACH]
    defined = re.search(r"\((?:[^()\"]{0,40})\"([^\"]{2,40})\"", reach)
    if defined is None or re.search(r"\band\b.{0,60}\(", reach[: defined.start()]):
        return ()
    alias = name_of(defined.group(1))
    return () if alias is None else (alias.pattern,)


def _obliged(before: str, after: str) -> float:
    subject = not after.startswith("'")
    if subject and not _OBJECT_OF.search(before):
        if re.match(_SUBJECT + r"(?:shall|must|will|should)\s+" + _NOT_A_DUTY, after):
            return CERTAIN
        if re.match(_SUBJECT + _MUST, after) and not re.match(_SUBJECT + r"(?:shall|must|will|should)\b", after):
            return CERTAIN
    if re.search(
        r"(?:shall|must|will|to) (?:not )?be (?:\w+ ){0,2}\w+(?:ed|en|ne|id|de|pt|ld) (?:[\w'-]+ ){0,5}by (?:the )?$",
        before,
    ):
        return CLEAR
    if re.search(r"(?:responsibility|obligations?|duty|duties|expense|cost|responsibilities) of (?:the )?$", before):
        return LIKELY
    if re.search(r"(?:requires?|obliges?|obligates?|causes?|cause|instructs?|procures? that) (?:the )?$", before):
        return CLEAR if re.match(r" (?:to|shall)\b", after) else LIKELY
    if re.match(r"'s? (?:\w+ ){0,2}(?:obligations?|duty|duties|responsibilit(?:y|ies)|expense|cost)\b", after):
        return LIKELY
    if after.startswith("'") and re.match(r"'s? (?:\w+ ){1,4}(?:shall|must) " + _NOT_A_DUTY, after):
        return LIKELY
    return 0.0


def _entitled(before: str, after: str) -> float:
    subject = not after.startswith("'")
    if subject and not _OBJECT_OF.search(before) and re.match(_SUBJECT + _MAY, after):
        return CERTAIN
    if re.search(r"(?:option|discretion|election|right|rights|benefit|choice|entitlement) of (?:the )?$", before):
        return CLEAR
    if re.match(
        r"'s? (?:sole |own |absolute |exclusive |reasonable )*(?:options?|discretion|election|rights?|choice"
        r"|benefit)\b",
        after,
    ):
        return CLEAR
    if re.search(rf"\b{_BENEFITS}(?: [\w'-]+){{0,4}} (?:to |for )?(?:the )?$", before) and subject:
        return LIKELY
    if re.search(r"\b(?:payable|owed|due|granted|available|given|provided|paid) to (?:the )?$", before):
        return LIKELY
    return 0.0


def _since_stop(before: str) -> str:
    return re.split(r"[.;](?=\s)", before)[-1]


def _to_stop(after: str) -> str:
    return re.split(r"[.;](?=\s)", after)[0]


def _numbers(word: str) -> tuple[str, ...]:
    """The word, its singular and its plural."""
    if len(word) < 4 or not word.isalpha():
        return (word,)
    if word.endswith("ies"):
        return (word, word[:-3] + "y")
    if word.endswith("s") and not word.endswith("ss"):
        return (word, word[:-1])
    if word.endswith("y") and word[-2] not in "aeiou":
        return (word, word + "s", word[:-1] + "ies")
    return (word, word + "s", word + "es") if word.endswith(("s", "x", "ch", "sh")) else (word, word + "s")
