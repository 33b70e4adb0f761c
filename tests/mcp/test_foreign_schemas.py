"""Schemas and words of another server's tools: checked as a whole, no expression evaluated, shown on one line."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.mcp_tools.schemas import arguments_of
from casewright.errors import BadArguments, BadToolDefinition
from casewright.tools.arguments import parse
from tests.mcp.test_foreign_tools import ECHO, EMPTY, call, foreign, running

if TYPE_CHECKING:
    from tests.mcp.test_foreign_tools import Foreign

__all__ = ["foreign", "running"]
pytestmark = pytest.mark.requirement("mcp-tools")
TEXT = {"type": "string"}
SLOW = {"type": "string", "pattern": "^(a+)+$"}
TWO: dict[str, Any] = {"type": "object", "properties": {"a": TEXT, "b": TEXT}}
DRAFT_7 = {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"S": TEXT}}
SLOWLY = "a" * 28 + "!"


def fits(schema: dict[str, Any], arguments: dict[str, object], *, guarded: bool = False) -> str:
    """What is said of the arguments; nothing where they fit."""
    try:
        parse(arguments_of("t", {"type": "object", **schema}), arguments, guarded=guarded)
    except BadArguments as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": SLOW}},
        {"properties": {"a": {"$ref": "#/x-hidden"}}, "x-hidden": SLOW},
        {"properties": {"a": {"propertyNames": SLOW, "patternProperties": {"^(a+)+$": {}}}}},
        {"properties": {"a": {"patternProperties": {"^(a+)+$": {}}, "additionalProperties": False}}},
        {"properties": {"a": {"patternProperties": {"^(a+)+$": {}}, "unevaluatedProperties": False}}},
        {"properties": {"a": {"not": SLOW}}},
        {"properties": {"a": {"oneOf": [SLOW, {"pattern": "!"}]}}},
        {"properties": {"a": {"$schema": "http://json-schema.org/draft-07/schema#", "pattern": "^(a+)+$"}}},
    ],
)
def test_no_expression_of_another_is_evaluated(schema: dict[str, Any]) -> None:
    """One that takes for ever does not; and nothing is refused because it was left out."""
    begun = time.thread_time()
    assert fits(schema, {"a": SLOWLY}) == ""
    assert fits(schema, {"a": {SLOWLY: 1}}) == "" or schema["properties"]["a"] == SLOW or "x-hidden" in schema
    assert time.thread_time() - begun < 2


def test_expressions_are_shown() -> None:
    """Whoever calls the tool may read what the other server will check."""
    assert arguments_of("t", {"type": "object", "properties": {"a": SLOW}}).model_json_schema()["properties"] == {
        "a": SLOW
    }


@pytest.mark.parametrize(
    ("schema", "good", "bad", "told"),
    [
        ({**DRAFT_7, "properties": {"a": {"$ref": "#/definitions/S"}}}, {"a": "1"}, {"a": 5}, "Parameter 'a'"),
        ({"properties": {"a": TEXT, "b": {"$ref": "#/properties/a"}}}, {"b": "1"}, {"b": 1}, "Parameter 'b'"),
        (
            {"properties": {"a": {"type": "integer"}, "child": {"$ref": "#"}}},
            {"child": {"type": "object", "a": 1}},
            {"child": {"a": "x"}},
            "Parameter 'child': Value error, it does not fit the schema at .a (type)",
        ),
        ({**TWO, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": "1"}, {"a": "1", "b": "2"}, "oneOf"),
        ({**TWO, "dependentRequired": {"a": ["b"]}}, {"b": "1"}, {"a": "1"}, "dependentRequired"),
        ({**TWO, "minProperties": 1}, {"a": "1"}, {}, "minProperties"),
        ({**TWO, "required": ["a", "z"]}, {"a": "1", "z": 1}, {"a": "1"}, "Required parameter 'z' missing"),
        ({"required": ["z"], "additionalProperties": TEXT}, {"z": "1"}, {"z": 1}, "Parameter 'z'"),
        (
            {"properties": {"a": {"properties": {"b": SLOW}, "additionalProperties": False}}},
            {"a": {"b": "x"}},
            {"a": {"c": 1}},
            "additionalProperties",
        ),
    ],
)
def test_the_whole_is_checked_by_the_whole(
    schema: dict[str, Any], good: dict[str, object], bad: dict[str, object], told: str
) -> None:
    """References lead anywhere in the schema, and what it says of all arguments together holds."""
    assert fits(schema, good) == ""
    assert told in fits(schema, bad)


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize(
    ("schema", "given", "demand"),
    [
        (
            {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            {},
            'anyOf: [{"required": ["a"]}, {"required": ["b"]}]',
        ),
        ({"anyOf": [{"required": ["a", "b"]}]}, {"a": "marker"}, 'required: ["a", "b"]'),
        ({"not": {"required": ["a", "b"]}}, {"a": "marker", "b": "marker"}, 'not: {"required": ["a", "b"]}'),
        ({"dependentRequired": {"a": ["b", "\x1b[31m\n"]}}, {"a": "marker"}, '{"a": ["b", "\\u001b[31m\\n"]}'),
        ({"anyOf": [{"required": [f"c{number}"]} for number in range(99)]}, {"a": "marker"}, '{"required": ["c9"]}'),
    ],
)
def test_what_a_schema_demands_of_the_whole_is_told(
    schema: dict[str, Any], given: dict[str, object], demand: str, *, guarded: bool
) -> None:
    """In its own words, on one bounded line; nothing that was given is shown, nor called a parameter."""
    told = fits({**TWO, **schema}, given, guarded=guarded)
    assert told.startswith("The arguments must be an object: one that fits the tool's whole schema, which demands ")
    assert demand in told
    assert "marker" not in told
    assert len(told) < 700
    assert "\n" not in told


@pytest.mark.parametrize("ref", ["#/$defs/none", "http://127.0.0.1:9/x", "#none"])
def test_a_reference_to_nothing_is_refused_when_it_is_registered(ref: str) -> None:
    """With the reference, and nothing is fetched."""
    with pytest.raises(BadToolDefinition, match="its schema refers to .*, which is not in it"):
        arguments_of("t", {"type": "object", "properties": {"a": {"items": {"$ref": ref}}}})


def test_a_schema_without_end_is_told() -> None:
    """One that refers to itself and nothing else."""
    told = fits({"properties": {"a": {"$ref": "#/properties/a"}}}, {"a": 1})
    assert told == "The arguments must be an object: one that is not nested too deeply for the tool's schema"


def forked(keyword: str, steps: int) -> dict[str, Any]:
    """A schema whose references lead through one value in two to the power of ``steps`` ways."""
    links = [{"$ref": f"#/$defs/d{step + 1}"} for step in range(steps)]
    forks: list[dict[str, Any]] = [
        {"then": link, "else": link, "if": link} if keyword == "if" else {keyword: [link, link]} for link in links
    ]
    parts = {f"d{step}": part for step, part in enumerate([*forks, TEXT])}
    return {"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": parts}


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf", "if"])
def test_references_that_branch_without_end_are_refused_at_once(keyword: str) -> None:
    """Nobody follows 2**40 ways; as many references that do not branch so are a schema like any other."""
    begun = time.monotonic()
    with pytest.raises(BadToolDefinition) as refused:
        arguments_of("t", {"type": "object", **forked(keyword, 40)})
    assert time.monotonic() - begun < 2
    assert str(refused.value) == "tool 't': its schema leads through one value in more than 10,000 ways"
    assert fits(forked(keyword, 5), {"a": "x"}) == ""


def test_many_references_to_one_part_are_no_branches() -> None:
    """Each argument is a value of its own, and a chain is one way."""
    chain: dict[str, Any] = {f"d{step}": {"allOf": [{"$ref": f"#/$defs/d{step + 1}"}]} for step in range(40)}
    parts = {**chain, "d40": TEXT}
    properties = {f"a{number}": {"$ref": "#/$defs/d0"} for number in range(300)}
    assert fits({"properties": properties, "$defs": parts}, dict.fromkeys(properties, "x")) == ""


def test_arguments_that_make_references_branch_are_refused() -> None:
    """A part that leads to itself twice for each level of the arguments: few ways for each value, 2**40 in all."""
    twice = {"allOf": [{"$ref": "#/$defs/node"}, {"$ref": "#/$defs/node"}]}
    schema = {"properties": {"a": {"$ref": "#/$defs/node"}}, "$defs": {"node": {"properties": {"n": twice}}}}
    nested: dict[str, object] = {}
    for _ in range(40):
        nested = {"n": nested}
    begun = time.monotonic()
    told = fits(schema, {"a": nested})
    assert time.monotonic() - begun < 20
    assert told == "The arguments must be an object: one that can be held against the tool's schema in 200,000 steps"
    assert fits(schema, {"a": {"n": {"n": {}}}}) == ""


SHAPELESS = "The tool 'odd' of the MCP server 'crm' is left out"
BRANCHING = "tool 'crm_odd': its schema leads through one value in more than 10,000 ways; it is left out"


@pytest.mark.parametrize(
    ("odd", "told"),
    [({"properties": {"a": 5}}, SHAPELESS), ({"required": "a"}, SHAPELESS), (forked("allOf", 40), BRANCHING)],
)
def test_one_odd_tool_does_not_hide_the_others(
    foreign: Foreign, caplog: pytest.LogCaptureFixture, odd: dict[str, Any], told: str
) -> None:
    """It is left out with a sentence."""
    foreign.offers({"name": "odd", "inputSchema": {**EMPTY, **odd}}, ECHO)
    assert [one.name for one in foreign.start()] == ["crm_echo"]
    assert told in caplog.text


def test_results_are_not_held_to_expressions_either(foreign: Foreign) -> None:
    """The schema of results, which the SDK would evaluate."""
    nested = {"type": "object", "properties": {"got": {"properties": {"text": SLOW}}}}
    foreign.offers({**ECHO, "outputSchema": nested})
    result = call(foreign.fetch(echo="safe"), "crm_echo", {"text": "a" * 22 + "!"})
    assert result.success, result.content


@pytest.mark.parametrize("name", ["fail_loudly", "refuse_loudly"])
def test_what_it_says_of_a_failure_is_one_bounded_line(foreign: Foreign, name: str) -> None:
    """Neither a sequence for the terminal nor a second line."""
    foreign.offers({"name": name, "inputSchema": EMPTY})
    error = call(foreign.start(**{name: "safe"}), f"crm_{name}", {}).error or ""
    assert "bad \\x1b[31mline yyy" in error
    assert "\n" not in error
    assert len(error) < 2_100


def test_what_a_started_server_writes_to_standard_error_is_not_shown() -> None:
    """It would steer the terminal."""
    server = "import sys; sys.stderr.write('to the terminal')"
    ours = f"""
import sys
from casewright.bootstrap.mcp_tools import fetch_mcp_tools
fetch_mcp_tools("crm", command=[sys.executable, "-c", {server!r}])
"""
    ended = subprocess.run([sys.executable, "-c", ours], capture_output=True, text=True, check=False, timeout=60)
    assert "closed the connection" in ended.stderr
    assert "to the terminal" not in ended.stderr.replace(repr(server), "")
