"""The key under which a graph makes a call: the same one when the step is taken again (spec, "Executor")."""

from __future__ import annotations

from hashlib import sha256


def call_key(thread: str, checkpoint: str, node: str, ordinal: int) -> str:
    """SHA-256 over thread, checkpoint, node and ordinal, in hexadecimal. A provider's call id has no part in it."""
    parts = (thread, checkpoint, node, str(ordinal))
    return sha256("\x00".join(parts).encode()).hexdigest()
