"""The tool ``save_query``: an IQL query is kept under a name, for its owner alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, field_validator

from casewright.domain.queries import DESCRIPTION_LIMIT, NAME_LIMIT, SavedQuery
from casewright.errors import InvalidInput
from casewright.iql import IqlSyntaxError, parse
from casewright.questions.frame import LONGEST
from casewright.questions.unsaid import unsaid
from casewright.toolbox.matter_id import failure, matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.iql_arguments import IqlText

if TYPE_CHECKING:
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.queries import QueryStore


class SaveQueryInput(Arguments):
    """Input of the ``save_query`` tool."""

    name: str = Field(description="What the query is called", min_length=1, max_length=NAME_LIMIT)
    query: IqlText = Field(description="The IQL query, such as '{IS governing law clause}'")
    description: str = Field(default="", description="What it is for", max_length=DESCRIPTION_LIMIT)
    words: str = Field(
        default="",
        description="The plain words it was made of: what it does not say of them is kept in the description",
        max_length=LONGEST,
    )
    matter_id: str | None = Field(default=None, description="UUID of the matter it was made for, where there is one")
    replace: bool = Field(default=False, description="True: take the place of your query of this name")

    @field_validator("name")
    @classmethod
    def _not_blank(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("a name needs a visible character")
        return name.strip()


class SavedQueryView(BaseModel):
    """A saved query as its owner sees it."""

    name: str
    query: str
    description: str
    matter_id: str | None
    saved_at: str

    @classmethod
    def of(cls, saved: SavedQuery) -> SavedQueryView:
        """The view of one saved query."""
        return cls(
            name=saved.name,
            query=saved.query,
            description=saved.description,
            matter_id=saved.matter,
            saved_at=saved.saved_at.isoformat(),
        )


def save_query(*, queries: QueryStore, clock: Clock) -> Tool:
    """The tool over this store."""

    def run(arguments: SaveQueryInput, context: CallContext) -> SavedQueryView | Failure:
        matter = None if arguments.matter_id is None else matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        try:
            parse(arguments.query)
        except IqlSyntaxError as error:
            return failure(f"Invalid IQL query syntax: {error}")
        wanted = SavedQuery(
            tenant=context.tenant,
            owner=context.owner,
            name=arguments.name,
            query=arguments.query,
            description=_described(arguments),
            matter=matter,
            saved_at=clock.now(),
        )
        saved = queries.put(wanted, replace=arguments.replace)
        if saved is None:
            raise InvalidInput(
                f"You have a query called {arguments.name!r} already: choose another name, or replace it with "
                "'replace': true"
            )
        return SavedQueryView.of(saved)

    return Tool(
        name="save_query",
        description="Keep an IQL query under a name. Only its owner sees it.",
        arguments=SaveQueryInput,
        output=SavedQueryView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("documents", "queries"),
        writes=("a saved query of the caller's",),
    )


def _described(arguments: SaveQueryInput) -> str:
    """What the query is for, and what of the words that it was made of it does not ask."""
    left = unsaid(arguments.words, arguments.query) if arguments.words.strip() else ()
    said = f"Not asked: {', '.join(f'“{one}”' for one in left)}." if left else ""
    kept = arguments.description[: DESCRIPTION_LIMIT - len(said) - 1]
    return f"{kept} {said}".strip()[:DESCRIPTION_LIMIT]
