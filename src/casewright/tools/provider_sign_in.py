"""Sign-in at an OpenID provider, from the browser that begins it to the session that it opens.

What is begun comes back once, within ten minutes, from the browser that keeps what it was given; every refusal is
recorded.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.errors import Refused
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.ids import TenantId
    from casewright.tools.accounts import Accounts, SignedIn
    from casewright.tools.ports.accounts import BegunSignIns, IdentityProvider
    from casewright.tools.ports.clock import Clock

BEGUN_ENDS = timedelta(minutes=10)
_NOT_BEGUN = "This sign-in was not begun in this browser, was finished already or took too long: sign in again"


class ProviderSignIn:
    """At this provider, for people of this tenant. Safe to use from several threads and processes."""

    def __init__(
        self,
        provider: IdentityProvider,
        *,
        accounts: Accounts,
        begun: BegunSignIns,
        clock: Clock,
        tenant: TenantId,
    ) -> None:
        self._provider = provider
        self._accounts = accounts
        self._begun = begun
        self._clock = clock
        self._tenant = tenant

    def start(self, redirect_uri: str) -> tuple[str, str]:
        """The address to send the browser to, and what it has to keep and nobody else to see.

        Raises ``Unavailable`` where the provider does not answer as one.
        """
        address, kept = self._provider.start(redirect_uri)
        at = self._clock.now()
        with acting_in(self._tenant):
            self._begun.add(self._tenant, self._hash(kept), at, at + BEGUN_ENDS)
        return address, kept

    def finish(self, params: Mapping[str, str], kept: str, former: str | None = None) -> SignedIn:
        """Sign in whom the provider sent back; the session that the browser had before, ``former``, ends.

        Whatever comes of it, what the browser ``kept`` is of no use afterwards. Raises ``Refused``, recorded, and
        ``Unavailable`` as ``start`` does.
        """
        with acting_in(self._tenant):
            begun = self._begun.take(self._tenant, self._hash(kept), self._clock.now())
        if not begun:
            raise self._accounts.refuse_identity(self._tenant, _NOT_BEGUN)
        try:
            proved = self._provider.finish(params, kept)
        except Refused as error:
            raise self._accounts.refuse_identity(self._tenant, str(error)) from error
        return self._accounts.sign_in_by_identity(self._tenant, proved.issuer, proved.subject, former)

    def _hash(self, kept: str) -> str:
        text = f"casewright.begun-sign-in.v1\0{self._tenant}\0{kept}"
        return sha256(text.encode("utf-8", "replace")).hexdigest()
