"""Files that pages are made of: styles, scripts and what npm built; read once, and kept by browsers for good."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from fastapi.responses import Response

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

    from fastapi import Request

PATH = "/static"
_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}
_FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, as it is and compressed."""

    media_type: str
    data: bytes
    compressed: bytes


class Assets:
    """All of them, under a path that says which version they are."""

    def __init__(self, found: Mapping[str, Asset]) -> None:
        self._found = found
        digest = hashlib.sha256()
        for name in sorted(found):
            digest.update(name.encode() + b"\0" + found[name].data + b"\0")
        self.version = digest.hexdigest()[:12]

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def url(self, name: str) -> str:
        """Where the file is served. Raises ``KeyError`` for one that is not there."""
        if name not in self._found:
            raise KeyError(f"there is no static file {name!r}")
        return f"{PATH}/{self.version}/{name}"

    def text(self, name: str) -> str:
        """What the file says."""
        return self._found[name].data.decode()

    async def serve(self, request: Request) -> Response:
        """Give a file, compressed where the browser takes that."""
        found = self._found.get(request.path_params["name"])
        if found is None:
            return Response("There is no such file here", 404, media_type="text/plain")
        headers = dict(_FOR_GOOD)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(found.compressed, headers=headers, media_type=found.media_type)
        return Response(found.data, headers=headers, media_type=found.media_type)


@cache
def load_assets() -> Assets:
    """The package's own. What ``make web`` builds may be missing: pages then work without it."""
    return Assets(dict(_read(files("casewright.server.pages") / "static", "")))


def _read(folder: Traversable, prefix: str) -> Iterator[tuple[str, Asset]]:
    for one in folder.iterdir():
        if one.is_dir():
            yield from _read(one, f"{prefix}{one.name}/")
        elif (media_type := _TYPES.get(one.name.rpartition(".")[2])) is not None:
            data = one.read_bytes()
            yield prefix + one.name, Asset(media_type, data, gzip.compress(data, 9, mtime=0))
