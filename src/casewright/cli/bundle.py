"""``casewright bundle``: a matter as a folder of pages that open from disk, with its proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from casewright.cli.exit_codes import DONE
from casewright.cli.references import Matter, resolved
from casewright.cli.state import State
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright


def bundle(
    context: typer.Context,
    matter: Matter,
    out: Annotated[Path, typer.Option(help="The folder to write, which is empty or not there.")],
    language: Annotated[Literal["en", "ro"], typer.Option(help="The language of the pages.")] = "en",
) -> int:
    """Copy a matter into a folder of pages that open from disk: documents, facts, answers, the audit's proof."""
    state: State = context.obj
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InvalidInput(f"--out {str(out)!r} is there and not empty: name another folder, or empty it")
    with state.open() as casewright:
        out.mkdir(parents=True, exist_ok=True)
        made = _written(casewright, state, matter, out, language)
    state.output.document(made)
    state.output.prose(f"{made['documents']} documents, {made['files']} files in {str(out)!r}: open index.html")
    left_out = made["left_out"]
    assert isinstance(left_out, list)
    for one in left_out:
        state.output.prose(f"Not in it: {one}")
    state.output.line(f"Prove it anywhere: python3 {out / 'verify.py'}")
    return DONE


def _written(casewright: Casewright, state: State, matter: str, out: Path, language: str) -> dict[str, object]:
    from casewright.bootstrap.session import Session
    from casewright.server.pages.bundle import BundleWriter

    found = resolved(casewright, {"matter_id": matter})["matter_id"]
    session = Session(casewright.parts, casewright.actor)
    writer = BundleWriter(session, out, language, state.output.note)
    made = casewright.wait(writer.write(str(found)))
    files = sum(1 for path in out.rglob("*") if path.is_file())
    return {
        "matter_id": made.matter["matter_id"],
        "folder": str(out),
        "documents": len(made.documents),
        "files": files,
        "left_out": made.left_out,
    }
