"""How fast events are recorded, in each durability, and how fast a chain is verified."""

from __future__ import annotations

import argparse
import sys
import tempfile
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from benchmarks import calibration
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.migrate import upgrade
from casewright.audit.chain import verify_log
from casewright.audit.events import Event
from casewright.audit.memory import MemoryAuditLog
from casewright.domain.ids import TenantId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.audit.chain import Chains

_EVENTS = 20_000
_ROUNDS = 5
_TENANT = TenantId("bench")
_SAMPLE = Event(
    tenant_id=_TENANT,
    event_type="person.tool_call",
    timestamp="2025-03-14T09:26:53.589793+00:00",
    agent_id="ann",
    role="ADMIN",
    phase="intent",
    call_id="",
    tool_name="isaacus_iql",
    tool_version="1",
    tool_args={
        "matter_id": "7a0d2f9e-6f0b-4f36-9a53-6a1d5b2c9e10",
        "query": "{IS clause that caps liability} AND NOT {IS governing law clause}",
        "document_ids": ["1a0d2f9e-6f0b-4f36-9a53-6a1d5b2c9e10", "2a0d2f9e-6f0b-4f36-9a53-6a1d5b2c9e10"],
    },
    result_status=None,
    result_hash=None,
    reason=None,
    matter_id="7a0d2f9e-6f0b-4f36-9a53-6a1d5b2c9e10",
    debate_id=None,
    run_id="3a0d2f9e-6f0b-4f36-9a53-6a1d5b2c9e10",
    round_number=1,
    intent_seq=None,
    policy_hash="sha256:" + "c" * 64,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print events per second: appended in memory, by group commit and one by one on SQLite, and verified."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    count = 1_000 if parser.parse_args(arguments).quick else _EVENTS
    events = [replace(_SAMPLE, call_id=str(place)) for place in range(count)]
    print(f"{calibration.line()}; {count:,} events of {_size(events[0])} bytes")
    _memory(events)
    _sqlite(events, "group", "all submitted, then waited for")
    _sqlite(events[: max(50, count // 20)], "each", "one after the other")
    return 0


def _memory(events: Sequence[Event]) -> None:
    appended, verified = [], []
    for _ in range(_ROUNDS):
        log = MemoryAuditLog()
        started = perf_counter()
        for event in events:
            log.submit(event)
        appended.append(len(events) / (perf_counter() - started))
        verified.append(_verified(log, len(events)))
    print(f"append, memory: {_rates(appended)}")
    print(f"verify, from memory: {_rates(verified)}")


def _sqlite(events: Sequence[Event], durability: Literal["group", "each"], how: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "bench.db")
        upgrade(database)
        log = SqlAuditLog(database, durability=durability)
        started = perf_counter()
        answers = [log.submit(event) for event in events]
        for answer in answers:
            if isinstance(answer, Future):
                answer.result()
        appended = len(events) / (perf_counter() - started)
        print(f"append, {durability} on SQLite, {how}: {appended:,.0f} events/s")
        print(f"verify, from SQLite ({durability}): {_verified(log, len(events)):,.0f} events/s")
        log.close()
        database.close()


def _verified(log: Chains, count: int) -> float:
    """Events verified a second. Raises ``RuntimeError`` where the chain does not hold: then there is no figure."""
    started = perf_counter()
    reached, flaw = verify_log(log, _TENANT)
    took = perf_counter() - started
    if flaw is not None or reached.count != count:
        raise RuntimeError(f"the chain of {count} events verifies up to {reached.count}: {flaw}")
    return count / took


def _rates(rates: Sequence[float]) -> str:
    middle = sorted(rates)[len(rates) // 2]
    return f"{middle:,.0f} events/s ({1e6 / middle:.1f} µs each; best of {len(rates)} rounds {max(rates):,.0f})"


def _size(event: Event) -> int:
    log = MemoryAuditLog()
    log.submit(event)
    [record] = log.records(_TENANT)
    return len(record.body)


if __name__ == "__main__":
    sys.exit(main())
