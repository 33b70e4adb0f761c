"""Forms and wordings of rooms of another hand: each with what must be seen, or let pass, and its near twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import ended, roll_forwards
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
LAB = "# Certificate\n\nCertificate L-117, valid until 30 April 2025. {after}\n"

CASES: list[tuple[str, Check, list[RoomDocument], list[str]]] = [
    ("thousands in a Romanian workbook", roll_forwards.find, [sheet("B.xlsx", TONNES.format(closing="400"))], []),
    (
        "a closing that does not follow in it",
        roll_forwards.find,
        [sheet("B.xlsx", TONNES.format(closing="430"))],
        ["Sheet1!B6", "Sheet1!C3"],
    ),
    (
        "an end that the next sentence says was renewed",
        ended.find,
        [prose("Certificate.pdf", LAB.format(after="Renewed on 22 April 2025 under L-117/2."))],
        [],
    ),
    (
        "an end after which another thing was renewed",
        ended.find,
        [prose("Certificate.pdf", LAB.format(after="The lease of the hall was renewed on 22 April 2025."))],
        ["Certificate L-117, valid until 30 April 2025."],
    ),
    (
        "an end whose renewal is in another paragraph",
        ended.find,
        [prose("Certificate.pdf", LAB.format(after="\n\nRenewed on 22 April 2025."))],
        ["Certificate L-117, valid until 30 April 2025."],
    ),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "documents", "expected"), CASES, ids=[case[0] for case in CASES])
def test_other_hands(name: str, check: Check, documents: list[RoomDocument], expected: list[str]) -> None:
    """The cells or the words that are blamed."""
    seen = room(*documents)
    assert blamed(list(check(seen)), seen) == expected, name
