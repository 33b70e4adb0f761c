"""The tool ``render_draft``: one page of a draft as a picture, for a person; no result is recorded."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Final, Literal

from pydantic import BaseModel, Field

from casewright.domain.ids import BlobId
from casewright.toolbox.drafts.kept_draft import kept_draft
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.ports.pages import PageOf

if TYPE_CHECKING:
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.pages import Pages

WIDEST: Final = 2_400
_USUAL: Final = 1_000
_NARROWEST: Final = 50


class RenderDraftInput(Arguments):
    """Input of the ``render_draft`` tool."""

    case_id: str = Field(description="The ID of the case")
    draft_id: str = Field(description="The ID of the draft's revision: draft_firestore_id, as list_drafts gives it")
    page: int = Field(default=1, ge=1, description="Which page, from 1 on")
    width: int = Field(default=_USUAL, ge=_NARROWEST, le=WIDEST, description="How many pixels wide")


class RenderDraftOutput(BaseModel):
    """The page as it is printed. ``pages`` counts the draft's pages."""

    filename: str
    page: int
    pages: int
    width: int
    height: int
    media_type: Literal["image/png"] = "image/png"
    base64: str = Field(description="The PNG's bytes in Base64")


def render_draft(*, stores: CaseStores, pages: Pages) -> Tool:
    """The tool over these stores; ``pages`` draws drafts by the places that they are kept at."""

    def run(arguments: RenderDraftInput, context: CallContext) -> RenderDraftOutput | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        draft = kept_draft(case, arguments.draft_id)
        page = PageOf(context.tenant, BlobId(draft.place), draft.filename, arguments.page)
        picture = pages.picture(page, arguments.width)
        return RenderDraftOutput(
            filename=draft.filename,
            page=arguments.page,
            pages=picture.count,
            width=picture.width,
            height=picture.height,
            base64=b64encode(picture.png).decode("ascii"),
        )

    return Tool(
        name="render_draft",
        description="Draw one page of a draft as a picture (PNG). For people only; who looked is recorded.",
        arguments=RenderDraftInput,
        output=RenderDraftOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases", "drafts"),
        timeout=60.0,
        reads=("the case's drafts",),
        reveals=True,
    )
