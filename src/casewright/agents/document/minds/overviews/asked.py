"""Whether a question asks for a document as a whole: two beside one another, or what is unusual in one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from casewright.agents.document.minds.named_documents import PLACEHOLDER
from casewright.questions.frame import fields_asked, frame_of
from casewright.questions.specific import says_nothing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.questions.frame import QuestionFrame

Overview = Literal["comparison", "unusual"]

_COMPARE: Final = re.compile(
    r"\b(?:compar(?:e|es|ed|ing|ison)|compar[ai]\w*|side by side|differ(?:s|ing|ences?)?|different|versus|vs"
    r"|redline|blackline|what (?:has |was |is )?changed|changes? between|diferent\w*|difera|deosebir\w*|s-a schimbat"
    r"|s-au schimbat|ce s-a modificat)\b",
    re.IGNORECASE,
)
_TWO: Final = re.compile(
    r"\b(?:(?:the |these |those |our )?(?:two|both)(?: of)?(?: the| these| those| our)?"
    r" ?(?:documents|contracts|agreements|files|leases|ndas|versions|texts|ones|forms)?|them|these|those"
    r"|(?:cele )?(?:doua|2)(?: \w+)?|amb(?:ele|ii)(?: \w+)?|celor doua)\b",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(
    r"\b(?:clauses?|provisions?|wording|text|clauz\w+|prevederi\w*|formular\w+)\b", re.IGNORECASE
)
_BOTH: Final = 2
_CLAUSES_OF_ONE: Final = re.compile(r"\b(?:more|less|most|least)\b.*\bthan\b", re.IGNORECASE)
_UNUSUAL: Final = re.compile(
    r"\b(?:unusual\w*|uncommon|atypical|abnormal|anomal\w+|odd(?:ities)?|strange|out of the ordinary"
    r"|not (?:usual|standard|typical|normal)|non-?standard|peculiar\w*|special about|what (?:is|'s) special"
    r"|stands? out|standing out|outliers?"
    r"|neobisnuit\w*|atipic\w*|neuzual\w*|iese in evidenta|ies in evidenta|ciudat\w*|special la"
    r"|(?:differ\w*|different) from (?:the |our )?(?:others?|rest|other \w+))\b",
    re.IGNORECASE,
)
_OF_LAW: Final = re.compile(r"\b(?:circumstances|events?|hours|expenses|items)\b", re.IGNORECASE)
"""Words after "unusual" with which it is part of what is sought in the text, and not what is asked of the document."""

KINDS: Final[Mapping[str, str]] = {
    "Termination": r"terminat\w*|terminabil\w+|ended|incet\w+|rezili\w+|denunt\w+",
    "Indemnity": r"indemni\w+|despagub\w+",
    "Limitation of Liability": r"liabilit\w+|raspunder\w+",
    "Confidentiality": r"confidential\w*|secrecy|non-?disclosure|confidentialit\w+",
    "Non-Compete": r"non-?compet\w*|competition|neconcuren\w+",
    "Force Majeure": r"force majeure|forta majora",
    "Dispute Resolution": r"disputes?|arbitra\w+|jurisdiction|litigi\w+|venue|courts?|instant\w+",
    "Governing Law": r"governing law|applicable law|legea? aplicabil\w+",
    "Warranty": r"warrant\w+|representations?|garanti\w+",
    "Payment Terms": r"payments?|fees|price|charges|invoic\w+|plat[aia]\w*|pret\w*",
    "Intellectual Property": r"intellectual property|ip|licen[cs]e grant\w*|proprietate\w* intelectual\w+",
    "entire agreement clause": r"entire agreement|whole agreement",
}
"""The kinds of clause that are set side by side, as ``isaacus_classify`` calls them, and the words that ask for one.

Each is told by a template of the clause scorer; kinds that it judges by their name alone are left out.
"""
_NOT_A_SUBJECT: Final = frozenset(
    f"compare compared comparing comparison difference differences differ differs different between versus vs side "
    f"clause clauses provision provisions term terms wording language text section sections how what is are do does "
    f"the of in a an and with to on two both these those them it this that our their {PLACEHOLDER} document documents "
    f"contract contracts agreement agreements file files version versions compara comparati comparatie cele doua ce "
    f"difera dintre intre diferente diferentele clauzele clauza clauzelor contracte contractele contractelor acorduri "
    f"acordurile documente documentele pe la din si cu ambele please show me changed changes has was can be for us "
    f"prin astea acestea acelea redline blackline "
    f"s-a schimbat modificat each other one from lease leases nda ndas form forms".split()
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The overview that a question asks for. Of a comparison: ``kinds`` of clause, ``fields`` of facts, a ``subject``
    that is neither; all are empty where it is of the whole documents.
    """

    kind: Overview
    arguments: Mapping[str, Any]
    frame: QuestionFrame


def overview_asked(said: str, question: str, named: Sequence[str]) -> Asked | None:
    """What a question asks; None where it is no overview. ``said`` are its folded words, documents blanked.

    A comparison of fields alone is a table of facts, and what no reading decides is no comparison either.
    """
    hit = _UNUSUAL.search(said)
    unusual = hit is not None and not _OF_LAW.match(said[hit.end() :].lstrip())
    if not unusual and not _compares(said, len(named)):
        return None
    frame = frame_of(question, named)
    if unusual:
        return Asked("unusual", {}, frame)
    kinds = kinds_asked(said)
    if frame.asked == "judgement" or (frame.fields and not (kinds and _CLAUSE.search(said))):
        return None
    subject = "" if kinds or frame.fields else subject_asked(said)
    fields = fields_asked(frame) if frame.fields else []
    return Asked("comparison", {"kinds": kinds, "subject": subject, "fields": fields}, frame)


def _compares(said: str, named: int) -> bool:
    if not _COMPARE.search(said) or _CLAUSES_OF_ONE.search(said) or named > _BOTH:
        return False
    return bool(named or _TWO.search(said))


def kinds_asked(said: str) -> list[str]:
    """The kinds of clause that the words name, under the tool's names."""
    return [name for name, words in KINDS.items() if re.search(rf"\b(?:{words})\b", said, re.IGNORECASE)]


def subject_asked(said: str) -> str:
    """What is to be compared, where it is not the whole: the words that say more than that two are compared."""
    words: Sequence[str] = re.findall(r"[\w'-]+", said.lower())
    left = [word for word in words if word not in _NOT_A_SUBJECT]
    return "" if all(map(says_nothing, left)) else " ".join(left)
