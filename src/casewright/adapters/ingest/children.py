"""The processes that open files of others, one file at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.adapters.children.pool import ChildPool, Sentences, worker_command
from casewright.adapters.ingest.box_wire import asked, receive_boxes
from casewright.adapters.ingest.container_wire import receive_items
from casewright.adapters.ingest.wire import Fault, receive_answer, send_question

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

    from casewright.adapters.children.limits import Limits
    from casewright.adapters.ingest.box_wire import BoxAnswer, PageSpans
    from casewright.adapters.ingest.container_wire import NotMeant, Opening, Troubled
    from casewright.adapters.ingest.wire import Extract, Question

WORKER: Final = "casewright.adapters.ingest.worker"
_SENTENCES: Final = Sentences(
    closed="The document reader was closed: open the workspace again and read the document once more.",
    not_started="The process that opens documents cannot be started ({reason}): free memory or processes and try"
    " again.",
)


class Children:
    """At most ``count`` processes, shared by all threads: each takes one file at a time."""

    def __init__(self, *, count: int, limits: Limits, command: Sequence[str] | None = None) -> None:
        """``command`` starts another worker than the one that is part of Casewright."""
        started = command if command is not None else worker_command(WORKER, limits)
        self._pool = ChildPool(started, count=count, seconds=limits.seconds, sentences=_SENTENCES)

    def ask(self, question: Question, data: bytes) -> Extract | Fault:
        """What the file holds, or the fault that the parser found in it.

        Raises ``Crashed``, ``TimedOut``, or ``Unavailable`` where the processes were closed or none can be
        started. Whatever else interrupts it (Ctrl-C), the process that was at work is ended.
        """

        def exchange(questions: IO[bytes], answers: IO[bytes]) -> Extract | Fault:
            send_question(questions, question, data)
            return receive_answer(answers)

        return self._pool.ask(exchange, is_last=_is_out_of_memory)

    def open(self, opening: Opening, data: bytes, take: Callable[[str, bytes], None]) -> list[Troubled | NotMeant]:
        """Hand every file that the container holds to ``take`` as it is taken out; what is not. Raises as ``ask``."""

        def exchange(questions: IO[bytes], answers: IO[bytes]) -> list[Troubled | NotMeant]:
            send_question(questions, opening, data)
            return receive_items(answers, take)

        return self._pool.ask(exchange, is_last=_were_out_of_memory)

    def ask_boxes(self, data: bytes, pages: Sequence[PageSpans]) -> BoxAnswer:
        """Where these stretches of a PDF's text stand, or the fault that the parser found; raises as ``ask`` does."""
        body = asked(data, pages)

        def exchange(questions: IO[bytes], answers: IO[bytes]) -> BoxAnswer:
            send_question(questions, "boxes", body)
            return receive_boxes(answers)

        return self._pool.ask(exchange, is_last=_is_out_of_memory)

    def close(self) -> None:
        """End every process, also those at work."""
        self._pool.close()


def _were_out_of_memory(others: Sequence[Troubled | NotMeant]) -> bool:
    return any(one.code == "memory" for one in others)


def _is_out_of_memory(answer: object) -> bool:
    """What the process could not free stays its own."""
    return isinstance(answer, Fault) and answer.code == "memory"
