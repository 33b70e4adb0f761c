"""The arguments of another server's tool: checked by the schema that was pinned, and shown with it."""

from __future__ import annotations

import json
from copy import deepcopy
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from attrs import evolve
from jsonschema.exceptions import best_match
from jsonschema.validators import Draft202012Validator, extend, validator_for
from pydantic import Field, ValidationError, create_model, model_validator
from pydantic_core import PydanticCustomError
from referencing import Registry
from referencing.exceptions import Unresolvable

from casewright.adapters.mcp_tools.bounds import (
    MOST_BRANCHES,
    MOST_STEPS,
    TooManyBranches,
    TooManySteps,
    counted,
    resolve,
    steps_counted,
)
from casewright.errors import BadToolDefinition
from casewright.tools.arguments import WHOLE, Arguments
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcp_types import Tool

_LARGEST = 100_000
"""Characters of a schema; a larger one is no description of arguments."""
_SHOWN = 500
"""Characters of what a schema demands that are told."""
_MAY_LEAD = ("pattern", "$ref", "$dynamicRef", "$recursiveRef")


def pin_of(tool: Tool) -> str:
    """``sha256:…`` over what a tool says of itself: name, description, schema of its arguments, and hints."""
    said = tool.model_dump(mode="json", by_alias=True, include={"name", "description", "input_schema", "annotations"})
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"sha256:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


# Any: a JSON schema and what it describes are any JSON.
def arguments_of(name: str, schema: Mapping[str, Any]) -> type[Arguments]:
    """The strict model of a schema. Raises ``BadToolDefinition`` naming the tool where it is no object's schema."""
    properties, required = schema.get("properties", {}), schema.get("required", [])
    try:
        if len(json.dumps(schema)) > _LARGEST:
            raise BadToolDefinition(f"tool {name!r}: its schema is longer than {_LARGEST:,} characters")
        kind = validator_for(schema, default=Draft202012Validator)
        kind.check_schema(dict(schema))
        resolve(kind, schema)
        check = _check(name, _without_patterns(kind)(schema, registry=Registry()))
    except BadToolDefinition:
        raise
    except TooManyBranches as error:
        told = f"its schema leads through one value in more than {MOST_BRANCHES:,} ways"
        raise BadToolDefinition(f"tool {name!r}: {told}") from error
    except Unresolvable as error:
        ref = show_line(str(error.ref))[:100]
        raise BadToolDefinition(f"tool {name!r}: its schema refers to {ref!r}, which is not in it") from error
    except Exception as error:  # a library that meets another's data may raise anything
        raise BadToolDefinition(f"tool {name!r}: its schema is none ({type(error).__name__})") from error
    if schema.get("type") != "object" or not isinstance(properties, dict):
        raise BadToolDefinition(f"tool {name!r}: its schema is no object's")
    required = [one for one in required if isinstance(one, str)] if isinstance(required, list) else []
    shown = {**schema, "properties": {**{one: {} for one in required}, **properties}, "additionalProperties": False}
    # pydantic takes field definitions as (type, FieldInfo).
    fields: dict[str, Any] = {
        f"argument_{number}": (Any, Field(alias=one) if one in required else Field(default=None, alias=one))
        for number, one in enumerate(shown["properties"])
    }

    class Pinned(Arguments):
        """Arguments whose schema is another server's."""

        @model_validator(mode="after")
        def _fits(self) -> Pinned:
            check({alias: getattr(self, held) for held, alias in self._given()})
            return self

        def _given(self) -> list[tuple[str, str]]:
            held = type(self).model_fields
            return [(one, held[one].alias or one) for one in held if one in self.model_fields_set]

        @classmethod
        def model_json_schema(cls, *_arguments: Any, **_options: Any) -> dict[str, Any]:
            """The schema as it was pinned, whatever pydantic would make of the fields."""
            return deepcopy(shown)

    model: type[Arguments] = create_model(f"{name}_arguments", __base__=Pinned, **fields)
    return model


def _check(name: str, validator: Any) -> Callable[[dict[str, Any]], None]:
    """Raises ``ValidationError`` at the argument that does not fit, or at none where they do not fit together."""

    def check(value: dict[str, Any]) -> None:
        try:
            with steps_counted():
                problem = best_match(validator.iter_errors(value))
        except TooManySteps:
            told = f"one that can be held against the tool's schema in {MOST_STEPS:,} steps"
            raise _problem(name, (), value, told) from None
        except RecursionError:
            raise _problem(name, (), value, "one that is not nested too deeply for the tool's schema") from None
        if problem is None:
            return
        path = list(problem.absolute_path)
        if not path:
            raise _problem(name, (), value, f"one that fits the tool's whole schema, {_demand(problem)}")
        place = "".join(f".{part}" for part in path[1:])
        told = f"it does not fit the schema{f' at {place}' if place else ''} ({problem.validator})"
        raise _problem(name, (path[0],), value.get(path[0]), f"Value error, {told}")

    return check


def _demand(problem: Any) -> str:
    """What the schema says there: its own words on one line, none of what was given."""
    said = show_line(json.dumps(problem.validator_value, ensure_ascii=False))
    said = said if len(said) <= _SHOWN else f"{said[:_SHOWN]} …"
    return f"which demands {problem.validator}: {said}"


def _problem(name: str, place: tuple[str, ...], value: Any, told: str) -> ValidationError:
    kind = PydanticCustomError(WHOLE if not place else "foreign_schema", "{told}", {"told": told})
    return ValidationError.from_exception_data(name, [{"type": kind, "loc": place, "input": value}])


def _without_patterns(kind: Any) -> Any:
    """The same validator, evaluating no regular expression: another's may take for ever, and it checks its own.

    What fits stays fitting: where the outcome of a keyword could turn with an expression, it is not checked either.
    """
    rules = dict(kind.VALIDATORS)
    rules["pattern"] = rules["patternProperties"] = _unchecked
    for keyword, turns in _TURNS.items():
        if keyword in rules:
            rules[keyword] = _unless(turns, rules[keyword])
    rules = {keyword: counted(rule) for keyword, rule in rules.items()}
    made: Any = extend(kind, rules)  # type: ignore[no-untyped-call]  # the library has no types
    # The library's own would take another validator, with its own rules, where a schema inside names a ``$schema``.
    made.evolve = evolve
    return made


def _unchecked(*_given: Any) -> tuple[()]:
    return ()


def _unless(turns: Callable[[Any, Any], bool], rule: Callable[..., Any]) -> Callable[..., Any]:
    known: dict[tuple[int, int], bool] = {}  # by parts of the schema, which is there as long as its validator

    def checked(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        place = (id(value), id(schema))
        if place not in known:
            known[place] = turns(value, schema)
        return () if known[place] else rule(validator, value, instance, schema)

    return checked


def _has_pattern(part: Any) -> bool:
    """Whether an expression stands in it, or a reference, behind which one may stand."""
    if isinstance(part, list):
        return any(_has_pattern(one) for one in part)
    if not isinstance(part, dict):
        return False
    found = "patternProperties" in part or any(isinstance(part.get(one), str) for one in _MAY_LEAD)
    return found or any(_has_pattern(one) for one in part.values())


_TURNS: Mapping[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(("not", "oneOf", "if", "contains", "disallow"), lambda value, _schema: _has_pattern(value)),
    **dict.fromkeys(("unevaluatedProperties", "unevaluatedItems"), lambda _value, schema: _has_pattern(schema)),
    "additionalProperties": lambda _value, schema: "patternProperties" in schema,
}
"""Keywords that may refuse more where a schema within or beside them refuses less, and when that may be so."""
