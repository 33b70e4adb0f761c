"""The server's description of itself (OpenAPI 3.1), made of the table of routes and the tools' own schemas."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from casewright.server import problems
from casewright.server.links import add_links
from casewright.server.paging import DEFAULT, MOST
from casewright.server.route import PREFIX
from casewright.server.typed_values import is_list
from casewright.tools.arguments import schema as arguments_schema
from casewright.tools.schema_shape import tidy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from casewright.server.own.own_route import OwnRoute
    from casewright.server.route import Route
    from casewright.tools.registry import Registry

# Any in this module: descriptions are JSON.
_PROBLEM = "Problem"
_WITH_BODY = (problems.TOO_LARGE, problems.MEDIA, problems.TOO_SLOW)
_KEY_PARAMETER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A name of your own for this call: sent again, it is answered from the record",
    "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
}
_SECURITY: list[dict[str, list[str]]] = [{"key": []}, {"session": []}]


class Components:
    """Schemas that several descriptions share; one of a taken name and another meaning gets a name of its own."""

    def __init__(self) -> None:
        self.schemas: dict[str, Any] = {}

    def add(self, schema: Mapping[str, Any], owner: str) -> dict[str, Any]:
        """The schema with what it defines moved among the shared ones."""
        own = deepcopy(dict(schema))
        defined: dict[str, Any] = own.pop("$defs", {})
        names = {name: self._name(name, part, owner) for name, part in defined.items()}
        for name, part in defined.items():
            self.schemas[names[name]] = _moved(part, names)
        moved: dict[str, Any] = _moved(own, names)
        return moved

    def _name(self, name: str, part: Mapping[str, Any], owner: str) -> str:
        plain = "".join(letter if letter.isalnum() else "_" for letter in name)
        moved = _moved(part, {})
        taken = self.schemas.get(plain)
        return plain if taken is None or taken == moved else f"{plain}_{owner}"


def _moved(part: Any, names: Mapping[str, str]) -> Any:
    """The part with what refers to a definition referring to a shared one; those of discriminators too."""
    if isinstance(part, dict):
        return {key: _moved(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [_moved(one, names) for one in part]
    if isinstance(part, str) and part.startswith(_DEFINED):
        name = part.removeprefix(_DEFINED)
        return f"#/components/schemas/{names.get(name, name)}"
    return part


_DEFINED = "#/$defs/"


def describe(
    registry: Registry, routes: Iterable[Route], own: Iterable[OwnRoute], *, version: str, cookie: str
) -> dict[str, Any]:
    """The whole description; ``cookie`` is what the session's is called. Makes every tool that a route calls."""
    components = Components()
    components.schemas[_PROBLEM] = _problem_schema()
    paths: dict[str, dict[str, Any]] = {}
    seen: set[str] = set()
    for route in routes:
        described = _operation(registry, route, components)
        if route.tool in seen:
            described["operationId"] = f"{route.tool}_at_{route.path.strip('/').replace('/', '_').translate(_BRACES)}"
        seen.add(route.tool)
        paths.setdefault(PREFIX + route.path, {})[route.method.lower()] = described
    for one in own:
        paths.setdefault(one.path, {})[one.method.lower()] = _own_operation(registry, one, components)
    add_links(paths, components.schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Casewright",
            "version": version,
            "description": "Every call is a tool call: permitted, limited, approved where dangerous, recorded.",
        },
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": dict(sorted(components.schemas.items())),
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "An API key or a personal key"},
                "session": {"type": "apiKey", "in": "cookie", "name": cookie},
            },
        },
    }


_BRACES = str.maketrans("", "", "{}")


def _operation(registry: Registry, route: Route, components: Components) -> dict[str, Any]:
    tool = registry.get(route.tool)
    assert tool is not None, f"the table names {route.tool}"
    taken = arguments_schema(tool.arguments)
    properties: Mapping[str, Any] = taken.get("properties", {})
    required = set(taken.get("required", ()))
    left = {name: part for name, part in properties.items() if name not in {*route.in_path, *route.fixed}}
    parameters = [
        _parameter(name, properties.get(name, {}), "path", taken, components, route) for name in route.in_path
    ]
    operation: dict[str, Any] = {
        "operationId": route.tool,
        "summary": route.summary,
        "description": tool.description,
        "tags": [route.family],
        "security": _SECURITY,
    }
    if route.by_query:
        parameters += [
            _parameter(name, part, "query", taken, components, route, required=name in required)
            for name, part in left.items()
        ]
    elif left:
        body = {**taken, "properties": left, "required": sorted(required & set(left))}
        needed = bool(required & set(left))
        operation["requestBody"] = {
            "required": needed,
            "content": {"application/json": {"schema": components.add(body, route.tool)}},
        }
    if route.lists is not None:
        parameters += _paging(set(properties))
    if route.method != "GET":
        parameters.append(_KEY_PARAMETER)
    if parameters:
        operation["parameters"] = parameters
    output = _output(registry, route.tool)
    if route.lists is not None:
        output = {**output, "properties": {**output.get("properties", {}), "next_cursor": _CURSOR}}
    success = "201" if route.created else "200"
    waits = _WAITS_OR_RUNS if route.as_job else {} if route.method == "GET" else _WAITS
    operation["responses"] = {
        success: _response("Done", components.add(output, route.tool)),
        **waits,
        **problem_responses(body=not route.by_query),
    }
    return operation


_CURSOR = {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "For the page after; null on the last"}


def _output(registry: Registry, name: str) -> dict[str, Any]:
    """What the tool gives."""
    tool = registry.get(name)
    if tool is None or tool.output is None:
        return {"type": "object"}
    opened: dict[str, Any] = _opened(tidy(tool.output.model_json_schema(mode="serialization")))
    return opened


def _paging(taken: set[str]) -> list[dict[str, Any]]:
    own = [
        ("limit", {"type": "integer", "minimum": 1, "maximum": MOST, "default": DEFAULT}, "Entries on a page"),
        ("cursor", {"type": "string"}, "next_cursor of the page before"),
    ]
    return [
        {"name": name, "in": "query", "required": False, "description": text, "schema": schema}
        for name, schema, text in own
        if name not in taken
    ]


def _parameter(
    name: str,
    part: Mapping[str, Any],
    place: str,
    taken: Mapping[str, Any],
    components: Components,
    route: Route,
    *,
    required: bool = True,
) -> dict[str, Any]:
    schema = components.add({**_not_null(part), "$defs": taken.get("$defs", {})}, route.tool)
    text = schema.pop("description", None)
    found: dict[str, Any] = {"name": name, "in": place, "required": required, "schema": schema or {"type": "string"}}
    if text is not None:
        found["description"] = text
    if is_list(part, taken.get("$defs", {})):
        found |= {"style": "form", "explode": True}
    return found


def _opened(part: Any) -> Any:
    """What is given back, without the promise that nothing is added: some replies have a sentence more."""
    if isinstance(part, dict):
        closed = part.get("additionalProperties") is False
        return {key: _opened(value) for key, value in part.items() if not (closed and key == "additionalProperties")}
    return [_opened(one) for one in part] if isinstance(part, list) else part


def _not_null(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema without null: neither a path nor a query can say that; what may be null is left out there."""
    several = [one for one in part.get("anyOf", ()) if one.get("type") != "null"]
    if not several or len(several) == len(part["anyOf"]):
        return part
    rest = {key: value for key, value in part.items() if key not in ("anyOf", "default")}
    return {**rest, **several[0]} if len(several) == 1 else {**rest, "anyOf": several}


def _own_operation(registry: Registry, one: OwnRoute, components: Components) -> dict[str, Any]:
    described = deepcopy(dict(one.described))
    if one.gives is not None:
        _fill(described["responses"], components.add(_output(registry, one.gives), one.name))
    described["operationId"] = one.name
    described.setdefault("summary", one.summary)
    described.setdefault("tags", [one.tag])
    described["security"] = [] if one.open_to_all else _SECURITY
    described.setdefault("responses", {})
    described["responses"] |= {
        code: response
        for code, response in problem_responses(body="requestBody" in described).items()
        if not one.open_to_all or code in one.problems
    }
    moved: dict[str, Any] = components.add(described, one.name)
    return moved


def _fill(responses: Mapping[str, Any], output: Mapping[str, Any]) -> None:
    """Give successes in JSON what the tool gives, beside what they say themselves."""
    for status in ("200", "201", "402"):
        content = responses.get(status, {}).get("content", {}).get("application/json")
        if content is not None:
            own = content["schema"]
            content["schema"] = {
                **output,
                "properties": {**output.get("properties", {}), **own.get("properties", {})},
                "required": [*output.get("required", ()), *own.get("required", ())],
            }


def _response(text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _waits(text: str, *names: str) -> dict[str, Any]:
    properties = {name: {"type": "string"} for name in ("status", *names, "detail")}
    return {"202": _response(text, {"type": "object", "properties": properties})}


_WAITS = _waits("It waits for a person", "approval_id")
_WAITS_OR_RUNS = _waits("It waits for a person, or runs as a job", "approval_id", "job_id")


def problem_responses(*, body: bool) -> dict[str, Any]:
    """The problems that a route may answer, by their status; those about a body where it takes one."""
    codes: dict[str, list[str]] = {}
    for kind in problems.KINDS:
        if kind is not problems.NO_METHOD and (body or kind not in _WITH_BODY):
            codes.setdefault(str(kind.status.value), []).append(kind.code)
    return {
        status: {
            "description": " or ".join(sorted(names)),
            "content": {problems.MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{_PROBLEM}"}}},
        }
        for status, names in codes.items()
    }


def _problem_schema() -> dict[str, Any]:
    return {
        "type": "object",
        "description": "What went wrong, and what to do next (RFC 9457)",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": {"type": "string"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "The thing, the place and the remedy in one sentence"},
            "code": {"type": "string", "enum": sorted({kind.code for kind in problems.KINDS})},
            "field": {"type": "string", "description": "The parameter that it is about"},
            "result": {"type": "object", "description": "What the tool itself says of its failure"},
        },
    }
