"""A tool's arguments: the model that validates them strictly, and what is said about a wrong one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.errors import PydanticUserError

from casewright.errors import BadArguments, BadToolDefinition
from casewright.tools.schema_shape import tidy
from casewright.tools.signature import parameters_of

if TYPE_CHECKING:
    from collections.abc import Callable


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

WHOLE = "whole_schema"
"""The type of an error about all arguments together whose sentence holds what the schema says, and nothing given."""
_NOT_SHOWN = "its value is not shown"
_EXTRA = ("extra_forbidden", "unexpected_keyword_argument")
_OF_SCHEMA = frozenset(
    (
        "enum",
        "literal_error",
        "missing",
        "string_type",
        "int_type",
        "bool_type",
        "float_type",
        "list_type",
        "dict_type",
        "string_too_long",
        "string_too_short",
    )
)
"""Errors whose sentences hold what the schema says, and nothing that was given."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}\Z")
"""What every client takes as a parameter's name; Gemini's 64 characters are the fewest."""


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
    found, context = parameters_of(tool, function)
    return _create(tool, {name: (annotation, default) for name, (annotation, default) in found.items()}), context


def names(model: type[BaseModel]) -> Mapping[str, str]:
    """The parameters' names as callers write them, each with the attribute of the model that holds it."""
    return {field.alias or name: name for name, field in model.model_fields.items()}


def parse(model: type[BaseModel], arguments: Mapping[str, object], *, guarded: bool = False) -> BaseModel:
    """The validated arguments: nothing is coerced and nothing extra is taken, at any depth.

    Raises ``BadArguments`` with the protocol's stable texts. Those of a ``guarded`` call, which may hold personal data,
    show nothing that was given: no value, and no name that the tool does not have.
    """
    if not isinstance(arguments, Mapping):
        raise BadArguments(f"The arguments must be an object, {_NOT_SHOWN if guarded else f'got {_shown(arguments)}'}")
    try:
        text = orjson.dumps(dict(arguments))
    except (TypeError, ValueError) as error:
        raise BadArguments(f"The arguments are not JSON: {error}") from error
    try:
        return model.model_validate_json(text, strict=True, extra="forbid")
    except ValidationError as error:
        if guarded:  # the error holds what was given, and whoever prints a cause prints that
            raise BadArguments(_explain_guarded(error, model, arguments)) from None
        raise BadArguments(_explain(error)) from error
    except Exception as error:  # a tool's own validator may raise anything
        raise BadArguments(f"The arguments could not be checked: {type(error).__name__} in the tool") from error


def schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema (2020-12) of the arguments: objects that take nothing extra, at any depth."""
    found = tidy(model.model_json_schema())
    found.pop("description", None)
    found.setdefault("properties", {})
    found["additionalProperties"] = False
    return found


def _create(tool: str, fields: _Fields) -> type[Arguments]:
    """The model of these fields; a name that pydantic keeps for itself stands behind an alias."""
    wrong = next((name for name in fields if not _NAME.match(name)), None)
    if wrong is not None:
        raise BadToolDefinition(
            f"tool {tool!r} has a parameter {wrong!r}: letters, digits and _ are what every client takes, rename it"
        )
    defined: _Fields = {_attribute(name): _aliased(name, *field) for name, field in fields.items()}
    if len(defined) < len(fields):
        raise BadToolDefinition(f"tool {tool!r}: two parameters differ by 'argument_' only: rename one")
    try:
        model = create_model(f"{tool}_arguments", __base__=Arguments, **defined)
        schema(model)
    except (TypeError, NameError, ValueError, PydanticUserError) as error:
        reason = str(error).split("\n", maxsplit=1)[0]
        raise BadToolDefinition(f"tool {tool!r} has a parameter that cannot be a tool's argument: {reason}") from error
    for name in fields:
        field = model.model_fields[_attribute(name)]
        if field.alias != (None if _attribute(name) == name else name) or field.validation_alias != field.alias:
            raise BadToolDefinition(f"tool {tool!r}: parameter {name!r} has an alias: rename the parameter instead")
    return model


def _attribute(name: str) -> str:
    return f"argument_{name}" if name.startswith("_") or hasattr(Arguments, name) else name


def _aliased(name: str, annotation: Any, default: Any) -> tuple[Any, Any]:  # as pydantic takes them
    if _attribute(name) == name:
        return annotation, default
    return Annotated[annotation, Field(alias=name)], default


def _explain(error: ValidationError) -> str:
    for item in error.errors(include_url=False, include_context=False):
        place = ".".join(str(part) for part in item["loc"])
        if item["type"] == "missing":
            return f"Required parameter '{place}' missing"
        if item["type"] in _EXTRA:
            return f"Unknown parameter '{place}': remove it"
        if not place:
            return f"The arguments must be an object: {item['msg']}"
        return f"Parameter '{place}': {item['msg']}, got {_shown(item['input'])}"
    return "The arguments do not fit the tool's schema"


def _explain_guarded(error: ValidationError, model: type[BaseModel], arguments: Mapping[str, object]) -> str:
    """The same by places and by what the schema says, without a word of the caller's."""
    for item in error.errors(include_url=False, include_context=False):
        if not item["loc"]:
            about = item["msg"] if item["type"] == WHOLE else "one that fits the tool's whole schema; no value is shown"
            return f"The arguments must be an object: {about}"
        name, deeper = item["loc"][0], len(item["loc"]) > 1
        if name not in names(model):
            at = next((at for at, given in enumerate(arguments, 1) if given == name), None)
            which = "" if at is None else f", number {at} of those given"
            return f"Unknown parameter '…'{which}: remove it; there are {', '.join(sorted(names(model)))}"
        if item["type"] == "missing" and not deeper:
            return f"Required parameter '{name}' missing"
        about = f" ({item['msg']})" if item["type"] in _OF_SCHEMA else ""
        return f"Parameter '{name}' does not fit its schema{about}; {_NOT_SHOWN}"
    return "The arguments do not fit the tool's schema"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
