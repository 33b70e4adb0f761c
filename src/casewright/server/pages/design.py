"""The design in one place: tokens and components, as pages use them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.server.pages.assets import load_assets
from casewright.server.pages.page import Page
from casewright.server.pages.visit import Flaw

if TYPE_CHECKING:
    from fastapi import Response

    from casewright.server.pages.visit import Visit

_TOKEN = re.compile(r"^ {2}--([a-z0-9-]+): ([^;]+);$", re.MULTILINE)


def design_pages() -> tuple[Page, ...]:
    """The page."""
    return (Page("GET", "/design", _show, open_to_all=True),)


async def _show(visit: Visit) -> Response:
    sheet = load_assets().text("casewright.css")
    tokens = dict(_TOKEN.findall(sheet.partition("/* Ground. */")[0]))
    colours = [name for name, value in tokens.items() if value.startswith("light-dark(")]
    sizes = [name for name in tokens if name.startswith("text-")]
    spaces = [name for name in tokens if re.fullmatch(r"s\d", name)]
    flaw = Flaw("The title is missing: give the matter one", "title")
    return visit.show("design.html", tokens=tokens, colours=colours, sizes=sizes, spaces=spaces, flaw=flaw)
