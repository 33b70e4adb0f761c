"""Log lines of the server: JSON, one a line, with the request's id and without contents."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.home import Casewright
from casewright.errors import InvalidInput, Unavailable
from casewright.server.logs import LONGEST, JsonLines, stop_json_lines, write_json_lines
from casewright.server.request_ids import answering
from casewright.server.surroundings import Surroundings
from casewright.tools.definition import tool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from starlette.types import Message, Receive, Scope, Send

    Lines = Callable[[], list[dict[str, Any]]]

SECRET = "Ionescu, CNP 1850101223344"


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What was logged, parsed line by line."""
    stream = io.StringIO()
    handler = write_json_lines(stream, level=logging.DEBUG)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    stop_json_lines(handler)


def test_one_line_of_json_with_the_request(lines: Lines) -> None:
    """Time, level, logger, message and request id; no request, no id."""
    log = logging.getLogger("casewright.test")
    with answering("r-1"):
        log.warning("%d documents wait", 3)
    log.error("the database is gone")
    first, second = lines()
    assert list(first) == ["time", "level", "logger", "message", "request_id"]
    assert first["time"].endswith("+00:00")
    assert (first["level"], first["logger"], first["message"]) == ("warning", "casewright.test", "3 documents wait")
    assert (first["request_id"], second["request_id"]) == ("r-1", None)


def test_requests_side_by_side_keep_their_ids(lines: Lines) -> None:
    """Each task logs under its own request, whichever runs in between."""

    async def answer(request: str, *, wait: asyncio.Event, go: asyncio.Event) -> None:
        with answering(request):
            go.set()
            await wait.wait()
            logging.getLogger("casewright.test").info("answered %s", request)

    async def both() -> None:
        one, other = asyncio.Event(), asyncio.Event()
        await asyncio.gather(answer("a", wait=one, go=other), answer("b", wait=other, go=one))

    asyncio.run(both())
    assert sorted((line["message"], line["request_id"]) for line in lines()) == [
        ("answered a", "a"),
        ("answered b", "b"),
    ]


def test_hostile_values_forge_no_line(lines: Lines) -> None:
    """Line ends and terminal controls in a value stay in their line as escapes, in the logger's name too."""
    logging.getLogger("casewright.x\n{}").warning("file %s", 'a\n{"level": "error"}\r\u2028\x1b]0;PWNED\x07\u202eb')
    [line] = lines()
    assert "\n" not in line["logger"]
    assert "\x1b" not in line["message"]
    assert "\u202e" not in line["message"]
    assert "\n" not in line["message"]


def test_exceptions_are_told_without_their_words(lines: Lines) -> None:
    """A class and places: no message, no cause, no source line; errors about ourselves are told whole."""
    log = logging.getLogger("casewright.test")
    try:
        raise ValueError(SECRET) from InvalidInput(SECRET)
    except ValueError as error:
        log.exception("a part failed: %s", error)
        log.error("kept %(why)s", {"why": error})
        log.error(error)
    log.error("not kept: %s", Unavailable("the database is down"))
    told = lines()
    assert SECRET not in json.dumps(told)
    assert told[0]["message"] == "a part failed: ValueError"
    assert told[0]["error"] == "ValueError"
    assert told[0]["raised_in"][-1].startswith("test_logs.py:")
    assert [line["message"] for line in told[1:]] == ["kept ValueError", "ValueError", "not kept: the database is down"]


def test_what_is_handed_over_beside_the_message_is_left_out(lines: Lines) -> None:
    """``extra`` and arguments that do not fit never reach the line; a long message is cut."""
    log = logging.getLogger("casewright.test")
    log.info("a call", extra={"arguments": SECRET})
    log.info("%s", "x" * (LONGEST + 7))
    told = lines()
    assert SECRET not in json.dumps(told)
    assert told[1]["message"].endswith("… (7 characters more)")
    unfit = logging.LogRecord("casewright.test", logging.INFO, "", 1, "%d of them", (SECRET,), None)
    assert json.loads(JsonLines().format(unfit))["message"] == "%d of them (its arguments do not fit)"


@pytest.mark.requirement("ops-logs")
def test_calls_that_fail_log_nothing_of_their_arguments(lines: Lines, tmp_path: Path) -> None:
    """A tool that fails on its argument, with everything logged: neither argument nor document is in any line."""

    @tool(safety_level="safe")
    def fail(text: str) -> str:
        """Fail on it."""
        raise RuntimeError(f"no such thing: {text}")

    rules = '[tools.fail]\nroles = ["ADMIN"]'
    with answering("r-1"), Casewright.open(tmp_path / "home", tools=[fail], rules=rules) as casewright:
        assert casewright.call("fail", {"text": SECRET}).status == "error"
        matter = casewright.call("create_matter", {"title": SECRET}).structured
        assert isinstance(matter, dict)
        blob = casewright.keep(matter["matter_id"], SECRET.encode())
        casewright.call("add_document", {"matter_id": matter["matter_id"], "blob_id": blob, "filename": "a.pdf"})
    told = lines()
    assert "RuntimeError" in [line.get("error") for line in told]
    assert SECRET not in json.dumps(told)


def test_what_a_request_logs_has_its_id(lines: Lines) -> None:
    """The id that the response carries is in the line, in the pool's threads, too; afterwards there is none."""
    log = logging.getLogger("casewright.test")

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await asyncio.to_thread(log.info, "asked")
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def ask(given: str) -> str:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request"}

        headers = [(b"host", b"127.0.0.1"), (b"x-request-id", given.encode())]
        await Surroundings(app, ["127.0.0.1"])({"type": "http", "headers": headers}, receive, send)
        found: bytes = dict(sent[0]["headers"])[b"x-request-id"]
        return found.decode()

    answered = [asyncio.run(ask("r-7")), asyncio.run(ask("a\u007fb"))]
    log.info("later")
    assert answered[0] == "r-7"
    assert [line["request_id"] for line in lines()] == [*answered, None]


def test_warnings_of_libraries_are_lines_too() -> None:
    """Where that is asked for, without what an exception says; none once it was taken back."""
    stream = io.StringIO()
    handler = write_json_lines(stream, of_libraries=True)
    try:
        raise ValueError(SECRET)
    except ValueError:
        logging.getLogger("some_library.part").warning("it is odd", exc_info=True)
    stop_json_lines(handler)
    logging.getLogger("some_library.part").warning("nobody hears this")
    [line] = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert (line["logger"], line["level"], line["message"]) == ("some_library.part", "warning", "it is odd")
    assert SECRET not in stream.getvalue()
