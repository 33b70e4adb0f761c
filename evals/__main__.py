"""``python -m evals NAME``: measure what is shipped on labelled data."""

from __future__ import annotations

from evals.command_line import main

main()
