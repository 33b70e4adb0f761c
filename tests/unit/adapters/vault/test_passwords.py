"""Tests of casewright.adapters.vault.passwords."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from casewright.adapters.vault.passwords import Argon2Passwords
from tests.fakes.account_house import QUICK


@pytest.mark.parametrize("password", ["correct horse", "", "pas\u0302role", "\ud800", "x" * 1000, "a\0b"])
def test_password_is_known_by_its_hash(password: str) -> None:
    """The hash is Argon2id, with a salt of its own, and no other password's."""
    hashed = QUICK.hash(password)
    assert hashed.startswith("$argon2id$")
    assert QUICK.is_of(hashed, password)
    assert not QUICK.is_of(hashed, password + "x")
    assert QUICK.hash(password) != hashed


def test_letters_are_one_however_they_are_written() -> None:
    """A letter with a mark and the same letter in one are one password."""
    assert QUICK.is_of(QUICK.hash("paro\u0302la"), "par\u00f4la")


@pytest.mark.parametrize("hashed", [None, "", "plain text", "$argon2id$v=19$m=64,t=1,p=1$"])
def test_what_is_no_hash_is_nobodys(hashed: str | None) -> None:
    """It fits no password."""
    assert not QUICK.is_of(hashed, "")
    assert not QUICK.is_of(hashed, "plain text")


def test_hash_of_less_effort_is_outdated() -> None:
    """The shipped cost is at least RFC 9106's for little memory; a cheaper hash is made again."""
    shipped = Argon2Passwords()
    hashed = shipped.hash("correct horse")
    assert "m=65536,t=3,p=4" in hashed
    assert not shipped.is_outdated(hashed)
    assert shipped.is_outdated(QUICK.hash("correct horse"))
    assert Argon2Passwords(PasswordHasher(time_cost=1)).is_outdated(hashed)
