"""What a turn of the document agent costs without the model: question in, one call, a checked answer out."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, HumanMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from pydantic import PrivateAttr

from benchmarks import calibration
from casewright.bootstrap.home import Casewright

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from langchain_core.messages import BaseMessage

_TURNS = 60
_WARM_UP = 3
_TEXT = "1. Governing law\n\nThis lease is governed by the laws of England and Wales.\n"


class _Quick(BaseChatModel):
    """Lists the documents, then says something; keeps how long it took itself."""

    _matter: str = PrivateAttr()
    _seconds: float = PrivateAttr(default=0.0)

    def __init__(self, matter: str = "") -> None:
        super().__init__()
        self._matter = matter

    def work_in(self, matter: str) -> None:
        """Call tools on this matter."""
        self._matter = matter

    def taken(self) -> float:
        """Seconds since it was last asked this."""
        seconds, self._seconds = self._seconds, 0.0
        return seconds

    @property
    def _llm_type(self) -> str:
        return "quick"

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> _Quick:  # noqa: ARG002
        """Itself."""
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        raise NotImplementedError

    def _stream(self, messages: list[BaseMessage], *_: Any, **__: Any) -> Iterator[ChatGenerationChunk]:
        started = perf_counter()
        if isinstance(messages[-1], HumanMessage):
            arguments = f'{{"matter_id": "{self._matter}"}}'
            chunk = tool_call_chunk(name="list_matter_documents", args=arguments, id=None, index=0)
            message = AIMessageChunk(content="", tool_call_chunks=[chunk])
        else:
            message = AIMessageChunk(content="There is one document.")
        self._seconds += perf_counter() - started
        yield ChatGenerationChunk(message=message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the median turn, and beside it the same call without an agent and what one commit to this disk costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    turns = 5 if parser.parse_args(arguments).quick else _TURNS
    with tempfile.TemporaryDirectory() as folder:
        sync = _sync(Path(folder), turns)
        model = _Quick()
        with Casewright.open(Path(folder) / "home", assistant=model) as casewright:
            matter = _matter(casewright)
            model.work_in(matter)
            new, going_on, called = _turns(casewright, model, matter, turns)
    print(f"{calibration.line()}; {turns} turns with one call each, SQLite on disk, p50 (p90), ms")
    for name, times in (
        ("one flush of a small file to this disk", sync),
        ("the call by itself, with a key, through the executor", called),
        ("a turn in a new thread, without model time", new),
        ("a turn in a thread that goes on, without model time", going_on),
    ):
        print(f"  {name:<54} {statistics.median(times) * 1000:6.1f} ({_p90(times) * 1000:.1f})")
    return 0


def _turns(
    casewright: Casewright, model: _Quick, matter: str, turns: int
) -> tuple[list[float], list[float], list[float]]:
    """Seconds of turns in new threads, of second turns in them, and of the bare call, in turns."""
    new: list[float] = []
    going_on: list[float] = []
    called: list[float] = []
    for number in range(turns + _WARM_UP):
        since = perf_counter()
        found = casewright.ask({"matter_id": matter, "question": "Which documents are there?"})
        new.append(perf_counter() - since - model.taken())
        assert isinstance(found.structured, dict), found.content
        again = {"matter_id": matter, "question": "And now?", "thread_id": found.structured["thread_id"]}
        since = perf_counter()
        assert casewright.ask(again).success
        going_on.append(perf_counter() - since - model.taken())
        since = perf_counter()
        casewright.call("list_matter_documents", {"matter_id": matter}, key=f"bench-{number}")
        called.append(perf_counter() - since)
    return new[_WARM_UP:], going_on[_WARM_UP:], called[_WARM_UP:]


def _matter(casewright: Casewright) -> str:
    created = casewright.call("create_matter", {"title": "Bench"}).structured
    assert isinstance(created, dict)
    matter = str(created["matter_id"])
    blob = casewright.blobs.put(casewright.actor.tenant, _TEXT.encode())
    casewright.call("add_document", {"matter_id": matter, "blob_id": blob, "filename": "lease.txt"})
    return matter


def _sync(folder: Path, times: int) -> list[float]:
    taken: list[float] = []
    with (folder / "probe").open("wb", buffering=0) as file:
        for _ in range(times):
            since = perf_counter()
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            taken.append(perf_counter() - since)
    return taken


def _p90(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.9)]


if __name__ == "__main__":
    sys.exit(main())
