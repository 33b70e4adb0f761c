"""The results of a run in a folder that several processes, on several machines, may write to.

Laid out as ``plan.json``; ``documents/N.parquet`` and ``matches/N.parquet`` (or ``facts``) for partition N;
``done/N.json``, which is made last and once, and without which the others count for nothing; ``claims/N`` while a
process works on it; ``failed/N.json`` for one that was given up; ``failures.parquet`` when a process has come to its
end.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from casewright.adapters.bulk.places import LocalPlace
from casewright.adapters.bulk.tables import to_parquet
from casewright.adapters.scoring.graph_files import writable
from casewright.domain.bulk import BulkFailure, FailureKind
from casewright.errors import InvalidInput
from casewright.tools.ports.bulk import BulkSummary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from casewright.domain.bulk import BulkOutcome, Partition

PLAN: Final = "plan.json"
_FAILURES: Final = {"kind": "VARCHAR", "source": "VARCHAR", "document": "VARCHAR", "reason": "VARCHAR"}
_BEAT: Final = 10.0
"""Seconds between two signs of life of whoever holds a claim."""
_STALE: Final = 120.0
"""Seconds without one after which a claim is anybody's; clocks of machines that share a folder differ by less."""


class ResultFolder:
    """Fits ``tools.ports.bulk.BulkResults`` over a folder. ``close`` lets go of what is still claimed."""

    def __init__(self, folder: Path, *, beat: float = _BEAT, stale: float = _STALE) -> None:
        self._folder, self._place = folder, LocalPlace(folder)
        self._beat, self._stale = beat, stale
        self._held: set[str] = set()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._heart: threading.Thread | None = None

    def begin(self, plan: Mapping[str, object]) -> None:
        """Write the plan, or find the same one there."""
        text = json.dumps(plan, indent=2, sort_keys=True, ensure_ascii=True)
        file = self._folder / PLAN
        if self._folder.is_dir() and not file.exists() and any(self._folder.iterdir()):
            raise InvalidInput(f"{str(self._folder)!r} holds other files: name a new folder for the results")
        if self._made(PLAN, text.encode()):
            return
        known = json.loads(file.read_text("utf-8"))
        differing = [name for name in sorted({*plan, *known}) if plan.get(name) != known.get(name)]
        if differing:
            raise InvalidInput(
                f"{str(self._folder)!r} holds the results of another run: its {', '.join(differing)} differ; "
                "name another folder"
            )

    def done(self) -> frozenset[int]:
        """The partitions whose last file is there."""
        return frozenset(int(file.stem) for file in self._folder.glob("done/*.json"))

    def claim(self, partition: Partition) -> bool:
        """By a file that only one can make."""
        name = f"claims/{partition.name}"
        own = json.dumps({"host": socket.gethostname(), "pid": os.getpid()}).encode()
        for _ in range(3):
            if self._is_done(partition):
                return False
            if self._made(name, own):
                if self._is_done(partition):  # whoever had it let go of it after that
                    self._remove(name)
                    return False
                self._hold(name)
                return True
            if not self._is_stale(self._folder / name):
                return False
            with suppress(OSError):  # of several who find it stale, one moves it away
                (self._folder / name).rename(self._folder / f"claims/.stale-{uuid4().hex}")
        return False

    def commit(self, partition: Partition, outcome: BulkOutcome) -> bool:
        """Tables first, each whole; then the file that makes them count."""
        for table, data in outcome.tables.items():
            self._place.write(f"{table}/{partition.name}.parquet", data)
        told = {
            "model": outcome.model,
            "documents": outcome.documents,
            "chunks": outcome.chunks,
            "found": outcome.found,
            "units": outcome.units,
            "encoded": outcome.encoded,
            "known": outcome.known,
            "seconds": round(outcome.seconds, 3),
            "notes": outcome.notes,
            "failures": [_told(one) for one in outcome.failures],
        }
        made = self._made(f"done/{partition.name}.json", json.dumps(told).encode())
        self._remove(f"failed/{partition.name}.json")
        self._release(partition)
        return made

    def give_up(self, partition: Partition, reason: str | None) -> None:
        """With a reason, it is told among the failures until somebody does it after all."""
        if reason is not None:
            failure = BulkFailure(FailureKind.PARTITION, partition.members[0].path, "", reason)
            told = {**_told(failure), "objects": len(partition.members)}
            self._place.write(f"failed/{partition.name}.json", json.dumps(told).encode())
        self._release(partition)

    def finish(self, listed: Sequence[BulkFailure]) -> BulkSummary:
        """Counts, and ``failures.parquet`` over all that any process has done."""
        rows = [_told(one) for one in listed]
        counts = dict.fromkeys(("documents", "chunks", "found"), 0)
        notes: dict[str, None] = {}
        done = sorted(self._folder.glob("done/*.json"))
        for file in done:
            told = _json(file)
            rows += told["failures"]
            notes |= dict.fromkeys(told["notes"])
            for name in counts:
                counts[name] += told[name]
        failed = [_json(file) for file in sorted(self._folder.glob("failed/*.json"))]
        rows += [{name: one[name] for name in _FAILURES} for one in failed]
        columns = {name: [writable(row[name]) for row in rows] for name in _FAILURES}
        self._place.write("failures.parquet", to_parquet(_FAILURES, columns))
        kinds = [row["kind"] for row in rows]
        return BulkSummary(
            done=len(done),
            **counts,
            unreadable=kinds.count(FailureKind.UNREADABLE.value),
            skipped=kinds.count(FailureKind.SKIPPED.value),
            failed_partitions=len(failed),
            notes=tuple(notes),
        )

    def close(self) -> None:
        """Let go of every claim."""
        self._ended.set()
        with self._lock:
            held, self._held = self._held, set()
        for name in held:
            self._remove(name)

    def _is_done(self, partition: Partition) -> bool:
        return (self._folder / f"done/{partition.name}.json").exists()

    def _made(self, path: str, data: bytes) -> bool:
        """The file with all of its bytes, unless there is one already."""
        beside = f"{path}.{uuid4().hex}.new"
        self._place.write(beside, data)
        try:
            os.link(self._folder / beside, self._folder / path)
        except FileExistsError:
            return False
        finally:
            self._remove(beside)
        return True

    def _is_stale(self, claim: Path) -> bool:
        """Whether who made it has ended, or has given no sign of life for long."""
        try:
            age = time.time() - claim.stat().st_mtime
            who = json.loads(claim.read_text("utf-8"))
        except (OSError, ValueError):
            return False  # it was let go of: the next try says so
        if who.get("host") == socket.gethostname() and who.get("pid") != os.getpid():
            return not _runs(int(who["pid"])) or age > self._stale
        return age > self._stale

    def _hold(self, name: str) -> None:
        with self._lock:
            self._held.add(name)
            if self._heart is None:
                self._heart = threading.Thread(target=self._give_signs, daemon=True)
                self._heart.start()

    def _give_signs(self) -> None:
        while not self._ended.wait(self._beat):
            with self._lock:
                held = list(self._held)
            for name in held:
                with suppress(OSError):
                    os.utime(self._folder / name)

    def _release(self, partition: Partition) -> None:
        name = f"claims/{partition.name}"
        with self._lock:
            self._held.discard(name)
        self._remove(name)

    def _remove(self, path: str) -> None:
        with suppress(FileNotFoundError):
            (self._folder / path).unlink()


def _told(failure: BulkFailure) -> dict[str, str]:
    return {
        "kind": failure.kind.value,
        "source": failure.source,
        "document": failure.document,
        "reason": failure.reason,
    }


def _json(file: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return told


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
