"""Whoever counts a database's failures is told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import event

from casewright.adapters.database.translate import meaning
from casewright.errors import StorageBusy

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.engine import ExceptionContext

    from casewright.adapters.database.engine import Database
    from casewright.errors import CasewrightError


def tell_failures(database: Database, told: Callable[[CasewrightError], None]) -> None:
    """Have ``told`` hear of every failure of a statement or of connecting, as the error of ours that it becomes.

    Waiting for another writer in vain is left out: it is no failure of the database, and calls tell of it by
    themselves (``StorageBusy``).
    """

    def heard(failure: ExceptionContext) -> None:
        error = meaning(failure.original_exception, database.name)
        if not isinstance(error, StorageBusy):
            told(error)

    with database.read() as connection:
        event.listen(connection.engine, "handle_error", heard)
