"""What single acts of a served home take: jobs, sign-in, naming the tenant, backup and restore, words by a policy."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from http import HTTPStatus
from statistics import median
from time import perf_counter, sleep
from typing import TYPE_CHECKING

import httpx
import numpy as np

from benchmarks.search import A_DOCUMENT, document_of
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.word_store import SqlWordStore
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.ids import MatterId
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.server_home import ServedHome

PASSWORD = "a password for measuring"
_API = "/api/v1"
_QUERY = {"query": "{the agreement states its governing law}"}
_WORDS = 30_000


def requests(home: ServedHome, name: str, *, rounds: int, jobs: int) -> None:
    """Print what jobs and sign-in take, one after the other, of a server that nobody else asks."""
    signing = {"name": _password_for(home), "password": PASSWORD}
    path = f"{_API}/matters/{home.matters[0]}/query"
    with home.served() as served, served.client(home.keys[0]) as client:
        _wait_for(client, _begin(client, path))
        _told(name, "a job begun (202)", _times(lambda: _begin(client, path), rounds))
        since = perf_counter()
        begun = [_begin(client, path) for _ in range(jobs)]
        accepted = perf_counter() - since
        for job in begun:
            _wait_for(client, job)
        done = perf_counter() - since
        print(f"  {name}, {jobs} jobs one after the other: begun in {accepted:.1f} s, all done after {done:.1f} s")
        with httpx.Client(base_url=served.url, trust_env=False) as nobody:
            _told(name, "signed in", _times(lambda: nobody.post(f"{_API}/session", json=signing).json()["name"], 20))


def tenant_named(home: ServedHome, name: str, rounds: int) -> None:
    """Print what a transaction takes that says for which tenant it is, beside one that does not."""
    with closing(open_database(home.address)) as database:

        def read() -> None:
            with database.read():
                pass

        def within() -> None:
            with acting_in(LOCAL_TENANT):
                read()

        bare, named = _times(read, rounds), _times(within, rounds)
    print(f"  {name}, a transaction {median(bare):.3f} ms, one that names its tenant {median(named):.3f} ms")


def words(home: ServedHome, name: str, *, chunks: int, rounds: int) -> None:
    """Print what a word takes to be found among so many chunks, under the policy by which tenants are kept apart."""
    random, matter = np.random.default_rng(7), MatterId(home.matters[-1])
    with closing(open_database(home.address)) as database, acting_in(LOCAL_TENANT):
        documents, store = SqlDocuments(database), SqlWordStore(database)
        for number in range(chunks // A_DOCUMENT):
            texts = [" ".join(f"w{at}" for at in row) for row in random.zipf(1.2, (A_DOCUMENT, 60)) % _WORDS]
            document, reading = document_of(matter, number, texts)
            documents.add(document, reading, identity=document.id)
            store.add(LOCAL_TENANT, document.id, texts, 1)
        looked = iter([f"w{at}" for at in random.integers(100, 1_000, rounds + 1)])
        times = _times(lambda: store.places(LOCAL_TENANT, next(looked), 0, 2**62), rounds)
    _told(name, f"a word among {chunks:,} chunks", times)


def backup(home: ServedHome, name: str) -> None:
    """Print what the whole home takes to be put into one file and to be taken out of it again."""
    archive, there = home.folder.parent / "home.backup", home.folder.parent / "restored"
    command = [sys.executable, "-m", "casewright"]
    put_in = _run([*command, "--home", str(home.folder), "backup", str(archive)], home)
    size = archive.stat().st_size / 1e6
    taken_out = _run([*command, "--home", str(there), "restore", str(archive)], home)
    print(
        f"  {name}, {size:.1f} MB backed up in {put_in:.1f} s, restored in {taken_out:.1f} s, each a command of its own"
    )


def _password_for(home: ServedHome) -> str:
    """The name of a first user, who signs in with the password."""
    with home.opened() as casewright:
        accounts = casewright.parts.accounts
        accounts.accept_invitation(accounts.set_up_link(LOCAL_TENANT), PASSWORD, "ada")
    return "ada"


def _begin(client: httpx.Client, path: str) -> str:
    begun = client.post(path, json=_QUERY, headers={"Prefer": "respond-async"})
    assert begun.status_code == HTTPStatus.ACCEPTED, begun.text
    return str(begun.json()["job_id"])


def _wait_for(client: httpx.Client, job: str) -> None:
    while (state := client.get(f"{_API}/jobs/{job}").json()["state"]) in ("queued", "doing"):
        sleep(0.02)
    assert state == "done", state


def _run(command: Sequence[str], home: ServedHome) -> float:
    since = perf_counter()
    subprocess.run(command, env=home.environment, check=True, capture_output=True)
    return perf_counter() - since


def _times(act: Callable[[], object], rounds: int) -> list[float]:
    """Milliseconds of each, after one that is not counted."""
    act()
    found = []
    for _ in range(rounds):
        since = perf_counter()
        act()
        found.append((perf_counter() - since) * 1000)
    return found


def _told(name: str, what: str, times: Sequence[float]) -> None:
    print(f"  {name}, {what}: {median(times):.1f} ms (p95 {sorted(times)[int(len(times) * 0.95)]:.1f})")
