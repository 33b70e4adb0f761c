"""The model that picks an answer's words out of a passage: what it learns from, how it learns, what it writes."""

from __future__ import annotations


def main() -> None:
    """``python -m training reader``."""
    from training.reader.command import main as run

    run()
