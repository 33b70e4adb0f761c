"""``casewright workspace``: a developer's own tools over a project folder and the running process."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.exit_codes import DONE, INTEGRITY, REFUSED, of_result
from casewright.cli.files import decode
from casewright.cli.paths import read_file
from casewright.cli.state import State
from casewright.cli.tools import read_arguments, show_result
from casewright.cli.workspace_report import SessionReport
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.workspace.script import ScriptedTurn
    from casewright.bootstrap.home import Casewright
    from casewright.bootstrap.workspace import Workspace

app = typer.Typer(no_args_is_help=True)
_Root = Annotated[Path, typer.Option(help="The project folder: files below it are read and written, no others.")]
_Policy = Annotated[
    Path | None,
    typer.Option(
        "--policy", help="A policy of your own for the session, in place of the shipped one.", show_default=False
    ),
]
_LONGEST_SCRIPT = 4 * 1024 * 1024
_SAMPLE = ("samples", "workspace")


@app.command()
def run(
    context: typer.Context,
    script: Annotated[Path, typer.Argument(help="The model's turns, in TOML or JSON (docs/workspace.md).")],
    root: _Root = Path(),
    policy: _Policy = None,
) -> int:
    """Let a scripted model work in a project folder; you are asked before it writes anything.

    eval_form and compile_form run the script's code with all your rights: run only scripts that you know.
    """
    turns = _read_turns(script)
    return _run(context.obj, turns, root, policy)


@app.command()
def call(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The tool's name.")],
    args: Annotated[str, typer.Option(help="The arguments as a JSON object; standard input is for answers.")] = "{}",
    root: _Root = Path(),
    policy: _Policy = None,
) -> int:
    """Call one of the workspace's tools as yourself, through the same door as a model."""
    state: State = context.obj
    arguments = read_arguments(args)
    with state.open() as casewright, _open(casewright, state, root, policy) as workspace:
        result = workspace.call(name, arguments)
    show_result(state.output, result)
    return of_result(result)


@app.command()
def tools(context: typer.Context) -> None:
    """List the workspace's tools with their safety levels. No other part of Casewright has them."""
    state: State = context.obj
    with TemporaryDirectory() as folder, state.open() as casewright, casewright.open_workspace(folder) as workspace:
        found = list(workspace.registry.tools.values())
    state.output.document(
        {
            "tools": [
                {"name": one.name, "safety_level": one.safety_level.value, "description": one.description}
                for one in found
            ]
        }
    )
    for one in found:
        state.output.line(f"{one.name:<18} {one.safety_level.value:<9} {one.description}")


@app.command()
def demo(
    context: typer.Context,
    root: Annotated[
        Path | None,
        typer.Option(help="A new folder for the sample project. Default: a temporary one.", show_default=False),
    ] = None,
) -> int:
    """Show all eight tools on a small sample project, which is copied first. You decide about two writes."""
    from casewright.agents.workspace.script import read_script

    state: State = context.obj
    sample = files("casewright").joinpath(*_SAMPLE)
    turns = read_script(sample.joinpath("demo.toml").read_text(encoding="utf-8"), "demo.toml")
    if root is not None and root.exists():
        raise InvalidInput(f"There is a {str(root)!r} already: name a new folder for the sample project")
    place = Path(mkdtemp(prefix="casewright-workspace-")) / "project" if root is None else root
    place.mkdir(parents=True)
    with as_file(sample.joinpath("project")) as project:
        for file in sorted(one for one in Path(project).iterdir() if one.is_file()):
            (place / file.name).write_bytes(file.read_bytes())
    return _run(state, turns, place, None)


def _run(state: State, turns: Sequence[ScriptedTurn], root: Path, policy: Path | None) -> int:
    from casewright.agents.workspace.script import ScriptedModel

    report = SessionReport(state.output)
    with state.open() as casewright, _open(casewright, state, root, policy) as workspace:
        report.begin(workspace.files.root)
        done = workspace.run(ScriptedModel(turns), on_turn=report.tell_turn, on_result=report.tell_result)
        proof = casewright.verify_audit()
    report.end(done, proof.reached, proof.flaw)
    if proof.flaw is not None:
        return INTEGRITY
    return REFUSED if any(turn.refused is not None for turn in done) else DONE


def _open(casewright: Casewright, state: State, root: Path, policy: Path | None) -> Workspace:
    """The session, in which the person at the terminal approves."""
    from casewright.cli.workspace_approval import TerminalApprover

    approver = TerminalApprover(state.output, casewright.actor.id, lambda path: workspace.files.find(path))
    workspace = casewright.open_workspace(root, approver=approver, policy=policy)
    return workspace


def _read_turns(script: Path) -> Sequence[ScriptedTurn]:
    from casewright.agents.workspace.script import read_script

    return read_script(decode(read_file(script, limit=_LONGEST_SCRIPT), str(script)), str(script))
