"""The tools reveal_draft and render_draft over stores in memory: what was made is given, and nothing else."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.policies import shipped_policy
from casewright.domain.boxes import PagePicture
from casewright.errors import IntegrityError, NotFound
from casewright.policy.policy import compile_policy
from casewright.toolbox.drafts.drafting import draft_id
from casewright.toolbox.drafts.render_draft import RenderDraftInput, RenderDraftOutput, render_draft
from casewright.toolbox.drafts.reveal_draft import RevealDraftInput, RevealDraftOutput, reveal_draft
from tests.unit.toolbox.test_generate_draft_pdf import CASE, CONTEXT, PLACE, TENANT, Desk

if TYPE_CHECKING:
    from casewright.domain.boxes import PlacedSpans
    from casewright.domain.documents import Reading
    from casewright.tools.ports.pages import PageOf

DRAFT = draft_id(CASE, "Scrisoare", 1)


@pytest.fixture
def desk() -> Desk:
    """A case with one draft, made once."""
    desk = Desk()
    desk.make("{{party0.lastName}}")
    return desk


def rewrite(desk: Desk, **changed: object) -> None:
    """As where a model wrote something else of the draft into the case file."""
    case = desk.cases.get(TENANT, CASE)
    assert case is not None
    entry = {**case.details["draft_status"][0], **changed}
    after = replace(case, details={**case.details, "draft_status": [entry]}, version=case.version + 1)
    assert desk.cases.replace(case.version, after)


def revealed(desk: Desk, draft: str = DRAFT) -> RevealDraftOutput:
    """What the tool gives."""
    tool = reveal_draft(stores=desk.stores, blobs=desk.blobs)
    output = tool.handler(RevealDraftInput(case_id=CASE, draft_id=draft), CONTEXT)
    assert isinstance(output, RevealDraftOutput)
    return output


def test_pdf_is_the_one_that_was_made(desk: Desk) -> None:
    """Byte for byte, under its own name, however its id is written."""
    made = desk.blobs.drafts[f"{PLACE}_v1.pdf"]
    found = revealed(desk, DRAFT.upper())
    assert (b64decode(found.base64), found.sha256) == (made, sha256(made).hexdigest())
    assert found.filename == "Scrisoare_v1.pdf"


def test_draft_that_is_not_there(desk: Desk) -> None:
    """An id of none, and a PDF that is gone, are told apart."""
    with pytest.raises(NotFound, match="Draft not found in this case"):
        revealed(desk, draft_id(CASE, "Scrisoare", 2))
    desk.blobs.drafts.clear()
    with pytest.raises(NotFound, match="not where drafts are kept"):
        revealed(desk)


@pytest.mark.parametrize(
    "changed",
    [
        {"draft_name": "../../other/drafts/Scrisoare"},
        {"draft_name": "Alta"},
        {"revision": 2},
        {"revision": "1/../../x"},
        {"draft_name": None},
    ],
)
def test_case_file_leads_to_nothing_else(desk: Desk, changed: dict[str, Any]) -> None:
    """What a model may write of a draft opens no other file."""
    desk.blobs.keep(f"cases/{CASE}/drafts/Alta_v1.pdf", b"another")
    rewrite(desk, **changed)
    with pytest.raises(IntegrityError, match="make another revision"):
        revealed(desk)


class Pictures:
    """Fits ``Pages``: every page is one dot, and what was asked is remembered."""

    def __init__(self) -> None:
        self.asked: list[tuple[PageOf, int]] = []

    def mark(self, page: PageOf, width: int) -> str:
        """Not asked for."""
        raise NotImplementedError

    def picture(self, page: PageOf, width: int) -> PagePicture:
        """The dot."""
        self.asked.append((page, width))
        return PagePicture(width, 1, 595.0, 842.0, 3, b"\x89PNG")

    def places(self, page: PageOf, reading: Reading | None, spans: object) -> PlacedSpans:
        """Not asked for."""
        raise NotImplementedError


def test_page_is_drawn_from_where_the_draft_is_kept(desk: Desk) -> None:
    """The page that was asked for, of the tenant's own draft, as wide as was asked."""
    pages = Pictures()
    tool = render_draft(stores=desk.stores, pages=pages)
    output = tool.handler(RenderDraftInput(case_id=CASE, draft_id=DRAFT, page=2, width=700), CONTEXT)
    assert isinstance(output, RenderDraftOutput)
    page, width = pages.asked[0]
    assert (page.tenant, page.blob, page.number, width) == (TENANT, f"{PLACE}_v1.pdf", 2, 700)
    assert (output.pages, b64decode(output.base64)) == (3, b"\x89PNG")


def test_no_model_and_no_client_is_given_a_draft(desk: Desk) -> None:
    """Its results are personal data: kept in no journal, for those alone who may read every party."""
    rules = compile_policy(shipped_policy()).rules
    for tool in (
        reveal_draft(stores=desk.stores, blobs=desk.blobs),
        render_draft(stores=desk.stores, pages=Pictures()),
    ):
        assert tool.reveals
        assert set(rules[tool.name].roles) == {"ADMIN", "PARTNER", "ANALYST"}
