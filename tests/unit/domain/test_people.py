"""Tests of casewright.domain.people."""

from __future__ import annotations

import pytest

from casewright.domain.people import RIGHTS, MatterRight, ParticipantRole, is_user_name


@pytest.mark.parametrize("name", ["a", "ada", "bo.lund-2", "0_x", "a" * 63])
def test_names(name: str) -> None:
    """Short lower-case names of letters, digits, dots, dashes and underscores."""
    assert is_user_name(name)


@pytest.mark.parametrize("name", ["", ".", "../x", "a/b", "A", "ä", "a b", "a\n", "-x", "a" * 64, "\x00"])
def test_no_names(name: str) -> None:
    """What could lead out of a folder, differ in case alone, or hide in a line is no name."""
    assert not is_user_name(name)


@pytest.mark.requirement("people-participants")
def test_rights_of_parts() -> None:
    """Counsel does everything but manage, a client views and uploads, an observer views."""
    assert dict(RIGHTS) == {
        ParticipantRole.COUNSEL: MatterRight.WORK,
        ParticipantRole.CLIENT: MatterRight.UPLOAD,
        ParticipantRole.OBSERVER: MatterRight.VIEW,
    }
    assert sorted(MatterRight) == [MatterRight.VIEW, MatterRight.UPLOAD, MatterRight.WORK, MatterRight.MANAGE]
