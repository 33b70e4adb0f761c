"""A checkpoint is what its key signed, to the last field."""

from __future__ import annotations

from dataclasses import asdict, fields, replace

import orjson
import pytest

from casewright.adapters.vault.signing import verify
from casewright.audit.chain import Head
from casewright.audit.checkpoint import DOMAIN, Checkpoint, flaw_of, key_id_of, make_checkpoint, read_checkpoint
from casewright.audit.verifier import ed25519_holds
from casewright.canonical import canonical_json
from tests.fakes.signed_log import FIRST_KEY, FOREIGN_KEY

KEYS = {key_id_of(FIRST_KEY.public_key): FIRST_KEY.public_key}
MADE = make_checkpoint("ours", Head(5, "ab" * 32), "2025-03-14T09:26:53.589793+00:00", FIRST_KEY)
VERIFIERS = pytest.mark.parametrize("verifier", [verify, ed25519_holds], ids=["library", "plain"])


@pytest.mark.requirement("audit-checkpoints")
@VERIFIERS
def test_signed_checkpoint_holds(verifier: object) -> None:
    """A checkpoint as it was made holds, with either verification, and comes back from its text."""
    assert callable(verifier)
    assert flaw_of(MADE, "ours", KEYS, verifier) is None
    assert read_checkpoint(MADE.to_json()) == MADE
    assert MADE.at == Head(5, "ab" * 32)


@pytest.mark.requirement("audit-checkpoints")
def test_everything_but_the_signature_is_signed() -> None:
    """What is signed is the canonical JSON of every other field, under a domain of its own."""
    unsigned = {name: value for name, value in asdict(MADE).items() if name != "signature"}

    assert MADE.message == DOMAIN + canonical_json(unsigned)


@pytest.mark.requirement("audit-checkpoints")
@pytest.mark.parametrize("name", [field.name for field in fields(Checkpoint)])
def test_changed_field_is_found(name: str) -> None:
    """Another value in any field of a checkpoint, whatever fields there will be, is a flaw."""
    value = getattr(MADE, name)
    other = value + 1 if isinstance(value, int) else value[:-1] + ("0" if value[-1] != "0" else "1")
    # The fields' types differ, and this is about every field there is or will be.
    changed = replace(MADE, **{name: other})  # type: ignore[arg-type]

    assert flaw_of(changed, "ours", KEYS, verify) is not None


@pytest.mark.parametrize("signature", ["", "zz", MADE.signature.upper(), MADE.signature[:-2], MADE.signature + "00"])
def test_signature_in_another_form_is_found(signature: str) -> None:
    """A signature that is cut, longer, in capitals or no hexadecimal is a flaw and never an error."""
    assert flaw_of(replace(MADE, signature=signature), "ours", KEYS, verify) is not None


@pytest.mark.requirement("audit-checkpoints")
def test_checkpoint_by_another_key_is_found() -> None:
    """Another key signs as an unknown key; under our key's id its checkpoint is forged."""
    foreign = make_checkpoint("ours", MADE.at, MADE.timestamp, FOREIGN_KEY)
    disguised = replace(foreign, key_id=MADE.key_id)

    assert "not known here" in str(flaw_of(foreign, "ours", KEYS, verify))
    assert "changed" in str(flaw_of(disguised, "ours", KEYS, verify))
    assert "not known here" in str(flaw_of(disguised, "ours", {MADE.key_id: FOREIGN_KEY.public_key}, verify))


def test_checkpoint_of_another_tenant_is_found() -> None:
    """Another tenant's good checkpoint says nothing of ours."""
    assert "'ours'" in str(flaw_of(MADE, "theirs", KEYS, verify))


@pytest.mark.parametrize("count", [0, -1])
def test_checkpoint_of_no_events_is_found(count: int) -> None:
    """A checkpoint counts at least one event."""
    assert flaw_of(make_checkpoint("ours", Head(count, "0" * 64), "", FIRST_KEY), "ours", KEYS, verify) is not None


def test_text_that_no_message_can_hold_is_a_flaw() -> None:
    """A field that has no canonical form was changed."""
    assert flaw_of(replace(MADE, timestamp="\ud800"), "ours", KEYS, verify) is not None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        MADE.to_json()[:-1],
        MADE.to_json().replace(b'"count":5', b'"count":"5"'),
        MADE.to_json().replace(b'"count":5', b'"count":true'),
        MADE.to_json().replace(b'"count":5', b'"count":5.0'),
        MADE.to_json().replace(b'"count":5', b'"count":5,"more":1'),
    ],
)
def test_text_that_is_no_checkpoint(text: bytes) -> None:
    """Text that lacks a field, has another one or another type is no checkpoint."""
    with pytest.raises(ValueError):
        read_checkpoint(text)


def test_text_is_canonical() -> None:
    """A checkpoint has one text."""
    assert MADE.to_json() == canonical_json(orjson.loads(MADE.to_json()))
