"""The corpus on this machine: one DuckDB file a tenant, asked in child processes with limits of memory and time.

DuckDB's own limit of memory does not count the text that expressions build, and its interrupt waits for them: so a
query runs in a process that may be ended at any time, and this one holds nothing but the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlglot import exp

from casewright.adapters.children.limits import Limits
from casewright.adapters.children.pool import ChildPool, Crashed, Sentences, TimedOut, worker_command
from casewright.adapters.corpora.corpus_files import FOLDED, Unopened, ask_current, corpus_file
from casewright.adapters.corpora.wire import MOST_CHARACTERS, Fault, Found, Question, receive_answer, send_question
from casewright.casework.research_folding import fold_text
from casewright.errors import ToolFailed
from casewright.tools.ports.research import Hits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import IO

    from casewright.casework.research_sql import ResearchQuery
    from casewright.domain.ids import TenantId

TIMEOUT: Final = 20.0
"""Seconds that a query may take."""
MEMORY_MB: Final = 1_024
"""Megabytes of memory that a query may take."""
AT_ONCE: Final = 2
"""Queries that run at once; others wait for as long as one may take, then are told."""
_SENTENCES: Final = Sentences(
    closed="the corpus was closed: open the workspace again and ask once more",
    not_started="the process that answers queries cannot be started ({reason}): free memory or processes and try again",
    busy=f"{AT_ONCE} other queries are running, which is the most at once: try again when one is done",
)


class DuckdbCorpus:
    """Fits ``tools.ports.research.LegalCorpus``. For several threads and processes; ``close`` ends what it started."""

    backend = "embedded"
    datasets: Sequence[tuple[str, ...]] = ()

    def __init__(
        self,
        folder: Path,
        *,
        folder_name: Callable[[str], str],
        timeout: float = TIMEOUT,
        memory_mb: int = MEMORY_MB,
        command: Sequence[str] | None = None,
    ) -> None:
        """``command`` starts another worker than the one that is part of Casewright."""
        self._folder = folder
        self._name = folder_name
        self._timeout = timeout
        self._memory_mb = memory_mb
        limits = Limits(memory_mb * 2**20, cpu_seconds=AT_ONCE * (int(timeout) + 1), seconds=timeout)
        started = command if command is not None else worker_command("casewright.adapters.corpora.worker", limits)
        self._children = ChildPool(started, count=AT_ONCE, seconds=timeout, sentences=_SENTENCES, patience=timeout)

    def answer(self, tenant: TenantId, query: ResearchQuery) -> Hits:
        """The rows; none where nothing was imported."""
        place = corpus_file(self._folder, self._name(tenant))
        sql = fold_text(query, column=_folded_column, computed=_computed).sql("duckdb")
        if not place.exists():
            return Hits([])
        found = ask_current(place, lambda file: self._found(Question(str(file), sql)))
        return Hits([dict(zip(found.columns, row, strict=True)) for row in found.rows])

    def close(self) -> None:
        """End the processes, also those at work."""
        self._children.close()

    def _found(self, question: Question) -> Found:
        answer = self._asked(question)
        if isinstance(answer, Found):
            return answer
        if answer.code == "unopened":
            raise Unopened(answer.detail)
        raise self._failure(answer)

    def _asked(self, question: Question) -> Found | Fault:
        def exchange(questions: IO[bytes], answers: IO[bytes]) -> Found | Fault:
            send_question(questions, question)
            return receive_answer(answers)

        try:
            return self._children.ask(exchange, is_last=_is_out_of_memory)
        except TimedOut as error:
            raise ToolFailed(
                f"it took more than the {self._timeout:g} s that a query may take and was ended: narrow the WHERE"
            ) from error
        except Crashed as error:
            raise ToolFailed(
                "the process that answers it died, which comes of too much memory as a rule (it may have "
                f"{self._memory_mb:,} MB, CASEWRIGHT_CORPUS_MEMORY_MB): narrow the WHERE, or ask for less text at once"
            ) from error

    def _failure(self, fault: Fault) -> ToolFailed:
        if fault.code == "memory":
            return ToolFailed(
                f"it needs more than the {self._memory_mb:,} MB of memory that a query may have "
                "(CASEWRIGHT_CORPUS_MEMORY_MB): narrow the WHERE, or ask for less text at once"
            )
        if fault.code == "characters":
            return ToolFailed(
                f"the rows hold more than {MOST_CHARACTERS:,} characters: ask for fewer of them, or leave out full_text"
            )
        return ToolFailed(fault.detail)


def _is_out_of_memory(answer: Found | Fault) -> bool:
    """What the process could not free stays its own."""
    return isinstance(answer, Fault) and answer.code == "memory"


def _folded_column(column: exp.Column) -> exp.Expr:
    return exp.column(f"{column.name.lower()}{FOLDED}", table=column.args.get("table"))


def _computed(text: exp.Expr) -> exp.Expr:
    return exp.func("strip_accents", exp.Lower(this=text))
