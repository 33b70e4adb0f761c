"""What a set of conversations gave: the shares of the specification, and what went wrong in each."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evals.conversations.playing import Played, play
from evals.conversations.reading import OUTSIDE
from evals.evidence import Share

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evals.conversations.reading import Conversation


@dataclass(frozen=True, slots=True)
class TalkReport:
    """What one set of conversations gave."""

    name: str
    played: tuple[Played, ...]

    @property
    def figures(self) -> dict[str, Share]:
        """The shares by their names, as they are printed."""
        judged = [one.judgement for one in self.played if one.judgement is not None]
        right, partly, wrong = (sum(one.count(name) for one in judged) for name in ("right", "partly", "wrong"))
        missed = sum(len(one.missed) for one in judged)
        inside = [one for one in self.played if one.wanted_kind != OUTSIDE]
        asked = [twice for one in self.played for _, twice in one.asked]
        drafts = [one for one in self.played if one.draft]
        drafted_facts = sum(len(one.judgement.filed) for one in drafts if one.judgement is not None)
        return {
            "right kind": _share(one.right_kind for one in self.played),
            "facts filed right, of told": Share(right, right + partly + wrong + missed),
            "facts filed in part": Share(partly, right + partly + wrong + missed),
            "facts filed wrong, of filed": Share(wrong, right + partly + wrong),
            "told, and not filed": Share(missed, right + partly + wrong + missed),
            "unconfirmed in a draft, of its facts": Share(sum(len(one.unconfirmed) for one in drafts), drafted_facts),
            "asked twice, of asked": Share(sum(asked), len(asked)),
            "came to a draft": _share(bool(one.draft) for one in inside),
            "drafts with all parts": _share(not one.parts_missing for one in drafts),
            "answers that repeat the one before": Share(
                sum(one.repeated for one in self.played), sum(one.messages for one in self.played)
            ),
        }

    @property
    def messages(self) -> float | None:
        """The median of messages to a first draft; None where there is none."""
        found = [one.messages for one in self.played if one.draft and one.wanted_kind != OUTSIDE]
        return statistics.median(found) if found else None

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "set": self.name,
            "conversations": len(self.played),
            "figures": {name: share.as_json() for name, share in self.figures.items()},
            "messages_to_draft_median": self.messages,
            "each": [_as_json(one) for one in self.played],
        }


def measure(
    name: str, conversations: Sequence[Conversation], started: Callable[[str], None] = lambda _: None
) -> TalkReport:
    """Play each; ``started`` hears of the one that begins."""
    played = []
    for one in conversations:
        started(one.id)
        played.append(play(one))
    return TalkReport(name, tuple(played))


def _as_json(one: Played) -> dict[str, Any]:
    judged = one.judgement
    return {
        "id": one.conversation.id,
        "kind": one.kind,
        "wanted_kind": one.wanted_kind,
        "messages": one.messages,
        "draft": bool(one.draft),
        "parts_missing": list(one.parts_missing),
        "unconfirmed": list(one.unconfirmed),
        "problem": one.problem,
        "filed": [] if judged is None else [[one.fact, one.value, one.meant, one.verdict] for one in judged.filed],
        "missed": [] if judged is None else list(judged.missed),
        "homeless": [] if judged is None else list(judged.homeless),
        "asked_twice": [name for name, twice in one.asked if twice],
        "transcript": [list(line) for line in one.transcript],
    }


def _share(hits: object) -> Share:
    found = list(hits)  # type: ignore[call-overload]
    return Share(sum(found), len(found))
