"""Users of a home that is older than accounts: they stay, with their keys and their parts."""

from __future__ import annotations

from contextlib import closing

from alembic import command
from sqlalchemy import text

from casewright.adapters.database.engine import open_database
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.migrate import migrations, upgrade
from casewright.adapters.database.people import SqlParticipants, SqlUsers
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.matters import MatterKind
from casewright.domain.people import Participant, ParticipantRole, User
from tests.fakes.fixed_clock import START

OURS, ANN = TenantId("ours"), ActorId("ann")
_USER = (
    "INSERT INTO users (tenant_id, id, role, key_hash, active, created_at) "
    "VALUES ('ours', 'ann', 'PARTNER', 'hash', TRUE, :at)"
)
_PART = "INSERT INTO participants (tenant_id, matter_id, user_id, role) VALUES ('ours', :matter, 'ann', 'counsel')"


def test_users_and_their_parts_stay(bare_address: str) -> None:
    """Everybody is a person, with the key they had; what refers to users still does."""
    with closing(open_database(bare_address)) as database:
        with database.write() as connection:
            command.upgrade(migrations(connection), "0025")
        matter = SqlMatters(database).create(
            OURS, title="", description="", kind=MatterKind.MATTER, jurisdiction=None, created_by=ANN, at=START
        )
        with database.write() as connection:
            connection.execute(text(_USER), {"at": START.isoformat(timespec="microseconds")})
            connection.execute(text(_PART), {"matter": matter.id})

        upgrade(database)

        users, participants = SqlUsers(database), SqlParticipants(database)
        assert users.of_key(OURS, "hash") == User(OURS, ANN, "PARTNER", active=True, created_at=START)
        part = Participant(OURS, matter.id, ANN, ParticipantRole.COUNSEL)
        assert list(participants.of_matter(OURS, matter.id)) == [part]
        assert users.add(OURS, ActorId("bo"), role="CLIENT", at=START) is not None
        participants.put(Participant(OURS, matter.id, ActorId("bo"), ParticipantRole.CLIENT))
        assert participants.remove(OURS, matter.id, ANN)
