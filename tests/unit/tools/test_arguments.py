"""Tests of casewright.tools.arguments."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable  # noqa: TC003 (read at run time: an annotation that no JSON fits)
from typing import TYPE_CHECKING, Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from casewright.errors import BadArguments, BadToolDefinition
from casewright.tools import arguments as args
from casewright.tools.calls import Status, ToolCall
from casewright.tools.definition import define_tool, tool
from tests.fakes.governed import Governed

if TYPE_CHECKING:
    from collections.abc import Mapping

TAKEN = ["model_config", "model_dump", "model_fields", "schema", "copy", "json", "dict", "validate", "construct"]
NAMES = [*TAKEN, "_private", "__dunder__", "self", "cls", "class", "handler", "arguments", "name"]


@pytest.mark.requirement("tool-any-name")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("required", [True, False])
def test_a_parameter_may_have_any_identifier_as_its_name(name: str, required: bool) -> None:
    """A name that pydantic, Python or we use ourselves is a parameter like any other, in schema, call and audit."""
    spec = [{"name": name, "type": "string", "description": "d"}]
    echo = define_tool("echo", "Echoes.", spec, required=[name] if required else [], handler=dict)
    governed = Governed(echo)
    assert list(echo.input_schema["properties"]) == [name]
    assert governed.call("echo", {name: "v"}).structured == {name: "v"}
    assert governed.events()[0]["tool_args"] == {name: "v"}
    assert governed.call("echo", {name: 1}).content.startswith(f"Parameter '{name}': Input should be a valid string")


def schema_and_copy(schema: str, copy: int = 1, _hidden: bool = False) -> str:
    """Take names that pydantic has methods of."""
    return f"{schema} {copy} {_hidden}"


@pytest.mark.requirement("tool-any-name")
def test_decorated_function_may_use_such_names() -> None:
    """The decorator hands such parameters over under their own names, and they may be sensitive."""
    made = tool(safety_level="safe", sensitive=["schema"])(schema_and_copy)
    governed = Governed(made)
    assert governed.call("schema_and_copy", {"schema": "s", "_hidden": True}).content == "s 1 True"
    assert governed.events()[0]["tool_args"]["schema"].startswith("hmac-sha256:")


@given(st.sets(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,20}", fullmatch=True), max_size=4))
def test_arguments_come_back_under_their_names(names: set[str]) -> None:
    """Whatever the parameters are called, the handler's mapping is what was sent."""
    spec = [{"name": name, "type": "integer", "description": ""} for name in names]
    model = args.from_parameters("t", spec, sorted(names))
    sent = {name: place for place, name in enumerate(sorted(names))}
    assert args.parse(model, sent).model_dump(by_alias=True) == sent
    assert set(args.schema(model)["properties"]) == set(args.names(model)) == names


class Place(BaseModel):
    """A nested model that says nothing of extra fields."""

    page: int


class Open(BaseModel):
    """A nested model that would take anything."""

    model_config = ConfigDict(extra="allow")
    page: int


@dataclasses.dataclass
class Span:
    """A nested dataclass."""

    start: int


class Kind(enum.StrEnum):
    """An enumeration."""

    CAP = "cap"


def nested(
    place: Place | None = None,
    open_: Open | None = None,
    span: Span | None = None,
    kind: Kind = Kind.CAP,
    many: list[Place] | None = None,
) -> str:
    """Take nested values."""
    return type(place or open_ or span or (many[0] if many else kind)).__name__


FITTING: dict[str, tuple[Mapping[str, object], str]] = {
    "model": ({"place": {"page": 1}}, "Place"),
    "dataclass": ({"span": {"start": 1}}, "Span"),
    "enumeration": ({"kind": "cap"}, "Kind"),
    "list": ({"many": [{"page": 1}]}, "Place"),
}
UNFIT: dict[str, tuple[Mapping[str, object], str]] = {
    "extra in a model": ({"place": {"page": 1, "x": 2}}, "Unknown parameter 'place.x': remove it"),
    "extra in an open model": ({"open_": {"page": 1, "x": 2}}, "Unknown parameter 'open_.x': remove it"),
    "extra in a dataclass": ({"span": {"start": 1, "x": 2}}, "Unknown parameter 'span.x': remove it"),
    "extra in a list": ({"many": [{"page": 1, "x": 2}]}, "Unknown parameter 'many.0.x': remove it"),
    "number as text": ({"place": {"page": "1"}}, "Parameter 'place.page': Input should be a valid integer"),
    "whole number as a fraction": ({"span": {"start": 1.5}}, "Parameter 'span.start': Input should be a valid int"),
    "truth as a number": ({"place": {"page": True}}, "Parameter 'place.page': Input should be a valid integer"),
    "not in the enumeration": ({"kind": "law"}, "Parameter 'kind': Input should be 'cap'"),
    "missing inside": ({"place": {}}, "Required parameter 'place.page' missing"),
}


@pytest.mark.requirement("tool-strict-nested")
@pytest.mark.parametrize("case", FITTING)
def test_nested_values_arrive_as_their_types(case: str) -> None:
    """A handler gets models, dataclasses and enumerations, not mappings."""
    arguments, kind = FITTING[case]
    assert Governed(tool(safety_level="safe")(nested)).call("nested", arguments).content == kind


@pytest.mark.requirement("tool-strict-nested")
@pytest.mark.parametrize("case", UNFIT)
def test_nested_values_are_strict_too(case: str) -> None:
    """Nothing is coerced and nothing extra is taken at any depth, whatever a nested model would allow."""
    arguments, text = UNFIT[case]
    result = Governed(tool(safety_level="safe")(nested)).call("nested", arguments)
    assert result.status is Status.INVALID_ARGUMENTS
    assert result.content.startswith(text)


@pytest.mark.requirement("tool-strict-nested")
def test_schema_says_that_nested_objects_are_closed() -> None:
    """The schema closes every object with named properties, as validation does."""
    defs = tool(safety_level="safe")(nested).input_schema["$defs"]
    assert {name: found.get("additionalProperties") for name, found in defs.items()} == {
        "Place": False,
        "Open": False,
        "Span": False,
        "Kind": None,
    }


NO_OBJECTS: list[Any] = [None, [], [["left", 1]], "text", 7, {1: 2}, {"a": {1, 2}}, {"a": b"bytes"}]


@pytest.mark.requirement("tool-never-raises")
@pytest.mark.parametrize("arguments", NO_OBJECTS, ids=repr)
def test_arguments_that_are_no_object_are_refused(arguments: Any) -> None:
    """Arguments that are no JSON object are invalid and recorded as such; nothing is raised."""
    governed = Governed(define_tool("t", "x", [{"name": "left", "type": "integer"}], handler=dict))
    [result] = governed.call_many([ToolCall("1", "t", arguments)])
    assert result.status is Status.INVALID_ARGUMENTS
    assert governed.trail() == [("stopped", "INVALID_ARGUMENTS")]


def _odd(_value: object) -> object:
    raise KeyError("/etc/secret")


def validated(it: Annotated[int, BeforeValidator(_odd)]) -> None:
    """Have a validator that breaks."""


@pytest.mark.requirement("tool-never-raises")
def test_validator_that_breaks_is_a_result() -> None:
    """A validator of the tool's own that raises whatever it likes makes the arguments invalid and tells no more."""
    result = Governed(tool(safety_level="safe")(validated)).call("validated", {"it": 1})
    assert result.status is Status.INVALID_ARGUMENTS
    assert result.content == "The arguments could not be checked: KeyError in the tool"


def _told(value: object) -> object:
    raise ValueError(f"{value} is not good")


def secretive(secret: Annotated[str, BeforeValidator(_told)], more: dict[str, int] | None = None) -> None:
    """Take a secret."""


WRONG: dict[str, tuple[Mapping[str, object], str]] = {
    "wrong": ({"secret": "hunter2"}, "Parameter 'secret' does not fit its schema; its value is not shown"),
    "inside": (
        {"secret": "a", "more": {"hunter2": "x"}},
        "Parameter 'secret' does not fit its schema; its value is not shown",
    ),
    "missing": ({"more": {}}, "Required parameter 'secret' missing"),
}


@pytest.mark.requirement("tool-sensitive")
@pytest.mark.parametrize("case", WRONG)
def test_wrong_sensitive_value_is_not_shown(case: str) -> None:
    """What is said about a sensitive argument never shows it, to the model or in the audit."""
    arguments, text = WRONG[case]
    governed = Governed(tool(safety_level="safe", sensitive=["secret", "more"])(secretive))
    assert governed.call("secretive", arguments).content == text
    assert "hunter2" not in repr(governed.events())


def aliased(it: Annotated[int, Field(alias="other")]) -> None:
    """Have an alias."""


def not_json(it: Callable[[], int]) -> None:
    """Take what no JSON can hold."""


class Foreign:
    """No type that pydantic knows."""


def foreign(it: Foreign) -> None:
    """Take a foreign type."""


def twice(copy: int, argument_copy: int) -> None:
    """Clash behind the scenes."""


BROKEN: dict[str, tuple[Callable[[], object], str]] = {
    "alias": (lambda: tool(safety_level="safe")(aliased), "'aliased': parameter 'it' has an alias"),
    "not JSON": (lambda: tool(safety_level="safe")(not_json), "'not_json' has a parameter that cannot be"),
    "foreign": (lambda: tool(safety_level="safe")(foreign), "'foreign' has a parameter that cannot be"),
    "twice": (lambda: tool(safety_level="safe")(twice), "'twice': two parameters differ by 'argument_' only"),
    "hyphen": (lambda: define_tool("t", "x", [{"name": "a-b", "type": "string"}], handler=dict), "parameter 'a-b'"),
    "not ASCII": (lambda: define_tool("t", "x", [{"name": "größe", "type": "string"}], handler=dict), "'größe'"),
    "too long": (lambda: define_tool("t", "x", [{"name": "a" * 65, "type": "string"}], handler=dict), "'aaa"),
    "no name": (lambda: define_tool("t", "x", [{"type": "string"}], handler=dict), "parameter ''"),
    "long tool name": (lambda: define_tool("t" * 65, "x", [], handler=dict), "at most 64 characters"),
}


@pytest.mark.requirement("tool-invariants")
@pytest.mark.parametrize("case", BROKEN)
def test_parameter_that_cannot_be_an_argument(case: str) -> None:
    """A parameter that no client could fill is an error at definition that names the tool."""
    define, message = BROKEN[case]
    with pytest.raises(BadToolDefinition, match=message):
        define()


def test_optional_parameters_that_were_left_out_are_left_out() -> None:
    """define_tool's handler sees what was sent: left out is left out, null is null."""
    spec = [{"name": "a", "type": "string"}, {"name": "b", "type": "number"}]
    governed = Governed(define_tool("echo", "Echoes.", spec, required=["a"], handler=dict))
    assert governed.call("echo", {"a": "x"}).structured == {"a": "x"}
    assert governed.call("echo", {"a": "x", "b": None}).structured == {"a": "x", "b": None}


def test_not_a_mapping_is_said() -> None:
    """The sentence shows what came instead of an object."""
    model = args.from_parameters("t", [], [])
    with pytest.raises(BadArguments, match=r"must be an object, got \[1\]"):
        args.parse(model, [1])  # type: ignore[arg-type]


class Either(args.Arguments):
    """One of two, and a sentence of its own where there are both."""

    left: str = ""
    right: str = ""

    @model_validator(mode="after")
    def _one(self) -> Either:
        if self.left and self.right:
            raise ValueError(f"{self.left!r} or {self.right!r}, not both")
        return self


def test_what_is_wrong_with_all_arguments_together_is_no_unknown_parameter() -> None:
    """Where nothing that was given may be shown, neither is the sentence of the tool's own check, which shows it."""
    given = {"left": "marker", "right": "marker"}
    with pytest.raises(BadArguments, match="'marker' or 'marker', not both"):
        args.parse(Either, given)
    with pytest.raises(BadArguments) as caught:
        args.parse(Either, given, guarded=True)
    told = "The arguments must be an object: one that fits the tool's whole schema; no value is shown"
    assert str(caught.value) == told
