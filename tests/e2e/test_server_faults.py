"""Faults around a running server, a little of each: the full counts are brought about by ``make faults``."""

from __future__ import annotations

import pytest

from tests.server_faults.faults import FAULTS, SIZES, bring_about

_POSTGRESQL = ("one of two killed", "database away")


@pytest.mark.parametrize(
    "fault", [pytest.param(one, marks=pytest.mark.postgresql if one in _POSTGRESQL else ()) for one in FAULTS]
)
def test_nothing_is_lost_nothing_happens_twice_nothing_stays_stuck(
    fault: str, request: pytest.FixtureRequest, pytestconfig: pytest.Config
) -> None:
    """What was acknowledged is there, once; whoever was refused was told so in words, and others were answered."""
    if pytestconfig.getoption("--hypothesis-profile") == "faults":
        pytest.skip("make faults brings about the full counts, and prints them")
    if fault in _POSTGRESQL:
        request.getfixturevalue("postgresql_socket")  # skips where there is no PostgreSQL
    found = bring_about(fault, SIZES["small"], 4, lambda _: None)
    assert found.faults == []
    assert found.acknowledged
