"""Tests of casewright.bootstrap.lazy."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from casewright.bootstrap.lazy import lazy, once


class Kettle:
    """Something that is costly to make."""

    made = 0
    colour = "red"

    def __init__(self) -> None:
        Kettle.made += 1
        self.litres = 2

    def boil(self) -> str:
        return "steam"


def test_stand_in_is_made_once_by_eight_threads_at_once() -> None:
    """Nothing is made before something is asked for; then one thing, whoever asks."""
    Kettle.made = 0
    kettle, start = lazy(Kettle, colour="blue"), Barrier(8)

    def boil(_: int) -> str:
        start.wait()
        return kettle.boil()

    assert kettle.colour == "blue"
    assert Kettle.made == 0
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(boil, range(8))) == ["steam"] * 8
    assert (Kettle.made, kettle.litres) == (1, 2)


def test_stand_in_tries_again_after_a_failure() -> None:
    """What loading raises is raised at the use, and the next use loads again."""
    tries: list[int] = []

    def load() -> Kettle:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("no water")
        return Kettle()

    kettle = lazy(load)
    with pytest.raises(ValueError, match="no water"):
        kettle.boil()
    assert kettle.boil() == "steam"


def test_property_is_worked_out_once_for_each_owner() -> None:
    """Eight threads get one value; another owner has its own; the class gives the property itself."""

    class Kitchen:
        @once
        def kettle(self) -> Kettle:
            """The kettle."""
            return Kettle()

    kitchen, other, start = Kitchen(), Kitchen(), Barrier(8)

    def look(_: int) -> Kettle:
        start.wait()
        return kitchen.kettle

    with ThreadPoolExecutor(8) as pool:
        assert len({id(one) for one in pool.map(look, range(8))}) == 1
    assert other.kettle is not kitchen.kettle
    assert isinstance(Kitchen.kettle, once)
