"""The [CONTEXT] message: which matter a person is in, and which document is open.

Source: seeds/agent-context.md and spec/document-tools.md, "The context message". Names are JSON-escaped between their
quotes; ids are read outside the quoted names only and are UUIDs in lower case, or None.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, TypedDict

from casewright.domain.ids import is_uuid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MARK = "[CONTEXT]"
"""What a context message begins with; no other message is one."""

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ID = r"\b{name}:\s*([^\s,)\]]+)"
_IDS = re.compile(r"^document_ids:\s*\[([^\]]*)\]", re.MULTILINE)
# Signs that some reader takes for the end of a line, and halves of pairs, which no UTF-8 can hold.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Context(TypedDict):
    """What a context message says; None where it does not."""

    matter_id: str | None
    matter_name: str | None
    document_id: str | None
    document_name: str | None
    document_ids: list[str] | None


def compose_context(
    matter_id: str,
    matter_name: str,
    *,
    document_id: str | None = None,
    document_name: str | None = None,
    document_ids: Sequence[str] = (),
) -> str:
    """The message in the contract's format. ``parse_context`` reads back exactly what went in."""
    lines = [f'{MARK} The user has selected matter "{_escaped(matter_name)}" (matter_id: {matter_id}).']
    if document_id is not None:
        name = _escaped(document_name or "")
        lines.append(f'The user is currently viewing document "{name}" (document_id: {document_id}).')
    if document_ids:
        lines.append(f"document_ids: [{', '.join(document_ids)}]")
    return "\n".join(lines)


def parse_context(message: str) -> Context:
    """What the message says. A message that does not begin with ``[CONTEXT]`` says nothing."""
    found = Context(matter_id=None, matter_name=None, document_id=None, document_name=None, document_ids=None)
    if not message.startswith(MARK):
        return found
    outside = _QUOTED.sub(_unquoted, message)
    found["matter_id"] = _id(outside, "matter_id")
    found["document_id"] = _id(outside, "document_id")
    found["document_ids"] = _ids(outside)
    for match in _QUOTED.finditer(message):
        follows = message[match.end() :].lstrip(" ")
        if follows.startswith("(matter_id:") and found["matter_name"] is None:
            found["matter_name"] = _restored(match[1])
        elif follows.startswith("(document_id:") and found["document_name"] is None:
            found["document_name"] = _restored(match[1])
    return found


def last_context(messages: Iterable[str]) -> Context | None:
    """The context that holds after these messages: the last one said; None where none was."""
    said = [message for message in messages if message.startswith(MARK)]
    return parse_context(said[-1]) if said else None


def _escaped(name: str) -> str:
    text = json.dumps(name, ensure_ascii=False)[1:-1]
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _restored(text: str) -> str:
    """The name as it was; one that nobody escaped is taken as it stands."""
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except json.JSONDecodeError:
        return text


def _unquoted(match: re.Match[str]) -> str:
    """Names go; a quoted id, as in a JSON list of them, stays."""
    return match[1] if is_uuid(match[1]) else '""'


def _id(outside: str, name: str) -> str | None:
    match = re.search(_ID.format(name=name), outside)
    return match[1].lower() if match is not None and is_uuid(match[1]) else None


def _ids(outside: str) -> list[str] | None:
    match = _IDS.search(outside)
    if match is None:
        return None
    given = [item.strip() for item in match[1].split(",")]
    return [item.lower() for item in given if is_uuid(item)]
