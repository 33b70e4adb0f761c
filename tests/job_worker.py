"""A worker of jobs as a process of its own, to be killed: ``python -m tests.job_worker HOME LEDGER``.

Each tool writes a line into the ledger when it begins, so that a test sees how often it did.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.jobs import open_worker
from casewright.tools.definition import Tool, tool

LEASE = 2.0
RULES = "\n".join(f'[tools.{name}]\nroles = ["ADMIN"]' for name in ("look_slowly", "change_slowly", "hang", "look"))


def tools_writing(ledger: Path) -> tuple[Tool, ...]:
    """Tools that take long the first time that they are called."""

    def begun(name: str) -> int:
        with ledger.open("a", encoding="utf-8") as file:
            file.write(f"{name} {os.getpid()}\n")
        return sum(line.startswith(f"{name} ") for line in ledger.read_text("utf-8").splitlines())

    @tool(safety_level="safe")
    def look_slowly() -> int:
        """Look at something, which harms nobody twice."""
        times = begun("look_slowly")
        if times == 1:
            time.sleep(60)
        return times

    @tool(safety_level="cautious")
    def change_slowly() -> int:
        """Change something outside."""
        times = begun("change_slowly")
        time.sleep(60)
        return times

    @tool(safety_level="safe")
    async def hang() -> int:
        """Keep the loop busy the first time, so that neither timeout nor cancellation comes through."""
        times = begun("hang")
        if times == 1:
            time.sleep(8)
        return times

    @tool(safety_level="safe")
    def look() -> int:
        """Look, and be done."""
        return begun("look")

    return look_slowly, change_slowly, hang, look


def open_home(home: Path, ledger: Path) -> Casewright:
    """The home, with these tools."""
    return Casewright.open(home, tools=tools_writing(ledger), rules=RULES)


def main(home: str, ledger: str) -> None:
    """Do jobs until somebody ends the process."""
    with open_home(Path(home), Path(ledger)) as casewright:
        worker = open_worker(casewright.parts.materials, lease=LEASE)

        async def work() -> None:
            await worker.start()
            sys.stdout.write("ready\n")
            sys.stdout.flush()
            await asyncio.sleep(3600)

        casewright.wait(work())


if __name__ == "__main__":
    main(*sys.argv[1:])
