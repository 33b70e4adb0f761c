"""How people and programs are known who are not yet anybody, and how they sign in elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.local_actors import LOCAL_TENANT

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.accounts import Accounts
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
