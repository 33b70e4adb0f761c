"""The pictures of pages that were drawn last, in memory, as far as there is room: any may be gone at any time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.boxes import PagePicture

Key = tuple[str, ...]


class KeptPictures:
    """Pictures of at most ``limit`` bytes together; those that were not asked for the longest go first."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[Key, PagePicture] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> PagePicture | None:
        """The picture, where it is there."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: Key, picture: PagePicture) -> None:
        """Keep it, unless it alone is more than there is room for."""
        if len(picture.png) > self._limit:
            return
        with self._lock:
            before = self._kept.pop(key, None)
            self._size += len(picture.png) - (0 if before is None else len(before.png))
            self._kept[key] = picture
            while self._size > self._limit:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone.png)
