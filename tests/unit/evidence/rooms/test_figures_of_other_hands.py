"""Figures and lists as rooms of another hand write them: what must be seen, or let pass, each with its near twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import (
    formulas,
    lists,
    prose_figures,
    prose_ratios,
    roll_forwards,
    scales,
    sums,
)
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

TONNES = """
Sămânță certificată, tone, pe an agricol și din stația proprie
Grâu și orz | FY24 | FY25
Grâu și orz - stoc inițial | 310 | 400
Grâu și orz - intrări din condiționare | 4,480 | 4,610
Grâu și orz - vânzări | (4,390) | (4,545)
Grâu și orz - stoc final | {closing} | 465
"""
RIGS = (
    "Unit | Hours | Value\nRig 1 | 310 | 120\nRig 2 | 285 | 140\nRig 3 | 165 | 90\n{total} | - \n"
    "{label} | 760 | {value}"
)
ACCOUNTS = "EUR thousand | FY2023 | FY2024\nRevenue | 8,000 | 9,260\nEBITDA | 1,210 | 1,630"
YEARS = "EUR thousand | FY2022 | FY2023 | FY2024\nRevenue | 8,000 | 8,600 | 9,680\nEBITDA | 1,210 | 1,400 | 1,630"
ADJUSTED = """
Adjustments to EBITDA | EUR thousand
Year | FY2022 | FY2023 | FY2024
EBITDA | 1,210 | 1,400 | 1,630
Owner's pay | 90 | 95 | 100
Adjusted EBITDA | 1,300 | 1,495 | 1,730
"""
TAKEN = "Footage (ft) | 2023 | 2024\nIrrigation | 27,560 | 29,430\nAll footage | 94,150 | 102,330"
FEES = "EUR | FY2023 | FY2024\nAverage fee per funeral | 3,252 | 3,459\nAverage cost per funeral | 1,118 | 1,204"
EXPORTS = "EUR thousand | FY2023 | FY2024\nRomania | 57,435 | 60,985\nExport total | 8,120 | 9,940"
SEEDS = (
    "Hybrid | Origin | Tonnes\nAR Doina | own | 640\nAR Siret | own | 815\nKO 2210 | licence | 390\n"
    "KO 3305 | licence | 640\nKO 3380 | licence | 725\nKO 4150 | licence | 595{more}"
)
ANNEX = "# Annex 1\n\nThe annex grants all of these:\n\n- KO 2210\n- KO 3305\n- KO 3380\n- KO 4150\n"
BRANCHES = "Branch | Funerals\n" + "\n".join(
    f"{name} | {at}"
    for at, name in enumerate(
        ("Saltby, Harbour Street", "Saltby, Minster Road", "Corley", "Wexcombe", "Aldergate"), 101
    )
)
STATEMENT = (
    "# Statement\n\nThe price list was shown at {lead} branch of the group, these being:\n\n- Saltby, Harbour Street\n"
    "- Saltby, Minster Road\n- Corley\n- Wexcombe\n{more}"
)
FLEET = "Unit | Serial | Value\n" + "\n".join(f"Rig {at} | RC-77{at:02} | {at}10" for at in range(1, 10))
PLEDGED = "# Loan\n\nThe rigs of the schedule are pledged:\n\n" + "".join(f"- Rig {at}\n" for at in (4, 5, 6, 7, 8))
RENTS = (
    "Site | Landlord | Annual rent GBP\nHarbour Street | Estates Ltd | {rent}\nEllerdine | Pryor | 24,500\n"
    "Aldergate South | Retail Parks | 41,000\nMill Green | Trustees | 19,750\nFenwick Parade | Investments | 33,250"
)
LEASE = "# Lease of Harbour Street\n\nThe rent is GBP 38,000 a year.\n"
SALES = "EUR thousand | FY2023 | FY2024\nVentas consolidadas | 57,647 | 85,305\nCompras | 31,118 | 44,920"
RATES = "Safety | FY2023 | FY2024\nLost-time injuries per million hours | 3.9 | 6.2\nRecordable cases | 11 | 14"
STOCK = "EUR thousand | 2025-06-30\nStock | 19,240\nReceivables | 13,355"
PLEDGE = "Collateral | Value, EUR thousand\nStock of seed | {stock}\nReceivables assigned | 8,120"


def memo(words: str, name: str = "Information memorandum.pdf") -> RoomDocument:
    """A paper of a heading and a sentence."""
    return prose(name, f"# Paper\n\n{words}\n")


CASES: list[tuple[str, Check, list[RoomDocument], list[str]]] = [
    ("thousands in a Romanian workbook", roll_forwards.find, [sheet("B.xlsx", TONNES.format(closing="400"))], []),
    (
        "a closing that does not follow in it",
        roll_forwards.find,
        [sheet("B.xlsx", TONNES.format(closing="430"))],
        ["Sheet1!B6", "Sheet1!C3"],
    ),
    (
        "a total that is called by the number of its lines",
        sums.find,
        [sheet("R.xlsx", RIGS.format(total="", label="Three rigs", value=260))],
        ["Sheet1!C6"],
    ),
    (
        "a number of other things",
        sums.find,
        [sheet("R.xlsx", RIGS.format(total="", label="Four rigs", value=260))],
        [],
    ),
    (
        "a margin behind an amount in brackets",
        formulas.find,
        [sheet("A.xlsx", ACCOUNTS), memo("EBITDA FY2024: EUR 1.6m (USD 1.8m), a margin of 21.2%")],
        ["21.2%"],
    ),
    (
        "such a margin as it is",
        formulas.find,
        [sheet("A.xlsx", ACCOUNTS), memo("EBITDA FY2024: EUR 1.6m (USD 1.8m), a margin of 17.6%")],
        [],
    ),
    (
        "a margin and another share of revenue beside it",
        formulas.find,
        [sheet("A.xlsx", ACCOUNTS), memo("EBITDA was 17.6% of revenue in FY2024; before leases it was 21.2%.")],
        [],
    ),
    (
        "growth a year",
        prose_ratios.find,
        [sheet("A.xlsx", YEARS), memo("Revenue grew at a compound rate of 10.0% a year from FY2022 to FY2024.")],
        [],
    ),
    (
        "growth a year that was not",
        prose_ratios.find,
        [sheet("A.xlsx", YEARS), memo("Revenue grew at a compound rate of 13.4% a year from FY2022 to FY2024.")],
        ["13.4%"],
    ),
    (
        "growth a year of which no first year is told",
        prose_ratios.find,
        [sheet("A.xlsx", YEARS), memo("Revenue grew at a compound rate of 13.4% a year to FY2024.")],
        [],
    ),
    (
        "heads under a title with its unit",
        prose_figures.find,
        [sheet("A.xlsx", ADJUSTED), memo("Adjusted EBITDA for FY2024 came in at EUR 2.2 million.")],
        ["EUR 2.2 million"],
    ),
    (
        "the figure that such heads are over",
        prose_figures.find,
        [sheet("A.xlsx", ADJUSTED), memo("Adjusted EBITDA for FY2024 came in at EUR 1.73 million.")],
        [],
    ),
    (
        "the year before's, in other words",
        prose_figures.find,
        [sheet("K.xlsx", TAKEN), memo("In 2024 our crews put down 94,150 feet of hole.")],
        ["94,150"],
    ),
    (
        "the year's, in other words",
        prose_figures.find,
        [sheet("K.xlsx", TAKEN), memo("In 2024 our crews put down 102,330 feet of hole.")],
        [],
    ),
    (
        "the year before's of the same row",
        prose_figures.find,
        [sheet("K.xlsx", FEES), memo("The average fee for a funeral was EUR 3,252 in FY2024.")],
        ["EUR 3,252"],
    ),
    (
        "where a part of it comes from",
        prose_figures.find,
        [sheet("K.xlsx", EXPORTS), memo("Abroad we sold EUR 8.1m in FY2024, more than half of it in Moldova.")],
        ["EUR 8.1m"],
    ),
    (
        "of another place altogether",
        prose_figures.find,
        [sheet("K.xlsx", EXPORTS), memo("Abroad we sold EUR 8.1m through Moldova in FY2024.")],
        [],
    ),
    (
        "one reference more of a series",
        lists.find,
        [sheet("Sales.xlsx", SEEDS.format(more="\nKO 4471 | licence | 375")), prose("Licence.docx", ANNEX)],
        ["Sheet1!A8"],
    ),
    (
        "the references of a series",
        lists.find,
        [sheet("Sales.xlsx", SEEDS.format(more="")), prose("Licence.docx", ANNEX)],
        [],
    ),
    (
        "each branch, and one lacks",
        lists.find,
        [sheet("Branches.xlsx", BRANCHES), prose("S.pdf", STATEMENT.format(lead="each", more=""))],
        ["Sheet1!A6"],
    ),
    (
        "each branch, and one lacks that a third paper names",
        lists.find,
        [
            sheet("Branches.xlsx", BRANCHES),
            prose("S.pdf", STATEMENT.format(lead="each", more="")),
            memo("We let Aldergate."),
        ],
        ["Saltby, Harbour Street"],
    ),
    (
        "some main branches",
        lists.find,
        [sheet("Branches.xlsx", BRANCHES), prose("S.pdf", STATEMENT.format(lead="each main", more=""))],
        [],
    ),
    (
        "each branch",
        lists.find,
        [sheet("Branches.xlsx", BRANCHES), prose("S.pdf", STATEMENT.format(lead="each", more="- Aldergate\n"))],
        [],
    ),
    (
        "pledged and not in the register",
        lists.find,
        [sheet("Fleet register.xlsx", FLEET), prose("Loan.docx", f"{PLEDGED}- Rig 12\n")],
        ["Rig 12"],
    ),
    (
        "pledged and in the register",
        lists.find,
        [sheet("Fleet register.xlsx", FLEET), prose("Loan.docx", f"{PLEDGED}- Rig 9\n")],
        [],
    ),
    (
        "pledged and not in a list of some",
        lists.find,
        [sheet("Fleet sold.xlsx", FLEET), prose("Loan.docx", f"{PLEDGED}- Rig 12\n")],
        [],
    ),
    (
        "thousands of thousands in another's table",
        scales.find,
        [sheet("Balance.xlsx", STOCK), sheet("Pledge.xlsx", PLEDGE.format(stock="19,240,000"))],
        ["Sheet1!B2", "Sheet1!B2"],
    ),
    (
        "the same thousands in another's table",
        scales.find,
        [sheet("Balance.xlsx", STOCK), sheet("Pledge.xlsx", PLEDGE.format(stock="19,240"))],
        [],
    ),
    (
        "a rent in thousands among others",
        scales.find,
        [sheet("Properties.xlsx", RENTS.format(rent="38")), prose("Lease.docx", LEASE)],
        ["Sheet1!C2", "GBP 38,000"],
    ),
    (
        "a rent as the lease has it",
        scales.find,
        [sheet("Properties.xlsx", RENTS.format(rent="38,000")), prose("Lease.docx", LEASE)],
        [],
    ),
    (
        "millions in Spanish",
        prose_figures.find,
        [
            sheet("A.xlsx", SALES),
            prose("Cuaderno.pdf", "# Cuaderno\n\nVentas consolidadas FY2024: 85,3 millones de euros.\n"),
        ],
        [],
    ),
    (
        "thousands in Spanish",
        prose_figures.find,
        [sheet("A.xlsx", SALES), prose("Cuaderno.pdf", "# Cuaderno\n\nVentas consolidadas FY2024: 85,3 euros.\n")],
        ["85,3 euros", "Sheet1!C2"],
    ),
    (
        "a rate for each million",
        prose_figures.find,
        [sheet("K.xlsx", RATES), memo("In FY2024 there were 3.9 lost-time injuries per million hours worked.")],
        ["3.9"],
    ),
    (
        "that rate as it was",
        prose_figures.find,
        [sheet("K.xlsx", RATES), memo("In FY2024 there were 6.2 lost-time injuries per million hours worked.")],
        [],
    ),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "documents", "expected"), CASES, ids=[case[0] for case in CASES])
def test_figures(name: str, check: Check, documents: list[RoomDocument], expected: list[str]) -> None:
    """The cells or the words that are blamed."""
    seen = room(*documents)
    assert blamed(list(check(seen)), seen) == expected, name
