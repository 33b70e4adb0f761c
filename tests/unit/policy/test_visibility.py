"""Who sees which matter, as data."""

from __future__ import annotations

import pytest

from casewright.bootstrap.policies import shipped_policy
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.people import MatterRight, ParticipantRole
from casewright.policy.policy import compile_policy
from casewright.policy.visibility import SIGHT, Standing, standing

NOTHING = None
VIEW, UPLOAD, WORK, MANAGE = MatterRight.VIEW, MatterRight.UPLOAD, MatterRight.WORK, MatterRight.MANAGE

MATRIX: dict[str, tuple[MatterRight | None, ...]] = {
    # role      owner    counsel  client   observer stranger
    "ADMIN": (MANAGE, MANAGE, MANAGE, MANAGE, MANAGE),
    "PARTNER": (MANAGE, WORK, UPLOAD, VIEW, NOTHING),
    "ANALYST": (MANAGE, WORK, UPLOAD, VIEW, NOTHING),
    "CLIENT": (MANAGE, WORK, UPLOAD, VIEW, NOTHING),
    "AUDITOR": (NOTHING, NOTHING, NOTHING, NOTHING, NOTHING),
}
PARTS = ("owner", "counsel", "client", "observer", "stranger")


def of(role: str, part: str, kind: ActorKind = ActorKind.PERSON, *, chosen: bool = False) -> Standing | None:
    """What somebody in this role and with this part is."""
    taken = part if part in set(ParticipantRole) else None
    return standing(
        Actor(TenantId("t"), ActorId("x"), role, kind),
        owns=part == "owner",
        part=None if taken is None else ParticipantRole(taken),
        chosen=chosen,
    )


@pytest.mark.requirement("people-visibility")
@pytest.mark.parametrize("role", MATRIX)
def test_visibility_matrix(role: str) -> None:
    """Each role of people has exactly these rights by its part in a matter; None is out of sight."""
    found = [of(role, part) for part in PARTS]
    assert tuple(None if one is None else one.right for one in found) == MATRIX[role]


def test_matrix_has_every_role_of_people() -> None:
    """The shipped policy's people, the sight of roles and the matrix name the same roles."""
    assert compile_policy(shipped_policy()).people == set(SIGHT) == set(MATRIX)


@pytest.mark.requirement("people-models-see-their-matter")
@pytest.mark.parametrize("role", ["document_agent", "ADMIN"])
@pytest.mark.parametrize("part", PARTS)
def test_model_sees_the_matter_of_its_context_alone(role: str, part: str) -> None:
    """A model works in the matter that it was set to, manages nothing, and sees no other, whatever it is called."""
    assert of(role, part, ActorKind.MODEL) is None
    assert of(role, part, ActorKind.MODEL, chosen=True) == Standing(role, WORK)


@pytest.mark.parametrize("part", PARTS)
def test_service_sees_the_matter_of_its_context_alone(part: str) -> None:
    """A service works in the matter that its message is about, and sees no other."""
    assert of("payment_provider", part, ActorKind.SERVICE) is None
    assert of("payment_provider", part, ActorKind.SERVICE, chosen=True) == Standing("payment_provider", WORK)


@pytest.mark.requirement("accounts-programs")
@pytest.mark.parametrize("role", ["ADMIN", "PARTNER", "CLIENT", "AUDITOR"])
@pytest.mark.parametrize("part", PARTS)
def test_service_account_sees_what_a_person_does(role: str, part: str) -> None:
    """By its role and its part, and nothing by naming a matter as the context."""
    assert of(role, part, ActorKind.SERVICE_ACCOUNT) == of(role, part)
    assert of(role, part, ActorKind.SERVICE_ACCOUNT, chosen=True) == of(role, part)


def test_context_gives_a_person_no_right() -> None:
    """A person sees a matter by their part in it, not by naming it as the context."""
    assert of("PARTNER", "stranger", chosen=True) is None


def test_role_of_a_policy_of_ones_own() -> None:
    """A role that is not shipped sees what it owns or takes part in, no more."""
    assert [getattr(of("CLERK", part), "right", None) for part in PARTS] == [MANAGE, WORK, UPLOAD, VIEW, None]
