"""Who asks: the person or program behind a request, by the key or the session that it brings."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.bootstrap.session import Session
from casewright.errors import Refused
from casewright.server.problems import UNAUTHENTICATED, Problem

if TYPE_CHECKING:
    from fastapi import Request

    from casewright.bootstrap.opening import Parts
    from casewright.domain.actors import Actor
    from casewright.domain.ids import MatterId

NOBODY = "Nobody is signed in: send a key as 'Authorization: Bearer …', or sign in"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks. ``tools`` are all that the key may be used for, None where that is everything its role may."""

    actor: Actor
    tools: frozenset[str] | None = None
    matter: MatterId | None = None

    def session(self, parts: Parts) -> Session:
        """The caller's work on the home."""
        return Session(parts, self.actor, self.matter)


class Credentials:
    """Over an open home."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def caller(self, request: Request) -> Caller:
        """Who asks. Raises ``Problem``, the same whatever is wrong with what was sent."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise Problem(UNAUTHENTICATED, NOBODY)
        try:
            actor = await asyncio.to_thread(self._parts.sign_in.actor, LOCAL_TENANT, key)
        except Refused as error:
            raise Problem(UNAUTHENTICATED, "The key is nobody's who may act here: ask an ADMIN for one") from error
        return Caller(actor)
