"""What is planted in the chains of the small deals: circles, lost links, borrowed evidence, absent documents."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.evidence import Sanad, SourceType
from casewright.domain.values import Count
from evals.golden.planting_chains import BESIDE_A_GRAFT
from evals.golden.small_writing import ACCOUNTS, DECK, FY, MODEL, PRESS, REPORT, YEAR_END, SmallDeal, money, share

if TYPE_CHECKING:
    from casewright.domain.ids import ClaimId


def two_in_a_circle(deal: SmallDeal) -> None:
    """Two claims that follow from each other."""
    base = deal.say(REPORT, "Revenue | FY2025 | EUR 5,120,000", "revenue", FY, money("5120000"))
    price = deal.derive("Average price per customer is EUR 12,800.", "average price", money("12800"), base)
    count = deal.derive(
        "At that price there are 400 customers.", "customers implied", Count(Decimal(400), "customers"), price
    )
    nodes = deal.writer.claim(price).sanad.nodes
    closed = tuple(replace(node, inputs=(*node.inputs, f"claim:{count}")) for node in nodes)
    deal.writer.change(price, derived_from=(base, count), sanad=Sanad(closed, ()))
    deal.plant(DefectType.CIRCULARITY, "The price follows from the customers, who follow from the price.", price, count)


def three_in_a_circle(deal: SmallDeal) -> None:
    """Three claims that follow from one another."""
    base = deal.say(MODEL, "Units produced | FY2025 | 48,000", "units produced", FY, Count(Decimal(48000), "units"))
    first = deal.derive("Utilisation is 81 %.", "utilisation", share("0.81"), base)
    second = deal.derive("Unit cost is EUR 41.", "unit cost", money("41"), first)
    third = deal.derive("Margin is 33 %.", "contribution margin", share("0.33"), second)
    nodes = deal.writer.claim(first).sanad.nodes
    closed = tuple(replace(node, inputs=(*node.inputs, f"claim:{third}")) for node in nodes)
    deal.writer.change(first, derived_from=(base, third), sanad=Sanad(closed, ()))
    deal.derive("Return on the plant is 12 %.", "plant return", share("0.12"), base)
    deal.plant(DefectType.CIRCULARITY, "Utilisation, cost and margin follow from one another.", first, second, third)


def lost_document(deal: SmallDeal) -> None:
    """A step that takes a document that is not there."""
    lost = deal.say(REPORT, "Churn for FY2025 was 3.1 %.", "churn", FY, share("0.031"))
    deal.say(REPORT, "Revenue | FY2025 | USD 9,870,000", "revenue", FY, money("9870000", "USD"))
    _misdirect(deal, lost, 0, "document")


def lost_claim(deal: SmallDeal) -> None:
    """A step that takes a claim that is not there."""
    base = deal.say(REPORT, "Gross profit | FY2025 | EUR 4,410,000", "gross profit", FY, money("4410000"))
    lost = deal.derive("Gross margin is 44.1 %.", "gross margin", share("0.441"), base)
    _misdirect(deal, lost, 0, "claim")


def _misdirect(deal: SmallDeal, claim: ClaimId, step: int, kind: str) -> None:
    sanad = deal.writer.claim(claim).sanad
    nodes = list(sanad.nodes)
    nodes[step] = replace(nodes[step], inputs=(f"{kind}:{deal.writer.next_id('missing')}",))
    deal.writer.rechain(claim, replace(sanad, nodes=tuple(nodes)))
    also = ((DefectType.MISSING_LINK, claim),)
    deal.plant(DefectType.BROKEN_CHAIN, f"A step takes a {kind} that does not exist.", claim, also=also)


def borrowed_audit(deal: SmallDeal) -> None:
    """A figure of the press that rests on another claim's audited accounts as well."""
    lender = deal.say(ACCOUNTS, "Revenue for FY2025 was EUR 30,201,554.", "revenue", FY, money("30201554"))
    borrower = deal.say(PRESS, "Orders of EUR 41 million in FY2025.", "order intake", FY, money("41000000"))
    own, lent = deal.writer.claim(borrower).sanad, deal.writer.claim(lender).sanad
    deal.writer.rechain(borrower, Sanad(own.nodes, (*own.evidence, *lent.evidence)))
    _graft(deal, borrower)


def exchanged_evidence(deal: SmallDeal) -> None:
    """A claim that rests on another claim's evidence only."""
    lender = deal.say(
        ACCOUNTS, "Headcount as of 31 December 2025: 212", "headcount", YEAR_END, Count(Decimal(212), "employees")
    )
    borrower = deal.say(DECK, "Stores as of 31 December 2025: 48", "stores", YEAR_END, Count(Decimal(48), "stores"))
    own, lent = deal.writer.claim(borrower).sanad, deal.writer.claim(lender).sanad
    deal.writer.rechain(borrower, Sanad(own.nodes, lent.evidence))
    _graft(deal, borrower)


def _graft(deal: SmallDeal, borrower: ClaimId) -> None:
    also = tuple((kind, borrower) for kind in BESIDE_A_GRAFT)
    deal.plant(DefectType.CHAIN_GRAFTING, "Evidence that only another claim's steps took in.", borrower, also=also)


def side_letter(deal: SmallDeal) -> None:
    """A side letter that the index names and that is not there."""
    name = "Side letter Nordbank 2025.pdf"
    line = f"Nordbank gets a rebate of 12 % ({name})."
    citing = deal.say(REPORT, line)
    deal.say(REPORT, "Nordbank may end its agreement with a year's notice.")
    _hide(deal, name, citing)


def loan(deal: SmallDeal) -> None:
    """A loan agreement that evidence comes from and that is not there."""
    name = "Loan agreement Ferrand 2024.pdf"
    citing = deal.say(DECK, "Ferrand lent EUR 2 million, repayable on a change of control.", origin=name)
    deal.say(DECK, "Net debt as of 31 December 2025: EUR 1.1 million", "net debt", YEAR_END, money("1100000"))
    _hide(deal, name, citing)


def _hide(deal: SmallDeal, name: str, citing: ClaimId) -> None:
    index = deal.writer.paper("Data room index.csv", SourceType.INTERNAL_REPORT, date(2026, 2, 26))
    for number, there in enumerate(deal.writer.names()[:-1], start=1):
        deal.writer.write(index, f"1.{number}  {there}")
    deal.writer.index(index, f"2.1  {name}", name)
    also = ((DefectType.MISSING_LINK, citing),)
    deal.plant(DefectType.CONCEALMENT, f"The index names {name!r}; it is not there.", citing, document=name, also=also)
