"""Streams that are open when whoever listens is dismissed: they end at the next event, or within ten seconds."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.loopback import QuietHandler
from tests.loopback import served as listening
from tests.served import API, Served, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

pytestmark = pytest.mark.requirement("accounts-keys", "accounts-sessions")
LEASE = b"LEASE\n\n1. Rent\nThe Tenant shall pay the Landlord EUR 1,000 a month in advance.\n"
BOUND = 10.0
"""Seconds within which a stream without events ends."""
SLACK = 8.0
"""Seconds more, for a machine that has much else to do."""


@dataclass
class Model:
    """A chat model that answers nothing until it is ``released``, and then with an error."""

    address: str = ""
    asked: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)


@contextmanager
def silent_model() -> Iterator[Model]:
    """One that listens on this machine."""
    here = Model()

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            here.asked.set()
            here.released.wait(120)
            self.send_response(400)
            self.send_header("content-length", "0")
            self.end_headers()

    with listening(Handler) as here.address:
        try:
            yield here
        finally:
            here.released.set()


class Listener:
    """A client that follows a job, in a thread of its own, and when its stream ended."""

    def __init__(self, served: Served, job: str, headers: Mapping[str, str]) -> None:
        self._url, self._headers = f"{served.url}{API}/jobs/{job}/events", headers
        self.told = ""
        self.hears = threading.Event()
        self.ended: float | None = None
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()
        assert self.hears.wait(60), "nothing was told of the job"

    def _follow(self) -> None:
        with httpx.stream("GET", self._url, headers=self._headers, timeout=90.0, trust_env=False) as response:
            for text in response.iter_text():
                self.told += text
                if '"state":"doing"' in self.told:
                    self.hears.set()
        self.ended = time.monotonic()

    def wait(self, seconds: float) -> bool:
        """Whether the stream ended within these seconds."""
        self._thread.join(seconds)
        return self.ended is not None


@dataclass(frozen=True)
class House:
    """A server whose model is silent; pat has a job that waits for it, a session and two keys."""

    served: Served
    model: Model
    ada: httpx.Client
    session: Mapping[str, str]
    keys: Mapping[str, Mapping[str, str]]
    job: str

    def listener(self, headers: Mapping[str, str]) -> Listener:
        """Somebody who follows pat's job."""
        return Listener(self.served, self.job, headers)

    def dismiss(self) -> None:
        """End pat's sessions, and the first of the keys."""
        listed = json_of(self.ada.get(f"{API}/keys"))["keys"]
        [first] = [one["key_id"] for one in listed if one["name"] == "first"]
        json_of(self.ada.delete(f"{API}/keys/{first}"))
        json_of(self.ada.delete(f"{API}/users/pat/sessions"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """The server, with pat's job on its way."""
    with silent_model() as model:
        chosen = {"CASEWRIGHT_ASSISTANT": "ollama:m", "CASEWRIGHT_ASSISTANT_BASE_URL": model.address}
        with serving(tmp_path / "home", settings=chosen) as served, served.client(served.join()) as ada:
            link = json_of(ada.post(f"{API}/users", json={"name": "pat", "role": "PARTNER"}))["link"]
            session = served.signed_in(link, None)
            with served.client() as pat:
                pat.headers.update(session)
                keys = {}
                for name in ("first", "second"):
                    made = json_of(pat.post(f"{API}/keys", json={"name": name, "tools": "*"}))
                    keys[name] = {"Authorization": f"Bearer {made['key']}"}
                matter = json_of(pat.post(f"{API}/matters", json={"title": "Lease"}))["matter_id"]
                json_of(pat.post(f"{API}/matters/{matter}/documents?filename=lease.txt", content=LEASE))
                asked, prefer = {"question": "What is the rent?"}, {"Prefer": "respond-async"}
                job = json_of(pat.post(f"{API}/matters/{matter}/ask", json=asked, headers=prefer))["job_id"]
            assert model.asked.wait(60), "the model was not asked"
            yield House(served, model, ada, session, keys, job)
            model.released.set()


def test_open_stream_ends_within_ten_seconds(house: House) -> None:
    """Where nothing is told: that of a revoked key and of an ended session, and at last that of who is deactivated."""
    out = [house.listener(house.keys["first"]), house.listener(house.session)]
    stays = house.listener(house.keys["second"])
    began = time.monotonic()
    house.dismiss()
    assert all(one.wait(began + BOUND + SLACK - time.monotonic()) for one in out)
    assert stays.ended is None
    began = time.monotonic()
    json_of(house.ada.post(f"{API}/users/pat/deactivation", json={}))
    assert stays.wait(began + BOUND + SLACK - time.monotonic())
    assert not any('"state":"failed"' in one.told for one in (*out, stays))


def test_open_stream_ends_before_its_next_event(house: House) -> None:
    """Who was dismissed meanwhile does not hear how the job ended; whoever may still listen does."""
    out = [house.listener(house.keys["first"]), house.listener(house.session)]
    stays = house.listener(house.keys["second"])
    house.dismiss()
    heard = [one.told for one in out]
    house.model.released.set()
    assert stays.wait(60)
    ended = stays.told.rpartition("event: ")[2]
    assert '"state":"doing"' not in ended
    assert '"state":' in ended
    assert all(one.wait(BOUND + SLACK) for one in out)
    assert [one.told for one in out] == heard
