"""What the server logs: one JSON object a line, with the request that it belongs to and without anybody's contents.

A line has the time, the level, the logger, the message and the request's id. What was handed to the logger beside the
message is left out, and so is what an exception says, which may be what a document or an argument said: its class and
where it was raised are told. Errors of ours about a dependency or a setting are no such, and are told word for word.
Values from outside that stand in a message are escaped, so that none forges a line or steers a terminal.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from casewright.errors import BadSettings, Unavailable
from casewright.server.request_ids import request_id
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType
    from typing import TextIO

OURS = "casewright"
LONGEST = 2_000
"""Characters of a message; longer ones are cut, and say so."""
_FRAMES = 5
_ABOUT_US = (Unavailable, BadSettings)
"""Errors whose sentence is about a dependency or a setting."""


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": show_line(record.name),
            "message": _message(record),
            "request_id": request_id.get(),
        }
        if record.exc_info is not None and record.exc_info[0] is not None:
            kind, _, trace = record.exc_info
            fields["error"] = kind.__name__
            fields["raised_in"] = _places(trace)
        return json.dumps(fields)


def write_json_lines(
    stream: TextIO | None = None, *, level: int = logging.INFO, of_libraries: bool = False
) -> logging.Handler:
    """Write what our loggers say to the stream (standard error, where none is given) as JSON lines, and nowhere else.

    The handler that was added, for ``stop_json_lines``. Other libraries' loggers are the host's: they may log what is
    sent, and are left as they are, unless their warnings are to be written, too.
    """
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(JsonLines())
    handler.setLevel(level)
    ours = logging.getLogger(OURS)
    ours.addHandler(handler)
    ours.setLevel(level)
    ours.propagate = False
    if of_libraries:
        logging.getLogger().addHandler(handler)
    return handler


def stop_json_lines(handler: logging.Handler) -> None:
    """Take back what ``write_json_lines`` did."""
    logging.getLogger().removeHandler(handler)
    ours = logging.getLogger(OURS)
    ours.removeHandler(handler)
    ours.setLevel(logging.NOTSET)
    ours.propagate = True


def _message(record: logging.LogRecord) -> str:
    said = str(_told(record.msg))
    try:
        said = said % _arguments(record.args) if record.args else said
    except Exception:  # noqa: BLE001 (a message that does not fit its arguments is told as it is)
        said = f"{said} (its arguments do not fit)"
    said = show_line(said)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}… ({len(said) - LONGEST} characters more)"


def _arguments(given: tuple[object, ...] | Mapping[str, object] | None) -> object:
    if isinstance(given, tuple):
        return tuple(map(_told, given))
    return {name: _told(one) for name, one in (given or {}).items()}


def _told(argument: object) -> object:
    """The argument of a message, of an exception that is not about ourselves its class alone."""
    if isinstance(argument, BaseException) and not isinstance(argument, _ABOUT_US):
        return type(argument).__name__
    return argument


def _places(trace: TracebackType | None) -> list[str]:
    """Where it was raised: the innermost frames, as ``file:line function``."""
    places: list[str] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{Path(code.co_filename).name}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places[-_FRAMES:]
