"""The plain Ed25519 verification that exports carry, and its reading of canonical JSON."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.vault.signing import SigningKey, verify
from casewright.audit.verifier import ed25519_holds, parsed
from casewright.canonical import canonical_json

VECTORS = yaml.safe_load((Path(__file__).parents[2] / "cases" / "ed25519" / "rfc8032.yml").read_text("utf-8"))
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
VERIFIERS = pytest.mark.parametrize("verifier", [ed25519_holds, verify], ids=["plain", "library"])
KEY = SigningKey(bytes(range(32)))
MESSAGE = b"the chain has 5 events"
SIGNATURE = KEY.sign(MESSAGE)


def octets(vector: dict[str, str], name: str) -> bytes:
    return bytes.fromhex("".join(str(vector[name]).split()))


@pytest.mark.requirement("audit-offline-verifier")
@VERIFIERS
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vector_of_the_rfc_holds(vector: dict[str, str], verifier: object) -> None:
    """The RFC's signatures verify, are the ones that our key makes, and no longer verify when anything is changed."""
    assert callable(verifier)
    public, message, signature = (octets(vector, name) for name in ("public", "message", "signature"))
    key = SigningKey(octets(vector, "secret"))

    assert (key.public_key, key.sign(message)) == (public, signature)
    assert verifier(public, message, signature)
    assert not verifier(public, message + b"\x00", signature)
    assert not verifier(public, message, bytes([signature[0] ^ 1]) + signature[1:])
    assert not verifier(KEY.public_key, message, signature)


def test_longest_vector_is_the_one_of_1023_bytes() -> None:
    """The vector that the RFC calls TEST 1024 is there in full."""
    assert [len(octets(vector, "message")) for vector in VECTORS] == [0, 1, 2, 1023, 64]


@pytest.mark.requirement("audit-offline-verifier")
@settings(max_examples=30)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.integers(0, 96 * 8 - 1))
def test_plain_verification_agrees_with_the_library(seed: bytes, message: bytes, bit: int) -> None:
    """On random keys and messages both accept the signature, and both refuse it with any one bit changed."""
    key = SigningKey(seed)
    signature = key.sign(message)
    whole = bytearray(key.public_key + signature)
    whole[bit // 8] ^= 1 << bit % 8
    changed_key, changed = bytes(whole[:32]), bytes(whole[32:])

    assert ed25519_holds(key.public_key, message, signature)
    assert verify(key.public_key, message, signature)
    assert not ed25519_holds(changed_key, message, changed)
    assert not verify(changed_key, message, changed)


@VERIFIERS
@pytest.mark.parametrize("times", [1, 2, 7])
def test_scalar_beyond_the_order_is_refused(verifier: object, times: int) -> None:
    """S + L stands for the same scalar: a second signature made out of the first is refused (RFC 8032 §8.4)."""
    assert callable(verifier)
    scalar = int.from_bytes(SIGNATURE[32:], "little") + times * L

    assert not verifier(KEY.public_key, MESSAGE, SIGNATURE[:32] + scalar.to_bytes(32, "little"))


@VERIFIERS
@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_key_of_another_length_is_refused(verifier: object, length: int) -> None:
    """A public key has 32 bytes."""
    assert callable(verifier)
    assert not verifier((KEY.public_key * 2)[:length], MESSAGE, SIGNATURE)


@VERIFIERS
@pytest.mark.parametrize("length", [0, 32, 63, 65, 128])
def test_signature_of_another_length_is_refused(verifier: object, length: int) -> None:
    """A signature has 64 bytes."""
    assert callable(verifier)
    assert not verifier(KEY.public_key, MESSAGE, (SIGNATURE * 2)[:length])


def written(y: int, *, odd: bool = False) -> bytes:
    return (y | odd << 255).to_bytes(32, "little")


IDENTITY = written(1) + bytes(32)
"""R is the neutral point and S is 0: what a key of order 1 "signs" anything with."""
OTHER_FORMS = {
    "y is p + 1": written(P + 1),
    "y is p": written(P),
    "x is 0 and odd": written(1, odd=True),
    "x is 0 and odd, y is -1": written(P - 1, odd=True),
    "all ones": bytes([255]) * 32,
    "no point": written(2),
}


@pytest.mark.requirement("audit-offline-verifier")
@pytest.mark.parametrize("case", OTHER_FORMS)
def test_point_in_another_form_is_refused(case: str) -> None:
    """A point has one form (RFC 8032 §5.1.3): a key or a commitment in another one, or off the curve, is refused."""
    assert ed25519_holds(written(1), MESSAGE, IDENTITY)  # the neutral point in its own form

    assert not ed25519_holds(OTHER_FORMS[case], MESSAGE, IDENTITY)
    assert not ed25519_holds(written(1), MESSAGE, OTHER_FORMS[case] + bytes(32))


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_canonical_text_is_read_back(value: object) -> None:
    """Whatever our log writes is canonical to the plain verifier, and means the same."""
    # VALUES makes only JSON.
    text = canonical_json(value).decode()  # type: ignore[arg-type]

    assert parsed(text) == value


ODD = {
    "white space": '{"a": 1}',
    "order": '{"b":1,"a":2}',
    "order by UTF-16": '{"\ue000":1,"\U0001f600":2}',
    "twice": '{"a":1,"a":1}',
    "twice beyond ASCII": '{"ü":1,"ü":1}',
    "float": '{"a":1.0}',
    "exponent": '{"a":1e3}',
    "minus zero": "[-0]",
    "large": "[9007199254740992]",
    "not a number": "[NaN]",
    "escape": '["\\u0041"]',
    "capital escape": '["\\u001F"]',
    "slash": '["\\/"]',
    "lone surrogate": '["\\ud800"]',
    "two values": "1 2",
    "nothing": "",
}


@pytest.mark.parametrize("case", ODD)
def test_other_text_is_not_canonical(case: str) -> None:
    """A text that our log would not have written is refused, whatever it means."""
    with pytest.raises(ValueError):
        parsed(ODD[case])


def test_names_are_ordered_by_utf_16() -> None:
    """The order that RFC 8785 asks for is the one that is accepted."""
    assert parsed('{"\U0001f600":2,"\ue000":1}') == {"\ue000": 1, "\U0001f600": 2}
