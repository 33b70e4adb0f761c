"""What a route says: a method and a path, and the tool that it calls with what the request holds."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "/api/v1"
_IN_PATH = re.compile(r"{([a-z_]+)}")


@dataclass(frozen=True, slots=True)
class Route:
    """One route under ``PREFIX``. Names in the path are the tool's arguments of those names.

    The tool's other arguments come from the query of a GET or a DELETE, and from the JSON body of everything else;
    ``fixed`` are always the same and cannot be sent. ``created``: success is 201. ``lists`` names the list in the
    output that is given page by page. ``as_job``: it may take long, so it can be run as a job and followed.
    """

    method: str
    path: str
    tool: str
    summary: str
    created: bool = False
    lists: str | None = None
    as_job: bool = False
    fixed: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def in_path(self) -> tuple[str, ...]:
        """The arguments that stand in the path."""
        return tuple(_IN_PATH.findall(self.path))

    @property
    def by_query(self) -> bool:
        """Whether the arguments that do not stand in the path come from the query."""
        return self.method in ("GET", "DELETE")

    @property
    def family(self) -> str:
        """The first word of the path, by which the routes are grouped where they are described."""
        return self.path.split("/")[1]
