"""What an update of a large case file costs: the change itself, the store beneath it, and the whole call."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import orjson

from benchmarks import calibration
from benchmarks.calls import answer
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.casework.details import update_details
from casewright.domain.ids import MatterId

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SENTENCE = "Chiriașul nu a plătit chiria pe luna aceasta și nu a răspuns la notificarea trimisă prin poștă. "
_SIZES = (10_000, 1_000_000)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table of milliseconds by size of the case file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    rounds = 5 if parser.parse_args(arguments).quick else 40
    print(calibration.line())
    print("| case file | a fact appended, in memory | stored (SQLite) | a note appended to the bulk, stored | ", end="")
    print("the fact through the door | read through the door |")
    print("|---|---|---|---|---|---|")
    for size in _SIZES:
        with tempfile.TemporaryDirectory() as folder, Casewright.open(Path(folder)) as casewright:
            print(_row(casewright, size, rounds))
    return 0


def _row(casewright: Casewright, size: int, rounds: int) -> str:
    case_id = answer(casewright, "create_case", {"title": "Caz"})["case_id"]
    fact = {"fact": "A plătit.", "confidence": "high"}
    asked = {"case_id": case_id, "updates": {"facts": [fact]}}
    stores = _stores(casewright)
    case = stores.cases.get(LOCAL_TENANT, MatterId(case_id))
    assert case is not None
    stores.change(case, lambda details: {**details, "internal_notes": _notes(size)})
    details = stores.cases.get(LOCAL_TENANT, MatterId(case_id)).details
    length = len(orjson.dumps(details))
    in_memory = _ms(lambda: update_details(details, {"facts": [fact]}), rounds)
    stored = _ms(lambda: stores.update(case, {"facts": [fact]}), rounds)
    bulk = _ms(lambda: stores.update(case, {"internal_notes": ["A plătit."]}), rounds)
    whole = _ms(lambda: answer(casewright, "update_case_details", asked), rounds)
    read = _ms(lambda: answer(casewright, "get_case_details", {"case_id": case_id}), rounds)
    return (
        f"| {length / 1000:,.0f} kB | {in_memory:.2f} ms | {stored:.1f} ms | {bulk:.1f} ms | {whole:.1f} ms "
        f"| {read:.1f} ms |"
    )


def _notes(size: int) -> list[dict[str, str]]:
    count = size // (len(_SENTENCE.encode()) * 4)
    return [{"id": f"n{number}", "text": _SENTENCE * 4} for number in range(count)]


def _stores(casewright: Casewright) -> Any:  # the stores that the home's own tools work on
    from casewright.adapters.database.cases import SqlCases
    from casewright.adapters.database.engine import open_database
    from casewright.adapters.database.matters import SqlMatters
    from casewright.adapters.database.parties import SqlParties
    from casewright.bootstrap.clock import SystemClock
    from casewright.toolbox.cases.case_stores import CaseStores

    database = open_database(casewright.settings.database_file)
    return CaseStores(SqlMatters(database), SqlCases(database), SqlParties(database), database, SystemClock())


def _ms(work: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        started = perf_counter()
        work()
        taken.append((perf_counter() - started) * 1000)
    return median(taken)


if __name__ == "__main__":
    sys.exit(main())
