"""Who calls on this machine, where nobody else is named."""

from __future__ import annotations

import getpass
import os
from typing import TYPE_CHECKING

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, TenantId

if TYPE_CHECKING:
    from casewright.config import Settings
    from casewright.tools.sign_in import SignIn

LOCAL_TENANT = TenantId("local")


def local_user() -> Actor:
    """The operating system's user as a person of the tenant ``local``, role ADMIN."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        name = f"uid-{os.getuid()}"
    return Actor(tenant=LOCAL_TENANT, id=ActorId(name), role="ADMIN", kind=ActorKind.PERSON)


def person(settings: Settings, sign_in: SignIn) -> Actor:
    """The user whose personal key the settings name, as it is stored; without one, the operating system's user."""
    if settings.user_key is None:
        return local_user()
    from casewright.adapters.vault.personal_keys import read_personal

    return sign_in.actor(LOCAL_TENANT, read_personal(settings.user_key))
