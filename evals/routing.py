"""Whether the embedded assistant calls the right tool with the right arguments: the questions and the figures."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.errors import InvalidInput
from evals.routing_judge import Expected, judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from evals.routing_judge import Called, Verdict

    Ask = Callable[["Asked"], Sequence[Called]]

SETS = ("routing_fitted.toml", "routing_mended.toml", "routing_unseen.toml")
"""Written before the rules; written after the first rules, which it then improved; after the last, unseen."""
CONTEXTS = ("matter", "document", "several")


@dataclass(frozen=True, slots=True)
class Shelf:
    """The matter that the questions are asked in: filenames, which of them is open, which are chosen."""

    matter: str
    documents: tuple[str, ...]
    open: str
    chosen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of the set with the calls that answer it; ``after`` was asked before it."""

    words: str
    register: str
    context: str
    expected: tuple[Expected, ...]
    accepted: tuple[tuple[Expected, ...], ...]
    after: str | None
    shelf: Shelf

    @property
    def tool(self) -> str:
        """The tool that answers it, the first where there are several."""
        return self.expected[0].tool

    @property
    def of_the_open_document(self) -> bool:
        """Whether a document is open and the answer is about it, as every call's should be."""
        return self.context == "document" and all(one.targets == (self.shelf.open,) for one in self.expected)


@dataclass(frozen=True, slots=True)
class Judged:
    """What was called for one question, and what that is worth."""

    asked: Asked
    called: tuple[Called, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class RoutingReport:
    """What one set of questions gave."""

    name: str
    judged: tuple[Judged, ...]

    def share(self, kind: str = "") -> dict[str, tuple[int, int]]:
        """Right and all, by ``register``, ``context`` or ``tool`` of the question; under ``all`` without a kind."""
        right: Counter[str] = Counter()
        total: Counter[str] = Counter()
        for one in self.judged:
            key = str(getattr(one.asked, kind)) if kind else "all"
            total[key] += 1
            right[key] += one.verdict.right
        return {key: (right[key], total[key]) for key in sorted(total)}

    @property
    def tool_alone(self) -> tuple[int, int]:
        """How often the tool was right, whatever its arguments."""
        return sum(one.verdict.tool for one in self.judged), len(self.judged)

    @property
    def open_document(self) -> tuple[int, int]:
        """How often the calls for a question about the open document target it and nothing else."""
        about = [one for one in self.judged if one.asked.of_the_open_document]
        return sum(one.verdict.targets for one in about), len(about)

    @property
    def confusion(self) -> dict[str, dict[str, int]]:
        """How often each tool was called where each was expected; "none" where nothing was."""
        found: dict[str, Counter[str]] = {}
        for one in self.judged:
            called = one.called[0].name if one.called else "none"
            found.setdefault(one.asked.tool, Counter())[called] += 1
        return {tool: dict(counts) for tool, counts in sorted(found.items())}

    @property
    def misses(self) -> tuple[Judged, ...]:
        """The questions whose calls are not right."""
        return tuple(one for one in self.judged if not one.verdict.right)

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "set": self.name,
            "questions": len(self.judged),
            "right": _share(self.share()["all"]),
            "tool_alone": _share(self.tool_alone),
            "open_document": _share(self.open_document),
            "by_tool": {key: _share(value) for key, value in self.share("tool").items()},
            "by_register": {key: _share(value) for key, value in self.share("register").items()},
            "by_context": {key: _share(value) for key, value in self.share("context").items()},
            "confusion": self.confusion,
            "misses": [
                {
                    "question": one.asked.words,
                    "context": one.asked.context,
                    "register": one.asked.register,
                    "expected": [expected.shown for expected in one.asked.expected],
                    "called": [{"name": call.name, "arguments": dict(call.arguments)} for call in one.called],
                    "why": one.verdict.why,
                }
                for one in self.misses
            ],
        }


def questions(name: str) -> tuple[Asked, ...]:
    """The questions of one of the shipped sets. Raises InvalidInput naming the place of what is wrong with it."""
    return read(tomllib.loads(files("evals").joinpath(name).read_text(encoding="utf-8")))


def read(data: Mapping[str, Any]) -> tuple[Asked, ...]:
    """The questions of a set, read from its TOML."""
    shelf = Shelf(data["matter"], tuple(data["documents"]), data["open"], tuple(data["chosen"]))
    return tuple(_questions(data["group"], shelf))


def measure(name: str, ask: Ask) -> RoutingReport:
    """The report on one of the shipped sets; ``ask`` says which calls a question leads to, look-ups left out."""
    asked = questions(name)
    judged = [(one, tuple(ask(one))) for one in asked]
    return RoutingReport(
        name, tuple(Judged(one, called, judge([one.expected, *one.accepted], called)) for one, called in judged)
    )


def _questions(groups: Sequence[Mapping[str, Any]], shelf: Shelf) -> Iterator[Asked]:
    for group in groups:
        if group["context"] not in CONTEXTS:
            raise InvalidInput(f"A group of questions has the context {group['context']!r}: use {', '.join(CONTEXTS)}")
        for row in group["questions"]:
            first = _expected(group["tool"], row, group["context"], shelf)
            also = [_expected(row["also"]["tool"], row["also"], group["context"], shelf)] if "also" in row else []
            accepted = [(_expected(other["tool"], other, group["context"], shelf),) for other in row.get("accept", ())]
            yield Asked(
                words=row["ask"],
                register=row["register"],
                context=group["context"],
                expected=(first, *also),
                accepted=tuple(accepted),
                after=row.get("after"),
                shelf=shelf,
            )


def _expected(tool: str, row: Mapping[str, Any], context: str, shelf: Shelf) -> Expected:
    query = row.get("query", ())
    return Expected(
        tool=tool,
        targets=_targets(tool, row.get("targets"), context, shelf),
        queries=(query,) if isinstance(query, str) else tuple(query),
        scope=row.get("scope", "chunk"),
        about=row.get("about", ""),
        types=tuple(row.get("types", ())),
    )


def _targets(tool: str, given: object, context: str, shelf: Shelf) -> tuple[str, ...] | None:
    if tool == "list_matter_documents" or given == "all":
        return None
    if isinstance(given, list):
        return tuple(given)
    return {"matter": None, "document": (shelf.open,), "several": shelf.chosen}[context]


def _share(share: tuple[int, int]) -> dict[str, float | int]:
    right, total = share
    return {"right": right, "of": total, "share": round(right / total, 4) if total else 0.0}
