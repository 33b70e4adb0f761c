"""``python -m evals rooms``: what a user finds in data rooms of files, from the upload to the recommendation."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.output import counted
from casewright.cli.state import State
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.cli.output import Output
    from evals.evidence import Share
    from evals.rooms.judge import Finding
    from evals.rooms.report import RoomReport, SetReport

_HERE = Path(__file__).parents[1] / "rooms"
_SETS = (_HERE / "unseen", _HERE / "mended")
_LONGEST = 240
_WITHOUT = 12


class Half(StrEnum):
    """Which half of the trades and wordings of made rooms."""

    FITTED = "fitted"
    UNSEEN = "unseen"


def rooms(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--rooms",
            help="A folder of rooms, or one room; without it, the rooms of the repository: unseen, then mended.",
            show_default=False,
        ),
    ] = None,
    only: Annotated[str | None, typer.Option(metavar="NAME", help="Only this room.", show_default=False)] = None,
    made: Annotated[
        int | None,
        typer.Option(
            "--made", metavar="N", min=1, max=1_000, help="N made rooms instead (evals/rooms/made).", show_default=False
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", help="What made rooms are drawn by: the same seed, the same bytes.")
    ] = 1,
    half: Annotated[
        Half, typer.Option("--half", help="Trades and wordings of made rooms: those of mending, or the others.")
    ] = Half.UNSEEN,
    each: Annotated[
        bool, typer.Option("--each", help="Print every planted defect, every false alarm and what no claim covers.")
    ] = False,
) -> None:
    """Take data rooms the way of a user, files first, in homes that go away: how much of what was planted is found, on
    which side, how many findings are false, how many figures became claims, and what the debate recommends.
    """
    from evals.rooms.report import report, rooms_in

    state: State = context.obj
    if folder is not None and made is not None:
        raise typer.BadParameter("give a folder of rooms or --made, not both", param_hint="--made")
    reports: list[SetReport] = []
    with TemporaryDirectory() as scratch:
        if made is not None:
            folders = [_make(Path(scratch), made, seed, half)]
        else:
            folders = [folder] if folder is not None else [one for one in _SETS if one.is_dir()]
        for one in folders:
            with state.output.notes().status("") as status:
                told = report(one.name, rooms_in(one, only), lambda name: status.update(f"Room {show_line(name)}"))
            reports.append(told)
    state.output.document({"sets": [one.as_json() for one in reports]})
    if state.output.json:
        return
    if not any(one.rooms for one in reports):
        where = " and ".join(str(one) for one in folders or _SETS)
        state.output.line(f"There are no rooms in {where}: a room is a folder with a truth.toml.")
    for told in reports:
        if told.rooms:
            _show(state.output, told, each=each)


def _make(scratch: Path, many: int, seed: int, half: Half) -> Path:
    from evals.rooms.made import FITTED, UNSEEN, write_rooms

    folder = scratch / f"made-{half}-{seed}"
    write_rooms(folder, many, seed, UNSEEN if half is Half.UNSEEN else FITTED)
    return folder


def _show(output: Output, told: SetReport, *, each: bool) -> None:
    console = output.console()
    if each:
        for room in told.rooms:
            for line in _each(room):
                output.line(line)
            output.line()
    seconds = sum(room.taken.seconds for room in told.rooms)
    console.rule(show_line(told.name), align="left")
    console.print(f"{counted(len(told.rooms), 'room')}, {seconds:.1f} s", soft_wrap=True)
    console.print(f"{'kind':<16}{'planted':>8}{'found':>7}{'recall':>9}   95 %")
    for kind, share in told.by_kind().items():
        console.print(f"{kind.value:<16}{share.of:>8}{share.hits:>7}{_told(share):>9}   {_interval(share)}")
    console.print(
        f"{'all':<16}{told.recall.of:>8}{told.recall.hits:>7}{_told(told.recall):>9}   {_interval(told.recall)}"
    )
    for words, shown in _totals(told):
        console.print(f"{words:<44}{shown}", soft_wrap=True)
    console.print()


def _totals(told: SetReport) -> Iterator[tuple[str, str]]:
    many = len(told.rooms)
    yield "Grave ones found", _of(told.grave_recall)
    yield "Right side blamed, of those found", f"{_of(told.right)}; the other side too in {told.both}"
    yield "False findings, of all findings", f"{_of(told.false)}; {told.false.hits / many:.1f} a room"
    yield "Near-misses hit", _of(told.near)
    yield "Figures that claims stand at (coverage)", _of(told.coverage)
    stated = told.stated_right
    yield "Coverage stated, right within 5 points", _of(stated) if stated.of else "not stated"
    counted = Counter(room.recommended for room in told.rooms)
    yield "Recommendations", ", ".join(f"{stance} {count}" for stance, count in sorted(counted.items()))
    yield "PROCEED where a grave defect was planted", str(sum(room.reckless for room in told.rooms))
    unread = [f"{room.truth.name}: {name}" for room in told.rooms for name in room.taken.not_read]
    if unread:
        yield "Files that could not be read", show_line(", ".join(unread))


def _each(room: RoomReport) -> Iterator[str]:
    """The lines about one room: planted defects, false alarms, figures without a claim."""
    judged, taken = room.judged, room.taken
    stated = "not stated" if taken.stated is None else f"stated {taken.stated:.0%}"
    yield (
        f"{room.truth.name}: {len(judged.found)} of {len(room.truth.planted)} found, {len(judged.false)} false, "
        f"{taken.claims} claims, coverage {_told(room.coverage)} ({stated}), {room.recommended}, {taken.seconds:.1f} s"
    )
    for one in room.truth.planted:
        groups = judged.found.get(one.id)
        if groups is None:
            unread = "; none of its words were read" if one.id in judged.unread else ""
            yield f"  missed {one.id:<4} {one.kind:<13} {one.says}{unread}"
            for place in one.places:
                yield f"           at {place}"
            continue
        side = "" if one.blame is None else "" if one.id in judged.right else "  WRONG SIDE"
        yield f"  found  {one.id:<4} {one.kind:<13} by {_finding(groups[0])}{_more(groups)}{side}"
    near = {id(group): name for name, groups in judged.hit.items() for group in groups}
    for group in judged.false:
        name = near.get(id(group))
        yield f"  false  {'near-miss ' + name + ' ' if name else ''}{_finding(group)}"
    if room.without:
        shown = "; ".join(str(one) for one in room.without[:_WITHOUT])
        more = len(room.without) - _WITHOUT
        yield f"  no claim at {len(room.without)} figures: {shown}{f'; {more} more' if more > 0 else ''}"


def _finding(group: Sequence[Finding]) -> str:
    sites = dict.fromkeys(str(site) for one in group for site in one.sites)
    places = ", ".join(sites or sorted(group[0].files)) or "no claim"
    text = show_line(group[0].text)
    return f"{group[0].type} [{places}] {text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}"


def _more(groups: Sequence[object]) -> str:
    return f" and {len(groups) - 1} more" if len(groups) > 1 else ""


def _of(share: Share) -> str:
    return f"{share.hits:,} of {share.of:,} ({_told(share)}, {_interval(share)})" if share.of else "none"


def _told(share: Share) -> str:
    return "–" if share.value is None else f"{share.value:.1%}"


def _interval(share: Share) -> str:
    low, high = share.interval
    return f"{low:.0%} to {high:.0%}"
