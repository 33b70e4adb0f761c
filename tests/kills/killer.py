"""Kills a work again and again, each time on a copy of its home; reconciles the books, goes on, reconciles again."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tests.kills.acknowledged import lost
from tests.kills.books import reconcile
from tests.kills.ledger import read_ledger
from tests.kills.moments import Measure, Steps, choose, die_after
from tests.kills.summary import summary
from tests.kills.works import WORKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.kills.moments import Moment


@dataclass(slots=True)
class Count:
    """What came of so many kills. ``middle`` of them hit the work before its end; ``acknowledged`` acts came before."""

    work: str
    seed: int
    kills: int = 0
    middle: int = 0
    acknowledged: int = 0
    violations: list[str] = field(default_factory=list)


class Killer:
    """One work, made ready once in a folder of its own."""

    def __init__(self, work: str, folder: Path) -> None:
        self._work = WORKS[work]
        self._folder = folder
        self._first = folder / "first"
        self._first.mkdir()
        self._known: Mapping[str, str] = {}
        self.measure = Measure(1, 1.0)
        self._whole: Any = None

    def make_ready(self) -> None:
        """Prepare the home, import all that the work imports, and see what it comes to where nobody kills it."""
        self._known = self._told(lambda: self._work.prepare(self._first))
        imported = self._told(partial(self._imported, self._copy("imports")))
        for name in imported:
            with suppress(ImportError):
                importlib.import_module(name)
        whole = self._copy("whole")
        measured = self._told(partial(self._measured, whole))
        self.measure = Measure(measured["steps"], measured["seconds"])
        self._whole = self._told(lambda: summary(read_ledger(whole / "home")))

    def kill(self, moment: Moment) -> tuple[bool, int, list[str]]:
        """Whether it was killed before its end, how much was acknowledged, and what does not fit after that."""
        place = self._copy("killed")
        acknowledged = self._folder / "acknowledged"
        acknowledged.write_text("")
        code = _forked(partial(self._doomed, place, moment, acknowledged))
        if code not in (0, -signal.SIGKILL):
            return False, 0, [f"the work itself failed with {code}"]
        told = [tuple(json.loads(line)) for line in acknowledged.read_text().splitlines()]
        found = self._told(partial(self._after, place, told))
        shutil.rmtree(place)
        return code != 0, len(told), found

    def _doomed(self, place: Path, moment: Moment, acknowledged: Path) -> None:
        Steps(moment.step)
        if moment.delay is not None:
            die_after(moment.delay)
        with acknowledged.open("a", buffering=1) as told:

            def acknowledge(kind: str, name: str) -> None:
                told.write(f"{json.dumps([kind, name])}\n")

            self._work.do(place, self._known, acknowledge)

    def _after(self, place: Path, told: list[tuple[str, str]]) -> list[str]:
        """Reconcile, go on to the end, and reconcile again: nothing lost, nothing twice, and all that was wanted."""
        home = place / "home"
        found = [f"after the kill: {one}" for one in (*reconcile(home), *lost(read_ledger(home), told))]
        again: list[tuple[str, str]] = []
        try:
            self._work.do(place, self._known, lambda *act: again.append(act))
        except Exception as error:  # noqa: BLE001 (whatever it is, it is told)
            return [*found, f"going on failed: {type(error).__name__}: {error}"]
        ledger = read_ledger(home)
        found += [f"after going on: {one}" for one in (*reconcile(home), *lost(ledger, [*told, *again]))]
        return [*found, *_other(self._whole, json.loads(json.dumps(summary(ledger))))]

    def _imported(self, place: Path) -> list[str]:
        self._work.do(place, self._known, lambda *_: None)
        return list(sys.modules)

    def _measured(self, place: Path) -> dict[str, float]:
        steps, started = Steps(None), perf_counter()
        self._work.do(place, self._known, lambda *_: None)
        return {"steps": steps.count, "seconds": perf_counter() - started}

    def _copy(self, name: str) -> Path:
        return Path(shutil.copytree(self._first, self._folder / name))

    def _told(self, work: Callable[[], Any]) -> Any:
        """What the work gives, in a process of its own."""
        result = self._folder / "result.json"
        code = _forked(lambda: result.write_text(json.dumps(work())))
        if code != 0:
            raise RuntimeError(f"a process that nobody killed ended with {code}")
        return json.loads(result.read_text())


def count(work: str, kills: int, seed: int, tell: Callable[[str], None] = lambda _: None) -> Count:
    """Kill the work that often; ``tell`` hears of every violation as it is found."""
    counted = Count(work, seed)
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        killer = Killer(work, Path(folder))
        killer.make_ready()
        for number in range(kills):
            moment = choose(Random(f"{work} {seed} {number}"), killer.measure)
            middle, acknowledged, found = killer.kill(moment)
            counted.kills += 1
            counted.middle += middle
            counted.acknowledged += acknowledged
            for one in found:
                counted.violations.append(f"kill {number}, {moment}: {one}")
                tell(counted.violations[-1])
    return counted


def as_json(counted: Count) -> str:
    """The counts as one line."""
    return json.dumps(asdict(counted))


def _other(whole: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    for name, wanted in whole.items():
        if found[name] != wanted:
            left, more = _difference(wanted, found[name])
            yield f"gone on with, {name} is not what the whole work comes to: without {left}, and with {more}"


def _difference(wanted: list[str], found: list[str]) -> tuple[list[str], list[str]]:
    return list((Counter(wanted) - Counter(found)).elements()), list((Counter(found) - Counter(wanted)).elements())


def _forked(work: Callable[[], object]) -> int:
    """The exit code of a process with a group of its own that does the work; no thread runs when it begins."""
    if threading.active_count() != 1:
        raise RuntimeError(f"threads run: {threading.enumerate()}")
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            work()
        except BaseException as error:  # noqa: BLE001 (the child ends here, whatever happens)
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            sys.stderr.flush()
            os._exit(9)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)
