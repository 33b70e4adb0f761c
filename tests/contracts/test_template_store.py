"""What every store of a tenant's own templates keeps."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.templates import SqlTemplates
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.templates import Defined, OwnTemplate, Trained
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_templates import MemoryTemplates

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.templates import TemplateStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
DEFINED = Defined('{IS clause obligating "<who>"} AND {IS right}', "who")
TRAINED = Trained(("late fees apply", 'a "quoted" \ud800 clause\n'), (), "embedded-1", b"\x00\xff")


def template(name: str, body: Defined | Trained = DEFINED, tenant: TenantId = OURS) -> OwnTemplate:
    return OwnTemplate(tenant, name, body, ActorId("ann"), START)


@pytest.fixture(params=EVERYWHERE)
def store(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> TemplateStore:
    """An empty store of each kind in turn."""
    return MemoryTemplates() if request.param == "memory" else SqlTemplates(new_database(request.param))


def test_stored_templates_come_back_equal(store: TemplateStore) -> None:
    """A defined and a trained one come back as they were, alone and in the list, which is by name."""
    late, early = template("late fees", TRAINED), template("Ähnliches")
    for one in (early, late):
        store.put(one)

    assert [store.get(OURS, "late fees"), store.get(OURS, "Ähnliches")] == [late, early]
    assert list(store.all(OURS)) == [late, early]


def test_putting_again_replaces(store: TemplateStore) -> None:
    """What a template stands for is replaced whole, from one kind to the other."""
    store.put(template("fees", TRAINED))
    newer = replace(template("fees"), made_by=ActorId("bo"), made_at=START + timedelta(days=1))

    store.put(newer)

    assert list(store.all(OURS)) == [newer]


def test_removed_once(store: TemplateStore) -> None:
    """A template is removed once; after that there is none."""
    store.put(template("fees"))

    assert [store.remove(OURS, "fees"), store.remove(OURS, "fees")] == [True, False]
    assert store.get(OURS, "fees") is None
    assert list(store.all(OURS)) == []


@pytest.mark.requirement("storage-tenants")
def test_templates_belong_to_their_tenant(store: TemplateStore) -> None:
    """Another tenant neither sees, replaces nor removes it."""
    ours, theirs = template("fees"), template("fees", TRAINED, THEIRS)
    store.put(ours)
    store.put(theirs)

    assert list(store.all(OURS)) == [ours]
    assert store.remove(THEIRS, "fees")
    assert store.get(OURS, "fees") == ours
