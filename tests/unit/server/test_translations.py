"""Every text that pages show is in the Romanian catalogue, translated, with its places for values."""

from __future__ import annotations

from scripts.messages import flaws


def test_romanian_is_complete() -> None:
    """Whoever adds a text runs ``python -m scripts.messages`` and translates what it lists."""
    assert flaws() == []
