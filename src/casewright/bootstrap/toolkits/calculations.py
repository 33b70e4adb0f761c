"""Calculations over a deal's claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("calculations")


@TOOLKIT.tool(CAUTIOUS, "evidence")
def run_calculation(given: Materials) -> Tool:
    from importlib.metadata import version

    from casewright.toolbox.calculations.run_calculation import run_calculation

    return run_calculation(stores=given.deal_stores, code_version=version("casewright"))


@TOOLKIT.tool(SAFE, "evidence")
def list_calculations(given: Materials) -> Tool:
    from casewright.toolbox.calculations.list_calculations import list_calculations

    return list_calculations(stores=given.deal_stores)


@TOOLKIT.tool(SAFE, "evidence", "debate")
def lookup_calc(given: Materials) -> Tool:
    from casewright.toolbox.calculations.lookup_calc import lookup_calc

    return lookup_calc(claims=given.stores.claims, sight=given.sight)
