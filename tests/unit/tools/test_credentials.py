"""Tests of casewright.tools.credentials."""

from __future__ import annotations

import pytest

from casewright.domain.ids import TenantId
from casewright.tools.credentials import Credential, CredentialKind

ACME = TenantId("acme")
SECRET = "A" * 43
"""32 bytes of zeros, as they are written."""


@pytest.mark.parametrize("kind", CredentialKind)
def test_secret_is_read_as_it_was_written(kind: CredentialKind) -> None:
    """With its kind and tenant before it, and white space around it; each is made anew and shown nowhere else."""
    made = Credential.make(kind, ACME)
    assert made.text.startswith(f"{kind}.acme.")
    assert Credential.read(kind, f" {made.text}\n") == made
    assert Credential.make(kind, ACME) != made
    assert made.text.rpartition(".")[2] not in repr(made)


@pytest.mark.parametrize(
    "text",
    [
        *("", ".", "cwk", f"cwk..{SECRET}", f"cwk.acme.{SECRET[1:]}", f"cwk.acme.{SECRET}A", f"cws.acme.{SECRET}"),
        *(f"cwk.ACME.{SECRET}", f"cwk.-a.{SECRET}", f"cwk.a\n.{SECRET}", f"cwk.acme. {SECRET}", f"CWK.acme.{SECRET}"),
        *(f"cwk.{'a' * 64}.{SECRET}", f"cwk.acme.{SECRET[:-1]}B", f"cwk.acme.x.{SECRET}", "cwk.acme.\udc80" * 9),
        "x" * 10_000,
    ],
)
def test_what_is_no_secret_is_none(text: str) -> None:
    """Of another kind, without a tenant, or not as it is written."""
    assert Credential.read(CredentialKind.API_KEY, text) is None
    assert Credential.read(CredentialKind.API_KEY, f"cwk.acme.{SECRET}") is not None


def test_hashes_tell_kinds_and_tenants_apart() -> None:
    """The same bytes are stored differently as each kind, in each tenant; a form's token is none of them."""
    made = [Credential(kind, tenant, b"k" * 32) for kind in CredentialKind for tenant in (ACME, TenantId("b"))]
    texts = [one.hash for one in made] + [one.csrf for one in made[:2]]
    assert len({*texts}) == len(texts)
    assert all(len(one.hash) == 64 for one in made)
