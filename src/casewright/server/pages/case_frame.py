"""What all pages of a case share: its head, the words of its parties, and texts with placeholders in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.casework.firewall import PLACEHOLDER
from casewright.policy.decisions import Deny
from casewright.server.pages.page import Page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
    from http import HTTPStatus

    from fastapi import Response

    from casewright.server.pages.visit import Visit

LANGUAGE = "ro"
"""What cases are about is Romanian law, and what is said in them mostly Romanian."""
ENDED = ("closed", "archived")


def _(text: str) -> str:
    """Marks a text for translation."""
    return text


DETAILS: Mapping[str, str] = {
    "firstName": _("First name"),
    "lastName": _("Last name"),
    "cnp": _("CNP"),
    "address": _("Address"),
    "email": _("E-mail"),
    "phone": _("Telephone"),
    "organizationName": _("Name of the organisation"),
    "cui": _("CUI"),
    "registrationNumber": _("Number in the trade register"),
    "registeredAddress": _("Registered office"),
    "contact": _("Contact"),
}
"""What a party's details are called."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text. ``detail`` is what a placeholder stands for, of the party with ``role``; empty for text."""

    text: str
    detail: str = ""
    role: str = ""


def case_page(method: str, path: str, answer: Callable[[Visit], Awaitable[Response]]) -> Page:
    """A page under ``/cases``."""
    return Page(method, f"/cases{path}", answer, language=LANGUAGE)


# Any in this module: outputs of tools are JSON.
async def case_of(visit: Visit) -> dict[str, Any]:
    """The case of the page's path. Raises ``Problem``."""
    return await visit.read("show_case", {"case_id": visit.path("case_id")})


async def details_of(visit: Visit) -> dict[str, Any]:
    """What is known of it, with placeholders for persons."""
    found = await visit.read("get_case_details", {"case_id": visit.path("case_id")})
    details: dict[str, Any] = found["case_details"]
    return details


def may(visit: Visit, tool: str) -> bool:
    """Whether the policy lets whoever visits ask for the tool at all: what they may not ask for is not offered."""
    assert visit.caller is not None
    policy = visit.serving.parts.executor.policy
    return not isinstance(policy.decide(visit.caller.actor.role, tool), Deny)


async def read_if_allowed(visit: Visit, tool: str, arguments: Mapping[str, object] | None = None) -> Any:
    """What the tool gives; None where whoever visits may not ask it."""
    return await visit.read(tool, arguments) if may(visit, tool) else None


def show_case_page(visit: Visit, template: str, status: HTTPStatus, /, **values: object) -> Response:
    """A page of a case; its template is told what whoever visits may do."""
    return visit.show(template, status, may=lambda tool: may(visit, tool), **values)


def case_path(visit: Visit, rest: str = "") -> str:
    """The address of the case's page, or of one below it."""
    return f"/cases/{visit.path('case_id')}{rest}"


def masked(parties: Sequence[Mapping[str, Any]]) -> Callable[[str], list[Piece]]:
    """Takes a text apart at its placeholders; what they stand for is told, never shown."""
    roles = {one["partyId"]: one["role"] for one in parties}

    def pieces(text: str) -> Iterator[Piece]:
        at = 0
        for found in PLACEHOLDER.finditer(text):
            if found.start() > at:
                yield Piece(text[at : found.start()])
            at = found.end()
            alias, _dot, name = found[0][2:-2].partition(".")
            yield Piece(found[0], DETAILS.get(name, name), roles.get(alias, alias))
        if at < len(text):
            yield Piece(text[at:])

    return lambda text: list(pieces(text))
