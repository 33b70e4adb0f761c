"""Several writes that stand or fall as one."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.claims import SqlClaims
from casewright.adapters.database.defects import SqlDefects
from casewright.domain.ids import ClaimId
from casewright.errors import InvalidInput
from casewright.tools.calls import Status
from casewright.tools.effects import Effect, current_effect
from casewright.tools.outcomes import Outcome
from tests.example_claims import DEAL, claim, defect
from tests.shelf import OURS

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database


@pytest.mark.requirement("evidence-together")
def test_what_is_written_together_is_read_inside_and_kept(database: Database) -> None:
    """Inside, a store reads what another has just written; afterwards all of it is there."""
    claims, defects = SqlClaims(database), SqlDefects(database)

    with database.together(), database.together():
        claims.add([claim()], [])
        defects.file([defect()])
        assert claims.get(OURS, ClaimId("c1")) == claim()

    assert [len(claims.of_deal(OURS, DEAL)), len(defects.of_deal(OURS, DEAL))] == [1, 1]


@pytest.mark.requirement("evidence-together")
def test_a_failure_undoes_everything(database: Database) -> None:
    """Where the last write fails, the first is not there either, and the database works on."""
    claims, defects = SqlClaims(database), SqlDefects(database)
    claims.add([claim("c2")], [])

    def fail_halfway() -> None:
        with database.together():
            defects.file([defect()])
            claims.add([claim("c2")], [])

    with pytest.raises(InvalidInput):
        fail_halfway()

    assert list(defects.of_deal(OURS, DEAL)) == []
    defects.file([defect()])
    assert list(defects.of_deal(OURS, DEAL)) == [defect()]


def test_an_atomic_call_has_one_effect(database: Database) -> None:
    """The mark of a call's effect is left once, with everything that was written together."""
    effect = Effect(OURS, 7)
    token = current_effect.set(effect)
    try:
        with database.together():
            SqlClaims(database).add([claim()], [])
            assert not effect.committed
            SqlDefects(database).file([defect()])
        assert not effect.committed
        effect.end(Outcome(Status.SUCCESS, "", None, None, None, ""))
    finally:
        current_effect.reset(token)

    assert effect.committed


def test_other_threads_stay_outside(database: Database) -> None:
    """Another thread does not see what is not committed yet."""
    claims, seen = SqlClaims(database), []

    with database.together():
        claims.add([claim()], [])
        thread = threading.Thread(target=lambda: seen.append(claims.get(OURS, ClaimId("c1"))))
        thread.start()
        thread.join(timeout=30)

    assert seen == [None]


def test_what_is_read_together_is_read_over_one_connection(database: Database) -> None:
    """Reads inside share a connection; a write inside has a transaction of its own, and is there afterwards."""
    claims = SqlClaims(database)

    with database.reading():
        with database.read() as one, database.read() as other, database.reading(), database.read() as third:
            assert one is other is third
        claims.add([claim()], [])
        with database.together():
            assert claims.get(OURS, ClaimId("c1")) == claim()

    with database.read() as later:
        assert later is not one
    assert claims.get(OURS, ClaimId("c1")) == claim()


def test_thread_with_a_copy_of_the_context_has_a_transaction_of_its_own(database: Database) -> None:
    """What is open for a thread is not another one's, though it was handed the context: it reads what is committed."""
    claims = SqlClaims(database)
    with ThreadPoolExecutor(1) as pool, database.together():
        claims.add([claim()], [])
        inside = pool.submit(copy_context().run, lambda: (database.in_transaction, claims.get(OURS, ClaimId("c1"))))
        assert inside.result() == (False, None)
        assert database.in_transaction
    assert claims.get(OURS, ClaimId("c1")) == claim()
