"""Archives and e-mails made for tests."""

from __future__ import annotations

import io
import warnings
import zipfile
from email.message import EmailMessage
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def archive(files: Mapping[str, bytes] | Iterable[tuple[str, bytes]], *, packed: bool = True) -> bytes:
    """A ZIP archive of these files; the same name may come twice."""
    written = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    pairs = files if not hasattr(files, "items") else files.items()
    with zipfile.ZipFile(written, "w", method) as made, warnings.catch_warnings(action="ignore"):
        for name, data in pairs:
            made.writestr(zipfile.ZipInfo(name), data, compress_type=method)
    return written.getvalue()


def encrypted(data: bytes) -> bytes:
    """The archive with every entry marked as packed under a password."""
    marked = bytearray(data)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = marked.find(signature)
        while at >= 0:
            marked[at + offset] |= 1
            at = marked.find(signature, at + 4)
    return bytes(marked)


def linked(name: str, target: str) -> bytes:
    """An archive with one symbolic link."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as made:
        entry = zipfile.ZipInfo(name)
        entry.create_system, entry.external_attr = 3, 0o120777 << 16
        made.writestr(entry, target)
    return written.getvalue()


def mail(subject: str, text: str, **attached: bytes) -> EmailMessage:
    """An e-mail; attachments by name, with "__" for the dot."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ada@alder.example", "ben@birch.example", subject
    message["Date"] = "Mon, 05 Jan 2026 10:00:00 +0000"
    message.set_content(text)
    for name, data in attached.items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name.replace("__", "."))
    return message
