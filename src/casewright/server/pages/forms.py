"""What a form sends: texts by name, kept as they were typed until they were taken, and files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.formparsers import MultiPartException, MultiPartParser

from casewright.server.problems import INVALID, MEDIA, TOO_LARGE, Problem

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence

    from fastapi import Request

FORM = "application/x-www-form-urlencoded"
WITH_FILES = "multipart/form-data"
_MAX_BYTES = 4 * 1024 * 1024
_MAX_FIELDS = 2_000
_MAX_FILES = 100


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file of a form, held in memory alone: it may be a case's, and those touch no disk in clear."""

    name: str
    data: bytes


class Form:
    """The fields of a form, each with one text or several."""

    def __init__(self, fields: Iterable[tuple[str, str]] = (), files: Sequence[SentFile] = ()) -> None:
        self.files = files
        self._fields: dict[str, list[str]] = {}
        for name, value in fields:
            self._fields.setdefault(name, []).append(value)

    def text(self, name: str, default: str = "") -> str:
        """What stands in the field, without the space around it."""
        return self._fields.get(name, [default])[0].strip()

    def raw(self, name: str) -> str:
        """What stands in the field, to the character: passwords are not trimmed."""
        return self._fields.get(name, [""])[0]

    def many(self, name: str) -> list[str]:
        """What stands in all fields of that name, blank ones left out."""
        return [value.strip() for value in self._fields.get(name, []) if value.strip()]

    def arguments(self, *names: str) -> dict[str, object]:
        """The fields of these names that are not blank, as arguments of a tool."""
        return {name: self.text(name) for name in names if self.text(name)}

    def number(self, name: str) -> int | None:
        """A whole number; None where the field is blank. Raises ``Problem``."""
        text = self.text(name)
        if not text:
            return None
        try:
            return int(text)
        except ValueError:
            raise Problem(INVALID, f"The field {name!r} holds no whole number: {text!r}", field=name) from None

    @property
    def fields(self) -> Mapping[str, list[str]]:
        """Everything that was sent."""
        return self._fields


async def read_form(request: Request, most: int) -> Form:
    """The form in the request's body, with files of up to ``most`` bytes together.

    Raises ``Problem`` for what is none, or is too large.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == WITH_FILES:
        return await _with_files(request, most)
    if kind != FORM:
        raise Problem(MEDIA, f"A form is sent as {FORM}")
    body = bytearray()
    async for part in _bounded(request, _MAX_BYTES):
        body += part
    try:
        fields = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS)
    except ValueError:
        raise _unreadable() from None
    return Form((name, _plain(value)) for name, value in fields)


async def _with_files(request: Request, most: int) -> Form:
    parser = MultiPartParser(
        request.headers, _bounded(request, most + _MAX_BYTES), max_files=_MAX_FILES, max_fields=_MAX_FIELDS
    )
    parser.spool_max_size = most + _MAX_BYTES
    try:
        sent = await parser.parse()
    except (MultiPartException, KeyError):
        raise _unreadable() from None
    fields, files = [], []
    for name, value in sent.multi_items():
        if isinstance(value, str):
            fields.append((name, _plain(value)))
        elif value.filename:
            files.append(SentFile(value.filename, await value.read()))
    await sent.close()
    return Form(fields, files)


async def _bounded(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Problem(TOO_LARGE, f"A form has at most {most / 1_000_000:,.0f} MB: send less at a time")
        yield part


def _plain(text: str) -> str:
    # Browsers send line ends as CRLF, whatever the text had.
    return text.replace("\r\n", "\n")


def _unreadable() -> Problem:
    return Problem(INVALID, "The form cannot be read: send it from its page")
