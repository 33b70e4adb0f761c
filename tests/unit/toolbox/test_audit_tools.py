"""The tools that prove and export the audit: permitted, recorded, and honest where there is nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
import pytest

from casewright.audit.chain import Head
from casewright.audit.checkpoint import Checkpoint
from casewright.bootstrap.policies import shipped_policy
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId
from casewright.errors import Refused
from casewright.policy.decisions import Allow
from casewright.policy.policy import compile_policy
from casewright.toolbox.audit.accept_restored_audit import accept_restored_audit
from casewright.toolbox.audit.checkpoint_audit import checkpoint_audit
from casewright.toolbox.audit.export_audit import export_audit
from casewright.toolbox.audit.rotate_audit_key import rotate_audit_key
from casewright.tools.calls import CallContext, Status
from casewright.tools.ports.audit import Exported, ExportForm
from tests.fakes.governed import TENANT, Governed
from tests.fakes.signed_log import SignedLog

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId

CLIENT = CallContext(Actor(TENANT, ActorId("cleo"), "CLIENT"))


class FixedExports:
    """Writes nothing and says what it would have."""

    def __init__(self, last: int) -> None:
        self._last = last

    def write(self, tenant: TenantId, after: int, form: ExportForm = "zip") -> Exported | None:
        if after >= self._last:
            return None
        return Exported(f"audit-{after + 1}-{self._last}.zip", after + 1, self._last, 100, "ab" * 32)


class EnvironmentKey:
    """A key that is not ours to change."""

    def rotate(self, *, lost: bool = False) -> str:
        raise Refused("the signing key comes from the environment: change it there")


class Restored:
    """An audit that was restored at its third event."""

    def accept(self, _tenant: TenantId) -> tuple[Head, Head]:
        return Head(5, "a" * 64), Head(3, "b" * 64)


@pytest.mark.requirement("audit-export-permission")
def test_checkpoint_is_of_the_call_that_asked(governed_log: SignedLog) -> None:
    """The checkpoint covers everything up to its own call's intent, and the call is recorded."""
    governed = Governed(checkpoint_audit(checkpoints=governed_log), log=governed_log)

    made = governed.call("checkpoint_audit").structured

    assert isinstance(made, dict)
    assert [Checkpoint(**made)] == governed_log.checkpoints(TENANT)
    assert made["count"] == 1
    assert governed.trail() == [("intent", None), ("outcome", "SUCCESS")]


@pytest.fixture
def governed_log() -> SignedLog:
    return SignedLog()


@pytest.mark.requirement("audit-export-permission")
@pytest.mark.parametrize("name", ["checkpoint_audit", "export_audit", "rotate_audit_key", "accept_restored_audit"])
def test_who_may_not_is_recorded(governed_log: SignedLog, name: str) -> None:
    """A role that is not listed gets nothing, and the attempt is in the audit."""
    governed = Governed(
        checkpoint_audit(checkpoints=governed_log),
        export_audit(exports=FixedExports(3)),
        rotate_audit_key(keys=EnvironmentKey(), checkpoints=governed_log),
        accept_restored_audit(audits=Restored()),
        log=governed_log,
    )

    result = governed.call(name, context=CLIENT)

    assert result.status is Status.DENIED
    assert governed_log.checkpoints(TENANT) == []
    assert governed.trail() == [("stopped", "DENIED")]


@pytest.mark.requirement("audit-export-permission")
@pytest.mark.parametrize(
    ("tool", "roles"),
    [
        ("checkpoint_audit", {"ADMIN", "AUDITOR"}),
        ("export_audit", {"ADMIN", "AUDITOR"}),
        ("rotate_audit_key", {"ADMIN"}),
        ("accept_restored_audit", {"ADMIN"}),
    ],
)
def test_shipped_policy_says_who_may(tool: str, roles: set[str]) -> None:
    """Administrators and auditors prove and export; only administrators change the key."""
    policy = compile_policy(shipped_policy())

    assert {role for role in policy.roles if isinstance(policy.decide(role, tool), Allow)} == roles


def test_export_says_what_it_wrote(governed_log: SignedLog) -> None:
    """The result, whose hash is recorded, names the file's own hash."""
    governed = Governed(export_audit(exports=FixedExports(3)), log=governed_log)

    assert governed.call("export_audit", {"after": 1}).structured == {
        "filename": "audit-2-3.zip",
        "first": 2,
        "last": 3,
        "size": 100,
        "sha256": "ab" * 32,
        "left_out": 0,
    }


def test_export_of_nothing(governed_log: SignedLog) -> None:
    """Where there are no events after the number, it is said."""
    result = Governed(export_audit(exports=FixedExports(3)), log=governed_log).call("export_audit", {"after": 3})

    assert (result.status, result.metadata.error_kind) == (Status.ERROR, "NotFound")
    assert "no events after number 3" in result.content


@pytest.mark.parametrize("after", [-1, 1.5, "1"])
def test_number_that_cannot_be_used(governed_log: SignedLog, after: object) -> None:
    """A number below 0, a fraction or a text is an invalid argument."""
    result = Governed(export_audit(exports=FixedExports(3)), log=governed_log).call("export_audit", {"after": after})

    assert result.status is Status.INVALID_ARGUMENTS


def test_old_key_has_the_last_word(governed_log: SignedLog) -> None:
    """The key that goes signs everything until then; the one that comes is named."""
    old = governed_log.key
    governed = Governed(rotate_audit_key(keys=governed_log, checkpoints=governed_log), log=governed_log)

    made = governed.call("rotate_audit_key").structured

    [signed] = governed_log.checkpoints(TENANT)
    assert isinstance(made, dict)
    assert made == {"key_id": made["key_id"], "old_key_signed": 1}
    assert signed.key_id != made["key_id"]
    assert governed_log.key is not old


def test_key_that_is_not_ours_is_not_changed(governed_log: SignedLog) -> None:
    """A key from the environment is refused with where to change it."""
    governed = Governed(rotate_audit_key(keys=EnvironmentKey(), checkpoints=governed_log), log=governed_log)

    result = governed.call("rotate_audit_key")

    assert result.metadata.error_kind == "Refused"
    assert "change it there" in result.content


@pytest.mark.requirement("audit-restored")
def test_restored_audit_is_accepted_and_told(governed_log: SignedLog) -> None:
    """Both heads are in the result, and in an event of their own."""
    governed = Governed(accept_restored_audit(audits=Restored()), log=governed_log)

    heads = governed.call("accept_restored_audit").structured

    assert heads == {
        "remembered_count": 5,
        "remembered_head": "a" * 64,
        "accepted_count": 3,
        "accepted_head": "b" * 64,
    }
    told = [orjson.loads(one.body) for one in governed_log.records(TENANT)]
    assert [one["tool_args"] for one in told if one["event_type"] == "audit.restored_accepted"] == [heads]
