"""How people and programs are known who are not yet anybody, and how they sign in elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.ids import TenantId
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.accounts import Accounts
    from casewright.tools.limit_desk import LimitDesk
    from casewright.tools.ports.accounts import IdentityProvider
    from casewright.tools.provider_sign_in import ProviderSignIn
    from casewright.tools.sign_in import SignIn


def open_accounts(materials: Materials, sign_in: SignIn) -> Accounts:
    """The accounts of every tenant of this home."""
    from casewright.adapters.vault.passwords import Argon2Passwords
    from casewright.tools.accounts import Accounts
    from casewright.tools.auth_events import AuthEvents

    return Accounts(
        materials.stores,
        passwords=Argon2Passwords(),
        sign_in=sign_in,
        events=AuthEvents(materials.proofs.log, materials.clock, materials.policy.hash),
        together=materials.database,
        clock=materials.clock,
        home=LOCAL_TENANT,
    )


def limit_desk(materials: Materials) -> LimitDesk:
    """Where tenants are given their limits, for ``materials.share``."""
    from casewright.tools.auth_events import AuthEvents
    from casewright.tools.limit_desk import LimitDesk

    events = AuthEvents(materials.proofs.log, materials.clock, materials.policy.hash)
    return LimitDesk(materials.limits, materials.stores.tenants, events, LOCAL_TENANT)


def provider_sign_in(materials: Materials, accounts: Accounts) -> ProviderSignIn | None:
    """Sign-in at the OpenID provider that is set, None where none is. Raises as ``identity_provider`` does."""
    from casewright.tools.provider_sign_in import ProviderSignIn

    provider = materials.share(identity_provider)
    if provider is None:
        return None
    return ProviderSignIn(
        provider,
        accounts=accounts,
        begun=materials.stores.begun_sign_ins,
        clock=materials.clock,
        tenant=TenantId(materials.settings.oidc_tenant),
    )


def identity_provider(materials: Materials) -> IdentityProvider | None:
    """The OpenID provider that is set, for ``materials.share``; None where none is.

    Raises ``BadSettings`` where something of it is missing, its library included.
    """
    settings = materials.settings
    if settings.oidc_issuer is None:
        return None
    if settings.oidc_client_id is None:
        raise BadSettings("CASEWRIGHT_OIDC_ISSUER is set and CASEWRIGHT_OIDC_CLIENT_ID is not: set what it calls us")
    try:
        from casewright.adapters.oidc.provider import OpenIdProvider
    except ModuleNotFoundError as error:
        raise BadSettings("Sign-in at an OpenID provider needs its library: pip install 'casewright[oidc]'") from error
    secret = settings.oidc_client_secret
    provider = OpenIdProvider(
        settings.oidc_issuer,
        settings.oidc_client_id,
        None if secret is None else secret.get_secret_value(),
        clock=materials.clock,
    )
    materials.closing.parts.callback(provider.close)
    return provider
