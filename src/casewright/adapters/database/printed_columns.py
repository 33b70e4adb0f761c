"""How what leads back to a document's pages is packed into one value of bytes."""

from __future__ import annotations

import struct

import numpy as np

from casewright.domain.documents import PrintedPages
from casewright.errors import IntegrityError

_STORED = np.dtype("<i4")
_LENGTH = struct.Struct("<I")
_DIGEST = 8


def pack_printed(printed: PrintedPages | None) -> bytes | None:
    """The engine's name with its length, then the starts, then the digests; None where there is nothing."""
    if printed is None:
        return None
    engine = printed.engine.encode()
    starts = np.array(printed.starts, dtype=_STORED)
    return b"".join((_LENGTH.pack(len(engine)), engine, starts.tobytes(), *printed.digests))


def unpack_printed(data: bytes | None) -> PrintedPages | None:
    """What was packed. Raises ``IntegrityError`` where the bytes are none that were."""
    if data is None:
        return None
    try:
        at = _LENGTH.size + _LENGTH.unpack_from(data)[0]
        pages = (len(data) - at - _STORED.itemsize) // (_STORED.itemsize + _DIGEST)
        starts = np.frombuffer(data, dtype=_STORED, count=pages + 1, offset=at).tolist()
        digests = data[at + (pages + 1) * _STORED.itemsize :]
        if len(digests) != pages * _DIGEST:
            raise ValueError("digests cut short")
        cut = tuple(digests[first : first + _DIGEST] for first in range(0, len(digests), _DIGEST))
        return PrintedPages(data[_LENGTH.size : at].decode(), tuple(starts), cut)
    except (struct.error, ValueError) as error:
        raise IntegrityError("The database holds no pages where a document's should stand: it was changed.") from error
