"""Brief pieces of work of many callers, done beside the event loop by as few threads as keep up.

A thread that is woken for each piece, and wakes the loop for each, costs more than such a piece does. So a thread does
what waits, one piece after the other, and the loop is woken once for several; another helps where one is held up.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from contextlib import contextmanager, nullcontext, suppress
from contextvars import copy_context
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from casewright.errors import CasewrightError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    Part = Callable[[], AbstractContextManager[None]]
    Sharing = Callable[[], AbstractContextManager[Part]]

T = TypeVar("T")
TOGETHER = 8
"""Pieces that the loop hears of at once."""
SHARED = 32
"""Pieces that are done within one ``sharing()``."""
HELD_UP = 0.03
"""Seconds that a piece waits for a thread that is at others; then one more thread helps."""


@contextmanager
def nothing_shared() -> Iterator[Part]:
    """Each piece of work is by itself."""
    yield nullcontext


class BriefWork:
    """Done in ``count`` threads at most; each does it in parts of what it shares: a transaction, where that is slow."""

    def __init__(self, count: int, name: str, sharing: Sharing = nothing_shared) -> None:
        self._count = count
        self._name = name
        self._sharing = sharing
        self._waiting: deque[_Piece[Any]] = deque()  # Any: each has a result of its own
        self._lock = threading.Lock()
        self._calls: SimpleQueue[bool] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._active = 0
        self._watched = False

    def close(self) -> None:
        """Do what waits, and let the threads go."""
        for _ in self._threads:
            self._calls.put(False)
        for thread in self._threads:
            thread.join()

    async def run(self, function: Callable[[], T], unwanted: Callable[[T], object]) -> T:
        """What the function returns, run with the caller's context; ``unwanted`` gets it where the caller is gone."""
        piece = _Piece(function, unwanted)
        with self._lock:
            self._waiting.append(piece)
            if self._active == 0:
                self._call()
            else:
                self._watch(piece)
        try:
            await piece.told
        except asyncio.CancelledError:
            with self._lock:
                piece.dropped, ended = True, piece.ended
            if ended:
                piece.let_go()
            raise
        return piece.result()

    def _watch(self, piece: _Piece[Any]) -> None:
        """See later whether the piece still waits. The lock is held."""
        if not self._watched and self._active < self._count:
            self._watched = True
            piece.loop.call_later(HELD_UP, self._relieve, piece)

    def _relieve(self, piece: _Piece[Any]) -> None:
        with self._lock:
            self._watched = False
            if self._waiting and not piece.begun and self._active < self._count:
                self._call()
            if self._waiting:
                self._watch(self._waiting[-1])

    def _call(self) -> None:
        """Wake a thread. The lock is held."""
        self._active += 1
        if self._active > len(self._threads):
            name = f"{self._name}_{len(self._threads)}"
            self._threads.append(threading.Thread(target=self._serve, name=name, daemon=True))
            self._threads[-1].start()
        self._calls.put(True)

    def _serve(self) -> None:
        while self._calls.get():
            while (first := self._next(ending=True)) is not None:
                self._work(first)

    def _next(self, *, ending: bool = False) -> _Piece[Any] | None:
        """The piece that waits longest; None where none does, and with ``ending`` this thread then rests."""
        with self._lock:
            while self._waiting:
                piece = self._waiting.popleft()
                if not piece.dropped:
                    piece.begun = True
                    return piece
            self._active -= ending
            return None

    def _work(self, first: _Piece[Any]) -> None:
        """Do the first piece, and what waits behind it."""
        shared, left = self._sharing(), [first]
        try:
            with shared as part:
                self._do(left, part)
        except CasewrightError:
            # What they share could not be opened, or not be ended: each piece finds out by itself what it needs.
            self._do(left, nullcontext)

    def _do(self, left: list[_Piece[Any]], part: Part) -> None:
        done: list[_Piece[Any]] = []
        for _ in range(SHARED):
            piece = left.pop() if left else self._next()
            if piece is None:
                break
            piece.do(part)
            with self._lock:
                piece.ended, dropped = True, piece.dropped
            if dropped:
                piece.let_go()
            else:
                done.append(piece)
            if len(done) >= TOGETHER:
                _tell(done)
                done = []
        _tell(done)


class _Piece(Generic[T]):
    """A function whose result is waited for. What becomes of it is changed under the lock of whose it is."""

    __slots__ = (
        *("begun", "dropped", "ended", "loop", "told"),
        *("_context", "_error", "_function", "_outcome", "_unwanted"),
    )

    def __init__(self, function: Callable[[], T], unwanted: Callable[[T], object]) -> None:
        self._function = function
        self._unwanted = unwanted
        self._context = copy_context()
        self._outcome: T | None = None
        self._error: BaseException | None = None
        self.loop = asyncio.get_running_loop()
        self.told: asyncio.Future[None] = self.loop.create_future()
        self.begun = self.ended = self.dropped = False

    def do(self, part: Part) -> None:
        """Call the function in a part of what is shared."""
        try:
            self._outcome = self._context.run(self._within, part)
        except BaseException as error:  # noqa: BLE001 (it is raised where it is waited for)
            self._error = error

    def _within(self, part: Part) -> T:
        with part():
            return self._function()

    def result(self) -> T:
        """What the function returned. Raises what it raised."""
        if self._error is not None:
            raise self._error
        # None is a result as well where the function gives it.
        return self._outcome  # type: ignore[return-value]

    def let_go(self) -> None:
        """Nobody waits for the result any more."""
        if self._error is None:
            self._unwanted(self.result())


def _tell(done: Sequence[_Piece[Any]]) -> None:
    """Wake those who wait for these, each loop once."""
    for loop in {piece.loop for piece in done}:
        # Whoever waited may be gone, and their loop with them.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_wake, [piece.told for piece in done if piece.loop is loop])


def _wake(waiting: Sequence[asyncio.Future[None]]) -> None:
    for told in waiting:
        if not told.done():
            told.set_result(None)
