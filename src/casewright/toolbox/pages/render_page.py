"""The tool ``render_page``: one page of a PDF as a picture, for a person; no result is recorded."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Final, Literal

from pydantic import BaseModel, Field

from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.pages.paged_document import paged_document
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.ports.pages import PageOf

if TYPE_CHECKING:
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.firewall import DocumentFirewall
    from casewright.tools.ports.pages import Pages

WIDEST: Final = 2_400
_USUAL: Final = 1_000
_NARROWEST: Final = 50


class RenderPageInput(Arguments):
    """Input of the ``render_page`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document, a PDF")
    page: int = Field(ge=1, description="Which page, from 1 on")
    width: int = Field(
        default=_USUAL,
        ge=_NARROWEST,
        le=WIDEST,
        description="How many pixels wide; a page so high that it would have more than 16 million is drawn narrower",
    )
    known: str | None = Field(
        default=None, max_length=100, description="The mark of the picture that you have: the same is not sent again"
    )


class RenderPageOutput(BaseModel):
    """The page as it is shown. All but the mark is null where the picture is the one that is ``known``.

    ``pages`` counts the document's pages; ``width`` and ``height`` are the picture's, in pixels, and ``page_width`` and
    ``page_height`` the page's, in points.
    """

    document_id: str
    filename: str
    page: int
    mark: str = Field(description="What tells this picture from every other: it stays the same as long as that does")
    media_type: Literal["image/png"] = "image/png"
    pages: int | None = None
    width: int | None = None
    height: int | None = None
    page_width: float | None = None
    page_height: float | None = None
    base64: str | None = Field(default=None, description="The PNG's bytes in Base64")


def render_page(*, documents: DocumentStore, pages: Pages, firewall: DocumentFirewall) -> Tool:
    """The tool over these parts."""

    def run(arguments: RenderPageInput, context: CallContext) -> RenderPageOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        document = paged_document(documents, firewall, context.tenant, matter, arguments.document_id)
        page = PageOf(context.tenant, document.blob, document.filename, arguments.page)
        shown = RenderPageOutput(
            document_id=document.id,
            filename=document.filename,
            page=arguments.page,
            mark=pages.mark(page, arguments.width),
        )
        if arguments.known == shown.mark:
            return shown
        picture = pages.picture(page, arguments.width)
        said = {
            "pages": picture.count,
            "width": picture.width,
            "height": picture.height,
            "page_width": picture.page_width,
            "page_height": picture.page_height,
            "base64": b64encode(picture.png).decode("ascii"),
        }
        return shown.model_copy(update=said)

    return Tool(
        name="render_page",
        description="Draw one page of a PDF as a picture (PNG). For people only.",
        arguments=RenderPageInput,
        output=RenderPageOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the original",),
        reveals=True,
    )
