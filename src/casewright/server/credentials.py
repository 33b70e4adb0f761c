"""Who asks: the person or program behind a request, by the key or the session that it brings."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from casewright.bootstrap.session import Session
from casewright.errors import Refused
from casewright.server.problems import REFUSED, UNAUTHENTICATED, Problem
from casewright.tools.key_scope import WHOLE
from casewright.tools.tenancy import current_tenant

if TYPE_CHECKING:
    from fastapi import Request

    from casewright.bootstrap.opening import Parts
    from casewright.domain.actors import Actor
    from casewright.domain.ids import MatterId
    from casewright.server.request_rates import RequestRates
    from casewright.tools.accounts import Accounts, KeyHolder, SignedIn
    from casewright.tools.admission_threads import AdmissionThreads
    from casewright.tools.key_scope import KeyScope

COOKIE = "casewright_session"
CSRF = "x-csrf-token"
NOBODY = "Nobody is signed in: send a key as 'Authorization: Bearer …', or sign in"
_READS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, by a key for this, or by the session ``signed_in``, which is None where a key was brought."""

    actor: Actor
    scope: KeyScope = WHOLE
    signed_in: SignedIn | None = None

    @property
    def matter(self) -> MatterId | None:
        """The matter that the key is confined to, None where it is not."""
        return self.scope.matter

    def session(self, parts: Parts) -> Session:
        """The caller's work on the home."""
        return Session(parts, self.actor, self.matter, self.scope)

    def require(self, tool: str) -> None:
        """Stop a key that was not made for the tool, where no call of it says so. Raises ``Problem``."""
        reason = self.scope.objection(tool)
        if reason is not None:
            raise Problem(REFUSED, reason)


class Credentials:
    """Over the accounts of an open home and its ``rates``, asked in ``threads``. ``secure``: cookies need TLS."""

    def __init__(self, accounts: Accounts, rates: RequestRates, threads: AdmissionThreads, *, secure: bool) -> None:
        self._accounts = accounts
        self._threads = threads
        self._rates = rates
        self.cookie = f"__Host-{COOKIE}" if secure else COOKIE
        self.secure = secure

    async def caller(self, request: Request) -> Caller:
        """Who asks. Raises ``Problem``, the same whatever is wrong with what was sent.

        What the request's task does from then on, it does within the caller's tenant.
        """
        return await self._let_in(await self._known(request))

    async def visitor(self, request: Request, token: str) -> Caller:
        """Who visits a page: by a session alone, with its ``token`` where a form is sent. Raises ``Problem``."""
        return await self._let_in(await self._by_session(request, token))

    async def _let_in(self, caller: Caller) -> Caller:
        await self._rates.known(caller.actor)
        current_tenant.set(caller.actor.tenant)
        return caller

    async def _known(self, request: Request) -> Caller:
        given = request.headers.get("authorization")
        if given is not None:
            return await self._by_key(given, address_of(request))
        return await self._by_session(request, request.headers.get(CSRF, ""))

    async def _by_session(self, request: Request, token: str) -> Caller:
        secret = request.cookies.get(self.cookie)
        if secret is None:
            raise Problem(UNAUTHENTICATED, NOBODY)
        signed_in = await self._threads.run(partial(self._session, secret, address_of(request)))
        if request.method not in _READS and not signed_in.is_csrf(token):
            raise Problem(REFUSED, "The session's token is missing: send it as 'X-CSRF-Token' (GET /api/v1/session)")
        return Caller(signed_in.actor, signed_in=signed_in)

    async def still(self, request: Request) -> bool:
        """Whether whoever asks would still be let in: for a response that goes on for long. It is not counted."""
        try:
            await self._known(request)
        except Problem:
            return False
        return True

    async def stranger(self, request: Request) -> None:
        """Count a request that is open to all. Raises ``Problem`` where its address has none left."""
        await asyncio.to_thread(self._rates.stranger, address_of(request))

    async def _by_key(self, given: str, address: str) -> Caller:
        scheme, _, key = given.partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise Problem(UNAUTHENTICATED, NOBODY)
        try:
            holder = await self._threads.run(partial(self._holder, key, address))
        except Refused as error:
            raise Problem(UNAUTHENTICATED, str(error)) from error
        return Caller(holder.actor, holder.scope)

    def counted(self, text: str, address: str) -> KeyHolder:
        """Who holds the key, and count the request; it blocks. Raises ``Refused``, ``Problem`` for too many."""
        holder = self._holder(text, address)
        self._rates.known_now(holder.actor)
        return holder

    def _holder(self, text: str, address: str) -> KeyHolder:
        try:
            return self._accounts.of_api_key(text)
        except Refused:
            self._rates.stranger(address)
            raise

    def _session(self, secret: str, address: str) -> SignedIn:
        try:
            signed_in = self._accounts.of_session(secret)
        except Refused as error:
            self._rates.stranger(address)
            raise Problem(UNAUTHENTICATED, str(error)) from error
        return signed_in


def address_of(request: Request) -> str:
    """Where the request comes from, as the connection says: what a header says of it anybody may write."""
    return "unknown" if request.client is None else request.client.host
