"""The text of an e-mail: who wrote to whom, when and about what, then its body, then what is attached."""

from __future__ import annotations

import codecs
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.html import read_html
from casewright.adapters.ingest.worker.mail_parts import message_of, parts_of
from casewright.domain.structures import Part, PartKind

if TYPE_CHECKING:
    from email.message import EmailMessage

    from casewright.adapters.ingest.worker.mail_parts import Parts

_HEADERS: Final = ("From", "To", "Cc", "Date", "Subject")
_SPACE: Final = re.compile(r"\s+")
_LONGEST_HEADER: Final = 20_000
"""Characters of a header whose structure is read: the parser takes microseconds for each."""


def read_mail(data: bytes) -> Extract | Fault:
    """Its headers as lines, the plain body (the HTML one, where there is no other), its attachments' names."""
    message = message_of(data)
    lines = [f"{name}: {text}" for name in _HEADERS if (text := _header(message, name))]
    if not lines:
        return Fault("damaged")
    parts = parts_of(message)
    body = _body(parts)
    if isinstance(body, Fault):
        return body
    attached = [f"- {one.name}" for one in parts.attachments]
    blocks = ["\n".join(lines), body, "\n".join(["Attachments:", *attached]) if attached else ""]
    text = "\n\n".join(block for block in blocks if block)
    found = [Part(0, len(blocks[0]), PartKind.HEADERS)]
    if attached:
        found.append(Part(len(text) - len(blocks[2]), len(text), PartKind.ATTACHMENTS))
    return Extract(text, dated=_dated(message), parts=tuple(found))


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


def _body(parts: Parts) -> str | Fault:
    """Every stretch of the body; of those said in several ways the first that says anything."""
    said: list[str] = []
    for ways in parts.texts:
        for part in ways:
            text = _said(part)
            if isinstance(text, Fault):
                return text
            if text:
                said.append(text)
                break
    return "\n\n".join(said)


def _said(part: EmailMessage) -> str | Fault:
    text = _text(part)
    if part.get_content_subtype() == "plain":
        return text.replace("\r\n", "\n").strip()
    if not text.strip():
        return ""
    read = read_html(codecs.BOM_UTF8 + text.encode("utf-8", "replace"))
    return read if isinstance(read, Fault) else read.text.strip()


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
