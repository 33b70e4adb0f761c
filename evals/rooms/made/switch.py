"""The defects and near-misses that writers build in, as ``data/switches.toml`` lists them, and their choice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from .scribe import data

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from .company import Contract

NEAR = "near"


@dataclass(frozen=True, slots=True)
class Switch:
    """One way to plant a defect or a near-miss. The data file's head says what each field is."""

    name: str
    kind: str
    near: bool
    says: str
    grave: bool
    blame: str
    group: str
    tags: tuple[str, ...]
    keys: tuple[str, ...]
    needs: tuple[str, ...]
    topics: tuple[str, ...]
    topics_in: str
    not_in: str
    contracts: tuple[str, ...]


@cache
def switches() -> tuple[Switch, ...]:
    """All of them, in the order of the data file."""
    found = []
    for kind, ways in data("switches").items():
        for name, told in ways.items():
            lists = [tuple(told.get(one, ())) for one in ("tags", "keys", "needs", "topics", "contracts")]
            tags, keys, needs, topics, contracts = lists
            found.append(
                Switch(
                    name=f"{kind}.{name}",
                    kind=told.get("kind", kind),
                    near=kind == NEAR,
                    says=told["says"],
                    grave=told.get("grave", False),
                    blame=told.get("blame", ""),
                    group=told.get("group", ""),
                    tags=tags,
                    keys=keys,
                    needs=needs,
                    topics=topics,
                    topics_in=told.get("topics_in", ""),
                    not_in=told.get("not_in", ""),
                    contracts=contracts,
                )
            )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Choice:
    """A switch that is on. ``contract`` is the id of the contract it is about, "" where it is about none."""

    switch: Switch
    contract: str


def choose(
    rng: Random, wanted: Sequence[str], types: frozenset[str], contracts: Sequence[Contract], taken: list[Choice]
) -> None:
    """Add a way for each wanted kind (``near`` for a near-miss) to ``taken`` where the room allows one."""
    for kind in wanted:
        ways = [one for one in switches() if (NEAR if one.near else one.kind) == kind]
        rng.shuffle(ways)
        for way in ways:
            choice = _fit(rng, way, types, contracts, taken)
            if choice is not None:
                taken.append(choice)
                break


def _fit(
    rng: Random, way: Switch, types: frozenset[str], contracts: Sequence[Contract], taken: list[Choice]
) -> Choice | None:
    if not types.issuperset(way.needs) or any(one.switch.name == way.name for one in taken):
        return None
    if way.group and any(one.switch.group == way.group for one in taken):
        return None
    if not way.contracts:
        return Choice(way, "")
    busy = {one.contract for one in taken}
    free = [
        one for one in contracts if one.kind in way.contracts and one.id not in busy and f"contract.{one.id}" in types
    ]
    return Choice(way, rng.choice(free).id) if free else None
