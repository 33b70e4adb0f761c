"""``python -m casewright`` is the command ``casewright``."""

from __future__ import annotations

from casewright.cli.start import main

main()
