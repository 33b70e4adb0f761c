"""What went wrong, named by what the caller should do next.

::

    CasewrightError
    ├── InvalidInput     mend it and send it again
    │   ├── IqlSyntaxError         (casewright.iql)
    │   ├── BadArguments           a tool's arguments do not fit its schema
    │   ├── BadToolDefinition      a tool breaks one of the protocol's invariants
    │   ├── BadPolicy              a policy file cannot be used
    │   ├── BadSettings            a setting or the environment cannot be used
    │   ├── UnreadableDocument     a file has no text that we can read
    │   └── RefusedQuery           (casewright.casework)
    ├── NotFound         not there, or not yours to see (one text for both)
    │   └── ClaimNotFoundError     no claim of this id that the caller may see
    │       └── TenantAccessError  its deal is another's; told as ClaimNotFoundError
    ├── Refused          a rule or a person said no
    │   ├── TooManyAttempts        wait, then try again
    │   ├── LimitReached           a limit of the tenant is used up
    │   └── MuhasabahGateError     (casewright.agents.debate)
    ├── ToolFailed       ran and failed; another way may work
    ├── Unavailable      a dependency is down; later may work
    │   ├── StorageBusy            another process is writing
    │   ├── StorageFull            the disk is full
    │   ├── StorageAway            the database does not answer
    │   └── SchemaTooNew           the database was written by a newer version
    └── IntegrityError   stored evidence does not verify; stop

A message names the thing, the place and the remedy, in one sentence that can be shown as it is.
"""

from __future__ import annotations


class CasewrightError(Exception):
    """The root: everything that Casewright raises on purpose."""


class InvalidInput(CasewrightError):
    """What was sent cannot be used as it is: mend it and send it again."""


class BadArguments(InvalidInput):
    """A tool call's arguments do not fit the tool's schema."""


class BadToolDefinition(InvalidInput):
    """A tool breaks an invariant of the protocol; the message names the tool."""


class BadPolicy(InvalidInput):
    """A policy file cannot be compiled; nothing runs under it."""


class BadSettings(InvalidInput):
    """A setting, an environment variable or the home folder cannot be used."""


class UnreadableDocument(InvalidInput):
    """A file gives no text: encrypted, scanned, empty, too large or of another type than its name says.

    ``state`` is a value of ``domain.documents.ReadingState``; ``reason`` and ``remedy`` are the message without the
    file's name, in two parts. Left out, the message is the reason. ``pages_read`` is 0 for a file with pages none of
    which was read; None where it is not known to have any.
    """

    def __init__(
        self,
        message: str,
        *,
        state: str = "damaged",
        reason: str | None = None,
        remedy: str | None = None,
        pages_read: int | None = None,
    ) -> None:
        super().__init__(message)
        self.pages_read = pages_read
        self.state = state
        self.reason = message if reason is None else reason
        self.remedy = remedy


class NotFound(CasewrightError):
    """The thing is not there, or not yours to see; both read the same."""


class ClaimNotFoundError(NotFound):
    """No claim of this id that the caller may see (agent-framework seed, 4.1)."""


class TenantAccessError(ClaimNotFoundError):
    """The claim's deal is another's; whoever asked is told what ``ClaimNotFoundError`` tells."""


class Refused(CasewrightError):
    """A rule or a person said no."""


class TooManyAttempts(Refused):
    """It was tried too often: after ``retry_after`` seconds it may be tried again."""

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LimitReached(Refused):
    """A limit of the tenant is used up: the message says which, how far, and who can raise it."""


class Busy(Refused):
    """Somebody else works on the same thing right now; later will work."""


class ToolFailed(CasewrightError):
    """A tool ran and failed; another way may work."""


class Unavailable(CasewrightError):
    """Something we depend on is down; later may work."""


class StorageBusy(Unavailable):
    """Another process holds the database's write lock."""


class StorageFull(Unavailable):
    """The disk, or the quota for the database, is full."""


class StorageAway(Unavailable):
    """The database does not answer: it was stopped, or the way to it is cut."""


class SchemaTooNew(Unavailable):
    """The database was written by a newer version of Casewright."""


class IntegrityError(CasewrightError):
    """Stored evidence does not verify; stop and look."""


def by_name() -> dict[str, type[CasewrightError]]:
    """Every class of error by its name, those of other modules that were imported included."""
    found: dict[str, type[CasewrightError]] = {}
    waiting: list[type[CasewrightError]] = [CasewrightError]
    while waiting:
        kind = waiting.pop()
        found[kind.__name__] = kind
        waiting.extend(kind.__subclasses__())
    return found
