"""What of a call that was stopped may be recorded: nothing that a person may have written and no tool asked for.

A record stays for ever. So the names of parameters that the tool does not have, and their values, never stand in it as
they were given; of a call that may hold personal data, no value does that could be a person's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.ids import is_uuid
from casewright.tools.arguments import names
from casewright.tools.matter_names import MATTER_NAMES
from casewright.tools.ports.entry import PreparedStop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.ports.entry import Entry

_TOOL = re.compile(r"(?!.*\d{4})[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,6}")
_PLAIN = re.compile(r"[0-9a-f]{64}|party[0-9]{1,4}")
"""Hashes of stored bytes and aliases of parties: they say nothing about anybody."""
_SHORTEST = 3
"""Characters of a value that a sentence is searched for; shorter ones tell nobody anything."""


def prepare_stopped(
    entry: Entry | None, call: ToolCall, context: CallContext, tool: Tool | None, reason: str
) -> PreparedStop:
    """The call that was stopped for this ``reason`` as it may be recorded; ``tool`` is None where there is none.

    ``entry`` says whether it may be private.
    """
    guarded = tool is None or bool(tool.sensitive)
    if entry is not None:
        guarded = guarded or (tool is not None and entry.guards(tool))
        private, context = entry.prepare_stopped(call, context)
        guarded = guarded or private
    if tool is None and not names_a_tool(call.name):
        call, reason = replace(call, name="unknown"), reason.replace(call.name, "…")
    given: object = call.arguments  # whatever the caller gave
    if not isinstance(given, Mapping):
        return PreparedStop(call, context, frozenset(), reason)
    own = frozenset(() if tool is None else names(tool.arguments))
    arguments, reason = _without_unknown_names(given, own.union(MATTER_NAMES), reason)
    withheld = frozenset(
        name
        for name, value in arguments.items()
        if (guarded or name not in own) and _may_be_personal(value, known=name in own)
    )
    if guarded:
        reason = _without_values(reason, [arguments[name] for name in withheld])
    return PreparedStop(replace(call, arguments=arguments), context, withheld, reason)


def names_a_tool(name: str) -> bool:
    """Whether a tool could be called so: no name of a person can, as people write them."""
    return _TOOL.fullmatch(name) is not None


def texts_in(arguments: Mapping[str, object]) -> frozenset[str]:
    """The names of the arguments that may hold words: all but numbers, ids and hashes."""
    return frozenset(name for name, value in arguments.items() if _may_hold_words(value))


def ids_that_are_words(arguments: Mapping[str, object]) -> frozenset[str]:
    """The names of arguments that ask for an id and were given something else: a name, say."""
    return frozenset(
        name for name, value in arguments.items() if name.endswith("_id") and value is not None and not _is_id(value)
    )


def _without_unknown_names(
    arguments: Mapping[object, object], known: frozenset[str], reason: str
) -> tuple[dict[str, object], str]:
    """The arguments and what is said about them without names that are not ``known``: they are the caller's words."""
    unknown = [name for name in arguments if name not in known]
    strange = {name: f"unknown parameter {at}" for at, name in enumerate(unknown, 1)}
    for name in sorted(map(str, strange), key=len, reverse=True):
        reason = reason.replace(f"'{name}'", "'…'")
    return {strange.get(name, str(name)): value for name, value in arguments.items()}, reason


def _without_values(reason: str, values: list[object]) -> str:
    texts = {text for value in values for text in _texts(value) if len(text) >= _SHORTEST}
    for text in sorted(texts, key=len, reverse=True):
        reason = reason.replace(text, "…")
    return reason


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield str(name)
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


def _may_be_personal(value: object, *, known: bool) -> bool:
    """Whether the value of an argument that was not checked may be somebody's: a CNP may be written as a number."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return True
    return _may_hold_words(value) if known else not (value is None or isinstance(value, bool)) and not _is_id(value)


def _may_hold_words(value: object) -> bool:
    if value is None or isinstance(value, bool | int | float):
        return False
    return not _is_id(value)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and (is_uuid(value) or _PLAIN.fullmatch(value) is not None)
