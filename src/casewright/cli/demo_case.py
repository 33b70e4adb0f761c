"""``casewright demo case``: a contravention from its first message to the complaint on paper, and one stopped."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from casewright.bootstrap.sample_cases import SampleCaseName, sample_case
from casewright.cli.corpus import import_examples
from casewright.cli.demo_talk import Talk, searched, show_transcript, written
from casewright.cli.exit_codes import DONE, INTEGRITY
from casewright.cli.files import Force, place_text, require_free
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.bootstrap.sample_cases import SampleCase
    from casewright.cli.demo_talk import Search
    from casewright.cli.output import Output
    from casewright.cli.state import Answer
    from casewright.toolbox.support.list_tickets import ListTicketsOutput
    from casewright.toolbox.support.ticket_view import TicketView

_OURS = "CASEWRIGHT_"
_STOPPED = "viteza"
_ABOUT = "Un caz-exemplu care vine cu Casewright."


class Wire(Protocol):
    """A server that was asked in the place of a model's provider."""

    @property
    def provider(self) -> str:
        """Whose format it speaks."""
        ...

    @property
    def base_url(self) -> str:
        """Where it answers."""
        ...

    @property
    def bodies(self) -> Sequence[str]:
        """The requests as they came."""
        ...


@dataclass(frozen=True)
class Paper:
    """Where the demo's files go; with ``force`` in place of those that are there."""

    out: Path
    force: bool

    @property
    def transcript(self) -> Path:
        """What the minds were given and said."""
        return self.out / "demo-case-transcript.txt"

    def of(self, sample: SampleCase) -> Path:
        """The case's draft."""
        return self.out / f"{sample.name}.pdf"


@dataclass
class Shown:
    """One case of the demo: its conversation, its draft, and what the audit says."""

    talk: Talk
    draft: Path | None = None
    digest: str = ""
    verified: bool = False
    events: int = 0
    tickets: Answer[ListTicketsOutput] | None = None

    @property
    def opened_tickets(self) -> Sequence[TicketView]:
        """The tickets that were opened for it."""
        return () if self.tickets is None else self.tickets.output.tickets

    @property
    def document(self) -> dict[str, object]:
        """As JSON data."""
        return {
            "case_id": self.talk.case_id,
            "turns": self.talk.turns,
            "pdf": None if self.draft is None else str(self.draft),
            "sha256": self.digest or None,
            "tickets": [] if self.tickets is None else self.tickets.data["tickets"],
            "audit": {"verified": self.verified, "count": self.events},
        }


def demo_case(
    context: typer.Context,
    name: Annotated[SampleCaseName, typer.Argument(help="Which case is told to the end.")] = SampleCaseName.AMENDA,
    out: Annotated[Path, typer.Option(help="The folder for the PDFs and the transcript.")] = Path(),
    force: Force = False,
) -> int:
    """Tell a sample case to the case agent, up to the PDF; then one that a failing tool stops, and that goes on.

    It works in homes of its own, below the home, made anew each time. The minds are rules, whatever is set.
    """
    return tell_case(context.obj, name, out, force=force)


def tell_case(
    state: State,
    name: SampleCaseName,
    out: Path,
    *,
    force: bool,
    settings: Mapping[str, str] = MappingProxyType({}),
    wires: Sequence[Wire] = (),
) -> int:
    """The demo, with nothing of ours set but ``settings``, and a search of what went over the wire to their models.

    Returns the exit code. Raises ``InvalidInput`` where ``out`` is no folder, or has one of the files already and
    ``force`` is not set.
    """
    if not out.is_dir():
        raise InvalidInput(f"--out is {str(out)!r}, which is no folder: make it first, or name another")
    started = perf_counter()
    output = state.output
    today = datetime.now().astimezone().date()
    sample, other = sample_case(name.value, today), sample_case(_STOPPED, today)
    paper = Paper(out, force=force)
    require_free([paper.transcript, paper.of(sample), paper.of(other)], force=force)
    homes = _homes(state)
    with _only(settings):
        whole = _from_message_to_paper(_new(homes / sample.name, state), sample, paper, output)
        stuck = _stuck_and_resumed(_new(homes / other.name, state), other, paper, output)
    transcript = [*whole.talk.transcript, *stuck.talk.transcript]
    bodies = [body for wire in wires for body in wire.bodies]
    file = paper.transcript
    place_text(file, written(transcript).encode(), force=force)
    personal = [*sample.personal, *other.personal]
    search, on_the_wire = searched([one.text for one in transcript], personal), searched(bodies, personal)
    seconds = perf_counter() - started
    state.output.document(
        {
            "case": whole.document,
            "paused": stuck.document,
            "transcript": {"file": str(file), "entries": search.texts, "values": search.values, "found": search.found},
            "wire": {"requests": on_the_wire.texts, "found": on_the_wire.found} if wires else None,
            "seconds": round(seconds, 3),
        }
    )
    output.heading("What the minds were given and said")
    show_transcript(output, whole.talk.transcript)
    what = f"the {search.texts} texts that went to minds and came from them ({file} has them whole)"
    _tell_search(output, what, search)
    for wire in wires:
        output.prose(f"{wire.provider}: {len(wire.bodies)} requests to {wire.base_url}")
    if wires:
        _tell_search(output, "the bodies of these requests", on_the_wire)
    _ending(output, whole, stuck, seconds)
    good = all(one.verified and one.draft is not None for one in (whole, stuck)) and stuck.opened_tickets
    return DONE if good and not search.found and not on_the_wire.found else INTEGRITY


def _from_message_to_paper(own: State, sample: SampleCase, paper: Paper, output: Output) -> Shown:
    with own.open() as casewright:
        shown = _opened(casewright, sample, "A case, from its first message to the paper", output)
        shown.talk.say(casewright, None)
        for step in sample.steps:
            shown.talk.take(casewright, step)
        return _ended(casewright, shown, paper)


def _stuck_and_resumed(own: State, sample: SampleCase, paper: Paper, output: Output) -> Shown:
    """A case where drafts cannot be kept: a file stands in the place of their folder, until it is removed."""
    from casewright.toolbox.support.list_tickets import ListTicketsOutput
    from casewright.toolbox.support.resume_case import ResumeCaseOutput

    assert own.home is not None
    in_the_way = own.home / "drafts"
    in_the_way.write_text("This file stands where the folder of drafts belongs.\n", encoding="utf-8")
    with own.open() as casewright:
        shown = _opened(casewright, sample, "A case that a failing tool stops", output)
        output.line(f"{in_the_way} is a file: no draft can be kept there.")
        for step in (*sample.steps, {"say": sample.after_the_question}):
            shown.talk.take(casewright, step)
        case = {"case_id": shown.talk.case_id}
        shown.tickets = answer(casewright, ListTicketsOutput, "list_tickets", case)
        in_the_way.unlink()
        note = "The file that stood in the place of the folder was removed."
        resumed = answer(casewright, ResumeCaseOutput, "resume_case", {**case, "note": note})
        _show_ticket(output, shown, resumed.output.case_status)
        shown.talk.say(casewright, None)
        return _ended(casewright, shown, paper)


def _opened(casewright: Casewright, sample: SampleCase, heading: str, output: Output) -> Shown:
    """The sample's case in a home that has the invented acts."""
    from casewright.toolbox.cases.create_case import CreateCaseOutput

    import_examples(casewright)
    case = answer(casewright, CreateCaseOutput, "create_case", {"title": sample.title, "description": _ABOUT}).output
    output.heading(heading)
    output.prose(f"{case.number}  {case.title}", style="bold")
    return Shown(Talk(sample, case.case_id, output))


def _ended(casewright: Casewright, shown: Shown, paper: Paper) -> Shown:
    """With the last draft where the user asked for it, and the audit walked."""
    draft = shown.talk.draft
    if draft is not None:
        data = Path(draft["pdf_gcs_path"]).read_bytes()
        shown.draft, shown.digest = paper.of(shown.talk.sample), sha256(data).hexdigest()
        place_text(shown.draft, data, force=paper.force)
    proof = casewright.verify_audit()
    shown.verified, shown.events = proof.holds, proof.reached.count
    return shown


def _homes(state: State) -> Path:
    """Below what the homes of the demo are made."""
    from casewright.config import read_settings

    return read_settings(home=state.home).home / "demo" / "case"


def _new(home: Path, state: State) -> State:
    """A new home for one case of the demo; what an earlier demo left there goes."""
    if home.exists():
        shutil.rmtree(home)
    home.mkdir(mode=0o700, parents=True)
    return State(home=home, output=state.output)


@contextmanager
def _only(settings: Mapping[str, str]) -> Iterator[None]:
    """Within the block nothing of ours is set in the environment but these: the demo works by the defaults."""
    before = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(_OURS)}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name in [one for one in os.environ if one.startswith(_OURS)]:
            del os.environ[name]
        os.environ.update(before)


def _show_ticket(output: Output, shown: Shown, status: str) -> None:
    for ticket in shown.opened_tickets:
        output.prose(f"\nTicket {ticket.ticket_id}, opened by {ticket.opened_by}:", style="bold")
        output.line(ticket.issue_description)
    output.prose(f"\nAn administrator removed the file and resumed the case: {status}.\n")


def _tell_search(output: Output, what: str, search: Search) -> None:
    output.line(f"\nSearched {what} for {search.values} personal values:")
    found = "0 found; there are placeholders only." if not search.found else f"FOUND: {', '.join(search.found)}"
    output.line(found, style="green" if not search.found else "bold red")


def _ending(output: Output, whole: Shown, stuck: Shown, seconds: float) -> None:
    output.heading("On paper")
    for one in (whole, stuck):
        if one.draft is None:
            output.prose("No draft was made.", style="bold red")
        else:
            output.line(f"{one.draft}  SHA-256 {one.digest}")
        verdict = f"verified, {one.events} events" if one.verified else "NOT verified"
        output.prose(f"  audit {verdict}")
    output.prose(f"Done in {seconds:.1f} s.")
