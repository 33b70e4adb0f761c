"""Answers one query after another on standard input until there are no more, under the limits it was given.

Usage: ``python -m casewright.adapters.corpora.worker MEMORY_BYTES CPU_SECONDS``. The connection that answers is for
reading only, has no access to other files, to the network or to extensions, and cannot be configured any more
(spec/casework.md, "Research"). It has half of the memory for what DuckDB counts, and the rest is for the text that
expressions build, which DuckDB does not count.
"""

from __future__ import annotations

import sys
from typing import Final

import duckdb

from casewright.adapters.children.limits import limit_next, limit_process, private_stdout
from casewright.adapters.corpora.wire import MOST_CHARACTERS, Fault, Found, Question, receive_question, send_answer

THREADS: Final = 2
_MOST_DETAIL: Final = 300


def opened(file: str, memory: int) -> duckdb.DuckDBPyConnection:
    """A connection to this file that reaches nothing else; ``memory`` are the bytes of the whole process."""
    return duckdb.connect(
        file,
        read_only=True,
        config={
            "enable_external_access": "false",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "allow_community_extensions": "false",
            "allow_persistent_secrets": "false",
            "memory_limit": f"{memory // 2}B",
            "threads": str(THREADS),
            "temp_directory": "",
            "lock_configuration": "true",
        },
    )


class Corpus:
    """The file that was asked last stays open for the next question; there is one of them at a time."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._file = ""
        self._connection: duckdb.DuckDBPyConnection | None = None

    def answer(self, question: Question) -> Found | Fault:
        """The rows, or why there are none."""
        try:
            connection = self._connected(question.file)
        except (duckdb.OutOfMemoryException, MemoryError):
            return Fault("memory")
        except duckdb.Error as error:
            return Fault("unopened", _first_line(error))
        try:
            return _found(connection.execute(question.sql))
        except (duckdb.OutOfMemoryException, MemoryError):
            return Fault("memory")
        except duckdb.Error as error:
            if isinstance(error, duckdb.FatalException | duckdb.InternalException):
                self._let_go()  # a connection that had one answers nothing more
            return Fault("failed", _first_line(error))

    def _connected(self, file: str) -> duckdb.DuckDBPyConnection:
        if self._connection is not None and self._file == file:
            return self._connection
        self._let_go()
        self._connection = opened(file, self._memory)
        self._file = file
        return self._connection

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _found(result: duckdb.DuckDBPyConnection) -> Found | Fault:
    columns = [item[0] for item in result.description or ()]
    rows: list[tuple[object, ...]] = []
    room = MOST_CHARACTERS
    while (row := result.fetchone()) is not None:
        room -= sum(len(value) for value in row if isinstance(value, str))
        if room < 0:
            return Fault("characters")
        rows.append(row)
    return Found(columns, rows)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(". ")[:_MOST_DETAIL]


def main(memory: int, cpu_seconds: int) -> None:
    """Answer until standard input ends."""
    answers = private_stdout()
    limit_process(memory)
    corpus = Corpus(memory)
    while (asked := receive_question(sys.stdin.buffer)) is not None:
        limit_next(cpu_seconds)
        send_answer(answers, corpus.answer(asked))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
