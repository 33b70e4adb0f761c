"""File systems wherever an fsspec URL such as ``s3://bucket/folder`` leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fsspec import AbstractFileSystem


def open_filesystem(url: str, options: Mapping[str, object] | None = None) -> tuple[AbstractFileSystem, str]:
    """The file system, and the URL's path in it without a slash at its end.

    Raises ``ImportError`` where its library is missing, ``ValueError`` for an unknown kind, and what its client raises.
    """
    import fsspec

    # url_to_fs hands the options on without looking at them.
    given = cast("dict[str, Any]", dict(options or {}))
    if not url.startswith(("s3://", "s3a://")):
        files, root = fsspec.core.url_to_fs(url, use_listings_cache=False, **given)
        return files, str(root).rstrip("/")
    from casewright.adapters.filesystems.s3_session import go_directly, plain

    files, root = fsspec.core.url_to_fs(url, use_listings_cache=False, **plain(given))
    go_directly(files)
    return files, str(root).rstrip("/")
