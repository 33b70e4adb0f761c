"""Isaacus by settings alone: the demo's four queries against a server on this machine that answers like it.

The server (``scripts/isaacus_server.py``) scores with the embedded model and begins with a 429 and a 500. Each query
is asked as it is, and with ``--exact`` in a second home: what was sent, and whether the answers are the same.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from casewright.cli.demo import QUESTIONS
from scripts.isaacus_server import Trouble, embedded_scores, isaacus_server

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scripts.isaacus_server import IsaacusServer

_TROUBLES = (Trouble(429, headers={"retry-after": "2"}), Trouble(500))


class Home:
    """A home that asks the server, with the sample matter in it."""

    def __init__(self, folder: Path, server: IsaacusServer) -> None:
        self._server = server
        self._folder = folder
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("CASEWRIGHT_")},
            "CASEWRIGHT_SCORER": "isaacus",
            "CASEWRIGHT_ISAACUS_BASE_URL": server.address,
            "CASEWRIGHT_ISAACUS_API_KEY": server.key,
        }
        self.matter = str(self.json("matter", "create", "Smith v. Jones")["matter_id"])
        with as_file(files("casewright").joinpath("samples", "smith_v_jones")) as samples:
            self.json("ingest", self.matter, str(samples))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command in a process of its own."""
        command = [sys.executable, "-m", "casewright", "--home", str(self._folder), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=self._environment)

    def json(self, *arguments: str) -> Any:
        """The JSON that a command prints."""
        done = self.run("--json", *arguments)
        return json.loads(done.stdout)

    def ask(self, query: str, scope: str, *more: str) -> tuple[Any, int]:
        """A query's answer, and how many texts were sent for it."""
        before = len(self._server.pairs)
        found = self.json("iql", query, "--matter", self.matter, "--scope", scope, *more)
        return found, len(self._server.pairs) - before


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is asked, what is sent, and what comes back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the same")
    parser.parse_args(arguments)
    with isaacus_server(embedded_scores()) as server, tempfile.TemporaryDirectory() as folder:
        saving, naive = Home(Path(folder) / "a", server), Home(Path(folder) / "b", server)
        _consent(saving)
        naive.json("matter", "consent", naive.matter, "isaacus")
        server.troubles += _TROUBLES
        sent = [_one(number, question.query, question.scope, saving, naive, server) for number, question in _numbered()]
        all_sent, all_naive = (sum(counts) for counts in zip(*sent, strict=True))
        print(f"all four: {all_sent} texts sent, {all_naive} when every clause is scored")
        again = [saving.ask(question.query, question.scope)[1] for _, question in _numbered()]
        print(f"all four again: {sum(again)} texts sent")
    return 0


def _numbered() -> list[tuple[int, Any]]:
    return list(enumerate(QUESTIONS, start=1))


def _consent(home: Home) -> None:
    query = QUESTIONS[0].query
    refused = home.run("iql", query, "--matter", home.matter)
    print(f"$ casewright iql {query!r} --matter ID\n{refused.stderr.strip()}\nexit code {refused.returncode}")
    done = home.run("matter", "consent", home.matter, "isaacus")
    print(f"$ casewright matter consent ID isaacus\n{done.stdout.strip()}")


def _one(number: int, query: str, scope: str, saving: Home, naive: Home, server: IsaacusServer) -> tuple[int, int]:
    seen, started = len(server.answered), perf_counter()
    found, sent = saving.ask(query, scope)
    seconds = perf_counter() - started
    statuses = server.answered[seen:]
    exact, all_sent = naive.ask(query, scope, "--exact")
    verdict = "same results" if _results(found) == _results(exact) else "DIFFERENT RESULTS"
    failed = [str(status) for status in statuses if status != 200]
    went_wrong = f", {' and '.join(failed)} on the way" if failed else ""
    print(f"{number}. {query}  ({scope} scope)\n   {found['total_matches']} matches by {found['backend']}")
    print(f"   {'; '.join(found['warnings'])}")
    print(f"   {sent} texts sent, {all_sent} when every clause is scored: {verdict}")
    print(f"   {len(statuses)} requests, {seconds:.1f} s{went_wrong}")
    return sent, all_sent


def _results(found: Any) -> list[object]:
    """What must not differ: documents, their scores, and their matches with everything in them."""
    results = sorted(found["document_results"], key=lambda one: str(one["filename"]))
    return [
        (one["filename"], one["score"], [{**match, "citation": None} for match in one["matches"]]) for one in results
    ]


if __name__ == "__main__":
    sys.exit(main())
