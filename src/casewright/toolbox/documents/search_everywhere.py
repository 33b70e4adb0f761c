"""The tool ``search_everywhere``: words in the documents of every matter that the caller may see, or of one."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from casewright.toolbox.documents.citation_view import shown
from casewright.toolbox.matter_id import failure, matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.ids import MatterId
    from casewright.domain.matters import Matter
    from casewright.toolbox.documents.searching.everywhere import EverywhereSearch, FoundEverywhere
    from casewright.tools.visibility import Visibility

LONGEST_TEXT = 2_000
MOST_HITS = 100
_TOLD = 50
"""How many matters with documents that were not searched are named; the rest is counted."""
_NO_WORD = "A search needs a word: say what to look for"
_BAD_CURSOR = "The cursor is not one that this search gave: leave it out to begin, or send the text that it came with"


class SearchEverywhereInput(Arguments):
    """Input of the ``search_everywhere`` tool."""

    text: str = Field(description="The words to look for", min_length=1, max_length=LONGEST_TEXT)
    matter_id: str | None = Field(default=None, description="UUID of the one matter to search; left out: all of them")
    limit: int = Field(default=20, ge=1, le=MOST_HITS, description="How many hits to return at most, from 1 to 100")
    cursor: str | None = Field(
        default=None, max_length=100, description="Where to go on: next_cursor of the same search's last answer"
    )


class HitView(BaseModel):
    """One place. ``citation`` has the quote that stands at its offsets, verified, with page and section."""

    matter_id: str
    matter_number: str
    matter_title: str
    document_id: str
    filename: str
    start: int
    end: int
    snippet: str = Field(description="What stands there; of a long passage the sentence with most of the words")
    score: float = Field(description="The share of the words that the passage has, rare ones counting more: 0 to 1")
    citation: dict[str, Any]


class UnsearchedView(BaseModel):
    """A matter some of whose documents are not ready to be searched."""

    matter_id: str
    matter_title: str
    documents: int
    filenames: list[str] = Field(description="Of the first few")


class SearchEverywhereOutput(BaseModel):
    """Hits, best first, and what was searched for them."""

    hits: list[HitView]
    total_count: int = Field(description="How many passages have enough of the words, in all")
    next_cursor: str | None = Field(description="To go on with; null where these were the last")
    searched_matters: int
    searched_documents: int
    not_searched: list[UnsearchedView] = Field(description="Documents that could not be searched, by matter")
    message: str = Field(description="What was searched, what was not, and how")


def search_everywhere(*, visibility: Visibility, search: EverywhereSearch) -> Tool:
    """The tool over what the caller may see."""

    def run(arguments: SearchEverywhereInput, context: CallContext) -> SearchEverywhereOutput | Failure:
        # Here and not in the schema, which shows nothing of a sensitive argument and what is wrong with it.
        if not any(character.isalnum() for character in arguments.text):
            return failure(_NO_WORD)
        first = _first(arguments)
        if first is None:
            return failure(_BAD_CURSOR)
        only = None if arguments.matter_id is None else matter_of(arguments.matter_id)
        if isinstance(only, Failure):
            return only
        matters = {one.id: one for one in visibility.matters(context) if only in (None, one.id)}
        found = search.find(context.tenant, list(matters.values()), arguments.text, first=first, count=arguments.limit)
        after = first + len(found.hits)
        return SearchEverywhereOutput(
            hits=_views(found, matters),
            total_count=found.total,
            next_cursor=_cursor(arguments.text, after) if found.hits and after < found.total else None,
            searched_matters=len(matters),
            searched_documents=found.searched,
            not_searched=[
                UnsearchedView(
                    matter_id=matter,
                    matter_title=matters[matter].title,
                    documents=len(documents),
                    filenames=[one.filename for one in documents[:5]],
                )
                for matter, documents in list(found.unsearched.items())[:_TOLD]
            ],
            message=_message(found, len(matters), is_one=only is not None),
        )

    return Tool(
        name="search_everywhere",
        description=(
            "Find words in the documents of every matter that you may see, or of one, best first, whatever the words' "
            "case, diacritics and inflection. By words alone: in one matter isaacus_search looks for the meaning, too."
        ),
        arguments=SearchEverywhereInput,
        output=SearchEverywhereOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=300.0,
        idempotent=True,
        # Over cases, too: the words may be somebody's name.
        sensitive=frozenset({"text"}),
        reads=("the documents of all visible matters",),
    )


def _views(found: FoundEverywhere, matters: Mapping[MatterId, Matter]) -> list[HitView]:
    return [
        HitView(
            matter_id=hit.matter,
            matter_number=matters[hit.matter].number,
            matter_title=matters[hit.matter].title,
            document_id=hit.citation.document_id,
            filename=hit.citation.filename,
            start=hit.citation.start,
            end=hit.citation.end,
            snippet=hit.citation.quote,
            score=round(hit.score, 4),
            citation=shown(hit.citation),
        )
        for hit in found.hits
    ]


def _message(found: FoundEverywhere, matters: int, *, is_one: bool) -> str:
    of = "this matter" if is_one else f"{matters} matters that you may see"
    said = [f"Searched {found.searched} documents of {of}, by their words"]
    waiting = sum(map(len, found.unsearched.values()))
    if waiting:
        said.append(
            f"Not searched: {waiting} documents in {len(found.unsearched)} matters that have no text or are not ready"
        )
    elsewhere = "Other matters were" if is_one else "Matters that you may not see were"
    said.append(f"{elsewhere} not searched, and personal data that is sealed is never found")
    return ". ".join(said) + "."


def _cursor(text: str, at: int) -> str:
    return f"{at}.{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _first(arguments: SearchEverywhereInput) -> int | None:
    """The number of the first hit that is asked for; None for a cursor that is not of this search."""
    if arguments.cursor is None:
        return 0
    number = arguments.cursor.partition(".")[0]
    if not (number.isascii() and number.isdecimal() and len(number) <= 12):
        return None
    return int(number) if arguments.cursor == _cursor(arguments.text, int(number)) else None
