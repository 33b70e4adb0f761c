"""Tests of casewright.cli.exit_codes."""

from __future__ import annotations

import errno

import pytest

from casewright.cli import exit_codes
from casewright.errors import CasewrightError, SchemaTooNew
from casewright.iql import IqlSyntaxError
from casewright.tools.calls import Metadata, Status, ToolResult
from scripts.reference import error_classes


@pytest.mark.requirement("cli-exit-codes")
def test_every_error_and_status_has_a_code() -> None:
    """Every error class but the root has an exit code of its own, none of them a bug's; so has every status."""
    for kind in error_classes():
        assert exit_codes.of_error(kind) not in (exit_codes.DONE, exit_codes.BUG), kind
    assert exit_codes.of_error(CasewrightError) == exit_codes.BUG
    assert set(exit_codes.OF_STATUS) == set(Status)


KINDS = {
    "NotFound": exit_codes.INVALID,
    "StorageFull": exit_codes.FAILED,
    "IqlSyntaxError": exit_codes.INVALID,
    "IntegrityError": exit_codes.INTEGRITY,
    "Refused": exit_codes.REFUSED,
    "UnheardOf": exit_codes.FAILED,
}


@pytest.mark.parametrize("kind", KINDS)
def test_error_result_goes_by_its_kind(kind: str) -> None:
    """A result with status error ends with the code of the error it names."""
    assert issubclass(IqlSyntaxError, CasewrightError)
    assert issubclass(SchemaTooNew, CasewrightError)
    result = ToolResult("1", "t", Status.ERROR, "", Metadata(0.0, error_kind=kind))
    assert exit_codes.of_result(result) == KINDS[kind]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EFBIG, errno.EDQUOT])
def test_no_room_is_a_failure(number: int) -> None:
    """Where the system has no room the command failed; where it refuses otherwise the input was wrong."""
    assert exit_codes.of_os_error(OSError(number, "x")) == exit_codes.FAILED
    assert exit_codes.of_os_error(OSError(errno.EACCES, "x")) == exit_codes.INVALID
