"""A folder of files that are read whole, in part or not at all, and the state that each has to be told in."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.documents import SIZE_LIMIT, ReadingReport, ReadingState
from casewright.errors import UnreadableDocument
from evals.reading.pdf_files import assemble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.domain.documents import Reading
    from evals.reading.results import Tally

_PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
_ODT = b"application/vnd.oasis.opendocument.text"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")


@dataclass(frozen=True, slots=True)
class StateCase:
    """A file and the states of which one is right; ``half`` is the one that it counts for."""

    filename: str
    data: bytes
    states: tuple[str, ...]
    half: str
    pages_read: int | None = None


def state_cases() -> Iterator[StateCase]:
    """The files, made one by one: one of them is as large as the limit."""
    text = "1. Fees. The customer pays the fees within thirty days of each invoice.\n\n" * 20
    yield StateCase("plain.txt", text.encode(), ("whole",), "fitted")
    yield StateCase("clauses.md", f"# Terms\n\n{text}".encode(), ("whole",), "retired")
    yield StateCase("text.pdf", pdf("tttt"), ("whole",), "fitted", 4)
    yield StateCase("short.pdf", pdf("t"), ("whole",), "retired", 1)
    yield StateCase("some-pages-scanned.pdf", pdf("ttsts"), ("part",), "fitted", 3)
    yield StateCase("last-page-scanned.pdf", pdf("tttttts"), ("part",), "retired", 6)
    yield StateCase("scanned.pdf", pdf("sss"), ("needs OCR",), "fitted", 0)
    yield StateCase("scan-of-one-page.pdf", pdf("s"), ("needs OCR",), "retired", 0)
    yield StateCase("letter.doc", _OLE + bytes(4096), ("not supported",), "fitted")
    yield StateCase("letter.rtf", rb"{\rtf1\ansi The fees are due.}", ("not supported",), "fitted")
    yield StateCase("letter.odt", _zip({"mimetype": _ODT}), ("not supported",), "retired")
    yield StateCase("letter.pages", _zip({"Index/Document.iwa": b"\0\0"}), ("not supported",), "retired")
    yield StateCase("drawing.dwg", b"AC1032" + bytes(600), ("not supported",), "retired")
    yield StateCase("movie.mp4", b"\0\0\0\x18ftypmp42" + bytes(600), ("not supported",), "fitted")
    yield StateCase("locked.pdf", locked_pdf(), ("password",), "fitted")
    yield StateCase("locked.docx", _OLE + bytes(504) + _LOCKED + bytes(3000), ("password",), "retired")
    yield StateCase("cut.pdf", pdf("tttt")[:700], ("damaged",), "fitted")
    yield StateCase("cut.docx", _docx()[:-400], ("damaged",), "retired")
    yield StateCase("empty-parts.docx", _zip({"word/document.xml": b"<w:document"}), ("damaged",), "fitted")
    yield StateCase("noise.pdf", b"%PDF-1.7\n" + hashlib.sha512(b"noise").digest() * 40, ("damaged",), "retired")
    yield StateCase("large.txt", b"a line of words\n" * (SIZE_LIMIT // 16 + 1), ("too large",), "fitted")
    yield StateCase("large.csv", b"one,two,three\n" * (SIZE_LIMIT // 14 + 1), ("too large",), "retired")
    yield StateCase("nine-pages.pdf", pdf("t" * 9), ("whole",), "unseen", 9)
    yield StateCase("first-page-scanned.pdf", pdf("stt"), ("part",), "unseen", 2)
    yield StateCase("every-other-page-scanned.pdf", pdf("tststs"), ("part",), "unseen", 3)
    yield StateCase("two-scans.pdf", pdf("ss"), ("needs OCR",), "unseen", 0)
    yield StateCase("voice.wav", b"RIFF\x24\x08\0\0WAVEfmt " + bytes(600), ("not supported",), "unseen")
    yield StateCase("picture.psd", b"8BPS\0\x01" + bytes(600), ("not supported",), "unseen")
    yield StateCase("no-document.docx", _zip({"word/styles.xml": b"<w:styles/>"}), ("damaged",), "unseen")
    yield StateCase("large.md", b"# One more heading\n\n" * (SIZE_LIMIT // 20 + 1), ("too large",), "unseen")


def measure_states(read: Callable[[bytes, str], Reading], tally: Tally, half: str) -> None:
    """The state of each file, by the reading or by the refusal; and that a refusal says what to do."""
    for case in state_cases():
        if case.half != half:
            continue
        try:
            report = read(case.data, case.filename).report
            said = "read"
        except UnreadableDocument as refused:
            report = ReadingReport(ReadingState(refused.state), refused.reason, refused.pages_read, refused.remedy)
            said = str(refused)
        state = report.state.value
        right = state in case.states
        tally.count("states", right)
        if not right:
            tally.fault("state", case.filename, f"told {state!r}, is {case.states[0]!r}: {said[:160]}")
        if state == "whole":
            continue
        remedied = bool(report.remedy)
        tally.count("remedies", remedied)
        if case.pages_read is not None and right:
            tally.count("pages read", report.pages_read == case.pages_read)


def pdf(pages: str, extra: tuple[bytes, ...] = (), seal: Callable[[int, bytes], bytes] | None = None) -> bytes:
    """A file with a page for each letter: "t" has text, "s" a picture of the whole page."""
    objects = [b"", b"", b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    picture = bytes(255 if (x // 3 + y // 2) % 5 else 40 for y in range(110) for x in range(85))
    objects.append(
        b"<</Type/XObject/Subtype/Image/Width 85/Height 110/ColorSpace/DeviceGray/BitsPerComponent 8/Length %d>>"
        b"\nstream\n%s\nendstream" % (len(picture), picture)
    )
    kids = []
    for number, page in enumerate(pages, 1):
        lines = "".join(
            f"({number}.{n} The supplier of part {number * 40 + n} keeps the goods insured until they arrive.) Tj T* "
            for n in range(1, 30)
        )
        body = f"BT /F1 10 Tf 14 TL 60 730 Td {lines}ET" if page == "t" else "612 0 0 792 0 0 cm /I1 Do"
        stream = body.encode()
        if seal is not None:
            stream = seal(len(objects) + 1, stream)
        objects.append(b"<</Length %d>>\nstream\n%s\nendstream" % (len(stream), stream))
        kids.append(len(objects) + 1)
        resources = "/Resources<</Font<</F1 3 0 R>>/XObject<</I1 4 0 R>>>>"
        contents = f"/Contents {len(objects)} 0 R"
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]{resources}{contents}>>".encode())
    objects[0] = b"<</Type/Catalog/Pages 2 0 R>>"
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>".encode()
    return assemble([*objects, *extra])


def locked_pdf() -> bytes:
    """A file that asks for a password, under the standard handler's second revision (40-bit RC4)."""
    name = b"0123456789abcdef"
    password = (b"secret" + _PAD)[:32]
    owner = rc4(hashlib.md5((b"owner" + _PAD)[:32]).digest()[:5], password)
    rights = -44 & 0xFFFFFFFF
    key = hashlib.md5(password + owner + rights.to_bytes(4, "little") + name).digest()[:5]
    user = rc4(key, _PAD)

    def seal(number: int, body: bytes) -> bytes:
        own = hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]
        return rc4(own, body)

    lock = b"<</Filter/Standard/V 1/R 2/O<%s>/U<%s>/P -44>>" % (owner.hex().encode(), user.hex().encode())
    made = pdf("tt", (lock,), seal)
    count = made.count(b" 0 obj\n")
    wanted = b"/Root 1 0 R/Encrypt %d 0 R/ID[<%s><%s>]>>" % (count, name.hex().encode(), name.hex().encode())
    return made.replace(b"/Root 1 0 R>>", wanted)


def rc4(key: bytes, body: bytes) -> bytes:
    """The stream cipher of old PDF files."""
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in body:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _zip(parts: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, body in parts.items():
            archive.writestr(name, body)
    return held.getvalue()


def _docx() -> bytes:
    import docx

    file = docx.Document()
    file.add_paragraph("The customer pays the fees within thirty days of each invoice.")
    held = io.BytesIO()
    file.save(held)
    return held.getvalue()
