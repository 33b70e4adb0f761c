"""What a turn of the case agent costs without the models: a message in, a fact noted, a question out."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from benchmarks import calibration
from casewright.agents.cases.mind import Act, Ask, Call, TierSaid
from casewright.bootstrap.home import Casewright

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.cases.events import TurnEvent
    from casewright.agents.cases.mind import Briefing, Stage, Step
    from casewright.domain.ids import MatterId, TenantId

_TURNS = 60
_WARM_UP = 3
_GOAL = 60.0
"""Milliseconds of a turn, at the median."""


class _Quick:
    """Notes a fact, then asks; as both minds of every case. It takes no time."""

    called = "quick"

    def __init__(self) -> None:
        self._asked = 0

    def assistant(self, tenant: TenantId, case: MatterId) -> _Quick:  # noqa: ARG002 (as the port has it)
        return self

    def reasoner(self, tenant: TenantId, case: MatterId) -> _Quick:  # noqa: ARG002
        return self

    async def tier(self, said: Sequence[str], language: str) -> TierSaid:  # noqa: ARG002
        return TierSaid(1, "amendă")

    async def step(self, stage: Stage, briefing: Briefing) -> Step:  # noqa: ARG002
        if briefing.made:
            return Ask("Când ați primit procesul-verbal?", "data")
        self._asked += 1
        fact = {"id": f"f{self._asked}", "fact": "Amenda este de 500 lei.", "source": "user", "confidence": "high"}
        return Act(Call("update_case_details", {"case_id": briefing.case_id, "updates": {"facts": [fact]}}))

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:  # noqa: ARG002
        return "Continuați."


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the median turn, and beside it what one call and one flush to this disk cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few turns only")
    turns = 5 if parser.parse_args(arguments).quick else _TURNS
    with tempfile.TemporaryDirectory() as folder:
        sync = _sync(Path(folder), turns)
        with Casewright.open(Path(folder) / "home", case_minds=_Quick()) as casewright:
            taken, busy, called, calls = _measured(casewright, turns)
    print(f"{calibration.line()}; {turns} turns of {calls} calls each, SQLite on disk, p50 (p90), ms; goal {_GOAL:.0f}")
    for name, times in (
        ("one flush of a small file to this disk", sync),
        ("one update of the case file, with a key, through the executor", called),
        ("a turn of the case agent, without model time", taken),
        ("of it processor time, all threads", busy),
    ):
        print(f"  {name:<62} {statistics.median(times) * 1000:6.1f} ({_p90(times) * 1000:.1f})")
    return 0


def _measured(casewright: Casewright, turns: int) -> tuple[list[float], list[float], list[float], int]:
    """Seconds of turns, their processor time, seconds of the bare call, and how many calls a turn makes."""
    case = str(_made(casewright, "create_case", title="Amendă")["case_id"])
    assert casewright.converse(case, "Am primit o amendă de circulație").success
    heard: list[TurnEvent] = []
    taken: list[float] = []
    busy: list[float] = []
    called: list[float] = []
    for number in range(turns + _WARM_UP):
        heard.clear()
        since, worked = perf_counter(), process_time()
        told = casewright.converse(case, f"Răspunsul {number}", heard.append)
        taken.append(perf_counter() - since)
        busy.append(process_time() - worked)
        assert told.success, told.content
        updates = {"internal_notes": [{"id": f"n{number}", "text": "o notă"}]}
        since = perf_counter()
        casewright.call("update_case_details", {"case_id": case, "updates": updates}, key=f"bench-{number}")
        called.append(perf_counter() - since)
    return taken[_WARM_UP:], busy[_WARM_UP:], called[_WARM_UP:], sum(one.kind == "call" for one in heard) + 1


def _made(casewright: Casewright, tool: str, **arguments: object) -> dict[str, object]:
    result = casewright.call(tool, arguments)
    assert isinstance(result.structured, dict), result.content
    return result.structured


def _sync(folder: Path, times: int) -> list[float]:
    taken: list[float] = []
    with (folder / "probe").open("wb", buffering=0) as file:
        for _ in range(times):
            since = perf_counter()
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            taken.append(perf_counter() - since)
    return taken


def _p90(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.9)]


if __name__ == "__main__":
    sys.exit(main())
