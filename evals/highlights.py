"""Random places of documents, asked for over HTTP as a reader's browser does: is what is drawn what was asked for?"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import httpx

from casewright.errors import InvalidInput
from evals.highlight_letters import letters_of
from evals.highlight_marks import EXACT, UNKNOWN, Asked, drawn, judge_picture, judge_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from evals.highlight_marks import Letter

_API: Final = "/api/v1"
_ADDRESS: Final = re.compile(r"Casewright at (http://[^ ]+)\. ")
_LINK: Final = re.compile(r"(/join/cwi\.[^ ]+) within")
_LENGTHS: Final = (1, 4, 30, 120, 600, 2_000)
_PATIENCE: Final = 30


@dataclass(slots=True)
class Tally:
    """Verdicts by what was looked at, such as "docx text" or "pdf picture"; what was no match is a fault."""

    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def count(self, what: str, verdict: str, about: str) -> None:
        """One more."""
        self.verdicts[what, verdict] += 1
        if verdict not in (EXACT, UNKNOWN):
            self.faults.append(f"{what}, {verdict}: {about}")


@contextmanager
def reading_room(home: Path) -> Iterator[httpx.Client]:
    """A server over the home, and a client signed in as its first user."""
    command = [sys.executable, "-m", "casewright", "--home", str(home), "serve", "--at", "0"]
    ours = {name: value for name, value in os.environ.items() if not name.upper().startswith(("CASEWRIGHT_", "HTTP"))}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=ours)
    try:
        url, link = _told(process)
        with httpx.Client(base_url=url, timeout=120, trust_env=False) as client:
            joined = client.post(link, json={"name": "reader", "password": "a password for measuring"})
            client.headers["X-CSRF-Token"] = joined.raise_for_status().json()["csrf_token"]
            yield client
    finally:
        process.terminate()
        process.communicate()


def _told(process: subprocess.Popen[str]) -> tuple[str, str]:
    assert process.stderr is not None
    said = ""
    while True:
        line = process.stderr.readline()
        if not line:
            raise InvalidInput(f"The server ended before it listened: {said.strip()}")
        said += line
        address, link = _ADDRESS.search(said), _LINK.search(said)
        if address and link:
            return address.group(1), link.group(1)


def measure(client: httpx.Client, sources: Iterable[tuple[str, bytes]], each: int, seed: int) -> Tally:
    """``each`` places in files of each kind, spread evenly over the kind's files."""
    tally, chance = Tally(), random.Random(f"highlights {seed}")
    matter = _ask(client, "POST", f"{_API}/matters", json={"title": "Places"}).json()["matter_id"]
    kinds: dict[str, list[_Opened]] = {}
    for name, data in sources:
        opened = _open(client, matter, name, data)
        if opened is not None:
            kinds.setdefault(name.rpartition(".")[2], []).append(opened)
    for kind, held in kinds.items():
        for number in range(each):
            one = held[number % len(held)]
            start, end = _place(chance, one.text)
            one.judge(client, kind, start, end, tally)
    return tally


def _place(chance: random.Random, text: str) -> tuple[int, int]:
    start = chance.randrange(len(text))
    while text[start].isspace():
        start = chance.randrange(len(text))
    return start, min(len(text), start + chance.randint(1, chance.choice(_LENGTHS)))


@dataclass(slots=True)
class _Opened:
    name: str
    path: str
    data: bytes
    text: str
    sheets: list[dict[str, Any]] = field(default_factory=list)
    letters: dict[int, Sequence[Letter]] = field(default_factory=dict)

    def judge(self, client: httpx.Client, kind: str, start: int, end: int, tally: Tally) -> None:
        about = f"{self.name} {start}-{end} {self.text[start:end][:80]!r}"
        asked = {"start": start, "end": end}
        if not self.sheets:
            found = drawn(_ask(client, "GET", self.path, params=asked).text)
            tally.count(f"{kind} text", judge_text(found, self.text, start, end), about)
            return
        for sheet in self.sheets:
            if sheet["start"] is None or not (sheet["start"] < end and start < sheet["end"]):
                continue
            number, low, high = sheet["page"], max(start, sheet["start"]), min(end, sheet["end"])
            found = drawn(_ask(client, "GET", self.path, params={**asked, "page": number}).text)
            tally.count(f"{kind} text", judge_text(found, self.text, low, high), f"{about} page {number}")
            if number not in self.letters:
                self.letters[number] = letters_of(self.data, sheet, self.text)
            verdict = judge_picture(found, self.letters[number], self._asked(sheet, start, end))
            tally.count(f"{kind} picture", verdict, f"{about} page {number}")

    def _asked(self, sheet: Mapping[str, Any], start: int, end: int) -> Asked:
        """What of the place the page's picture has to mark: page furniture only where there is nothing else."""
        only_furniture = not any(
            word["start"] < end and start < word["end"]
            for one in self.sheets
            for word in one["words"]
            if not word["furniture"]
        )
        body = "".join(
            self.text[max(start, word["start"]) : min(end, word["end"])]
            for word in sheet["words"]
            if word["start"] < end and start < word["end"] and (only_furniture or not word["furniture"])
        )
        return Asked(start, end, body, only_furniture)


def _open(client: httpx.Client, matter: str, name: str, data: bytes) -> _Opened | None:
    made = _ask(client, "POST", f"{_API}/matters/{matter}/documents", params={"filename": name}, content=data).json()
    path = f"/matters/{matter}/documents/{made['document_id']}"
    until = time.monotonic() + _PATIENCE
    while (text := client.get(f"{_API}{path}/text", params={"max_length": 10_000_000})).is_error:
        if time.monotonic() > until:
            return None
        time.sleep(0.1)
    opened = _Opened(name, path, data, text.json()["text"])
    if not opened.text.strip():
        return None
    if name.endswith(".pdf"):
        first = _ask(client, "GET", f"{_API}{path}/pages/1").json()
        rest = [_ask(client, "GET", f"{_API}{path}/pages/{page}").json() for page in range(2, first["pages"] + 1)]
        opened.sheets = [first, *rest]
    return opened


def _ask(client: httpx.Client, method: str, path: str, **more: Any) -> httpx.Response:  # Any: httpx's arguments
    while (answer := client.request(method, path, **more)).status_code == httpx.codes.TOO_MANY_REQUESTS:
        time.sleep(float(answer.headers.get("Retry-After", "1")))
    if answer.is_error:
        raise InvalidInput(f"The server answers {answer.status_code} to {path}: {answer.text[:500]}")
    return answer
