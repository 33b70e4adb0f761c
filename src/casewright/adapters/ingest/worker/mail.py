"""The text of an e-mail: who wrote to whom, when and about what, then its body, then what is attached."""

from __future__ import annotations

import codecs
import email
import re
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.html import read_html

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADERS: Final = ("From", "To", "Cc", "Date", "Subject")
_SPACE: Final = re.compile(r"\s+")
_LONGEST_HEADER: Final = 20_000
"""Characters of a header whose structure is read: the parser takes microseconds for each."""


def read_mail(data: bytes) -> Extract | Fault:
    """Its headers as lines, the plain body (the HTML one, where there is no other), its attachments' names."""
    message = email.message_from_bytes(data, policy=policy.default)
    lines = [f"{name}: {text}" for name in _HEADERS if (text := _header(message, name))]
    if not lines:
        return Fault("damaged")
    body = _body(message)
    if isinstance(body, Fault):
        return body
    attached = [f"- {name}" for name in _attachments(message)]
    blocks = ["\n".join(lines), body, "\n".join(["Attachments:", *attached]) if attached else ""]
    return Extract("\n\n".join(block for block in blocks if block), dated=_dated(message))


def _header(message: EmailMessage, name: str) -> str:
    """The header in one line, its encoded words read; as it stands where it is too broken or too long for that."""
    raw = next((str(raw) for given, raw in message.raw_items() if given.lower() == name.lower()), "")
    try:
        value = str(message.get(name, "")) if len(raw) <= _LONGEST_HEADER else raw
    # The parser of structured headers raises whatever it likes on hostile ones.
    except Exception:  # noqa: BLE001
        value = raw
    return _SPACE.sub(" ", value).strip()


def _dated(message: EmailMessage) -> datetime | None:
    """When it says that it was sent, in UTC where it names no zone."""
    try:
        dated = parsedate_to_datetime(_header(message, "Date"))
        return (dated if dated.tzinfo is not None else dated.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _body(message: EmailMessage) -> str | Fault:
    plain = _part(message, "plain")
    text = _text(plain).replace("\r\n", "\n").strip() if plain is not None else ""
    if text:
        return text
    page = _part(message, "html")
    if page is None:
        return ""
    read = read_html(codecs.BOM_UTF8 + _text(page).encode("utf-8", "replace"))
    return read if isinstance(read, Fault) else read.text


def _part(message: EmailMessage, kind: str) -> EmailMessage | None:
    part = message.get_body(preferencelist=(kind,))
    return part if isinstance(part, EmailMessage) else None


def _text(part: EmailMessage) -> str:
    """The part's characters; bytes in an encoding that is not known, or not what it says, as UTF-8 or Windows-1252."""
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    for encoding in (part.get_content_charset() or "utf-8", "utf-8"):
        try:
            return data.decode(encoding)
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return data.decode("cp1252", "replace")


def _attachments(message: EmailMessage) -> Iterator[str]:
    """What each attachment is called; what it is, where it has no name."""
    for part in message.iter_attachments():
        name = _SPACE.sub(" ", part.get_filename() or "").strip()
        yield name or part.get_content_type()
