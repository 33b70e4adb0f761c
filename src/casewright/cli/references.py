"""How commands are told which matter and which document: by id, number, title or file name, the same everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.bootstrap.home import Casewright
    from casewright.domain.ids import MatterId

MATTER = "Id, number (such as M-2026-001) or title of the matter."
DOCUMENT = "Id or file name of the document."
Matter = Annotated[str, typer.Argument(metavar="MATTER", help=MATTER)]
Deal = Annotated[str, typer.Argument(metavar="DEAL", help=MATTER.replace("matter", "deal"))]
Case = Annotated[str, typer.Argument(metavar="CASE", help=MATTER.replace("matter", "case"))]
AnyCase = Annotated[
    str | None,
    typer.Argument(metavar="CASE", help=f"{MATTER.replace('matter', 'case')} Left out: all.", show_default=False),
]
Document = Annotated[str, typer.Argument(metavar="DOCUMENT", help=DOCUMENT)]
OneDocument = Annotated[
    str | None,
    typer.Argument(metavar="DOCUMENT", help=f"{DOCUMENT} Left out, with --confirm: all.", show_default=False),
]
Documents = Annotated[
    list[str] | None,
    typer.Option("--document", help="Only this document, by id or file name; may repeat.", show_default=False),
]

_KINDS = {"matter_id": None, "about_matter": None, "deal_id": "deal", "case_id": "case"}
"""How arguments call a matter, and of which kind it is then."""
_ONE = ("document_id", "amended_id", "document")
_MANY = "document_ids"


def resolved(casewright: Casewright, arguments: Mapping[str, object]) -> Mapping[str, object]:
    """The arguments of a call with ids in place of what a person called matters and documents.

    Raises ``NotFound`` and ``InvalidInput`` with what could be meant.
    """
    found = dict(arguments)
    matter: MatterId | None = None
    for name, kind in _KINDS.items():
        text = arguments.get(name)
        if isinstance(text, str):
            matter = casewright.find_matter(text, kind=kind)
            found[name] = matter
    if matter is None:
        return found
    for name in _ONE:
        text = arguments.get(name)
        if isinstance(text, str):
            found[name] = casewright.find_document(matter, text)
    many = arguments.get(_MANY)
    if isinstance(many, list):
        found[_MANY] = [casewright.find_document(matter, str(text)) for text in many]
    return found
