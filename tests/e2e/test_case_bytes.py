"""A file that is uploaded to a case stands on no disk in clear: while it comes, as it is read, and afterwards."""

from __future__ import annotations

import io
import os
import stat
import threading
import time
import zipfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.served import API, json_of, serving
from tests.unit.adapters.ingest.word_files import word

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.requirement("firewall-bytes")
BULK = b"only the original holds this mark\n"
CNP, EMAIL = "1880215401232", "contestatar@plangere.example"
"""Of nobody."""
MARKS = (BULK, CNP.encode(), EMAIL.encode())
COMES = 2_000_000
"""Bytes of the body after which the client waits: more than are held in memory where that is not asked for."""


def complaint() -> bytes:
    """A letter with personal data, in a Word file that is not packed: its bytes hold the marks as they are."""
    letter = word(f"Subsemnatul, CNP {CNP}, adresa {EMAIL}, contest amenda de 580 lei.")
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(letter)) as packed, zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as plain:
        for name in packed.namelist():
            plain.writestr(zipfile.ZipInfo(name), packed.read(name))
        plain.writestr(zipfile.ZipInfo("customXml/bulk.bin"), BULK * 90_000)
    return written.getvalue()


class Watch:
    """Looks into every file of the folders, and every file that the process or a child of its has open for writing.

    A file without a name is seen as well, as long as it is open.
    """

    def __init__(self, process: int, folders: tuple[Path, ...]) -> None:
        self._process, self._folders = process, folders
        self._stopped = threading.Event()
        self._looking = threading.Lock()
        self.found: set[str] = set()

    def look(self) -> set[str]:
        """Where marks were found up to now."""
        with self._looking:
            for folder in self._folders:
                for place in folder.rglob("*"):
                    self._read(place, str(place.relative_to(folder.parent)))
            for process in self._family():
                for place in _open_files(process):
                    self._read(place, "open file")
            return set(self.found)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Look again and again for as long as the block runs, and once more."""
        thread = threading.Thread(target=self._go_on)
        thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            thread.join()
            self._stopped.clear()
            self.look()

    def _go_on(self) -> None:
        while not self._stopped.is_set():
            self.look()
            self._stopped.wait(0.01)

    def _read(self, place: Path, told: str) -> None:
        with suppress(OSError):
            if stat.S_ISREG(place.stat().st_mode):
                data = place.read_bytes()
                if any(mark in data for mark in MARKS):
                    self.found.add(told)

    def _family(self) -> list[int]:
        """The process, its children, and theirs."""
        parents: dict[int, int] = {}
        for place in Path("/proc").iterdir():
            if place.name.isdigit():
                with suppress(OSError):
                    parents[int(place.name)] = int((place / "stat").read_text().rpartition(")")[2].split()[1])
        found = [self._process]
        for one in found:
            found += [child for child, parent in parents.items() if parent == one]
        return found


def _open_files(process: int) -> list[Path]:
    """What the process has open for writing."""
    found = []
    with suppress(OSError):
        for place in Path(f"/proc/{process}/fd").iterdir():
            with suppress(OSError):
                flags = Path(f"/proc/{process}/fdinfo/{place.name}").read_text().split("flags:")[1].split()[0]
                if int(flags, 8) & os.O_ACCMODE != os.O_RDONLY:
                    found.append(place)
    return found


@pytest.mark.skipif(not Path("/proc/self/fdinfo").exists(), reason="open files are looked at by /proc")
def test_file_of_a_case_touches_no_disk_in_clear(tmp_path: Path) -> None:
    """By itself and in an archive, larger than what is held in memory; that of a plain matter is seen each time."""
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    temporary.mkdir()
    data = complaint()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as made:
        made.writestr(zipfile.ZipInfo("letter.docx"), data)
    with (
        serving(home, settings={"TMPDIR": str(temporary)}) as served,
        served.client(served.join()) as client,
    ):
        watch = Watch(served.process.pid, (home, temporary))
        case = json_of(client.post(f"{API}/cases", json={"title": "Amendă"}))["case_id"]
        matter = json_of(client.post(f"{API}/matters", json={"title": "Plain"}))["matter_id"]
        halfway: list[set[str]] = []

        def coming(body: bytes) -> Iterator[bytes]:
            yield body[:COMES]
            time.sleep(1)
            halfway.append(watch.look())
            yield body[COMES:]

        with watch.watching():
            path = f"{API}/matters/{case}/documents"
            added = json_of(client.post(f"{path}?filename=plangere.docx", content=coming(data)))
            original = client.get(f"{path}/{added['document_id']}/original")
            assert original.content == data
            opened = client.post(
                f"{API}/matters/{case}/containers?filename=dosar.zip", content=coming(archive.getvalue())
            )
            assert opened.status_code == 200, opened.text
            text = json_of(client.get(f"{path}/{added['document_id']}/text"))["text"]
        assert "580 lei" in text
        assert watch.found == set()

        with watch.watching():
            path = f"{API}/matters/{matter}/documents"
            json_of(client.post(f"{path}?filename=plangere.docx", content=coming(data)))
        assert halfway[:2] == [set(), set()]
        assert halfway[2] == {"open file"}
        assert any("blobs" in place or "originals" in place for place in watch.found), watch.found
