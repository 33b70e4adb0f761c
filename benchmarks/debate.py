"""Debates by rules over hundreds of claims, and what a round costs beside its minds and its calls."""

from __future__ import annotations

import argparse
import gc
import statistics
import tempfile
import time
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import calibration
from casewright.agents.debate.mind import Draft
from casewright.domain.debates import AgentRole
from casewright.evidence.muhasabah.record import MuhasabahRecord
from casewright.evidence.record import DealRecord
from evals.golden.suites import deals
from evals.golden.truth import GoldenDeal
from evals.golden_room import GoldenRoom

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.agents.debate.events import DebateEvent
    from casewright.agents.debate.mind import ToolBox, Turn
    from casewright.bootstrap.home import Casewright

CLAIMS = 200
ROUNDS = 5
CALLS = (0, 2, 4)
"""Of each turn of the silent minds."""
_GOALS = f"goals: {CLAIMS} claims in 5 s; a round in 50 ms and 1 ms for each call"


class Silent:
    """A mind that takes no time: it says that it has nothing to say, after so many calls."""

    def __init__(self, calls: int) -> None:
        self._calls = calls

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        """The shortest draft that passes."""
        for number in range(self._calls):
            await tools.call("lookup_claim", {"claim_id": turn.claims[number % len(turn.claims)].id})
        return Draft("Nothing speaks for or against it.", MuhasabahRecord((), 0.0))


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="one debate of each kind")
    arguments = options.parse_args(argv)
    print(calibration.line())
    print(_GOALS)
    deal = merged("large", islice(deals("generated"), 40, None))
    minds = {f"silent-{calls}": dict.fromkeys(AgentRole, Silent(calls)) for calls in CALLS}
    with tempfile.TemporaryDirectory() as folder, GoldenRoom(Path(folder), minds) as room:
        matter = room.bring_in(deal)
        print(_by_rules(room.home, matter, 1 if arguments.quick else 5, len(deal.record.claims)))
        for calls in CALLS:
            made, median, best, rounds = round_of(room.home, matter, calls)
            print(
                f"  a round of silent minds with {made:>2} calls: median {median:.0f} ms, best {best:.0f} ms of "
                f"{rounds} rounds (goal {50 + made} ms)"
            )
    return 0


def merged(name: str, some: Iterable[GoldenDeal]) -> GoldenDeal:
    """One deal of as many of these as give it enough claims."""
    whole: GoldenDeal | None = None
    for one in some:
        whole = one if whole is None else _joined(name, whole, one)
        if len(whole.record.claims) >= CLAIMS:
            return whole
    raise LookupError(f"these deals have fewer than {CLAIMS} claims")


def _joined(name: str, one: GoldenDeal, other: GoldenDeal) -> GoldenDeal:
    record = DealRecord(
        claims=(*one.record.claims, *other.record.claims),
        evidence={**one.record.evidence, **other.record.evidence},
        as_of=one.record.as_of,
        calculations=(*one.record.calculations, *other.record.calculations),
        documents={**one.record.documents, **other.record.documents},
    )
    return GoldenDeal(name, one.business, record, {**one.texts, **other.texts})


def _by_rules(home: Casewright, matter: str, times: int, claims: int) -> str:
    """The first debate assesses the deal, too, and makes the search's index; the others find both there."""
    spent = []
    for seed in range(times):
        gc.collect()
        start = time.perf_counter()
        held = home.debate("run_debate", {"deal_id": matter, "seed": seed})
        spent.append(time.perf_counter() - start)
        assert held.success, held.content
    result = _result(held.structured)
    later = f", those after it {statistics.median(spent[1:]):.2f} s (median)" if times > 1 else ""
    return (
        f"a debate by rules over {claims} claims: the first {spent[0]:.2f} s{later}; {result['stop_reason']} after "
        f"{result['rounds']} rounds, {result['tool_calls']} calls"
    )


def _result(structured: Any) -> dict[str, Any]:
    found: dict[str, Any] = structured["result"]
    return found


def round_of(home: Casewright, matter: str, calls: int) -> tuple[int, float, float, int]:
    """What a round of minds that take no time costs, whose six turns make so many calls each.

    The calls of a round, its milliseconds at the median and at best, and of how many rounds.
    """
    begun: list[float] = []

    def listen(heard: DebateEvent) -> None:
        if heard.kind in ("round", "stop") and (heard.kind == "stop" or heard.text.startswith("Round")):
            begun.append(time.perf_counter())

    held = home.debate("run_debate", {"deal_id": matter, "minds": {"all": f"silent-{calls}"}}, listen)
    assert held.success, held.content
    rounds = [1000 * (after - before) for before, after in pairwise(begun)][:ROUNDS]
    return 6 * calls, statistics.median(rounds), min(rounds), len(rounds)


if __name__ == "__main__":
    raise SystemExit(main())
