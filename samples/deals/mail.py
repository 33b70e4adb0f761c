"""Renders an e-mail as EML: lines of headers, the first naming the file, an empty line, the text."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def render_mail(path: Path) -> tuple[str, bytes]:
    """The file name and the bytes of the message written in ``path``, its text quoted-printable."""
    head, _, text = path.read_text("utf-8").partition("\n\n")
    name, *headers = (line.partition(": ")[2::-2] for line in head.split("\n"))
    message = EmailMessage(policy=SMTP)
    for value, header in headers:
        message[header] = value
    message.set_content(text, charset="utf-8", cte="quoted-printable")
    return name[0], message.as_bytes()
