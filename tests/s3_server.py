"""A server of S3's API on the loopback interface (moto's), and buckets in it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS = {"key": "testing", "secret": "testing"}


@contextmanager
def serving_s3() -> Iterator[str]:
    """The address of a server that runs as long as the block."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


def s3_options(address: str) -> dict[str, object]:
    """What fsspec is told about the server."""
    return {**KEYS, "endpoint_url": address, "client_kwargs": {"region_name": "us-east-1"}}


def new_bucket(address: str) -> str:
    """The name of a bucket with nothing in it."""
    import s3fs

    name = f"casewright-{uuid4().hex[:8]}"
    s3fs.S3FileSystem(**s3_options(address)).call_s3("create_bucket", Bucket=name)
    return name


def keys_in(address: str, bucket: str) -> list[str]:
    """The names of everything that the bucket holds."""
    import s3fs

    files = s3fs.S3FileSystem(**s3_options(address), use_listings_cache=False)
    found: list[str] = sorted(path.removeprefix(f"{bucket}/") for path in files.find(bucket))
    return found
