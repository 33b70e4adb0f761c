"""What is set of an OpenID provider, and what is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.accounts import identity_provider
from casewright.bootstrap.home import Casewright
from casewright.errors import BadSettings
from tests.fakes.fixed_clock import FixedClock
from tests.openid_server import CLIENT, SECRET, openid_provider

if TYPE_CHECKING:
    from pathlib import Path


def test_provider_that_is_set_signs_people_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person whom it knows, linked to a user of the home, has a session there."""
    clock = FixedClock()
    with openid_provider() as provider:
        provider.now = lambda: clock.now().timestamp()
        monkeypatch.setenv("CASEWRIGHT_OIDC_ISSUER", provider.address)
        monkeypatch.setenv("CASEWRIGHT_OIDC_CLIENT_ID", CLIENT)
        monkeypatch.setenv("CASEWRIGHT_OIDC_CLIENT_SECRET", SECRET)
        with Casewright.open(tmp_path / "home", clock=clock) as casewright:
            door = casewright.parts.materials.share(identity_provider)
            assert door is not None
            assert casewright.parts.materials.share(identity_provider) is door
            casewright.add_user("ada", "PARTNER")
            linked = {"user": "ada", "issuer": provider.address, "subject": "248289761001"}
            assert casewright.call("link_identity", linked).success
            address, kept = door.start("http://127.0.0.1:1/back")
            proved = door.finish(provider.sign_in(address), kept)
            tenant = casewright.actor.tenant
            signed_in = casewright.parts.accounts.sign_in_by_identity(tenant, proved.issuer, proved.subject)
    assert (signed_in.actor.id, signed_in.actor.role) == ("ada", "PARTNER")
    assert SECRET not in repr(casewright.settings)


def test_no_provider_is_set(tmp_path: Path) -> None:
    """Nothing is loaded."""
    with Casewright.open(tmp_path / "home") as casewright:
        assert identity_provider(casewright.parts.materials) is None


def test_half_a_provider_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said what is missing, and that nothing is sent in clear."""
    monkeypatch.setenv("CASEWRIGHT_OIDC_ISSUER", "https://id.example")
    with (
        Casewright.open(tmp_path / "home") as casewright,
        pytest.raises(BadSettings, match="CASEWRIGHT_OIDC_CLIENT_ID is not"),
    ):
        identity_provider(casewright.parts.materials)
    for name, value in (("OIDC_ISSUER", "http://id.example"), ("OIDC_TENANT", "No Tenant")):
        monkeypatch.setenv(f"CASEWRIGHT_{name}", value)
        with pytest.raises(BadSettings, match=f"CASEWRIGHT_{name}"):
            Casewright.open(tmp_path / "home")
        monkeypatch.delenv(f"CASEWRIGHT_{name}")
