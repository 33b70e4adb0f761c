"""What the checkpoint thread of a conversation is called, and the key under which its graph makes a call.

The key is the same one when the step is taken again (spec, "Executor").
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId


def document_thread(tenant: TenantId, thread: str) -> str:
    """The checkpoint thread of the conversation of this id."""
    return f"{tenant}/{thread}"


def call_key(thread: str, checkpoint: str, node: str, ordinal: int) -> str:
    """SHA-256 over thread, checkpoint, node and ordinal, in hexadecimal. A provider's call id has no part in it."""
    parts = (thread, checkpoint, node, str(ordinal))
    return sha256("\x00".join(parts).encode()).hexdigest()
