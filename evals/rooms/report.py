"""What came of rooms: recall by kind, the right side, false alarms, coverage, recommendations."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.errors import InvalidInput
from evals.evidence import Share
from evals.rooms.coverage import covered, figures
from evals.rooms.judge import judge
from evals.rooms.running import take
from evals.rooms.truth import TRUTH, Kind, read_room

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from evals.rooms.coverage import Figure
    from evals.rooms.judge import Finding, Judged
    from evals.rooms.running import Taken
    from evals.rooms.truth import Planted, Truth

_NEAR = 0.05
"""How far a stated coverage may lie from the measured one and be right."""


@dataclass(frozen=True, slots=True)
class RoomReport:
    """One room, taken and judged; ``without`` are the figures at which no claim stands."""

    truth: Truth
    taken: Taken
    judged: Judged
    coverage: Share
    without: Sequence[Figure]

    @property
    def recommended(self) -> str:
        """The stance that was recommended, or ``none``."""
        return self.taken.recommendation or "none"

    @property
    def reckless(self) -> bool:
        """Whether PROCEED was recommended although a grave defect was planted."""
        return self.recommended == "PROCEED" and any(one.grave for one in self.truth.planted)

    @property
    def states_right(self) -> bool | None:
        """Whether the coverage that the product states is within 5 points; None where it states none."""
        stated, measured = self.taken.stated, self.coverage.value
        return None if stated is None or measured is None else abs(stated - measured) <= _NEAR

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        judged = self.judged
        return {
            "room": self.truth.name,
            "seconds": round(self.taken.seconds, 2),
            "claims": self.taken.claims,
            "not_read": list(self.taken.not_read),
            "coverage": self.coverage.as_json(),
            "coverage_stated": self.taken.stated,
            "recommendation": self.recommended,
            "planted": [
                {
                    "id": one.id,
                    "kind": one.kind.value,
                    "says": one.says,
                    "found_by": [_as_json(group) for group in judged.found.get(one.id, ())],
                    "right_side": one.id in judged.right if one.blame and one.id in judged.found else None,
                }
                for one in self.truth.planted
            ],
            "false_alarms": [_as_json(group) for group in judged.false],
            "near_misses_hit": {name: [_as_json(one) for one in groups] for name, groups in judged.hit.items()},
            "figures_without_a_claim": [str(one) for one in self.without],
        }


@dataclass(frozen=True, slots=True)
class SetReport:
    """The rooms of one folder together."""

    name: str
    rooms: tuple[RoomReport, ...]

    def by_kind(self) -> dict[Kind, Share]:
        """The recall of each kind that is planted."""
        planted = [(one.kind, one.id in room.judged.found) for room in self.rooms for one in room.truth.planted]
        every, found = Counter(kind for kind, _ in planted), Counter(kind for kind, is_found in planted if is_found)
        return {kind: Share(found[kind], every[kind]) for kind in Kind if every[kind]}

    @property
    def recall(self) -> Share:
        """Planted defects that were found."""
        return self._share(lambda room, one: one.id in room.judged.found)

    @property
    def grave_recall(self) -> Share:
        """The same of the grave ones."""
        return self._share(lambda room, one: one.id in room.judged.found, lambda _, one: one.grave)

    @property
    def right(self) -> Share:
        """Of those found with a file to blame, those where a finding blames it."""
        return self._share(
            lambda room, one: one.id in room.judged.right,
            lambda room, one: one.blame is not None and one.id in room.judged.found,
        )

    @property
    def both(self) -> int:
        """Of those on the right side, those where a finding blames another file too."""
        return sum(len(room.judged.both) for room in self.rooms)

    @property
    def false(self) -> Share:
        """Findings that find nothing planted, of all findings."""
        return Share(
            sum(len(room.judged.false) for room in self.rooms), sum(len(room.judged.groups) for room in self.rooms)
        )

    @property
    def near(self) -> Share:
        """Near-misses at which a false alarm stands."""
        return Share(sum(len(room.judged.hit) for room in self.rooms), sum(len(room.truth.near) for room in self.rooms))

    @property
    def coverage(self) -> Share:
        """Figures at which a claim stands."""
        return Share(sum(room.coverage.hits for room in self.rooms), sum(room.coverage.of for room in self.rooms))

    @property
    def stated_right(self) -> Share:
        """Rooms whose stated coverage is right, of those that state one."""
        told = [room.states_right for room in self.rooms if room.states_right is not None]
        return Share(sum(told), len(told))

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "rooms_folder": self.name,
            "rooms": [room.as_json() for room in self.rooms],
            "by_kind": {kind.value: share.as_json() for kind, share in self.by_kind().items()},
            "recall": self.recall.as_json(),
            "grave_recall": self.grave_recall.as_json(),
            "right_side": self.right.as_json(),
            "right_side_both_blamed": self.both,
            "false_alarms": self.false.as_json(),
            "near_misses_hit": self.near.as_json(),
            "coverage": self.coverage.as_json(),
            "coverage_stated_right": self.stated_right.as_json(),
            "recommendations": dict(sorted(Counter(room.recommended for room in self.rooms).items())),
            "proceed_with_a_grave_defect": sum(room.reckless for room in self.rooms),
        }

    def _share(
        self,
        is_hit: Callable[[RoomReport, Planted], bool],
        counts: Callable[[RoomReport, Planted], bool] = lambda _room, _one: True,
    ) -> Share:
        asked = [is_hit(room, one) for room in self.rooms for one in room.truth.planted if counts(room, one)]
        return Share(sum(asked), len(asked))


def rooms_in(folder: Path, only: str | None = None) -> list[Truth]:
    """The rooms in the folder, which may be one itself, in the order of their names; ``only`` chooses one.

    Raises ``InvalidInput`` for a folder that there is not, a room that is not written right, and a name of no room.
    """
    if not folder.is_dir():
        raise InvalidInput(f"--rooms is {str(folder)!r}, which is no folder")
    inside = [folder] if (folder / TRUTH).exists() else sorted(one for one in folder.iterdir() if one.is_dir())
    rooms = [one for one in inside if (one / TRUTH).exists()]
    chosen = [one for one in rooms if only in (None, one.name)]
    if rooms and not chosen:
        raise InvalidInput(f"There is no room {only!r} in {str(folder)!r}: {', '.join(one.name for one in rooms)}")
    read, wrong = [], []
    for one in chosen:
        try:
            read.append(read_room(one))
        except InvalidInput as error:
            wrong.append(str(error))
    if wrong:
        raise InvalidInput("\n".join(wrong))
    return read


def report(name: str, rooms: Iterable[Truth], told: Callable[[str], None] = lambda _name: None) -> SetReport:
    """Every room, taken and judged; ``told`` hears the name of each as it begins."""
    reports = []
    for room in rooms:
        told(room.name)
        reports.append(_report(room))
    return SetReport(name, tuple(reports))


def _report(room: Truth) -> RoomReport:
    taken = take(room)
    coverage, without = covered(figures(room), taken.claimed, taken.texts)
    return RoomReport(room, taken, judge(room, taken.findings, taken.texts), coverage, without)


def _as_json(group: Sequence[Finding]) -> dict[str, Any]:
    return {
        "type": group[0].type.value,
        "places": list(dict.fromkeys(str(site) for one in group for site in one.sites)),
        "blamed": list(dict.fromkeys(str(site) for one in group for site in one.blamed)),
        "text": group[0].text,
    }
