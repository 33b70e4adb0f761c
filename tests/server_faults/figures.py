"""What came of a fault, in figures, and the table of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.server_faults.books import Books
    from tests.server_faults.proof import Proof
    from tests.server_faults.servers import Server

HEADINGS = (
    *("fault", "times", "acknowledged", "lost", "twice", "stuck", "unknown", "resumed", "said no", "broke"),
    *("ready, s", "peak, MB"),
)


@dataclass(slots=True)
class Figures:
    """``faults`` is empty where all is well."""

    seed: int
    kills: int = 0
    acknowledged: int = 0
    refused: int = 0
    unknown: int = 0
    resumed: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    broke: int = 0
    peak: int = 0
    ready: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def count(self, books: Books, proof: Proof) -> None:
        """Take over what the books and the proof say."""
        self.acknowledged += proof.acknowledged
        self.refused += sum(times for status, times in books.answers.items() if status >= 400)
        self.unknown += proof.unknown
        self.resumed += proof.resumed
        self.lost += len(proof.lost)
        self.doubled += len(proof.doubled)
        self.stuck += len(proof.stuck)
        self.faults += proof.faults
        told = ", ".join(f"{times} × {status or 'broken off'}" for status, times in sorted(books.answers.items()))
        self.notes += [f"answers: {told}; the slowest after {books.slowest:.1f} s", *proof.notes]

    def ended(self, server: Server) -> None:
        """Stop the server, and look into its log."""
        code = server.stop()
        broken = server.broken()
        self.broke += len(broken)
        self.faults += [f"the log says: {one[:300]}" for one in broken[:10]]
        if code not in (0, -15):
            self.faults.append(f"the server ended with {code}")

    def row(self, fault: str) -> tuple[str, ...]:
        """The fault's row of the table."""
        ready = f"{median(self.ready):.1f} (most {max(self.ready):.1f})" if self.ready else "—"
        counts = (self.kills, self.acknowledged, self.lost, self.doubled, self.stuck, self.unknown, self.resumed)
        return (fault, *map(str, (*counts, self.refused, self.broke)), ready, str(self.peak) if self.peak else "—")


def table(found: Mapping[str, Figures]) -> str:
    """The table, in Markdown; what does not fit into it is told below."""
    rows = [HEADINGS, tuple("---" for _ in HEADINGS), *(one.row(name) for name, one in found.items())]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    for name, one in found.items():
        lines += ["", *(f"{name}: {note}" for note in one.notes)] if one.notes else []
        lines += [f"{name}: FAULT (seed {one.seed}): {fault}" for fault in one.faults]
    return "\n".join(lines)
