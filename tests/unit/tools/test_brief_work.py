"""Brief work: done once, in its caller's context, and held up by nobody for long."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING

import pytest

from casewright.errors import Unavailable
from casewright.tools.brief_work import SHARED, BriefWork

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

said: ContextVar[str] = ContextVar("said", default="nothing")


def test_each_is_done_once_in_its_own_context() -> None:
    """What many callers ask at once is answered to each of them, and what fails fails for its own caller."""
    done: list[int] = []

    def work(number: int) -> tuple[int, str]:
        done.append(number)
        if number == 7:
            raise ValueError(number)
        return number, said.get()

    async def ask(threads: BriefWork, number: int) -> tuple[int, str]:
        said.set(f"by {number}")
        return await threads.run(partial(work, number), print)

    async def ask_all() -> list[tuple[int, str] | BaseException]:
        threads = BriefWork(2, "test")
        answers = await asyncio.gather(*(ask(threads, at) for at in range(200)), return_exceptions=True)
        threads.close()
        return answers

    answers = asyncio.run(ask_all())
    assert isinstance(answers.pop(7), ValueError)
    assert answers == [(at, f"by {at}") for at in range(200) if at != 7]
    assert sorted(done) == list(range(200))


def test_one_that_is_held_up_holds_up_no_other() -> None:
    """While a thread is stuck in one piece, another does what waits behind it; nothing else has to come for that."""
    may_end = threading.Event()

    async def ask() -> None:
        threads = BriefWork(2, "test")
        stuck = asyncio.create_task(threads.run(may_end.wait, print))
        await asyncio.sleep(0.01)
        assert await asyncio.wait_for(threads.run(lambda: "done", print), 5.0) == "done"
        assert not stuck.done()
        may_end.set()
        assert await stuck
        threads.close()

    asyncio.run(ask())


def test_who_is_gone_gets_nothing_and_nothing_of_theirs_stays() -> None:
    """A piece that has not begun is not done; one that was done for nobody is given back."""
    begun, may_end = threading.Event(), threading.Event()
    done: list[str] = []
    back: list[str] = []

    def first() -> str:
        begun.set()
        may_end.wait()
        return "first"

    def second() -> str:
        done.append("second")
        return "second"

    async def ask() -> None:
        threads = BriefWork(1, "test")
        asked = [asyncio.create_task(threads.run(work, back.append)) for work in (first, second)]
        await asyncio.to_thread(begun.wait)
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        may_end.set()
        threads.close()

    asyncio.run(ask())
    assert (done, back) == ([], ["first"])


def test_what_is_shared_is_opened_for_many_and_closed() -> None:
    """Pieces that wait together are parts of one; it is opened anew after some, and never stays open."""
    opened: list[int] = []
    within: list[int] = []

    @contextmanager
    def sharing() -> Iterator[Callable[[], AbstractContextManager[None]]]:
        opened.append(0)

        @contextmanager
        def part() -> Iterator[None]:
            within.append(len(opened))
            yield

        yield part
        opened[-1] += 1

    async def ask() -> None:
        threads = BriefWork(1, "test", sharing)
        await asyncio.gather(*(threads.run(int, print) for _ in range(SHARED * 3)))
        threads.close()

    asyncio.run(ask())
    assert len(within) == SHARED * 3
    assert len(opened) < SHARED
    assert max(within.count(one) for one in within) <= SHARED
    assert set(opened) == {1}


@pytest.mark.parametrize("at_the_end", [False, True])
def test_without_what_is_shared_each_is_done_by_itself(*, at_the_end: bool) -> None:
    """What cannot be opened, or not be ended, keeps no piece from being done, nor the thread from the next."""

    @contextmanager
    def sharing() -> Iterator[Callable[[], AbstractContextManager[None]]]:
        if not at_the_end:
            raise Unavailable("The database is gone")

        @contextmanager
        def part() -> Iterator[None]:
            yield

        yield part
        raise Unavailable("The database is gone")

    async def ask() -> list[int]:
        threads = BriefWork(1, "test", sharing)
        answers = [await threads.run(partial(int, at), print) for at in range(3)]
        threads.close()
        return answers

    assert asyncio.run(ask()) == [0, 1, 2]
