"""Draws the demo as it looks in a terminal into ``docs/demo.svg``: ``python -m scripts.picture``."""

from __future__ import annotations

import io
import re
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from casewright.cli.demo import run_demo
from casewright.cli.output import Output
from casewright.cli.state import State

TARGET = Path(__file__).parents[1] / "docs" / "demo.svg"
_LINES = 46
_FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


class Recording(Output):
    """Output that a picture can be made of."""

    def __init__(self) -> None:
        super().__init__(json=False)
        paper = io.StringIO()
        self.recorded = Console(
            record=True, file=paper, width=110, highlight=False, markup=False, emoji=False, force_terminal=True
        )

    def console(self) -> Console:
        """The console that records."""
        return self.recorded


def main() -> int:
    """Run the demo in a temporary home and draw its first lines; returns the exit code."""
    output = Recording()
    with tempfile.TemporaryDirectory() as home:
        code = run_demo(State(Path(home), output))
    text = output.recorded.export_text(styles=True).split("\n")[:_LINES]
    picture = Console(record=True, file=io.StringIO(), width=110)
    for line in text:
        picture.print(Text.from_ansi(line))
    svg = picture.export_svg(title="casewright demo", theme=MONOKAI)
    # The fonts would be fetched from a third party's server; any monospaced one will do.
    TARGET.write_text(_FONT_FACES.sub("", svg), encoding="utf-8")
    print(f"{TARGET.name}: {len(svg):,} bytes")
    return code


if __name__ == "__main__":
    sys.exit(main())
