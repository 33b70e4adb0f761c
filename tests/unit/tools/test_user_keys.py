"""Tests of casewright.tools.user_keys."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.tools.user_keys import hash_key, read_key, write_key

KEY = bytes(range(32))


@given(st.binary(min_size=32, max_size=32), st.sampled_from(["", "\n", " \r\n"]))
def test_written_key_is_read_back(key: bytes, after: str) -> None:
    """Any 32 bytes come back from their text, white space around it or not."""
    assert read_key(after + write_key(key) + after) == key


NO_KEYS = {
    "empty": "",
    "short": write_key(KEY)[:-1],
    "long": write_key(KEY + b"x"),
    "padded": write_key(KEY) + "=",
    "other letters": "!" * 43,
    "not ASCII": "ä" * 43,
    "two": f"{write_key(KEY)}\n{write_key(KEY)}",
    "another spelling of the last bits": write_key(KEY)[:-1] + "9",
}


@pytest.mark.parametrize("case", NO_KEYS)
def test_what_is_no_key(case: str) -> None:
    """A text that is not exactly one key is none."""
    assert read_key(NO_KEYS[case]) is None


@given(st.text())
def test_reading_never_raises(text: str) -> None:
    """Whatever a file holds, it is a key or none."""
    key = read_key(text)
    assert key is None or len(key) == 32


@pytest.mark.requirement("people-keys")
def test_stored_form_is_separated_from_other_hashes() -> None:
    """What is stored is the SHA-256 behind a domain of its own, not the key's plain hash."""
    assert hash_key(KEY) == sha256(b"casewright.user-key.v1\0" + KEY).hexdigest()
    assert hash_key(KEY) != sha256(KEY).hexdigest()
