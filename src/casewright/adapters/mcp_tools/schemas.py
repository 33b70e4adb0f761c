"""The arguments of another server's tool: checked by the schema that was pinned, and shown with it."""

from __future__ import annotations

import json
from copy import deepcopy
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any

from jsonschema.exceptions import SchemaError, best_match
from jsonschema.validators import Draft202012Validator, validator_for
from pydantic import AfterValidator, Field, create_model
from referencing import Registry

from casewright.errors import BadToolDefinition
from casewright.tools.arguments import Arguments

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcp_types import Tool

_LARGEST = 100_000
"""Characters of a schema; a larger one is no description of arguments."""


def pin_of(tool: Tool) -> str:
    """``sha256:…`` over what a tool says of itself: name, description, schema of its arguments, and hints."""
    said = tool.model_dump(mode="json", by_alias=True, include={"name", "description", "input_schema", "annotations"})
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"sha256:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


# Any: a JSON schema and what it describes are any JSON.
def arguments_of(name: str, schema: Mapping[str, Any]) -> type[Arguments]:
    """The strict model of a schema. Raises ``BadToolDefinition`` naming the tool where it is no object's schema."""
    kind = validator_for(schema, default=Draft202012Validator)
    properties = schema.get("properties", {})
    try:
        size = len(json.dumps(schema))
        kind.check_schema(dict(schema))
    except (SchemaError, RecursionError, ValueError) as error:
        raise BadToolDefinition(f"tool {name!r}: its schema is none ({type(error).__name__})") from error
    if schema.get("type") != "object" or not isinstance(properties, dict) or size > _LARGEST:
        raise BadToolDefinition(f"tool {name!r}: its schema is no object's, or is longer than {_LARGEST:,} characters")
    required = schema.get("required", [])
    # pydantic takes field definitions as (type, FieldInfo).
    fields: dict[str, Any] = {}
    for number, (parameter, part) in enumerate(properties.items()):
        held = {**part, "$defs": schema.get("$defs", {})} if isinstance(part, dict) else part
        check = _check(kind(held, registry=Registry()))
        default = Field(alias=parameter) if parameter in required else Field(default=None, alias=parameter)
        fields[f"argument_{number}"] = (Annotated[Any, AfterValidator(check)], default)
    shown = {**schema, "additionalProperties": False}

    class Pinned(Arguments):
        """Arguments whose schema is another server's."""

        @classmethod
        def model_json_schema(cls, *_arguments: Any, **_options: Any) -> dict[str, Any]:
            """The schema as it was pinned, whatever pydantic would make of the fields."""
            return deepcopy(shown)

    model: type[Arguments] = create_model(f"{name}_arguments", __base__=Pinned, **fields)
    return model


def _check(validator: Any) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        problem = best_match(validator.iter_errors(value))
        if problem is not None:
            place = "".join(f".{part}" for part in problem.absolute_path)
            raise ValueError(f"it does not fit the schema{f' at {place}' if place else ''} ({problem.validator})")
        return value

    return check
