"""What every keeper of agents' checkpoints promises, shown with a small graph."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from dataclasses import dataclass
from operator import add
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

import pytest
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
from casewright.adapters.checkpoints.threaded_saver import strict_serializer
from casewright.errors import CasewrightError, IntegrityError, StorageBusy, Unavailable
from casewright.tools.tenancy import acting_in
from tests.databases import DATABASES, create_migrated
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from langchain_core.runnables import RunnableConfig

    Keeper = SqliteCheckpoints | PostgresCheckpoints


class _State(TypedDict, total=False):
    said: Annotated[list[str], add]


@pytest.fixture(params=DATABASES)
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Keeper]:
    """Opens the same checkpoints of each kind, again and again."""
    if request.param == "sqlite":
        return lambda: SqliteCheckpoints(tmp_path / "checkpoints.db", busy_timeout=5.0)
    address = create_migrated(request.getfixturevalue("postgresql_socket"), "checkpoints")
    return lambda: PostgresCheckpoints(address)


@pytest.fixture(autouse=True)
def working() -> Iterator[None]:
    """Somebody works for the tenant whose threads these are."""
    with acting_in(OURS):
        yield


def graph(keeper: Keeper) -> Any:
    """Says one, waits, and says what it was told."""

    def first(state: _State) -> _State:
        return {"said": ["one ș \x00"]}

    def second(state: _State) -> _State:
        return {"said": [str(interrupt("what next?"))]}

    made = StateGraph(_State)
    made.add_node("first", first)
    made.add_node("second", second)
    made.add_edge(START, "first")
    made.add_edge("first", "second")
    made.add_edge("second", END)
    return made.compile(checkpointer=keeper.saver)


def thread(name: str) -> RunnableConfig:
    """A thread's configuration."""
    return {"configurable": {"thread_id": of(name)}}


def of(name: str) -> str:
    """What the tenant's thread is called."""
    return f"{OURS}/{name}"


async def _run(keeper: Keeper, given: object, name: str = "t") -> dict[str, Any]:
    found: dict[str, Any] = await graph(keeper).ainvoke(given, thread(name), durability="sync")
    return found


@pytest.mark.requirement("ask-checkpoints")
def test_run_goes_on_where_another_opening_left_it(opening: Callable[[], Keeper]) -> None:
    """A paused run is taken up by whoever opens the checkpoints next, and by nobody under another name."""
    before = opening()
    assert "__interrupt__" in asyncio.run(_run(before, {"said": []}))
    before.flush()
    before.close()

    after = opening()
    assert asyncio.run(_run(after, Command(resume="two")))["said"] == ["one ș \x00", "two"]
    other = asyncio.run(graph(after).aget_state(thread("other")))
    after.close()
    assert other.values == {}


@pytest.mark.requirement("ask-checkpoints")
def test_forgotten_steps(opening: Callable[[], Keeper]) -> None:
    """When its steps are forgotten a thread still holds all of its conversation, and others theirs."""

    async def go(keeper: Keeper) -> tuple[list[str], list[str]]:
        for name in ("t", "u"):
            await _run(keeper, {"said": []}, name)
        await _run(keeper, Command(resume="two"))
        keeper.forget_steps(of("t"))
        states = [await graph(keeper).aget_state(thread(name)) for name in ("t", "u")]
        history = [state async for state in graph(keeper).aget_state_history(thread("t"))]
        assert len(history) == 1 or isinstance(keeper, PostgresCheckpoints)
        await keeper.saver.adelete_thread(of("u"))
        gone = await graph(keeper).aget_state(thread("u"))
        assert gone.values == {}
        return states[0].values["said"], [one.value for one in states[1].interrupts]

    keeper = opening()
    assert asyncio.run(go(keeper)) == (["one ș \x00", "two"], ["what next?"])
    keeper.close()


@pytest.mark.requirement("checkpoints-forgotten")
def test_what_a_thread_holds(opening: Callable[[], Keeper]) -> None:
    """Texts are found in its state and in what waits to be written, in no other thread's, until it is forgotten."""
    keeper = opening()
    asyncio.run(_run(keeper, {"said": []}))
    asyncio.run(_run(keeper, {"said": ["other"]}, "u"))

    def held(name: str, text: str) -> bool:
        return keeper.holds(of(name), lambda found: text in found)

    assert [held("t", "one ș"), held("t", "what next?"), held("t", "other"), held("u", "other")] == [
        True,
        True,
        False,
        True,
    ]
    keeper.forget(of("t"))
    keeper.forget(of("never there"))
    assert [held("t", "one ș"), held("u", "other")] == [False, True]
    assert asyncio.run(graph(keeper).aget_state(thread("t"))).values == {}
    assert asyncio.run(_run(keeper, Command(resume="two"), "u"))["said"] == ["other", "one ș \x00", "two"]
    keeper.close()


@pytest.mark.postgresql
def test_threads_of_another_tenant_are_neither_read_nor_written(
    postgresql_socket: str,
) -> None:
    """By whoever works for another tenant, or for none, with the same connection and the thread's own name."""
    keeper = PostgresCheckpoints(create_migrated(postgresql_socket, "checkpoints"))
    asyncio.run(_run(keeper, {"said": []}))
    assert keeper.get_tuple(thread("t")) is not None
    for tenant in (THEIRS, None):
        with acting_in(tenant):
            assert keeper.get_tuple(thread("t")) is None
            assert list(keeper.list(None)) == []
            keeper.forget(of("t"))
            with pytest.raises(Unavailable, match="row-level security|keeps a row out"):
                asyncio.run(_run(keeper, {"said": []}, "new"))
    assert keeper.get_tuple(thread("t")) is not None
    keeper.close()


@pytest.mark.requirement("checkpoints-forgotten")
def test_no_byte_of_a_forgotten_thread_stays(tmp_path: Path) -> None:
    """Whatever its size, and however often it was written and its steps forgotten; another process has it open."""
    keeper = SqliteCheckpoints(tmp_path / "checkpoints.db", busy_timeout=5.0)
    other = SqliteCheckpoints(tmp_path / "checkpoints.db", busy_timeout=5.0)
    for number, size in enumerate((1, 30, 700, 90_000, 3)):
        for name in ("t", f"u{number}"):
            said = "MARKER " * size if name == "t" else "harmless " * size
            asyncio.run(_run(keeper, {"said": [said]}, name))
            keeper.forget_steps(of(name))
    assert other.holds(of("t"), lambda text: "MARKER" in text)
    assert marked(tmp_path) != []

    keeper.forget(of("t"))
    assert marked(tmp_path) == []
    assert other.holds(of("u3"), lambda text: "harmless" in text)
    keeper.close()
    other.close()


@pytest.mark.requirement("checkpoints-forgotten")
def test_no_byte_stays_where_a_page_was_split(tmp_path: Path) -> None:
    """Rows that SQLite moved while it wrote others: what it left behind is gone, too."""
    keeper = SqliteCheckpoints(tmp_path / "checkpoints.db", busy_timeout=5.0)
    keeper.setup()
    chance = random.Random(18)
    columns = "thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value"
    for _ in range(200):
        name = of("t" if chance.random() < 0.3 else f"u{chance.randrange(9)}")
        value = (b"MARKER " if name == of("t") else b"harmles") * chance.choice([5, 40, 200, 900, 3000])
        row = (name, "", str(chance.randrange(60)), "", 0, "said", "null", value)
        keeper.conn.execute(f"INSERT OR REPLACE INTO writes ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        keeper.conn.commit()
    keeper.forget(of("t"))
    assert marked(tmp_path) == []
    keeper.close()


def marked(folder: Path) -> list[str]:
    """The files in which the marker stands."""
    return [path.name for path in folder.iterdir() if b"MARKER" in path.read_bytes()]


def test_log_that_is_read_cannot_be_emptied(tmp_path: Path) -> None:
    """Where another process reads for too long, it is said that the log still holds what was forgotten."""
    keeper = SqliteCheckpoints(tmp_path / "checkpoints.db", busy_timeout=0.1)
    asyncio.run(_run(keeper, {"said": []}))
    reader = sqlite3.connect(tmp_path / "checkpoints.db")
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM checkpoints").fetchone()
    with pytest.raises(StorageBusy, match=r"^The log of 'checkpoints\.db' cannot .*, because another process reads"):
        keeper.forget(of("t"))
    reader.close()
    keeper.forget(of("t"))
    keeper.close()


@pytest.mark.requirement("ask-checkpoints")
def test_nothing_but_data_is_read() -> None:
    """A value of a class that somebody put into a checkpoint is not made again: no code of theirs runs."""
    written = JsonPlusSerializer().dumps_typed({"plain": 1, "thing": _Thing("x")})
    read = strict_serializer().loads_typed(written)
    assert read["plain"] == 1
    assert isinstance(JsonPlusSerializer(allowed_msgpack_modules=True).loads_typed(written)["thing"], _Thing)
    assert not isinstance(read["thing"], _Thing)


@dataclass
class _Thing:
    """Not data: the framework would make one of what it read."""

    name: str


def test_failures_are_ours(tmp_path: Path) -> None:
    """A file that is no database and a server that is not there are errors of ours."""
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"this is not a database, whatever it is called\n" * 99)
    with pytest.raises(IntegrityError, match=r"^The file damaged\.db is damaged"):
        SqliteCheckpoints(damaged, busy_timeout=0.1).get_tuple(thread("t"))
    with pytest.raises(CasewrightError) as caught:
        PostgresCheckpoints("postgresql://nobody@127.0.0.1:1/none")
    assert isinstance(caught.value, Unavailable)
    with pytest.raises(Unavailable):
        SqliteCheckpoints(tmp_path / "missing" / "checkpoints.db", busy_timeout=0.1)
