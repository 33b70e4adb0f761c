"""Documents as resources: each is read by a recorded call, like everything else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from mcp.server.context import ServerRequestContext
    from mcp_types import PaginatedRequestParams, ReadResourceRequestParams

    from casewright.adapters.mcp_server.door import Door
    from casewright.tools.calls import CallContext

TEMPLATE = "casewright://matters/{matter_id}/documents/{document_id}"
_URI = re.compile(r"casewright://matters/([0-9A-Fa-f-]{36})/documents/([0-9A-Fa-f-]{36})\Z")
_PAGE = 100
"""Documents after which a page ends, with the matter that is being listed."""
_MATTERS = 20
"""Matters that one page looks into at most."""
_LONGEST = 1_000_000
"""Characters of a text that are sent; the text then says that it was cut."""
_SHOWN = 200
"""Characters of what a client sent that an error tells it."""
_TEXT = "text/plain"


class Documents:
    """The handlers of ``resources/*``. A role that may not list or read documents has none."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def list(
        self, _ctx: ServerRequestContext[Any, Any], params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """The documents of the matters that the caller sees, matter by matter."""
        context = await self._door.context()
        cursor = None if params is None else params.cursor
        matters = await self._matters(context)
        at = _place(cursor, [matter for matter, _ in matters])
        found: list[Resource] = []
        end = min(at + _MATTERS, len(matters))
        while at < end and len(found) < _PAGE:
            matter, title = matters[at]
            found += await self._documents(context, matter, title)
            at += 1
        return ListResourcesResult(resources=found, next_cursor=matters[at][0] if at < len(matters) else None)

    async def templates(
        self, _ctx: ServerRequestContext[Any, Any], _params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """How the address of a document is made of ids."""
        one = ResourceTemplate(
            name="document", uri_template=TEMPLATE, mime_type=_TEXT, description="The text of a document of a matter"
        )
        return ListResourceTemplatesResult(resource_templates=[one])

    async def read(self, _ctx: ServerRequestContext[Any, Any], params: ReadResourceRequestParams) -> ReadResourceResult:
        """The text of a document, as ``get_document_text`` gives it. Raises ``MCPError`` with its words where not."""
        uri = str(params.uri)
        named = _URI.match(uri)
        if named is None:
            shown = _shown(uri)
            raise MCPError(INVALID_PARAMS, f"Resource {shown!r} not found: an address is {TEMPLATE}", {"uri": shown})
        context = await self._door.context()
        arguments = {"matter_id": named[1], "document_id": named[2], "max_length": _LONGEST}
        result = await self._door.call(context, "get_document_text", arguments)
        if not result.success or not isinstance(result.structured, dict):
            raise MCPError(INVALID_PARAMS, result.error or result.content, {"uri": uri})
        text = str(result.structured["text"])
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type=_TEXT, text=text)])

    async def _matters(self, context: CallContext) -> Sequence[tuple[str, str]]:
        """Ids and titles of the matters that the caller sees; of a caller who is confined to one, that one."""
        if context.matter is not None:
            return [(context.matter, "")]
        rows = await self._door.rows(context, "list_matters", {}, "matters")
        return [(str(row["matter_id"]), f"{row['number']} {row['title']}") for row in rows]

    async def _documents(self, context: CallContext, matter: str, title: str) -> Sequence[Resource]:
        rows = await self._door.rows(context, "list_matter_documents", {"matter_id": matter}, "documents")
        return [
            Resource(
                uri=f"casewright://matters/{matter}/documents/{row['document_id']}",
                name=str(row["filename"]),
                description=title or None,
                mime_type=_TEXT,
            )
            for row in rows
        ]


def _place(cursor: str | None, matters: Sequence[str]) -> int:
    if cursor is None:
        return 0
    if cursor not in matters:
        raise MCPError(INVALID_PARAMS, f"The cursor {_shown(cursor)!r} leads nowhere: list from the beginning")
    return matters.index(cursor)


def _shown(sent: str) -> str:
    return sent if len(sent) <= _SHOWN else f"{sent[:_SHOWN]}…"
