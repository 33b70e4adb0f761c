"""Interest on amounts that are paid late, by simple rules."""

from __future__ import annotations

RATE = 0.08
"""A year, of the amount."""


def interest(amount: float, days: int) -> float:
    """Simple interest on an amount that is late by so many days."""
    return amount * RATE * days / 365


def days_late(due: int, paid: int) -> int:
    """Days between two days of one year, none where it was paid in time."""
    return paid - due


def total(amount: float, days: int) -> float:
    """The amount and its interest."""
    return amount + interest(amount, days)


def remind(amount: float, days: int) -> str:
    """One line for a reminder."""
    return f"{total(amount, days):.2f} owed, {days} days late"
