"""Prompts: the blocks of instructions that we ship, and the caller's saved queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    GetPromptResult,
    ListPromptsResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from mcp.server.context import ServerRequestContext
    from mcp_types import GetPromptRequestParams, PaginatedRequestParams

    from casewright.adapters.mcp_server.door import Block, Door
    from casewright.tools.calls import CallContext

QUERY = "query/"
"""What the name of a saved query's prompt begins with."""
_MATTER = PromptArgument(name="matter_id", description="UUID of the matter", required=False)
_DOCUMENT = PromptArgument(name="document_id", description="UUID of the document that is being viewed", required=False)


class Prompts:
    """The handlers of ``prompts/*``."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._blocks: Mapping[str, Block] = {block.name: block for block in door.blocks}

    async def list(
        self, _ctx: ServerRequestContext[Any, Any], _params: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        """The blocks of instructions, then the caller's saved queries by name."""
        context = await self._door.context()
        blocks = [
            Prompt(name=block.name, description=block.description, arguments=[_MATTER, _DOCUMENT])
            for block in self._blocks.values()
        ]
        queries = [
            Prompt(name=f"{QUERY}{row['name']}", description=str(row["query"]), arguments=[_MATTER])
            for row in await self._queries(context)
        ]
        return ListPromptsResult(prompts=[*blocks, *queries])

    async def get(self, _ctx: ServerRequestContext[Any, Any], params: GetPromptRequestParams) -> GetPromptResult:
        """A block, with the message that says where the person is; or a saved query, to be run in a matter."""
        context = await self._door.context()
        given = params.arguments or {}
        if params.name in self._blocks:
            block = self._blocks[params.name]
            where = await self._where(context, given.get("matter_id"), given.get("document_id"))
            return GetPromptResult(description=block.description, messages=_messages(block.text, *where))
        rows = {f"{QUERY}{row['name']}": row for row in await self._queries(context)}
        row = rows.get(params.name)
        if row is None:
            raise MCPError(INVALID_PARAMS, f"Prompt {params.name!r} not found: list the prompts")
        matter = context.matter or given.get("matter_id") or row.get("matter_id")
        if matter is None:
            raise MCPError(
                INVALID_PARAMS, f"Which matter? The query {row['name']!r} was saved for none: give matter_id"
            )
        asked = (
            f"Run this IQL query with isaacus_iql in the matter with the matter_id {matter}, and show each match with "
            f"its quote and its place:\n\n{row['query']}"
        )
        return GetPromptResult(description=f"The saved query {row['name']}", messages=_messages(asked))

    async def _queries(self, context: CallContext) -> Sequence[Mapping[str, Any]]:
        about = {} if context.matter is None else {"matter_id": context.matter}
        rows = await self._door.rows(context, "list_saved_queries", about, "queries")
        return [one for one in rows if context.matter is None or one.get("matter_id") in (None, context.matter)]

    async def _where(self, context: CallContext, matter: str | None, document: str | None) -> Sequence[str]:
        """The message that says where the person is; nothing where no matter is given."""
        matter = matter or context.matter
        if matter is None:
            return []
        matters = await self._door.rows(context, "list_matters", {}, "matters")
        titles = {str(row["matter_id"]): str(row["title"]) for row in matters}
        documents = await self._door.rows(context, "list_matter_documents", {"matter_id": matter}, "documents")
        names = {str(row["document_id"]): str(row["filename"]) for row in documents}
        title = titles.get(matter)
        if title is None and matter == context.matter:
            title = await self._door.title(context)
        if title is None:
            raise MCPError(INVALID_PARAMS, f"Matter {matter!r} not found")
        if document is not None and document not in names:
            raise MCPError(INVALID_PARAMS, f"Document {document!r} not found in this matter")
        name = None if document is None else names[document]
        return [self._door.compose_context(matter, title, document_id=document, document_name=name)]


def _messages(*texts: str) -> list[PromptMessage]:
    return [PromptMessage(role="user", content=TextContent(text=text)) for text in texts]
