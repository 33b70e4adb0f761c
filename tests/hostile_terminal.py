"""Runs many command lines in this process, one after the other: ``python -m tests.hostile_terminal HOME FILE``.

FILE holds a JSON list of command lines. What they print goes to the terminal that this process was given.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from casewright.cli.main import run

if __name__ == "__main__":
    for arguments in json.loads(Path(sys.argv[2]).read_text()):
        run(["--home", sys.argv[1], *arguments])
