"""Makes data rooms of made-up companies from a seed: ``write_rooms``."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .check import violations
from .defects.record import plant
from .draw import draw_company
from .plan import plan_room
from .trade import TRADES, load_trade
from .truth_text import write_truth
from .writing import write_documents

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from .room import Room

MIN_PLANTED, MIN_GRAVE, MIN_NEAR = 10, 4, 8
MAX_TRIES = 40


def make_room(trade: str, seed: str) -> Room:
    """A room of the trade, the same for the same seed.

    Raises ``AssertionError`` where what it writes does not agree with its model, which is a mistake of this package.
    """
    for attempt in range(MAX_TRIES):
        rng = Random(f"{trade}/{seed}/{attempt}")
        room, kinds = plan_room(rng, draw_company(rng, load_trade(trade)))
        write_documents(room)
        wrong = violations(room)
        plant(room, kinds)
        wrong += violations(room)
        if wrong:
            raise AssertionError(f"room {trade!r} of seed {seed!r}: {wrong[0]}")
        if _is_enough(room):
            return room
    raise AssertionError(f"no room of {trade!r} with seed {seed!r} got enough defects in {MAX_TRIES} tries")


def write_rooms(folder: Path, count: int, seed: int, trades: Sequence[str] | None = None) -> list[Path]:
    """Write ``count`` rooms below ``folder``, the trades in turn, and return their folders. Same seed, same bytes.

    Raises ``ValueError`` for a trade that is not one of ``TRADES``.
    """
    chosen = tuple(trades) if trades is not None else TRADES
    for unknown in sorted(set(chosen) - set(TRADES)):
        raise ValueError(f"trade is {unknown!r}; the trades are {', '.join(TRADES)}")
    written = []
    for at in range(count):
        trade = chosen[at % len(chosen)]
        room = make_room(trade, f"{seed}-{at}")
        path = folder / f"{trade}-{seed}-{at:03d}"
        path.mkdir(parents=True, exist_ok=True)
        for doc in room.docs:
            name = doc.file if doc.file.endswith(".csv") else f"{doc.file}.txt"
            (path / name).write_text(doc.render(), encoding="utf-8")
        (path / "truth.toml").write_text(write_truth(room), encoding="utf-8")
        written.append(path)
    return written


def _is_enough(room: Room) -> bool:
    planted = [one for one in room.entries if one.planted]
    near = len(room.entries) - len(planted)
    return len(planted) >= MIN_PLANTED and sum(one.grave for one in planted) >= MIN_GRAVE and near >= MIN_NEAR
