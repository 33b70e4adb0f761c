"""What an e-mail is made of: the texts that are its body, what is attached, and what is neither."""

from __future__ import annotations

import email
import re
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.formats import EXTENSION_OF, FORMATS
from casewright.adapters.ingest.safe_names import Distinct, safe_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.adapters.ingest.container_wire import NoDocument

_SPACE: Final = re.compile(r"\s+")
_EXTENSIONS: Final = {
    **{entry.media_type: entry.extension for entry in reversed(FORMATS)},
    "application/x-zip-compressed": ".zip",
    "application/msword": ".doc",
    "application/rtf": ".rtf",
    "text/calendar": ".ics",
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/tiff": ".tif",
}
_SIGNATURES: Final = frozenset(
    ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
)
_NOTICES: Final = frozenset(("message/delivery-status", "message/disposition-notification", "text/rfc822-headers"))


@dataclass(frozen=True, slots=True)
class Attachment:
    """A part that is a file of its own; ``name`` is one part of a path, and no other attachment has it."""

    name: str
    part: EmailMessage

    def content(self) -> bytes | None:
        """Its bytes; an e-mail's are written anew from what was parsed. None where they cannot be made out."""
        try:
            if self.part.get_content_maintype() == "message" and self.part.is_multipart():
                inner = self.part.get_payload(0)
                # Other policies than this one fold headers anew.
                return inner.as_bytes(policy=policy.compat32) if isinstance(inner, EmailMessage) else None
            data = self.part.get_payload(decode=True)
        # The library raises whatever it likes on hostile parts.
        except Exception:  # noqa: BLE001
            return None
        return data if isinstance(data, bytes) else None


@dataclass(slots=True)
class Parts:
    """An e-mail's parts. ``texts`` holds for each stretch of the body the parts that say it, plain before HTML."""

    texts: list[list[EmailMessage]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    passed_over: list[tuple[str, NoDocument]] = field(default_factory=list)


def message_of(data: bytes) -> EmailMessage:
    """The e-mail, parsed."""
    return email.message_from_bytes(data, policy=policy.default)


def parts_of(message: EmailMessage) -> Parts:
    """What the e-mail is made of."""
    return _Walk().over(message)


class _Walk:
    def __init__(self) -> None:
        self._parts = Parts()
        self._distinct = Distinct()

    def over(self, message: EmailMessage) -> Parts:
        self._visit(message)
        return self._parts

    def _visit(self, part: EmailMessage) -> None:
        kind = part.get_content_type()
        if part.get_content_maintype() != "multipart":
            self._leaf(part, kind)
        elif kind == "multipart/alternative":
            self._alternatives(part)
        elif kind == "multipart/related":
            self._related(part)
        else:
            for child in _children(part):
                self._visit(child)

    def _leaf(self, part: EmailMessage, kind: str) -> None:
        if kind in _SIGNATURES:
            self._parts.passed_over.append((self._named(part), "signature"))
        elif kind in _NOTICES:
            self._parts.passed_over.append((self._named(part), "notice"))
        elif _is_text(part, kind):
            self._parts.texts.append([part])
        else:
            self._parts.attachments.append(Attachment(self._named(part), part))

    def _alternatives(self, part: EmailMessage) -> None:
        """One stretch of text, said in several ways; what only one of the ways holds beside its text is kept."""
        before = len(self._parts.texts)
        for child in _children(part):
            self._visit(child)
        said = [one for texts in self._parts.texts[before:] for one in texts]
        del self._parts.texts[before:]
        if said:
            self._parts.texts.append(sorted(said, key=lambda one: one.get_content_subtype() != "plain"))

    def _related(self, part: EmailMessage) -> None:
        """A page with its pictures: the first part is the page."""
        for place, child in enumerate(_children(part)):
            if place and child.get_content_maintype() == "image" and not child.is_attachment():
                self._parts.passed_over.append((self._named(child), "inline"))
            else:
                self._visit(child)

    def _named(self, part: EmailMessage) -> str:
        kind = part.get_content_type()
        name = safe_name(_SPACE.sub(" ", _given_name(part)).strip())
        if name == "unnamed":
            name = "attached message" if kind == "message/rfc822" else "attachment"
            name += _EXTENSIONS.get(kind, "")
        ending = EXTENSION_OF["mail"]
        if kind == "message/rfc822" and not name.lower().endswith(ending):
            name += ending
        return self._distinct(name)


def _children(part: EmailMessage) -> Iterator[EmailMessage]:
    if part.is_multipart():
        yield from (child for child in part.get_payload() if isinstance(child, EmailMessage))


def _is_text(part: EmailMessage, kind: str) -> bool:
    return kind in ("text/plain", "text/html") and not part.is_attachment() and not _given_name(part)


def _given_name(part: EmailMessage) -> str:
    """The name that the part gives itself; a forwarded e-mail's is its subject."""
    try:
        name = part.get_filename() or ""
        inner = part.get_payload(0) if not name and part.get_content_type() == "message/rfc822" else None
        return str(inner.get("Subject", "")) if isinstance(inner, EmailMessage) else name
    # The parser of structured headers raises whatever it likes on hostile ones.
    except Exception:  # noqa: BLE001
        return ""
