"""Claims of a deal: how they come in, what is found about them, and what people decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.tools.definition import Tool


def open_deal_stores(given: Materials) -> DealStores:
    """What is kept of deals, over the home's database; it holds nothing of its own."""
    from casewright.adapters.database.calculations import SqlCalculations
    from casewright.adapters.database.claims import SqlClaims
    from casewright.adapters.database.defects import SqlDefects
    from casewright.adapters.database.evidence_sources import SqlSources
    from casewright.adapters.database.gates import SqlGates
    from casewright.toolbox.deals.deal_stores import DealStores

    database = given.database
    return DealStores(
        matters=given.stores.matters,
        documents=given.stores.documents,
        claims=SqlClaims(database),
        defects=SqlDefects(database),
        gates=SqlGates(database),
        calculations=SqlCalculations(database),
        sources=SqlSources(database),
        transaction=database,
        clock=given.clock,
    )


def claim_tools(given: Materials) -> list[Tool]:
    """Enter, verify, list and assess claims; calculate; end defects; decide gates; describe sources."""
    from casewright.toolbox.calculations.list_calculations import list_calculations
    from casewright.toolbox.calculations.run_calculation import run_calculation
    from casewright.toolbox.claims.add_claim import add_claim
    from casewright.toolbox.claims.import_claims import import_claims
    from casewright.toolbox.claims.list_claims import list_claims
    from casewright.toolbox.claims.verify_claim import verify_claim
    from casewright.toolbox.deals.assess_deal import assess_deal
    from casewright.toolbox.deals.date_deal import date_deal
    from casewright.toolbox.deals.show_deal import show_deal
    from casewright.toolbox.defects.cure_defect import cure_defect
    from casewright.toolbox.defects.list_defects import list_defects
    from casewright.toolbox.defects.waive_defect import waive_defect
    from casewright.toolbox.evidence.describe_source import describe_source
    from casewright.toolbox.gates.decide_gate import decide_gate
    from casewright.toolbox.gates.list_gates import list_gates

    stores = open_deal_stores(given)
    return [
        import_claims(stores=stores, blobs=given.blobs),
        add_claim(stores=stores),
        verify_claim(stores=stores),
        list_claims(stores=stores),
        show_deal(stores=stores),
        describe_source(stores=stores),
        date_deal(stores=stores),
        assess_deal(stores=stores),
        list_defects(stores=stores),
        cure_defect(stores=stores),
        waive_defect(stores=stores),
        run_calculation(stores=stores, code_version=_code_version()),
        list_calculations(stores=stores),
        list_gates(stores=stores),
        decide_gate(stores=stores),
    ]


def _code_version() -> str:
    """Of Casewright itself: a result is the same where formula, inputs and this are the same."""
    from importlib.metadata import version

    return version("casewright")
