"""What a question wants, told by rules: which tool, with which words (document-tools.md, "Which tool for what")."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from casewright.agents.document.minds import cues
from casewright.agents.document.minds.named_documents import PLACEHOLDER, blank, named_in
from casewright.agents.document.minds.overviews.asked import overview_asked
from casewright.agents.document.minds.search_words import as_written, find_subject
from casewright.evidence.sections.references import references_in
from casewright.iql.plain_comparisons import find_comparison
from casewright.iql.plain_items import read_items
from casewright.iql.plain_wishes import wish
from casewright.iql.plain_words import MAX_WORDS, iql_inside, translate
from casewright.iql.spelling import correct
from casewright.iql.wording import fold_words, vocabulary, words_of
from casewright.questions.frame import fields_asked, frame_of
from casewright.questions.polarity import asks_who_may

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.named_documents import Listing, Named
    from casewright.questions.frame import QuestionFrame

Wanted = Literal[
    "isaacus_iql",
    "isaacus_extract",
    "isaacus_search",
    "find_section",
    "contract_facts",
    "isaacus_classify",
    "list_matter_documents",
    "get_document_text",
    "delete_document",
    "save_query",
    "list_saved_queries",
    "set_matter_status",
    "show_clause",
    "asked_back",
    "comparison",
    "unusual",
    "help",
    "beyond",
    "unknown",
]
CLAUSE_TYPES = (
    "Termination", "Indemnity", "Limitation of Liability", "Confidentiality", "Non-Compete", "Force Majeure",
    "Dispute Resolution", "Governing Law", "Assignment", "Warranty", "Payment Terms", "Intellectual Property",
    "Insurance", "Notice", "Amendment",
)  # fmt: skip
"""What ``isaacus_classify`` looks for when nothing is named (spec/document-tools.md)."""


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing wanted. ``arguments`` are the tool's own, without matter and documents; of an overview what it is of.

    ``named`` are the documents that the words name; ``everything``: they ask for all of the matter, whatever is open.
    ``bare``: it says a subject and not what to do with it, so that in a conversation the last tool goes on.
    ``frame`` says what became of each word, where facts answer; ``part``: of such a question one condition alone.
    ``about``: ids of documents of an answer before that it refers to; ``carried`` says so.
    """

    tool: Wanted
    words: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    named: tuple[Named, ...] = ()
    everything: bool = False
    summary: bool = False
    bare: bool = False
    frame: QuestionFrame | None = None
    part: bool = False
    about: tuple[str, ...] = ()
    carried: str = ""


def intent_of(question: str, files: Listing | None = None) -> Intent:
    """What one question wants.

    ``files`` are the documents of the matter, None while they are not known. What sounds like the name of a
    document and is none of these is read as part of the question.
    """
    words = " ".join(fold_words(question[:MAX_WORDS]).split())
    spelt = correct(words, _known())
    named = tuple(one for one in named_in(spelt) if files is None or one.surely or _is_there(one, files))
    as_typed = [one for one in named_in(words) if one.words in {other.words for other in named}]
    written = blank(words, as_typed) if len(as_typed) == len(named) else blank(spelt, named)
    found = _overview(question, spelt, named) or _by_facts(question, named)
    found = found or _intent(blank(spelt, named), spelt, written, question)
    return replace(found, words=question.strip(), named=named, everything=bool(cues.EVERYTHING.search(spelt)))


def _overview(question: str, spelt: str, named: Sequence[Named]) -> Intent | None:
    """Two documents side by side, or what is unusual in one."""
    if iql_inside(question) is not None or cues.DELETE.search(spelt) or cues.NOT_MINE.search(spelt):
        return None
    asked = overview_asked(blank(spelt, named), question[:MAX_WORDS], [one.words for one in named])
    return None if asked is None else Intent(asked.kind, question, asked.arguments, frame=asked.frame)


def _by_facts(question: str, named: Sequence[Named]) -> Intent | None:
    """A question over documents that their facts answer: which of them are so, a table, a comparison."""
    if iql_inside(question) is not None or cues.DELETE.search(fold_words(question)):
        return None
    frame = frame_of(question[:MAX_WORDS], [one.words for one in named])
    typed = any(one.kind == "fact" and one.value is not None for one in frame.conditions)
    several = len(named) > 1 or bool(cues.EVERYTHING.search(fold_words(question)))
    wanted = (
        (frame.asked == "documents" and typed)
        or (frame.asked == "table" and bool(frame.fields))
        or (frame.asked == "comparison" and several)
    )
    return Intent("contract_facts", question, {"fields": fields_asked(frame)}, frame=frame) if wanted else None


def _is_there(one: Named, files: Listing) -> bool:
    return one.words == "other" or bool(files.meant(one.words))


def _intent(said: str, spelt: str, written: str, question: str) -> Intent:
    """The intent of the spelt words ``said``, in which named documents are blanked."""
    asked = wish(said)
    for rule in (_acts, _given_iql, _courtesy):
        found = rule(asked, question)
        if found is not None:
            return found
    return (
        _listing(wish(spelt), question)
        or _text(asked, question)
        or _types(asked, question)
        or _content(asked, written, question)
    )


def _acts(said: str, question: str) -> Intent | None:
    """What changes something, or is about saved queries."""
    if cues.DELETE.search(said):
        return Intent("delete_document", question)
    if hit := cues.SAVE.search(question):
        return Intent("save_query", question, {"name": hit["name"].strip(), "query": _given_query(question)})
    if cues.SAVED.search(said):
        return Intent("list_saved_queries", question)
    if hit := cues.STATUS_CHANGE.search(said):
        act = hit["act"].lower()
        status = {"close": "closed", "inchide": "closed", "archive": "archived", "arhiveaza": "archived"}
        return Intent("set_matter_status", question, {"status": status.get(act, "active")})
    return None


def _given_iql(_: str, question: str) -> Intent | None:
    """IQL in the question; what is meant as IQL and is none goes to the tool as well, which says what is wrong."""
    if iql_inside(question) is not None:
        return _query(question)
    meant = _given_query(question)
    return None if meant is None else Intent("isaacus_iql", question, {"query": meant})


def _given_query(question: str) -> str | None:
    """The IQL in the question; where it is none but meant as such, what was meant."""
    meant = _MEANT_AS_IQL.search(question)
    return iql_inside(question) or (meant[0] if meant else None)


_MEANT_AS_IQL = re.compile(r"(?:NOT\s+|\()*\{.*\b(?:IS|AND|OR)\b.*\}\)*", re.DOTALL)


def _courtesy(said: str, question: str) -> Intent | None:
    if cues.HELP.search(said) or not re.search(r"\w", said):
        return Intent("help", question)
    return Intent("beyond", question) if cues.NOT_MINE.search(said) else None


def _listing(said: str, question: str) -> Intent | None:
    if cues.WHAT_IS_HERE.search(said):
        return Intent("list_matter_documents", question)
    tokens = re.findall(r"[\w'-]+", said.lower())
    about = cues.DOCUMENT_NOUNS.intersection(tokens) or cues.STATUS.intersection(tokens)
    if about and all(token in cues.LISTING | cues.DOCUMENT_NOUNS for token in tokens):
        return Intent("list_matter_documents", question)
    return None


def _text(said: str, question: str) -> Intent | None:
    if cues.CLAUSE.search(said) or cues.TYPES.search(said):
        return None
    if cues.WHOLE.search(said):
        return Intent("get_document_text", question)
    if cues.SUMMARY.search(said) and not re.search(r"\b(?:say|says) about\b", said, re.IGNORECASE):
        return Intent("get_document_text", question, summary=True)
    return None


def _types(said: str, question: str) -> Intent | None:
    if not cues.TYPES.search(said):
        return None
    named = _named_types(said)
    return Intent("isaacus_classify", question, {"clause_types": ", ".join(named)} if named else {})


def _named_types(said: str) -> list[str]:
    """The types that the words name, under the tool's own names where it has one."""
    known = {_key(name): name for name in CLAUSE_TYPES}
    for hit in cues.TYPE_LIST.finditer(said):
        pieces = re.split(r"\s*(?:,|/|&|\band\b|\bor\b|\bsi\b|\bsau\b)\s*", hit["types"])
        found = [known[_key(piece)] for piece in pieces if _key(piece) in known]
        if found:
            return list(dict.fromkeys(found))
    return []


def _key(name: str) -> str:
    words = re.sub(r"\b(?:clauses?|provisions?|terms?)\b", "", name.lower().replace("-", " ")).split()
    return " ".join(word[:6].rstrip("s") for word in words)


def _content(said: str, written: str, question: str) -> Intent:
    """A question about what the documents say: clauses, passages or one answer."""
    if re.fullmatch(rf"\W*(?:the |our )?{PLACEHOLDER}\W*", said):
        return Intent("get_document_text", question, summary=True)
    clause = bool(cues.CLAUSE.search(said))
    kinds = read_items(_without_place(said)).any
    if find_comparison(said) is not None or cues.RELATIVE_WEIGHT.search(said):
        return _query(said, question)
    if cues.PASSAGES.search(said) or cues.REFERS.search(said):
        return _search(said, written, question)
    if named := _by_number(written, question):
        return named
    if cues.NUMBERED.search(said):
        return _search(said, written, question)
    if cues.SEARCH.search(said) and not clause:
        return _search(said, written, question)
    if _asks_one_thing(said, clause=clause):
        return Intent("isaacus_extract", question, {"question": _tidy(question)})
    if not clause and asks_who_may(question):
        return Intent("isaacus_extract", question, {"question": _tidy(question)})
    if kinds or clause:
        return _query(said, question, bare=len(said.split()) <= _BARE)
    if cues.YES_OR_NO.search(said):
        return Intent("isaacus_extract", question, {"question": _tidy(question)})
    if cues.FIND.search(said) or len(said.split()) <= _BARE:
        return _search(said, written, question, bare=not cues.FIND.search(said))
    if question.rstrip().endswith("?") or _QUESTION_WORD.match(said):
        return Intent("isaacus_extract", question, {"question": _tidy(question)})
    return Intent("unknown", question)


def _by_number(written: str, question: str) -> Intent | None:
    """The clauses that a question names by their numbers: they are looked up, not searched as words."""
    named = references_in(written)
    if not named:
        return None
    places = dict.fromkeys((one.start, one.end) for one in named)
    return Intent("find_section", question, {"reference": " and ".join(written[start:end] for start, end in places)})


_BARE = 5
_QUESTION_WORD = re.compile(
    r"\W*(?:how|what|when|who|whom|whose|which|where|why|ce|cine|cand|care|cum"
    r"|unde)\b",
    re.IGNORECASE,
)
_PARTY_DUTIES = re.compile(
    r"\bwhat (?:must|shall|should|does|is|are|may|can|could) .+ (?:do|owe|obliged|required|bound|entitled"
    r"|allowed|permitted)\b|\bwhat (?:rights|obligations|duties|responsibilities)\b"
    r"|\bce (?:obligatii|drepturi)\b|\bce trebuie\b", re.IGNORECASE,
)  # fmt: skip
_OF_PARTY = re.compile(r"\b(?:obligations?|dut(?:y|ies)|responsibilities|rights|entitlements)\b", re.IGNORECASE)


def _asks_one_thing(said: str, *, clause: bool) -> bool:
    """Whether the words ask for a fact: a date, an amount, a person, the law."""
    if cues.LONE_FACT.search(said):
        return True
    if clause and (
        cues.FIND.search(said) or re.search(r"\b(?:which|what|any|are there|is there)\b", said, re.IGNORECASE)
    ):
        return False
    if _PARTY_DUTIES.search(said) and read_items(said).any:
        return False
    if cues.ASKED.search(said):
        wants_kinds = re.search(r"\bwhat are\b", said, re.IGNORECASE) or _OF_PARTY.search(said)
        fact = re.search(r"\b(?:how|when|who|whom|where)\b", said, re.IGNORECASE)
        return not (wants_kinds and not fact and read_items(said).any and not cues.FACT.search(said))
    terse = len(said.split()) <= _BARE + 1 and not clause and not cues.FIND.search(said)
    return terse and bool(cues.FACT.search(said)) and not cues.YES_OR_NO.search(said) and not _only_kinds(said)


def _only_kinds(said: str) -> bool:
    """Whether terse words name kinds of clause in the plural, or several: "any liability caps"."""
    items = read_items(said)
    return items.any and not items.left.split()


def _query(said: str, question: str | None = None, *, bare: bool = False) -> Intent:
    made = translate(_without_place(said))
    arguments: dict[str, Any] = {"query": made.iql}
    if made.scope != "chunk":
        arguments["scope"] = made.scope
    return Intent("isaacus_iql", question or said, arguments, bare=bare)


def _search(said: str, written: str, question: str, *, bare: bool = False) -> Intent:
    start, end = find_subject(said)
    query = " ".join(as_written(said, written, start, end).replace(PLACEHOLDER, "").split())
    return Intent("isaacus_search", question, {"query": query or _tidy(question)}, bare=bare)


_PLACE = re.compile(
    rf"[\s,]*(?:\b(?:in|of|from|under|within|for|across|with|to|din)\b )?(?:both )?{PLACEHOLDER}(?:(?:,| and| or"
    rf"|, and) (?:in |of )?"
    rf"{PLACEHOLDER})*|[\s,]*\b(?:in|of|from|under|across|throughout|within) (?:all|every|each|any|both"
    rf"|either)(?: of)?(?: the| these| those"
    r"| our)? (?:documents?|contracts?|agreements?|files?|of these|of them)(?: (?:of|in) (?:the|this) matter)?"
    r"|[\s,]*\b(?:in|across|throughout) (?:the|this) (?:whole |entire )?matter\b",
    re.IGNORECASE,
)


def _without_place(said: str) -> str:
    left = _PLACE.sub(" ", said)
    return " ".join(left.replace(PLACEHOLDER, "the document").split()) or "clause"


def _tidy(question: str) -> str:
    return " ".join(question.split())[:MAX_WORDS]


@cache
def _known() -> frozenset[str]:
    return frozenset(vocabulary()) | _CUE_WORDS


_CUE_WORDS = words_of(
    "search find references reference passages passage mentions mentioned summary summarise summarize document "
    "documents "
    "agreement agreements contract contracts types categorise categorize classify classification overview show "
    "list files "
    "documente documentele documentelor contracte contractele contractul contractului "
    "which what where when there does please expire expires notice governs uploaded matter gist text full about"
)
