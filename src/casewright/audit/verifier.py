"""Verifies an exported Casewright audit: python verify.py [FOLDER]. Needs Python's standard library and nothing else.

Ends with 0 only where the export has events, every one of them is chained to the one before, and signed checkpoints
hold up to the very last; with 1 where anything is wrong, and says what; with 2 for arguments that it cannot use.

The formats, so that anybody can write another verifier:

    hash of an event    SHA-256 of "casewright.audit.v1", a zero byte, the hash before (first: 32 zero bytes), the body
    signature           Ed25519 (RFC 8032) over "casewright.audit.checkpoint.v1", a zero byte, the other fields' JSON
    JSON                in its canonical form (RFC 8785), without floats
    id of a key         SHA-256 of the public key
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import lru_cache
from hashlib import sha256, sha512
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EVENT_DOMAIN = b"casewright.audit.v1\x00"
CHECKPOINT_DOMAIN = b"casewright.audit.checkpoint.v1\x00"
FORMAT = 1

_EXACT = 2**53 - 1
_CHECKPOINT = {"tenant_id": str, "count": int, "head": str, "timestamp": str, "key_id": str, "signature": str}
_MANIFEST = {"format": int, "tenant_id": str, "after": int, "previous": str}
_EVENT = {"seq": int, "body": str, "hash": str}


class NotVerified(Exception):
    """What does not hold."""


# --- Ed25519, RFC 8032 section 5.1 -------------------------------------------------------------------------------

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)

_ZERO = (0, 1, 1, 0)


def ed25519_holds(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this is the key's signature over the message (RFC 8032 §5.1.7, without the cofactor).

    Keys and signatures of another length, points that are not written in their one form, and a scalar that is not
    below the group's order are refused: nobody can make a second signature out of a first.
    """
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key, commitment = _decoded(public_key), _decoded(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or scalar >= _L:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + public_key + message).digest(), "little") % _L
    return _same(_times(scalar, _BASE), _sum(commitment, _times(challenge, key)))


def _decoded(text: bytes) -> tuple[int, int, int, int] | None:
    """The point of these 32 bytes (§5.1.3); None where they are none, or not the one way to write it."""
    number = int.from_bytes(text, "little")
    odd, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and odd):
        return None
    if x & 1 != odd:
        x = _P - x
    return x, y, 1, x * y % _P


def _sum(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The sum of two points in extended coordinates (§5.1.4)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(scalar: int, point: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    total = _ZERO
    for row in _multiples(point):
        total = _sum(total, row[scalar & 15])
        scalar >>= 4
    return total


@lru_cache(maxsize=64)
def _multiples(point: tuple[int, int, int, int]) -> list[list[tuple[int, int, int, int]]]:
    """0 to 15 times the point, then of 16 times it, and so on: many signatures are of few keys."""
    rows = []
    for _ in range(64):
        row = [_ZERO]
        for _ in range(15):
            row.append(_sum(row[-1], point))
        rows.append(row)
        point = _sum(row[-1], point)
    return rows


def _same(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return (one[0] * other[2] - other[0] * one[2]) % _P == 0 and (one[1] * other[2] - other[1] * one[2]) % _P == 0


_BASE = _decoded((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little")) or _ZERO


# --- JSON in its one form, RFC 8785 ------------------------------------------------------------------------------


def _no_floats(text: str) -> object:
    raise ValueError(f"a number that is no whole one, {text}")


def _exact(text: str) -> int:
    """A number that all programs read alike."""
    number = int(text)
    if not -_EXACT <= number <= _EXACT:
        raise ValueError(f"a number that not all programs can hold, {text}")
    return number


_plain = json.JSONDecoder(parse_float=_no_floats, parse_int=_exact, parse_constant=_no_floats)


def _in_order(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name.encode("utf-16-be") for name, _ in pairs]
    if names != sorted(set(names)):
        raise ValueError("names out of order")
    return dict(pairs)


_ordered = json.JSONDecoder(
    parse_float=_no_floats, parse_int=_exact, parse_constant=_no_floats, object_pairs_hook=_in_order
)


def parsed(body: str) -> object:
    """The value of a canonical text. Raises ``ValueError`` where the text is not the one form of it."""
    if body.isascii():
        value: object = _plain.decode(body)
        again = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    else:
        # Beyond ASCII, order by UTF-16 units is not order by characters: it is checked name by name.
        body.encode("utf-8")
        value = _ordered.decode(body)
        again = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if again != body:
        raise ValueError("not canonical")
    return value


# --- The export --------------------------------------------------------------------------------------------------


def _object(text: str, types: dict[str, type], what: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or {name: type(value) for name, value in found.items()} != types:
        raise NotVerified(f"{what} cannot be read: it was changed")
    return found


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", newline="\n") as file:
        yield from file


def _keys(folder: Path) -> dict[str, bytes]:
    """The public keys by their ids, each id checked."""
    text = (folder / "keys.json").read_text(encoding="utf-8")
    keys = {}
    try:
        for name, value in json.loads(text).items():
            keys[name] = bytes.fromhex(value)
    except (AttributeError, TypeError, ValueError):
        raise NotVerified("keys.json cannot be read: it was changed") from None
    for name, key in keys.items():
        if sha256(key).hexdigest() != name:
            raise NotVerified(f"the key {name} in keys.json is not the key of that id")
    return keys


def _checked(text: str, tenant: str, keys: dict[str, bytes], trusted: Sequence[str]) -> dict[str, Any]:
    """A checkpoint whose signature holds."""
    checkpoint = _object(text, _CHECKPOINT, "a checkpoint")
    where = f"the checkpoint at event {checkpoint['count']}"
    if checkpoint["tenant_id"] != tenant:
        raise NotVerified(f"{where} belongs to another tenant, {checkpoint['tenant_id']!r}")
    if trusted and checkpoint["key_id"] not in trusted:
        raise NotVerified(f"{where} is signed by the key {checkpoint['key_id']}, which is not one that you expect")
    if checkpoint["key_id"] not in keys:
        raise NotVerified(f"{where} is signed by the key {checkpoint['key_id']}, which is not in keys.json")
    signed = {name: value for name, value in checkpoint.items() if name != "signature"}
    try:
        text = json.dumps(signed, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        message, signature = CHECKPOINT_DOMAIN + text.encode("utf-8"), bytes.fromhex(checkpoint["signature"])
    except ValueError:
        raise NotVerified(f"{where} was changed") from None
    written_once = signature.hex() == checkpoint["signature"] and 0 < checkpoint["count"] <= _EXACT
    if not written_once or not ed25519_holds(keys[checkpoint["key_id"]], message, signature):
        raise NotVerified(f"{where} was changed, or its key did not sign it")
    return checkpoint


def _walk(folder: Path, manifest: dict[str, Any], awaited: dict[int, list[tuple[str, str]]]) -> tuple[int, str]:
    """Follow the chain; the last event's number and hash. Every head awaited at a number must be there."""
    count, previous = manifest["after"], bytes.fromhex(manifest["previous"])
    for head, why in awaited.get(count, ()):
        if head != previous.hex():
            raise NotVerified(f"the export does not start from the hash that was {why} at event {count}")
    for line in _lines(folder / "events.jsonl"):
        count += 1
        event = _object(line, _EVENT, f"event {count}")
        previous = _linked(event, count, previous, manifest["tenant_id"])
        for head, why in awaited.get(count, ()):
            if head != event["hash"]:
                raise NotVerified(f"at event {count} the hash is not the one that was {why} here")
    return count, previous.hex()


def _linked(event: dict[str, Any], seq: int, previous: bytes, tenant: str) -> bytes:
    """The hash of the event that must follow ``previous`` as number ``seq``."""
    if event["seq"] != seq:
        raise NotVerified(f"event {seq} is missing, event {event['seq']} stands in its place")
    # What is no text in the database stands as surrogates in the export, and comes back as the bytes it was.
    digest = sha256(EVENT_DOMAIN + previous + event["body"].encode("utf-8", "surrogateescape")).digest()
    if digest.hex() != event["hash"]:
        raise NotVerified(f"event {seq} or its hash was changed")
    try:
        body = parsed(event["body"])
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise NotVerified(f"event {seq} is not in canonical form: it was not written by this log")
    if body.get("seq") != seq or type(body["seq"]) is not int:
        raise NotVerified(f"event {seq} was recorded as number {body.get('seq')!r}")
    if body.get("tenant_id") != tenant:
        raise NotVerified(f"event {seq} belongs to another tenant, {body.get('tenant_id')!r}")
    return digest


def verified(
    folder: Path,
    *,
    expected: tuple[int, str] | None = None,
    held: Path | None = None,
    since: Path | None = None,
    trusted: Sequence[str] = (),
) -> list[str]:
    """What holds of the export in this folder, in sentences. Raises ``NotVerified`` and ``OSError``.

    ``expected`` is the count and hash of a head, and ``held`` a checkpoint's file, that the verifier kept elsewhere;
    ``since`` is an earlier export's folder, or its newest checkpoint's file, which this one must extend; ``trusted``
    are the ids of keys that may have signed, any in the export where none is named.
    """
    manifest = _object((folder / "manifest.json").read_text(encoding="utf-8"), _MANIFEST, "manifest.json")
    if manifest["format"] != FORMAT:
        raise NotVerified(f"the export has format {manifest['format']}, and this verifier knows {FORMAT}")
    if manifest["after"] < 0 or not _is_hash(manifest["previous"]):
        raise NotVerified("manifest.json cannot be read: it was changed")
    if manifest["after"] == 0 and manifest["previous"] != "0" * 64:
        raise NotVerified("the export does not start from an empty chain, and says that it does")
    tenant, keys = manifest["tenant_id"], _keys(folder)
    checkpoints = [_checked(line, tenant, keys, trusted) for line in _lines(folder / "checkpoints.jsonl")]
    awaited: dict[int, list[tuple[str, str]]] = {}
    for checkpoint in checkpoints:
        awaited.setdefault(checkpoint["count"], []).append((checkpoint["head"], "signed"))
    kept = [expected] if expected is not None else []
    if held is not None:
        own = _checked(held.read_text(encoding="utf-8"), tenant, keys, trusted)
        kept.append((own["count"], own["head"]))
    earlier = None
    if since is not None:
        earlier = _earlier(since, manifest, keys, trusted)
        awaited.setdefault(earlier[0], []).append((earlier[1], "in the earlier export"))
    for count, head in kept:
        if count < manifest["after"]:
            raise NotVerified(f"event {count} was expected, and the export starts after event {manifest['after']}")
        awaited.setdefault(count, []).append((head, "expected"))
    last, head = _walk(folder, manifest, awaited)
    if last == manifest["after"]:
        raise NotVerified("there are no events, so there is nothing to verify")
    for count in sorted(awaited, reverse=True):
        if count > last:
            raise NotVerified(f"event {count} was {awaited[count][0][1]} and is missing: the export was cut short")
    newest = max(checkpoints, key=lambda one: one["count"], default=None)
    if newest is None or newest["count"] < last:
        raise NotVerified(f"the end, event {last}, is not signed: the export was changed after it was made")
    lines = _said(manifest, last, head, checkpoints, newest, kept, trusted)
    if earlier is not None:
        new = f"events {earlier[0] + 1} to {last} are new" if earlier[0] < last else "no event is new"
        lines.insert(3, f"Verified: this export extends the earlier one, which ends at event {earlier[0]}: {new}.")
    return lines


def _earlier(since: Path, manifest: dict[str, Any], keys: dict[str, bytes], trusted: Sequence[str]) -> tuple[int, str]:
    """Where the earlier export ends, which is verified itself where it is here; this one must begin there or before."""
    if since.is_dir():
        verified(since, trusted=trusted)
        lines = list(_lines(since / "checkpoints.jsonl"))
        text = max(lines, key=lambda line: _object(line, _CHECKPOINT, "a checkpoint")["count"])
    else:
        text = since.read_text(encoding="utf-8")
    checkpoint = _checked(text, manifest["tenant_id"], keys, trusted)
    count = checkpoint["count"]
    if count < manifest["after"]:
        gap = f"events {count + 1} to {manifest['after']} are in neither"
        raise NotVerified(f"the export does not extend the earlier one, which ends at event {count}: {gap}")
    return count, checkpoint["head"]


def _said(
    manifest: dict[str, Any],
    last: int,
    head: str,
    checkpoints: Sequence[dict[str, Any]],
    newest: dict[str, Any],
    kept: Sequence[tuple[int, str]],
    trusted: Sequence[str],
) -> list[str]:
    first = manifest["after"] + 1
    signers = sorted({checkpoint["key_id"] for checkpoint in checkpoints})
    lines = [
        f"Verified: {last - manifest['after']:,} events, {first} to {last}, each chained to the one before.",
        f"Tenant {manifest['tenant_id']!r}, head {head}",
        f"Verified: {len(checkpoints):,} signed checkpoints, newest at event {newest['count']}, {newest['timestamp']}.",
        *(f"Key {signer}" for signer in signers),
    ]
    lines += [f"Verified: event {count} is the one that you expected." for count, _ in kept]
    lines += ["", "What this cannot see:"]
    if first > 1:
        lines.append(f"- Events 1 to {first - 1} are not in this export.")
    proven = max((count for count, _ in kept), default=0)
    if proven < last:
        lines.append(
            f"- Whether events after number {last} were cut off together with their checkpoints. Compare count and "
            f"head with ones kept elsewhere: --expect-count, --expect-head, --checkpoint."
        )
    else:
        lines.append(f"- Whether events after number {last}, the newest that you expected, were cut off.")
    if not trusted:
        lines.append("- Whether the keys are the right ones: compare their ids with ones from elsewhere: --expect-key.")
    lines.append("- What was never recorded, and whether what was recorded is true.")
    return lines


def _is_hash(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


def _hash(text: str) -> str:
    if not _is_hash(text.lower()):
        raise argparse.ArgumentTypeError(f"{text!r} is not 64 hexadecimal digits")
    return text.lower()


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify and say what holds; the exit code."""
    parser = argparse.ArgumentParser(description="Verify an exported Casewright audit.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent, help="the unzipped export")
    parser.add_argument("--expect-head", type=_hash, metavar="HASH", help="a head's hash that you kept elsewhere")
    parser.add_argument("--expect-count", type=int, metavar="N", help="how many events there were at that head")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="a checkpoint that you kept elsewhere")
    parser.add_argument(
        "--since", type=Path, metavar="PATH", help="an earlier export's folder or checkpoint, which this one extends"
    )
    parser.add_argument(
        "--expect-key", type=_hash, metavar="ID", action="append", default=[], help="the id of a key that you know"
    )
    given = parser.parse_args(arguments)
    if (given.expect_head is None) != (given.expect_count is None):
        parser.error("--expect-head and --expect-count go together: give both")
    expected = None if given.expect_head is None else (given.expect_count, given.expect_head)
    try:
        lines = verified(
            given.folder, expected=expected, held=given.checkpoint, since=given.since, trusted=given.expect_key
        )
    except NotVerified as flaw:
        lines, code = [f"NOT verified: {flaw}."], 1
    except (OSError, UnicodeDecodeError) as error:
        lines, code = [f"NOT verified: a file of the export cannot be read: {error}."], 1
    else:
        code = 0
    sys.stdout.write("".join(line.encode("ascii", "backslashreplace").decode() + "\n" for line in lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
