"""What a request holds: arguments of a tool, a key under which it is made once, and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import orjson

from casewright.server.problems import INVALID, MEDIA, TOO_LARGE, Problem
from casewright.server.typed_values import is_list, typed
from casewright.tools.repeats import RESERVED

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fastapi import Request

    from casewright.server.route import Route

LONGEST_BODY = 16 * 1024 * 1024
"""Bytes of a JSON body; files come another way."""
PAGING = ("limit", "cursor")
_KEY = re.compile(r"[!-~]{1,200}\Z")


async def arguments_of(request: Request, route: Route, schema: Mapping[str, Any]) -> dict[str, object]:
    """The arguments that the request gives the route's tool, whose schema this is; pages' own words left out.

    Raises ``Problem`` for a body that is no JSON object, and for a name that stands in two places or in none.
    """
    found: dict[str, object] = dict(route.fixed)
    properties: Mapping[str, Any] = schema.get("properties", {})
    for name in route.in_path:
        found[name] = typed(properties.get(name, {}), schema.get("$defs", {}), [request.path_params[name]])
    own = {} if route.lists is None else dict.fromkeys(one for one in PAGING if one not in properties)
    query = _from_query(request, schema, {*found}, own)
    if route.by_query:
        return found | query
    if query:
        raise Problem(INVALID, f"{next(iter(query))!r} belongs into the JSON body, not into the query")
    given = await json_body(request)
    for name in given:
        if name in found:
            raise Problem(INVALID, f"{name!r} stands in the path already: leave it out of the body", field=name)
    return found | given


def _from_query(
    request: Request, schema: Mapping[str, Any], taken: Collection[str], own: Collection[str]
) -> dict[str, object]:
    properties: Mapping[str, Any] = schema.get("properties", {})
    defs: Mapping[str, Any] = schema.get("$defs", {})
    found: dict[str, object] = {}
    for name in request.query_params:
        if name in own:
            continue
        if name in taken or name not in properties:
            raise Problem(INVALID, f"There is no parameter {name!r} here: leave it out", field=name)
        texts = request.query_params.getlist(name)
        if len(texts) > 1 and not is_list(properties[name], defs):
            raise Problem(INVALID, f"The parameter {name!r} is given {len(texts)} times: give it once", field=name)
        found[name] = typed(properties[name], defs, texts)
    return found


async def json_body(request: Request) -> dict[str, object]:
    """The JSON object in the body; an empty one where there is no body. Raises ``Problem``."""
    data = await body_of(request, LONGEST_BODY)
    if not data:
        return {}
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(MEDIA, f"The body is {kind or 'of no type'}: send application/json")
    try:
        content = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise Problem(INVALID, f"The body is no JSON, at character {error.pos}: {error.msg}") from error
    if not isinstance(content, dict):
        raise Problem(INVALID, "The body is JSON, but no object: send {…} with the parameters by name")
    return content


async def body_of(request: Request, most: int) -> bytes:
    """The whole body. Raises ``Problem`` as soon as it is longer than ``most`` bytes."""
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared) > most:
        raise _too_large(most)
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise _too_large(most)
        parts.append(part)
    return b"".join(parts)


def _too_large(most: int) -> Problem:
    return Problem(TOO_LARGE, f"The body is larger than {most:,} bytes, which is the most that is taken here")


def key_of(request: Request) -> str | None:
    """The request's idempotency key, None where it has none. Raises ``Problem`` for one that cannot be used."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not _KEY.match(key) or key.startswith((*RESERVED, "job:")):
        raise Problem(
            INVALID, "The Idempotency-Key cannot be used: give 1 to 200 visible ASCII characters of your own choosing"
        )
    return key
