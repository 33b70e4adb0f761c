"""A model whose turns are written down beforehand, in TOML or JSON: for demonstrations, tests and rehearsals.

::

    [[turns]]
    says = "I read the file first."

    [[turns.calls]]
    id = "read"
    tool = "read_file"
    arguments = { path = "rates.py" }

    [[turns]]
    says = "I propose an edit."

    [[turns.calls]]
    tool = "propose_file_edit"
    [turns.calls.arguments]
    path = "rates.py"
    modified = "…"
    description = "The rates of 2026"
    expected_sha256 = { result = "read", field = "sha256" }

An argument ``{ result, field }`` is that field of an earlier call's result; where the call gave none, the argument is
left out. The model does as it is told: after a rejected call it says nothing more, unless the call has
``go_on_when_rejected = true``.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.agents.workspace.model import ModelTurn
from casewright.errors import InvalidInput
from casewright.tools.calls import Status, ToolCall

if TYPE_CHECKING:
    from casewright.tools.calls import ToolResult

_LEFT_OUT = object()
_REFERENCE = {"result", "field"}


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """A call as it is written down. ``arguments`` may refer to earlier results."""

    id: str
    tool: str
    arguments: Mapping[str, object]
    go_on_when_rejected: bool = False


@dataclass(frozen=True, slots=True)
class ScriptedTurn:
    """A turn as it is written down."""

    says: str
    calls: tuple[ScriptedCall, ...]


class ScriptedModel:
    """Says its turns in order. Fits ``agents.workspace.model.WorkspaceModel``."""

    def __init__(self, turns: Sequence[ScriptedTurn]) -> None:
        self._turns = list(turns)
        self._results: dict[str, ToolResult] = {}
        self._asked: tuple[ScriptedCall, ...] = ()

    def next_turn(self, results: Sequence[ToolResult]) -> ModelTurn | None:
        """The next turn; none after a rejection that it has to heed."""
        self._results.update({result.id: result for result in results})
        heeded = [result for call, result in zip(self._asked, results, strict=False) if not call.go_on_when_rejected]
        if not self._turns or any(result.status is Status.REJECTED for result in heeded):
            return None
        turn = self._turns.pop(0)
        self._asked = turn.calls
        return ModelTurn(turn.says, tuple(ToolCall(one.id, one.tool, self._filled(one)) for one in turn.calls))

    def _filled(self, call: ScriptedCall) -> dict[str, object]:
        filled = {name: self._value(value) for name, value in call.arguments.items()}
        return {name: value for name, value in filled.items() if value is not _LEFT_OUT}

    def _value(self, value: object) -> object:
        if not isinstance(value, Mapping) or set(value) != _REFERENCE:
            return value
        result = self._results.get(str(value["result"]))
        found = None if result is None else result.structured
        field = found.get(value["field"]) if isinstance(found, Mapping) else None
        return _LEFT_OUT if field is None else field


def read_script(text: str, name: str) -> tuple[ScriptedTurn, ...]:
    """The turns of a script. Raises ``InvalidInput`` naming the script, the place and what is wrong there."""
    try:
        data = json.loads(text) if name.endswith(".json") else tomllib.loads(text)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise InvalidInput(f"The script {name!r} cannot be read: {error}") from error
    turns = _list(_table(data, f"The script {name!r}", {"turns"}), "turns", f"The script {name!r}")
    if not turns:
        raise InvalidInput(f"The script {name!r} has no turn: write one as [[turns]] with says = and [[turns.calls]]")
    seen: set[str] = set()
    return tuple(_turn(one, f"The script {name!r}, turn {number}", number, seen) for number, one in enumerate(turns, 1))


def _turn(data: object, where: str, number: int, seen: set[str]) -> ScriptedTurn:
    table = _table(data, where, {"says", "calls"})
    says = _text(table, "says", where, "")
    calls = tuple(
        _call(one, f"{where}, call {at}", f"{number}.{at}", seen)
        for at, one in enumerate(_list(table, "calls", where), 1)
    )
    return ScriptedTurn(says, calls)


def _call(data: object, where: str, usual_id: str, seen: set[str]) -> ScriptedCall:
    table = _table(data, where, {"id", "tool", "arguments", "go_on_when_rejected"})
    tool = _text(table, "tool", where, None)
    arguments = table.get("arguments", {})
    if not isinstance(arguments, Mapping):
        raise InvalidInput(f'{where}: arguments must be a table such as {{ path = "a.py" }}, not {arguments!r}')
    name = _text(table, "id", where, usual_id)
    if name in seen:
        raise InvalidInput(f"{where}: there is a call {name!r} already: give this one an id of its own")
    for value in arguments.values():
        if isinstance(value, Mapping) and set(value) == _REFERENCE and value["result"] not in seen:
            raise InvalidInput(f"{where}: there is no call {value['result']!r} before it: name one by its id")
    seen.add(name)
    go_on = table.get("go_on_when_rejected", False)
    if not isinstance(go_on, bool):
        raise InvalidInput(f"{where}: go_on_when_rejected must be true or false, not {go_on!r}")
    return ScriptedCall(name, tool, arguments, go_on)


def _table(data: object, where: str, known: set[str]) -> Mapping[str, object]:
    if not isinstance(data, Mapping):
        raise InvalidInput(f"{where} must be a table, not {data!r}")
    unknown = sorted(set(data) - known)
    if unknown:
        raise InvalidInput(f"{where} has an unknown key {unknown[0]!r}: known are {', '.join(sorted(known))}")
    return data


def _list(table: Mapping[str, object], key: str, where: str) -> Sequence[object]:
    value = table.get(key, [])
    if not isinstance(value, list):
        raise InvalidInput(f"{where}: {key} must be a list of tables, [[{key}]], not {value!r}")
    return value


def _text(table: Mapping[str, object], key: str, where: str, default: str | None) -> str:
    value = table.get(key, default)
    if value is None:
        raise InvalidInput(f"{where} has no {key!r}: add it")
    if not isinstance(value, str):
        raise InvalidInput(f"{where}: {key} must be a text, not {value!r}")
    return value
