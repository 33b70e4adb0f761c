"""Made rooms: what a seed promises, what is planted, and that nothing else is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evals.rooms.made import FITTED, TRADES, UNSEEN, write_rooms
from evals.rooms.made.audit import audit
from evals.rooms.made.rooms import MIN_GRAVE, MIN_NEAR, MIN_PLANTED, make_room
from evals.rooms.made.scribe import data
from evals.rooms.made.switch import switches
from evals.rooms.truth import Kind, read_room

if TYPE_CHECKING:
    from pathlib import Path

SEED = 5


@pytest.mark.parametrize("trade", TRADES)
def test_nothing_but_what_is_planted_is_wrong(trade: str, tmp_path: Path) -> None:
    """A room's files, read back, agree with its model wherever nothing was planted, and it holds what is promised."""
    (folder,) = write_rooms(tmp_path, 1, SEED, [trade])
    assert audit(folder, make_room(trade, f"{SEED}-0")) == []

    room = read_room(folder)
    assert len(room.planted) >= MIN_PLANTED
    assert sum(one.grave for one in room.planted) >= MIN_GRAVE
    assert len(room.near) >= MIN_NEAR


def test_same_seed_gives_same_bytes(tmp_path: Path) -> None:
    """Two runs with one seed write the same files."""
    first, second = (write_rooms(tmp_path / name, 2, SEED) for name in ("one", "two"))
    for one, other in zip(first, second, strict=True):
        assert [(path.name, path.read_bytes()) for path in sorted(one.iterdir())] == [
            (path.name, path.read_bytes()) for path in sorted(other.iterdir())
        ]


def test_every_kind_is_planted() -> None:
    """Over some rooms each kind of the README is planted."""
    rooms = [make_room(trade, f"kinds-{at}") for at in range(2) for trade in TRADES]
    assert {entry.kind for room in rooms for entry in room.entries if entry.planted} == set(Kind)


def test_pools_share_no_wording() -> None:
    """What FITTED rooms say, UNSEEN rooms say in other words."""
    groups = [data(f"wordings_{pool}").values() for pool in "ab"]
    said = [{text for group in pool for texts in group.values() for text in texts} for pool in groups]
    assert said[0] & said[1] == set()
    assert set(FITTED) & set(UNSEEN) == set()


@pytest.mark.parametrize("name", ["wordings_a", "wordings_b", "wordings_ro_a", "wordings_ro_b"])
def test_every_sentence_has_five_wordings(name: str) -> None:
    """Each type of sentence has at least five wordings, and none holds a figure."""
    for group in data(name).values():
        for texts in group.values():
            assert len(set(texts)) >= 5
            assert not any(one.isdigit() for text in texts for one in text)


def test_every_type_has_four_layouts_in_each_pool() -> None:
    """Each type of document can be laid out in at least four ways in each pool."""
    layouts = data("layouts")
    assert set(layouts["a"]) == set(layouts["b"])
    assert all(len(ways) >= 4 for pool in layouts.values() for ways in pool.values())


def test_unknown_trade_is_refused(tmp_path: Path) -> None:
    """A trade that is none is named with the trades that are."""
    with pytest.raises(ValueError, match="zoo"):
        write_rooms(tmp_path, 1, SEED, ["zoo"])


def test_each_built_in_kind_has_three_ways() -> None:
    """Whatever writers build in can be planted in at least three ways."""
    kinds = [way.kind for way in switches() if not way.near]
    assert all(kinds.count(kind) >= 3 for kind in set(kinds))
