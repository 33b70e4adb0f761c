"""How fast events are recorded, in each durability, and how fast a chain, its checkpoints and an export verify."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from benchmarks import calibration
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.migrate import upgrade
from casewright.adapters.vault.signing import SigningKey
from casewright.audit.chain import verify_log
from casewright.audit.events import Event
from casewright.audit.memory import MemoryAuditLog
from casewright.audit.verifier import ed25519_holds
from casewright.bootstrap.clock import SystemClock
from casewright.bootstrap.proofs import open_proofs
from casewright.config import read_settings
from casewright.domain.ids import TenantId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.audit.chain import Chains
    from casewright.bootstrap.proofs import Proofs

_EVENTS = 20_000
_LONG = 100_000
_EVERY = 1_000
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
    """Print events per second: appended in memory, by group commit and one by one on SQLite, verified, exported."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args(arguments).quick
    count = 1_000 if quick else _EVENTS
    events = [replace(_SAMPLE, call_id=str(place)) for place in range(count)]
    print(f"{calibration.line()}; {count:,} events of {_size(events[0])} bytes")
    _memory(events)
    _sqlite(events, "group", "all submitted, then waited for")
    _sqlite(events[: max(50, count // 20)], "each", "one after the other")
    _signed(2_000 if quick else _LONG)
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


def _signed(count: int) -> None:
    """A long log with its checkpoints, verified by the product and, exported, by the export's own verifier."""
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "bench.db")
        upgrade(database)
        settings = read_settings(home=Path(folder), checkpoint_every=_EVERY)
        proofs = open_proofs(settings, database, bytes(32), SystemClock(), _SAMPLE.policy_hash)
        log = proofs.log
        started = perf_counter()
        answers = [log.submit(replace(_SAMPLE, call_id=str(place))) for place in range(count)]
        for answer in answers:
            if isinstance(answer, Future):
                answer.result()
        took = perf_counter() - started
        log.close()
        print(f"append, group on SQLite, signed every {_EVERY:,} events: {count / took:,.0f} events/s")
        _print_proof(proofs)
        exports = proofs.exports
        started = perf_counter()
        made = exports.write(_TENANT, 0)
        took = perf_counter() - started
        if made is None:
            raise RuntimeError("there was nothing to export")
        print(f"export of {count:,} events: {took:.2f} s, {made.size / 1e6:.1f} MB ({count / took:,.0f} events/s)")
        _print_verifier(exports.folder(_TENANT) / made.filename, Path(folder) / "unzipped", count)
        database.close()


def _print_proof(proofs: Proofs) -> None:
    rates = []
    for _ in range(_ROUNDS):
        started = perf_counter()
        proof = proofs.verify(_TENANT)
        rates.append(proof.reached.count / (perf_counter() - started))
        if not proof.holds:
            raise RuntimeError(f"the log does not verify: {proof.flaw}")
    print(f"verify, from SQLite, {proof.reached.count:,} events, {proof.checkpoints} checkpoints: {_rates(rates)}")


def _print_verifier(path: Path, folder: Path, count: int) -> None:
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    started = perf_counter()
    done = subprocess.run([sys.executable, "-I", "verify.py"], cwd=folder, capture_output=True, text=True, check=False)
    took = perf_counter() - started
    if done.returncode != 0:
        raise RuntimeError(f"the export does not verify: {done.stdout}{done.stderr}")
    print(f"verify.py, standard library only: {took:.2f} s with its start, {count / took:,.0f} events/s")
    message, key = b"x" * 300, SigningKey(bytes(32))
    signature, rounds = key.sign(message), 50
    ed25519_holds(key.public_key, message, signature)
    started = perf_counter()
    for _ in range(rounds):
        ed25519_holds(key.public_key, message, signature)
    print(f"one signature, plain RFC 8032: {(perf_counter() - started) / rounds * 1e3:.2f} ms")


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
