"""``casewright audit``: read what was recorded, and prove that it was not changed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import orjson
import typer

from casewright.cli.exit_codes import DONE, INTEGRITY
from casewright.cli.files import Force, place_file, place_text, require_free
from casewright.cli.references import MATTER
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.audit.chain import Head
    from casewright.audit.checkpoint import Checkpoint
    from casewright.audit.proof import Proof
    from casewright.cli.output import Output
    from casewright.toolbox.audit.event_view import EventView

app = typer.Typer(no_args_is_help=True)

_KINDS = {
    "changed": "an event was changed, dropped, swapped or put in",
    "forged": "events were written that are not this system's",
    "cut": "the newest events were cut off",
    "checkpoint": "a checkpoint was changed, moved or removed",
}


@app.command()
def show(
    context: typer.Context,
    last: Annotated[int, typer.Option(help="How many events, counted from the newest.", min=1, max=10_000)] = 20,
    tool: Annotated[str | None, typer.Option(help="Only events about this tool.", show_default=False)] = None,
    matter: Annotated[
        str | None, typer.Option(help=f"Only events about this matter. {MATTER}", show_default=False)
    ] = None,
) -> None:
    """Show the newest events: who called what, and what came of it."""
    from casewright.toolbox.audit.event_view import EventView
    from casewright.toolbox.audit.read_audit import ReadAuditOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(
            casewright, ReadAuditOutput, "read_audit", {"last": last, "tool_name": tool, "about_matter": matter}
        )
    output = state.output
    output.document(found.data)
    if not found.output.events:
        output.prose("No events.")
    for event in found.output.events:
        output.line(_line(EventView.model_validate(event)))


def _line(event: EventView) -> str:
    status = event.result_status or ""
    reason = f"  {event.reason}" if event.reason else ""
    when = event.timestamp[:19].replace("T", " ")
    kind = event.event_type
    what = event.tool_name if kind.endswith(".tool_call") else f"{kind} {event.tool_name}"
    return f"{event.seq:>6}  {when}  {event.agent_id:<12} {event.role:<8} {what:<22} {event.phase:<8} {status}{reason}"


@app.command()
def verify(
    context: typer.Context,
    expect_head: Annotated[
        str | None,
        typer.Option(help="The head's hash that you kept from before; needs --expect-count.", show_default=False),
    ] = None,
    expect_count: Annotated[
        int | None, typer.Option(help="How many events there were at that head.", show_default=False, min=1)
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="A file that audit checkpoint --out wrote and you kept elsewhere.", show_default=False),
    ] = None,
) -> int:
    """Prove that no event was changed, dropped, swapped or inserted. Exit code 5 where one was."""
    state: State = context.obj
    expected = _expected(expect_head, expect_count)
    held = [] if checkpoint is None else [_held(checkpoint)]
    with state.open() as casewright:
        proof = casewright.verify_audit(expected, held)
    reached, flaw, newest = proof.reached, proof.flaw, proof.newest
    said = {
        "verified": proof.holds,
        "count": reached.count,
        "head": reached.hash,
        "checkpoints": proof.checkpoints,
        "newest_checkpoint": None if newest is None else asdict(newest),
        "flaw": None if flaw is None else {"kind": flaw.kind, "seq": flaw.seq, "reason": flaw.reason},
        "unsigned": proof.unsigned,
        "macs_after": proof.macs_after,
        "remembered_count": None if proof.remembered is None else proof.remembered.count,
    }
    state.output.document(said)
    _show_proof(state.output, proof)
    return DONE if proof.holds else INTEGRITY


def _show_proof(output: Output, proof: Proof) -> None:
    reached, flaw, newest = proof.reached, proof.flaw, proof.newest
    if flaw is not None:
        message = f"NOT verified: {_KINDS[flaw.kind]}. At event {flaw.seq}: {flaw.reason}. {reached.count} events hold."
        output.line(message, style="bold red")
        return
    if not reached.count:
        output.prose("There are no events, so there is nothing to verify.")
        return
    lines = [f"Verified: {reached.count:,} events, head {reached.hash}"]
    if newest is not None:
        lines.append(
            f"Verified: {proof.checkpoints:,} signed checkpoints, the newest at event {newest.count}, key "
            f"{newest.key_id}"
        )
    if proof.unsigned:
        lines.append(f"Not signed yet: the last {proof.unsigned:,} events, which have this home's MACs.")
    if proof.remembered is not None:
        lines.append(f"Verified: the log extends the head that this home remembers, event {proof.remembered.count:,}")
    if proof.macs_after:
        lines.append(f"Events 1 to {proof.macs_after:,} are older than MACs: chain and checkpoints stand for them.")
    lines += [
        "Keep count and head, or a checkpoint, elsewhere: they show a log that was cut short.",
        "Not seen: newest events cut off above what is remembered here or held by you, and what was never recorded.",
    ]
    for line in lines:
        output.line(line)


@app.command()
def checkpoint(
    context: typer.Context,
    out: Annotated[Path | None, typer.Option(help="Write it to this file too, to keep elsewhere.")] = None,
    force: Force = False,
) -> None:
    """Sign how many events there are and the hash of the last one."""
    from casewright.toolbox.audit.checkpoint_audit import CheckpointAuditOutput

    state: State = context.obj
    require_free([] if out is None else [out], force=force)
    with state.open() as casewright:
        made = answer(casewright, CheckpointAuditOutput, "checkpoint_audit")
    if out is not None:
        place_text(out, orjson.dumps(made.data, option=orjson.OPT_APPEND_NEWLINE), force=force)
    output = state.output
    output.document(made.data)
    output.line(f"Signed: {made.output.count:,} events, head {made.output.head}")
    output.line(f"Key {made.output.key_id}")
    if out is not None:
        output.line(f"Written to {show_line(str(out))}")


_ZIP = Path("audit.zip")


@app.command()
def export(
    context: typer.Context,
    out: Annotated[Path, typer.Option(help="The zip file to write.")] = _ZIP,
    ocsf: Annotated[
        Path | None,
        typer.Option(
            help="Write this file in place of the zip: JSON Lines in OCSF's shape (API Activity), for a SIEM.",
            show_default=False,
        ),
    ] = None,
    after: Annotated[int, typer.Option(help="Only events above this number.", min=0)] = 0,
    force: Force = False,
) -> None:
    """Write events, checkpoints and a verifier into one zip that proves itself where Casewright is not installed."""
    from casewright.toolbox.audit.export_audit import ExportAuditOutput

    state: State = context.obj
    if ocsf is not None and out != _ZIP:
        raise InvalidInput("--out is for the zip and --ocsf for JSON Lines: give one of them, once for each file")
    target, form = (out, "zip") if ocsf is None else (ocsf, "ocsf")
    require_free([target], force=force)
    with state.open() as casewright:
        made = answer(casewright, ExportAuditOutput, "export_audit", {"after": after, "form": form})
        place_file(target, casewright.export_place(made.output.filename), force=force)
    output, what = state.output, made.output
    output.document({**made.data, "out": str(target)})
    where = show_line(str(target))
    output.line(f"Events {what.first} to {what.last} in {where}, {what.size:,} bytes")
    output.line(f"SHA-256 {what.sha256}")
    if ocsf is None:
        output.line(f"Verify it anywhere: unzip {where} && python verify.py")
        return
    lines = what.last - what.first + 1 - what.left_out
    output.line(f"{lines:,} lines. Left out: {what.left_out:,} intents, each told by the line of its outcome.")


@app.command("accept-restored")
def accept_restored(context: typer.Context) -> None:
    """After a restore from a backup: go on from the restored audit, where this system wrote all of it."""
    from casewright.toolbox.audit.accept_restored_audit import AcceptRestoredAuditOutput

    state: State = context.obj
    with state.open() as casewright:
        made = answer(casewright, AcceptRestoredAuditOutput, "accept_restored_audit")
    output, heads = state.output, made.output
    output.document(made.data)
    output.line(f"Remembered until now: {heads.remembered_count:,} events, head {heads.remembered_head}")
    output.line(f"Accepted: {heads.accepted_count:,} events, head {heads.accepted_head}")
    output.prose("What was recorded in between is not in this audit any more; that it was given up is recorded.")


@app.command("rotate-key")
def rotate_key(
    context: typer.Context,
    lost: Annotated[bool, typer.Option("--lost", help="The old key's file is missing for good.")] = False,
) -> None:
    """Sign with a new key from now on; what the old one signed still verifies."""
    from casewright.toolbox.audit.rotate_audit_key import RotateAuditKeyOutput

    state: State = context.obj
    with state.open() as casewright:
        made = answer(casewright, RotateAuditKeyOutput, "rotate_audit_key", {"lost": lost})
    output = state.output
    output.document(made.data)
    if not lost:
        output.prose(f"The old key signed up to event {made.output.old_key_signed:,}.")
    output.line(f"Key {made.output.key_id} signs from now on.")


def _held(path: Path) -> Checkpoint:
    from casewright.audit.checkpoint import read_checkpoint

    try:
        return read_checkpoint(path.read_bytes())
    except ValueError:
        raise InvalidInput(
            f"--checkpoint {str(path)!r} holds no checkpoint: give a file that audit checkpoint --out wrote"
        ) from None


def _expected(head: str | None, count: int | None) -> Head | None:
    from casewright.audit.chain import Head

    if head is None and count is None:
        return None
    if head is None or count is None:
        raise InvalidInput("--expect-head and --expect-count go together: give both")
    if len(head) != 64 or set(head.lower()) - set("0123456789abcdef"):
        raise InvalidInput(f"--expect-head is {head!r}: a head is 64 hexadecimal digits")
    return Head(count=count, hash=head.lower())
