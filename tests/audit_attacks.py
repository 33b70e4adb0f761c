"""What somebody may do to a home's audit with SQL alone, as data: each with what must be found, or why nothing can be.

An attack gets the connection of a database whose tenant ``local`` has seven events or more and whose tenant ``theirs``
has a chain of its own, all of them signed and remembered by the home.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, fields
from hashlib import sha256

import orjson

from casewright.audit.chain import DOMAIN
from casewright.audit.events import Event
from casewright.canonical import canonical_json
from tests.audit_chains import other

Act = Callable[[sqlite3.Connection], object]
OURS = "local"


@dataclass(frozen=True, slots=True)
class Attack:
    """``found`` is the kind of flaw that must be told.

    ``signs``: what comes after may still be signed, because the flaw is not above the remembered head.
    """

    name: str
    act: Act
    found: str
    signs: bool = False


def sql(*statements: str) -> Act:
    def act(connection: sqlite3.Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    return act


def field_changed(name: str, *, rehash: bool) -> Act:
    """One field of the third event changed: alone, or with every hash after it, and the head, made to fit."""

    def act(connection: sqlite3.Connection) -> None:
        body = orjson.loads(_body(connection, 3))
        body[name] = other(body[name])
        _put(connection, 3, body)
        if rehash:
            rehashed(connection)

    return act


def rewritten(*also: str) -> Act:
    """Every event rewritten from the first on, hashes and head made to fit."""

    def act(connection: sqlite3.Connection) -> None:
        for (seq,) in connection.execute(f"SELECT seq FROM audit_events WHERE tenant_id = '{OURS}'").fetchall():
            _put(connection, seq, {**orjson.loads(_body(connection, seq)), "agent_id": "mallory"})
        rehashed(connection)
        sql(*also)(connection)

    return act


def appended(count: int, *, mac: str = "NULL") -> Act:
    """Events that fit the chain, and the head moved to the last of them."""

    def act(connection: sqlite3.Connection) -> None:
        last = _last(connection)
        for seq in range(last + 1, last + count + 1):
            body = {**orjson.loads(_body(connection, last)), "seq": seq, "agent_id": "mallory"}
            row = (OURS, seq, canonical_json(body), b"")
            connection.execute(f"INSERT INTO audit_events VALUES (?, ?, ?, ?, {mac})", row)
        rehashed(connection)

    return act


def inserted(connection: sqlite3.Connection) -> None:
    """An event put in after the second, all that follow moved up, everything made to fit."""
    connection.execute(f"UPDATE audit_events SET seq = -seq - 1 WHERE tenant_id = '{OURS}' AND seq > 2")
    connection.execute(f"UPDATE audit_events SET seq = -seq WHERE tenant_id = '{OURS}' AND seq < 0")
    row = connection.execute("SELECT tenant_id, 3, body, hash, mac FROM audit_events WHERE seq = 2").fetchone()
    connection.execute("INSERT INTO audit_events VALUES (?, ?, ?, ?, ?)", row)
    _renumbered(connection)


def dropped(connection: sqlite3.Connection) -> None:
    """The third event taken out, all that follow moved down, everything made to fit."""
    connection.execute(f"DELETE FROM audit_events WHERE tenant_id = '{OURS}' AND seq = 3")
    connection.execute(f"UPDATE audit_events SET seq = -seq + 1 WHERE tenant_id = '{OURS}' AND seq > 3")
    connection.execute(f"UPDATE audit_events SET seq = -seq WHERE tenant_id = '{OURS}' AND seq < 0")
    _renumbered(connection)


def swapped(connection: sqlite3.Connection) -> None:
    """Two events swapped, everything made to fit."""
    first, second = _body(connection, 3), _body(connection, 4)
    connection.execute("UPDATE audit_events SET body = ? WHERE tenant_id = ? AND seq = 3", (second, OURS))
    connection.execute("UPDATE audit_events SET body = ? WHERE tenant_id = ? AND seq = 4", (first, OURS))
    _renumbered(connection)


def cut(to: int, *also: str) -> Act:
    """The newest events cut off, with the head set back."""
    own = f"tenant_id = '{OURS}'"
    return sql(
        f"DELETE FROM audit_events WHERE {own} AND seq > {to}",
        f"UPDATE audit_heads SET count = {to}, hash = (SELECT hash FROM audit_events WHERE {own} AND seq = {to}) "
        f"WHERE {own}",
        *also,
    )


def rehashed(connection: sqlite3.Connection) -> None:
    """Every hash of the chain and the head made to fit the bodies."""
    own = (OURS,)
    query = "SELECT seq, body FROM audit_events WHERE tenant_id = ? ORDER BY seq"
    previous, count = bytes(32), 0
    for seq, body in connection.execute(query, own).fetchall():
        previous, count = sha256(DOMAIN + previous + bytes(body)).digest(), seq
        connection.execute("UPDATE audit_events SET hash = ? WHERE tenant_id = ? AND seq = ?", (previous, *own, seq))
    connection.execute("UPDATE audit_heads SET count = ?, hash = ? WHERE tenant_id = ?", (count, previous, *own))


def _renumbered(connection: sqlite3.Connection) -> None:
    for (seq,) in connection.execute("SELECT seq FROM audit_events WHERE tenant_id = ?", (OURS,)).fetchall():
        _put(connection, seq, {**orjson.loads(_body(connection, seq)), "seq": seq})
    rehashed(connection)


def _body(connection: sqlite3.Connection, seq: int) -> bytes:
    query = "SELECT body FROM audit_events WHERE tenant_id = ? AND seq = ?"
    return bytes(connection.execute(query, (OURS, seq)).fetchone()[0])


def _put(connection: sqlite3.Connection, seq: int, body: dict[str, object]) -> None:
    values = (canonical_json(body), OURS, seq)  # type: ignore[arg-type]
    connection.execute("UPDATE audit_events SET body = ? WHERE tenant_id = ? AND seq = ?", values)


def _last(connection: sqlite3.Connection) -> int:
    query = "SELECT max(seq) FROM audit_events WHERE tenant_id = ?"
    return int(connection.execute(query, (OURS,)).fetchone()[0])


_OWN = f"tenant_id = '{OURS}'"
_GONE = f"DELETE FROM audit_checkpoints WHERE {_OWN}"
_THIRD = f"{_OWN} AND seq = 3"
_SECOND_MAC = f"(SELECT mac FROM audit_events WHERE {_OWN} AND seq = 2)"
_OLDEST = f"(SELECT min(count) FROM audit_checkpoints WHERE {_OWN})"
_NEWEST = f"(SELECT max(count) FROM audit_checkpoints WHERE {_OWN})"
_FOREIGN = f"(SELECT count, body FROM audit_checkpoints WHERE tenant_id = 'theirs' AND count < {_NEWEST})"
FIELDS = [field.name for field in fields(Event)]


def event_column(change: str) -> Act:
    return sql(f"UPDATE audit_events SET {change} WHERE {_THIRD}")


def head_column(change: str) -> Act:
    return sql(f"UPDATE audit_heads SET {change} WHERE {_OWN}")


def checkpoint_field(name: str, value: str) -> Act:
    changed = f"CAST(json_set(CAST(body AS TEXT), '$.{name}', {value}) AS BLOB)"
    return sql(f"UPDATE audit_checkpoints SET body = {changed} WHERE {_OWN}")


ATTACKS = [
    *(Attack(f"field {name} of an event", field_changed(name, rehash=False), "changed", signs=True) for name in FIELDS),
    *(
        Attack(
            f"field {name} of an event, every hash made to fit",
            field_changed(name, rehash=True),
            "changed" if name == "tenant_id" else "forged",
        )
        for name in FIELDS
    ),
    Attack("column seq", event_column("seq = 99"), "changed"),
    Attack("column body", event_column("body = x'7b7d'"), "changed", signs=True),
    Attack("column hash", event_column("hash = zeroblob(32)"), "changed", signs=True),
    Attack("column tenant_id", event_column("tenant_id = 'x'"), "changed", signs=True),
    Attack("column mac", event_column("mac = zeroblob(32)"), "forged", signs=True),
    Attack("column mac emptied", event_column("mac = NULL"), "forged", signs=True),
    Attack("every mac emptied", sql("UPDATE audit_events SET mac = NULL"), "forged", signs=True),
    Attack("head's count lowered", head_column("count = count - 1"), "changed"),
    Attack("head's count raised", head_column("count = count + 1"), "cut"),
    Attack("head's hash", head_column("hash = zeroblob(32)"), "changed"),
    Attack("head removed", sql(f"DELETE FROM audit_heads WHERE {_OWN}"), "changed"),
    Attack("an event dropped, the rest made to fit", dropped, "forged"),
    Attack("two events swapped, the rest made to fit", swapped, "forged"),
    Attack("an event put in, the rest made to fit", inserted, "forged"),
    Attack("one event appended", appended(1), "forged"),
    Attack("forty events appended", appended(40), "forged"),
    Attack("an event appended with a made-up mac", appended(1, mac="zeroblob(32)"), "forged"),
    Attack("an event appended with another event's mac", appended(1, mac=_SECOND_MAC), "forged"),
    Attack("the whole chain rewritten", rewritten(), "forged"),
    Attack("the whole chain rewritten, checkpoints removed", rewritten(_GONE), "forged"),
    Attack(
        "the whole chain rewritten, macs and checkpoints removed",
        rewritten("UPDATE audit_events SET mac = NULL", _GONE),
        "forged",
    ),
    Attack("cut short", cut(4), "cut"),
    Attack("cut short, checkpoints removed", cut(4, _GONE), "cut"),
    Attack(
        "cut short to an older checkpoint", cut(4, f"DELETE FROM audit_checkpoints WHERE {_OWN} AND count > 4"), "cut"
    ),
    Attack(
        "everything removed",
        sql(f"DELETE FROM audit_events WHERE {_OWN}", f"DELETE FROM audit_heads WHERE {_OWN}", _GONE),
        "cut",
    ),
    Attack("checkpoints removed", sql(_GONE), "checkpoint"),
    Attack(
        "an older checkpoint removed",
        sql(f"DELETE FROM audit_checkpoints WHERE {_OWN} AND count = {_OLDEST}"),
        "checkpoint",
    ),
    Attack(
        "the newest checkpoint given to another tenant",
        sql(f"UPDATE audit_checkpoints SET tenant_id = 'theirs', count = 99 WHERE {_OWN} AND count = {_NEWEST}"),
        "checkpoint",
    ),
    Attack(
        "another tenant's checkpoint brought in",
        sql(f"INSERT OR REPLACE INTO audit_checkpoints SELECT '{OURS}', count, body FROM {_FOREIGN}"),
        "checkpoint",
        signs=True,
    ),
    Attack(
        "the other tenant's chain brought in",
        sql(
            f"DELETE FROM audit_events WHERE {_OWN}",
            f"DELETE FROM audit_heads WHERE {_OWN}",
            _GONE,
            f"UPDATE audit_events SET tenant_id = '{OURS}'",
            f"UPDATE audit_heads SET tenant_id = '{OURS}'",
        ),
        "changed",
    ),
    Attack("a checkpoint's tenant_id", checkpoint_field("tenant_id", "'theirs'"), "checkpoint", signs=True),
    Attack("a checkpoint's head", checkpoint_field("head", f"'{'0' * 64}'"), "checkpoint", signs=True),
    Attack("a checkpoint's timestamp", checkpoint_field("timestamp", "'2001'"), "checkpoint", signs=True),
    Attack("a checkpoint's key_id", checkpoint_field("key_id", f"'{'0' * 64}'"), "checkpoint", signs=True),
    Attack("a checkpoint's signature", checkpoint_field("signature", f"'{'0' * 128}'"), "checkpoint", signs=True),
    Attack("a checkpoint's count", checkpoint_field("count", "1"), "checkpoint", signs=True),
    Attack(
        "a checkpoint that is none",
        sql(f"UPDATE audit_checkpoints SET body = x'7b7d' WHERE {_OWN}"),
        "checkpoint",
        signs=True,
    ),
    Attack(
        "a checkpoint at another count",
        sql(f"UPDATE audit_checkpoints SET count = count + 1000 WHERE {_OWN}"),
        "checkpoint",
    ),
]
