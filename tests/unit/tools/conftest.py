"""What the tests of the tools share: a desk of approvals over each kind of store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.approval_desk import Desk
from tests.databases import EVERYWHERE

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database


@pytest.fixture(params=EVERYWHERE)
def desk(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Desk:
    """A desk over each kind of store in turn."""
    return Desk() if request.param == "memory" else Desk(database=new_database(request.param))
