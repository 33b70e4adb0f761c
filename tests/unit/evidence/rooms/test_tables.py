"""The arithmetic of tables: what must be seen in them, and what must not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import identities, lists, roll_forwards, shares, sums
from casewright.evidence.rooms.checks import look
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

COSTS = """
EUR thousand | FY2023 | FY2024
Staff | 120 | 131
Rent | 40 | 41
Energy | 22 | 35
Total costs | 182 | {total}
"""
ACCOUNTS = """
EUR thousand | FY2022 | FY2023 | FY2024
Revenue | 1,000 | 1,200 | 1,500
Cost of sales | (600) | (700) | (850)
Gross profit | 400 | 500 | {profit}
"""
ROLLED = """
 | FY2023 | FY2024
Opening balance | 100 | {opening}
Additions | 80 | 90
Released | 50 | 60
Closing balance | 130 | {closing}
"""
HELD = """
Holder | Shares | Stake
Anders Vik | 600,000 | 60.0%
Berit Moe | 250,000 | 25.0%
Carl Dahl | 100,000 | {stake}
Option pool | 50,000 | 5.0%
Total | 1,000,000 | 100.0%
"""
PRICES = """
Product | Units | Price | Revenue
Alpha | 100 | 12 | 1,200
Beta | 210 | 31 | 6,510
Gamma | 57 | 40 | 2,280
Delta | 33 | 90 | 2,970
Epsilon | 80 | 25 | {revenue}
"""
STOCK = """
Stock | Opening | Additions | Released | Closing
FY2022 | 90 | 40 | 30 | 100
FY2023 | 100 | 80 | 50 | 130
FY2024 | {opening} | 90 | 60 | {closing}
"""
CASH = """
EUR | FY2024
Net change in cash | 70
Cash at 31 December 2023 | 100
Cash at 31 December 2024 | {closing}
"""
PROVISION = """
EUR | FY2024
{first} | 130
Additions | 90
Used | (60)
{last} | {closing}
"""
COVERED = """
EUR | Q1 2024 | Q2 2024 | FY2024
Opening balance | 100 | 130 | 100
Additions | 80 | 90 | 170
Released | 50 | 60 | 110
Closing balance | 130 | {closing} | 160
"""
CASES: list[tuple[str, Check, str, list[str]]] = [
    ("a total that adds up", sums.find, COSTS.format(total="207"), []),
    ("a total with two digits turned", sums.find, COSTS.format(total="270"), ["Sheet1!C5"]),
    ("a total that was rounded on its own", sums.find, COSTS.format(total="208"), []),
    ("a result that follows", sums.find, ACCOUNTS.format(profit="650"), []),
    ("a result that does not", sums.find, ACCOUNTS.format(profit="640"), ["Sheet1!D4"]),
    ("an average at the foot", sums.find, "Site | Rent\nA | 10\nB | 20\nC | 33\nTotal average | 21", []),
    ("a balance that rolls", roll_forwards.find, ROLLED.format(opening=130, closing=160), []),
    ("a balance that does not", roll_forwards.find, ROLLED.format(opening=130, closing=165), ["Sheet1!C5"]),
    ("an opening that was no closing", roll_forwards.find, ROLLED.format(opening=133, closing=163), ["Sheet1!C2"]),
    ("rows that roll", roll_forwards.find, STOCK.format(opening=130, closing=160), []),
    ("a row that does not", roll_forwards.find, STOCK.format(opening=130, closing=165), ["Sheet1!E4"]),
    ("a row that opens otherwise", roll_forwards.find, STOCK.format(opening=133, closing=163), ["Sheet1!B4"]),
    ("a change that leads to the end", roll_forwards.find, CASH.format(closing=170), []),
    ("a change that does not", roll_forwards.find, CASH.format(closing=180), ["Sheet1!B3", "Sheet1!B4"]),
    (
        "first and last days",
        roll_forwards.find,
        PROVISION.format(first="At 1 January", last="At 31 December", closing=160),
        [],
    ),
    (
        "a last day that does not follow",
        roll_forwards.find,
        PROVISION.format(first="At 1 January", last="At 31 December", closing=165),
        ["Sheet1!B5"],
    ),
    (
        "rates, which do not roll",
        roll_forwards.find,
        PROVISION.format(first="Opening rate %", last="Closing rate %", closing=165),
        [],
    ),
    ("a year over its quarters", roll_forwards.find, COVERED.format(closing=160), []),
    ("a quarter of a year that does not roll", roll_forwards.find, COVERED.format(closing=165), ["Sheet1!C5"]),
    ("shares of a whole", shares.find, HELD.format(stake="10.0%"), []),
    ("a share that its amount contradicts", shares.find, HELD.format(stake="13.0%"), ["Sheet1!C4"]),
    ("growth is no share", shares.find, "Site | Growth %\nA | 30%\nB | 40%\nC | 45%", []),
    ("products of two columns", identities.find, PRICES.format(revenue="2,000"), []),
    ("one that is no product", identities.find, PRICES.format(revenue="2,400"), ["Sheet1!D6"]),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "lines", "expected"), CASES, ids=[case[0] for case in CASES])
def test_arithmetic(name: str, check: Check, lines: str, expected: list[str]) -> None:
    """Each check sees what breaks its rule, and nothing else."""
    documents = room(sheet("Accounts.xlsx", lines.strip("\n")))

    assert blamed(list(check(documents)), documents) == expected, name


def test_shares_in_a_sentence() -> None:
    """A whole that a sentence divides has to make 100 %."""
    text = "Revenue is split by region: 45% Germany, 30% Austria and 35% Switzerland.\n"
    right = "Revenue is split by region: 45% Germany, 30% Austria and 25% Switzerland.\n"
    wrong, even = room(prose("Deck.pdf", text)), room(prose("Deck.pdf", right))

    assert blamed(shares.find(wrong), wrong) == ["45%"]
    assert shares.find(even) == []


def test_one_list_lacks_an_entry_of_the_other() -> None:
    """An entry of one list that the same list elsewhere lacks is told; of a selection nothing is lacking."""
    register = sheet("Register.xlsx", "Vessel | Built\nSolveig | 2001\nTorunn | 2004\nHaldis | 2010\nRagna | 2015")
    annex = prose("Annex.docx", "The vessels are:\n- Solveig\n- Torunn\n- Haldis\n")
    some = prose("Annex.docx", "The vessels are:\n- Solveig\n- Torunn\n- Haldis\n- Ragna\n")
    documents, whole = room(register, annex), room(register, some)

    assert blamed(lists.find(documents), documents) == ["Sheet1!A5"]
    assert lists.find(whole) == []


def test_two_lists_say_different_days_of_one_entry() -> None:
    """Both places are blamed: nobody can say which list is right."""
    one = "Contract | Ends\nAlpha Ltd | 31 December 2026\nBeta Ltd | 30 June 2027\nGamma Ltd | 31 March 2026"
    other = one.replace("30 June 2027", "30 June 2025")
    documents = room(sheet("Register.xlsx", one), sheet("Schedule.xlsx", other))

    assert blamed(lists.find(documents), documents) == ["Sheet1!B3", "Sheet1!B3"]


FLEET = "Vessel | Built\nSolveig | 2001\nTorunn | 2004\nHaldis | 2010\nRagna | 2015"
OWNERS = "Holder | Shares\nAnders Vik | 600,000\nBerit Moe | 250,000\nCarl Dahl | 100,000\nDina Lie | 50,000"
COST_LINES = "Cost | EUR\nStaff costs | 1\nRent | 2\nEnergy costs | 3\nMarketing | 4"
VESSELS = "The vessels are:\n- Solveig\n- Torunn\n- Haldis\n"
LISTS: list[tuple[str, list[RoomDocument], list[str]]] = [
    ("the same list twice", [sheet("Register.xlsx", FLEET), sheet("Fleet list.xlsx", FLEET)], []),
    ("a selection", [sheet("Register.xlsx", FLEET), prose("Annex of main vessels.docx", VESSELS)], []),
    (
        "an entry that is told of elsewhere",
        [sheet("Register.xlsx", FLEET), prose("Annex.docx", f"{VESSELS}\nThe Ragna was sold.\n")],
        [],
    ),
    (
        "an entry by a longer name",
        [sheet("Register.xlsx", FLEET), prose("Annex.docx", f"{VESSELS}- Ragna Dan\n")],
        [],
    ),
    (
        "another entry in its place",
        [sheet("Register.xlsx", FLEET), prose("Annex.docx", f"{VESSELS}- Sigrid\n")],
        ["Sheet1!A5", "Sigrid"],
    ),
    (
        "a list of other things",
        [sheet("Register.xlsx", FLEET), prose("Annex.docx", "They are:\n- Solveig\n- Torunn\n- Alma\n- Berta\n")],
        [],
    ),
    (
        "lines of accounts, which are no list",
        [sheet("Accounts.xlsx", COST_LINES), sheet("Annex.xlsx", COST_LINES.replace("\nMarketing | 4", ""))],
        [],
    ),
    ("a total is no entry", [sheet("Register.xlsx", f"{FLEET}\nTotal | 4"), sheet("Fleet list.xlsx", FLEET)], []),
    (
        "another number of one holder",
        [sheet("Cap table.xlsx", OWNERS), sheet("Register.xlsx", OWNERS.replace("250,000", "205,000"))],
        ["Sheet1!B3", "Sheet1!B3"],
    ),
    (
        "a number that was rounded",
        [sheet("Cap table.xlsx", OWNERS), sheet("Register.xlsx", OWNERS.replace("250,000", "250,001"))],
        [],
    ),
    (
        "other numbers of all",
        [sheet("Cap table.xlsx", OWNERS), sheet("Register.xlsx", OWNERS.replace("000", "010"))],
        [],
    ),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "documents", "expected"), LISTS, ids=[case[0] for case in LISTS])
def test_lists(name: str, documents: list[RoomDocument], expected: list[str]) -> None:
    """Lists of the same things have the same entries and say the same of each; other lists are let pass."""
    whole = room(*documents)

    assert blamed(lists.find(whole), whole) == expected, name


def test_a_place_is_blamed_once() -> None:
    """What two checks see at one cell is told by the surer."""
    documents = room(sheet("Accounts.xlsx", ACCOUNTS.format(profit="640").strip("\n")))

    assert [one.check for one in look(documents)] == ["sum"]


def test_a_document_that_was_read_anew_is_looked_at_anew() -> None:
    """What is kept of a document is not told of another of its id and name, whose table says something else."""
    seen = [look(room(sheet("Accounts.xlsx", ACCOUNTS.format(profit=profit)))) for profit in ("650", "640", "650")]

    assert [len(one) for one in seen] == [0, 1, 0]
