"""``make demo-models``: the demo of a case with its minds asked as Gemini and Grok, over their own libraries.

The requests go to two servers on this machine that speak the two wire formats and have the minds by rules behind them.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.bootstrap.sample_cases import SampleCaseName
from casewright.cli.demo_case import tell_case
from casewright.cli.entry import replace_unprintable, run_app
from casewright.cli.files import Force  # noqa: TC001 (typer reads it)
from casewright.cli.output import Output
from casewright.cli.state import State
from casewright.errors import BadSettings
from tests.providers.ruled import ruled_gemini, ruled_grok

if TYPE_CHECKING:
    from collections.abc import Sequence

_LIBRARIES = {"langchain_google_genai": "google", "langchain_openai": "xai"}
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def demo_models(
    name: Annotated[SampleCaseName, typer.Argument(help="Which case is told to the end.")] = SampleCaseName.AMENDA,
    out: Annotated[Path, typer.Option(help="The folder for the PDFs and the transcript.")] = Path(),
    home: Annotated[Path | None, typer.Option(help="Below it the demo makes its own.", show_default=False)] = None,
    force: Force = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on standard output.")] = False,
) -> int:
    """Tell a sample case to minds that are asked as Gemini and Grok, from servers on this machine."""
    _require_libraries()
    with ruled_gemini() as gemini, ruled_grok() as grok:
        settings = {**gemini.environment("assistant", None), **grok.environment("reasoner", None)}
        return tell_case(
            State(home, Output(json=json)), name, out, force=force, settings=settings, wires=[gemini, grok]
        )


def run(arguments: Sequence[str]) -> int:
    """Run the demo and return its exit code."""
    return run_app(app, arguments, program="python -m scripts.demo_models")


def _require_libraries() -> None:
    missing = [extra for library, extra in _LIBRARIES.items() if find_spec(library) is None]
    if missing:
        raise BadSettings(
            f"This asks Gemini and Grok by their own libraries, and these are not installed: "
            f"pip install 'casewright[{','.join(missing)}]'"
        )


if __name__ == "__main__":
    replace_unprintable()
    sys.exit(run(sys.argv[1:]))
