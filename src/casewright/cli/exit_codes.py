"""What the command ends with, by what went wrong (one table, shown in docs/command-line.md)."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from casewright import errors
from casewright.cli.interrupts import CODE
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.tools.calls import ToolResult

DONE = 0
BUG = 1
INVALID = 2
REFUSED = 3
FAILED = 4
INTEGRITY = 5
BUSY = 6
INTERRUPTED = CODE

OF_ERROR: Mapping[type[errors.CasewrightError], int] = {
    errors.InvalidInput: INVALID,
    errors.NotFound: INVALID,
    errors.Refused: REFUSED,
    errors.Busy: BUSY,
    errors.ToolFailed: FAILED,
    errors.Unavailable: FAILED,
    errors.IntegrityError: INTEGRITY,
}
"""By the branch of the error tree."""

OF_STATUS: Mapping[Status, int] = {
    Status.SUCCESS: DONE,
    Status.UNKNOWN_TOOL: INVALID,
    Status.INVALID_ARGUMENTS: INVALID,
    Status.DENIED: REFUSED,
    Status.LIMITED: REFUSED,
    Status.APPROVAL_REQUIRED: REFUSED,
    Status.REJECTED: REFUSED,
    Status.NO_APPROVER: REFUSED,
    Status.TIMEOUT: FAILED,
    Status.ERROR: FAILED,
    Status.UNKNOWN_OUTCOME: FAILED,
}
"""By how a call ended; an ``error`` that names its kind goes by that instead."""

_NO_ROOM = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


def of_error(error: type[errors.CasewrightError]) -> int:
    """The exit code of an error class: that of its nearest listed ancestor."""
    for ancestor in error.__mro__:
        if ancestor in OF_ERROR:
            return OF_ERROR[ancestor]
    return BUG


def of_os_error(error: OSError) -> int:
    """The exit code where the operating system refused: no room is a dependency's failure, the rest wrong input."""
    return FAILED if error.errno in _NO_ROOM else INVALID


def of_result(result: ToolResult) -> int:
    """The exit code of a tool's result."""
    kind = result.metadata.error_kind
    if result.status is Status.ERROR and kind is not None:
        found = errors.by_name().get(kind)
        if found is not None:
            return of_error(found)
    return OF_STATUS[result.status]
