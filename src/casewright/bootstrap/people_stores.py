"""Where people are kept, and by what they are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.lazy import once

if TYPE_CHECKING:
    from casewright.adapters.database.active_users import SqliteKnownUsers, SqlKnownUsers
    from casewright.adapters.database.engine import Database
    from casewright.config import Settings
    from casewright.tools.ports.accounts import (
        ApiKeyStore,
        BegunSignIns,
        FailedSignIns,
        IdentityStore,
        InvitationStore,
        PasswordStore,
        SessionStore,
        TenantStore,
    )
    from casewright.tools.ports.people import ParticipantStore, UserStore


class PeopleStores:
    """The stores of people, over a database. Each is opened when it is first asked for."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    @once
    def users(self) -> UserStore:
        """Users."""
        from casewright.adapters.database.people import SqlUsers

        return SqlUsers(self._database)

    @once
    def known_users(self) -> SqlKnownUsers | SqliteKnownUsers:
        """Users as they are at this moment."""
        from casewright.adapters.database.active_users import SqliteKnownUsers, SqlKnownUsers

        if self._database.dialect == "sqlite":
            return SqliteKnownUsers(self._database.path, self._settings.busy_timeout)
        return SqlKnownUsers(self._database)

    @once
    def participants(self) -> ParticipantStore:
        """Who takes part in which matter."""
        from casewright.adapters.database.people import SqlParticipants

        return SqlParticipants(self._database)

    @once
    def tenants(self) -> TenantStore:
        """Tenants, beside the home's own."""
        from casewright.adapters.database.accounts import SqlTenants

        return SqlTenants(self._database)

    @once
    def passwords(self) -> PasswordStore:
        """Hashes of passwords."""
        from casewright.adapters.database.accounts import SqlPasswords

        return SqlPasswords(self._database)

    @once
    def sessions(self) -> SessionStore:
        """Who signed in."""
        from casewright.adapters.database.sessions import SqlSessions

        return SqlSessions(self._database)

    @once
    def api_keys(self) -> ApiKeyStore:
        """Keys of programs."""
        from casewright.adapters.database.sessions import SqlApiKeys

        return SqlApiKeys(self._database)

    @once
    def invitations(self) -> InvitationStore:
        """Links by which people become users."""
        from casewright.adapters.database.accounts import SqlInvitations

        return SqlInvitations(self._database)

    @once
    def identities(self) -> IdentityStore:
        """Users as OpenID providers know them."""
        from casewright.adapters.database.accounts import SqlIdentities

        return SqlIdentities(self._database)

    @once
    def begun_sign_ins(self) -> BegunSignIns:
        """Sign-ins at an OpenID provider that were begun."""
        from casewright.adapters.database.accounts import SqlBegunSignIns

        return SqlBegunSignIns(self._database)

    @once
    def failed_sign_ins(self) -> FailedSignIns:
        """How often sign-ins failed of late."""
        from casewright.adapters.database.accounts import SqlFailedSignIns

        return SqlFailedSignIns(self._database)
