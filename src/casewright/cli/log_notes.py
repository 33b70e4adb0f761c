"""What the program warns of while a command runs, as notes on standard error."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.cli.output import Output

_OURS = "casewright"


class _Notes(logging.Handler):
    """Writes each record on a line of its own."""

    def __init__(self, output: Output) -> None:
        super().__init__(logging.WARNING)
        self._output = output

    def emit(self, record: logging.LogRecord) -> None:
        """Print the message; its text may be from outside."""
        try:
            self._output.note(show_line(record.getMessage()), style="yellow")
        except Exception:  # noqa: BLE001 (a warning that cannot be shown stops nothing)
            self.handleError(record)


@contextmanager
def warnings_shown(output: Output, *libraries: str) -> Iterator[None]:
    """Within it, warnings of ours and of these libraries are told on standard error, a line each."""
    handler = _Notes(output)
    loggers = [logging.getLogger(name) for name in (_OURS, *libraries)]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
