"""A tool's arguments: the model that validates them strictly, and what is said about a wrong one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, get_type_hints

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from casewright.errors import BadArguments, BadToolDefinition
from casewright.tools.calls import CallContext


class Arguments(BaseModel):
    """What every tool's arguments have in common: no coercion, nothing extra, frozen."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, ser_json_inf_nan="null")


ParameterSpec: TypeAlias = Mapping[str, str]
"""``{"name": …, "type": …, "description": …}``, as the seed's ``define-tool`` takes it."""

# A pydantic field definition is (type, FieldInfo); its type is whatever annotation there is.
_Fields: TypeAlias = dict[str, Any]

_TYPES: Mapping[str, object] = {
    "string": str,
    "boolean": bool,
    "number": int | float,
    "integer": int,
    # Nested values are the tool's own business: any JSON may stand in them.
    "object": dict[str, Any],
    "array": list[Any],
}


def from_parameters(tool: str, parameters: Sequence[ParameterSpec], required: Sequence[str]) -> type[Arguments]:
    """The model of a list of parameters. Raises ``BadToolDefinition`` naming the tool and the parameter."""
    names = [spec.get("name", "") for spec in parameters]
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadToolDefinition(f"tool {tool!r} has two parameters {twice!r}: rename one")
    missing = [name for name in required if name not in names]
    if missing:
        raise BadToolDefinition(f"tool {tool!r} requires {missing[0]!r}, which is not among its parameters: add it")
    fields: _Fields = {}
    for spec in parameters:
        name, kind = spec.get("name", ""), spec.get("type", "")
        if not name.isidentifier():
            raise BadToolDefinition(f"tool {tool!r} has a parameter {name!r} that is no identifier: rename it")
        if kind not in _TYPES:
            raise BadToolDefinition(f"tool {tool!r}, parameter {name!r}: type {kind!r} is none of {', '.join(_TYPES)}")
        about = spec.get("description")
        if name in required:
            fields[name] = (_TYPES[kind], Field(description=about))
        else:
            # Left out and null are the same here; the type is a run-time value, so the union is built by hand.
            fields[name] = (_TYPES[kind] | None, Field(default=None, description=about))  # type: ignore[operator]
    return _create(tool, fields)


def from_signature(tool: str, function: Callable[..., object]) -> tuple[type[Arguments], str | None]:
    """The model of a function's annotated parameters, and the name of the one that takes the ``CallContext``.

    Raises ``BadToolDefinition`` where a parameter has no annotation or collects others.
    """
    hints = get_type_hints(function, include_extras=True)
    fields: _Fields = {}
    context: str | None = None
    for name, parameter in inspect.signature(function).parameters.items():
        if hints.get(name) is CallContext:
            context = name
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise BadToolDefinition(f"tool {tool!r}: parameter {name!r} must be a named one, a model calls by name")
        if name not in hints:
            raise BadToolDefinition(f"tool {tool!r}: parameter {name!r} has no annotation: give it a type")
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[name] = (hints[name], default)
    return _create(tool, fields), context


def parse(model: type[BaseModel], arguments: Mapping[str, object]) -> BaseModel:
    """The validated arguments. Raises ``BadArguments`` with the protocol's stable texts."""
    try:
        text = orjson.dumps(dict(arguments))
    except (TypeError, ValueError) as error:
        raise BadArguments(f"The arguments are not JSON: {error}") from error
    try:
        return model.model_validate_json(text, strict=True)
    except ValidationError as error:
        raise BadArguments(_explain(error)) from error


def schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema (2020-12) of the arguments: an object that takes nothing extra."""
    found = model.model_json_schema()
    found.pop("title", None)
    found.pop("description", None)
    found.setdefault("properties", {})
    for value in found["properties"].values():
        value.pop("title", None)
    found["additionalProperties"] = False
    return found


def _create(tool: str, fields: _Fields) -> type[Arguments]:
    try:
        return create_model(f"{tool}_arguments", __base__=Arguments, **fields)
    except (TypeError, NameError, ValueError) as error:
        raise BadToolDefinition(f"tool {tool!r} has a parameter that cannot be a tool's argument: {error}") from error


def _explain(error: ValidationError) -> str:
    for item in error.errors(include_url=False, include_context=False):
        place = ".".join(str(part) for part in item["loc"])
        if item["type"] == "missing":
            return f"Required parameter '{place}' missing"
        if item["type"] == "extra_forbidden":
            return f"Unknown parameter '{place}': remove it"
        if not place:
            return f"The arguments must be an object: {item['msg']}"
        return f"Parameter '{place}': {item['msg']}, got {_shown(item['input'])}"
    return "The arguments do not fit the tool's schema"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
