"""Where bytes lie below a store's root."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.blobs.layout import folder_name, original_steps
from casewright.domain.ids import BlobId, TenantId


def test_an_original_lies_where_homes_have_it() -> None:
    """The layout of homes that exist does not change."""
    blob = BlobId("ab" + "0" * 62)

    assert original_steps(TenantId("local"), blob) == ["t-local", "ab", blob]


@given(st.text(max_size=40), st.text(max_size=40))
def test_every_tenant_has_a_folder_of_its_own(one: str, two: str) -> None:
    """A tenant's name becomes one plain folder name, and another tenant's another, also where case is ignored."""
    name = folder_name(TenantId(one.encode("utf-8", "replace").decode()))

    assert Path(name).name == name
    assert name not in (".", "..")
    assert len(name) <= 150
    if one.encode("utf-8", "replace") != two.encode("utf-8", "replace"):
        assert name.lower() != folder_name(two.encode("utf-8", "replace").decode()).lower()
