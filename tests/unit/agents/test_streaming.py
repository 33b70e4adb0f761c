"""Tests of casewright.agents.streaming."""

from __future__ import annotations

from dataclasses import dataclass

from casewright.agents.streaming import hear, is_heard, tell


@dataclass(frozen=True)
class _Rain:
    millimetres: int


@dataclass(frozen=True)
class _Wind:
    knots: int


def test_listener_hears_the_events_of_its_type_in_order() -> None:
    """Events of another type are not for it, whoever else listens."""
    rain: list[_Rain] = []
    wind: list[_Wind] = []
    with hear(_Rain, rain.append), hear(_Wind, wind.append):
        for event in (_Rain(1), _Wind(5), _Rain(2)):
            tell(event)
    assert (rain, wind) == ([_Rain(1), _Rain(2)], [_Wind(5)])


def test_nobody_hears_outside_the_block() -> None:
    """What is told before and after is lost, and whether anybody listens can be asked."""
    rain: list[_Rain] = []
    tell(_Rain(1))
    with hear(_Rain, rain.append):
        assert is_heard(_Rain)
        assert not is_heard(_Wind)
    tell(_Rain(2))
    assert rain == []
    assert not is_heard(_Rain)


def test_inner_block_takes_the_listeners_place() -> None:
    """None silences within; afterwards the outer listener hears again."""
    outer: list[_Rain] = []
    inner: list[_Rain] = []
    with hear(_Rain, outer.append):
        with hear(_Rain, None):
            tell(_Rain(1))
        with hear(_Rain, inner.append):
            tell(_Rain(2))
        tell(_Rain(3))
    assert (outer, inner) == ([_Rain(3)], [_Rain(2)])


def test_listener_that_fails_changes_nothing() -> None:
    """The error of a listener is not the teller's, and it is told of what comes next."""
    told: list[_Rain] = []

    def failing(rain: _Rain) -> None:
        told.append(rain)
        raise ValueError("the screen is gone")

    with hear(_Rain, failing):
        tell(_Rain(1))
        tell(_Rain(2))
    assert told == [_Rain(1), _Rain(2)]
