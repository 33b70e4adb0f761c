"""``casewright iql --plain`` and ``python -m evals routing``, end to end."""

from __future__ import annotations

import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest

from casewright.iql.plain_words import translate
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Turn

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell, Shell

WORDS = "which law governs it"
QUERY = "{IS governing law clause}"


@pytest.mark.requirement("cli-plain-words")
def test_words_are_shown_as_a_query_and_run_with_yes(shell: Shell, contracts: Path) -> None:
    """With --yes the query, what it asks and its confidence are shown, and then the clause is."""
    shown = shell("iql", "--plain", "governing law clauses", contracts / "lease.txt", "--yes").out
    assert f"IQL         {QUERY}" in shown
    assert "Finds every clause that is a governing law clause." in shown
    assert "Confidence  0.95" in shown
    assert "1 match in 1 of 1 document" in shown
    found = shell("--json", "iql", "--plain", "uncapped indemnity", contracts / "lease.txt", "--yes").json
    assert found["translation"]["iql"] == found["query"] == translate("uncapped indemnity").iql
    assert found["translation"]["scope"] == found["scope"] == "document"


@pytest.mark.requirement("question-plain-iql")
def test_what_the_query_leaves_out_is_said(shell: Shell) -> None:
    """A condition that the query does not have is named beside it, in text and in JSON."""
    question = "Which contracts are governed by Italian law?"
    assert "Not asked   are governed by Italian law" in shell("iql", "--plain", "--check", question).out
    told = shell("--json", "iql", "--plain", "--check", question).json
    assert told["translation"]["not_asked"] == ["are governed by Italian law"]


@pytest.mark.requirement("cli-plain-words")
def test_without_a_terminal_nothing_runs_unless_yes_is_given(shell: Shell, contracts: Path) -> None:
    """The query is shown, the exit code is 2 with a sentence, and no matter was made."""
    ended = shell.process(
        "iql", "--plain", "governing law clauses", contracts / "lease.txt", code=2, stdin=subprocess.DEVNULL
    )
    assert QUERY in ended.out
    assert "Add --yes to run it" in ended.err
    assert shell("--json", "matter", "list").json["matters"] == []
    assert "Add --yes" in shell("--json", "iql", "--plain", WORDS, contracts, code=2).json["error"]


@pytest.mark.requirement("cli-plain-words")
@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (b"\n", b"1 match in 1 of 1 document"),
        (b"n\n", b"Not run."),
        (b"{IS right\n{IS indemnity clause}\ny\n", b"No matching clause in 1 document."),
    ],
)
def test_at_a_terminal_it_asks(shell: Shell, contracts: Path, typed: bytes, shown: bytes) -> None:
    """Enter runs it, n does not, and a query typed in its place is read, shown and asked about again."""
    mine, theirs = pty.openpty()
    os.write(mine, typed)
    done = subprocess.run(
        shell.command("iql", "--plain", "governing law clauses", contracts / "lease.txt"),
        stdin=theirs, capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    os.close(mine)
    os.close(theirs)
    assert b"Run it?" in done.stderr
    assert shown in done.stdout + done.stderr


@pytest.mark.requirement("cli-plain-words")
def test_checked_words_show_their_tree(shell: Shell) -> None:
    """With --check the words are translated and the tree is shown; nothing is asked and nothing runs."""
    shown = shell("iql", "--plain", "--check", "one-sided indemnity").out
    assert "{IS indemnity clause} AND {IS unilateral clause}" in shown
    assert "Would score 2 statement(s)" in shown


@pytest.mark.requirement("cli-plain-words")
def test_bad_input_gets_a_sentence(shell: Shell, contracts: Path) -> None:
    """Blank words, and --yes without a question to answer, are refused before anything is read."""
    assert "nothing to translate" in shell("iql", "--plain", " ", contracts, code=2).err
    assert "--yes answers what --plain asks" in shell("iql", QUERY, contracts, "--yes", code=2).err


@pytest.mark.requirement("cli-plain-words")
def test_set_model_translates_for_a_matter_that_consents(
    shell: Shell, contracts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model on this machine translates for --matter, and its query runs; one elsewhere is not asked unconsented."""
    matter = shell("--json", "matter", "create", "Alpha").json["matter_id"]
    shell("ingest", matter, contracts / "lease.txt")
    with ScriptedOpenAI(Turn('{"iql": "NOT {IS payment clause}", "scope": "document"}')) as provider:
        for name, value in provider.environment().items():
            monkeypatch.setenv(name, value)
        found = shell("--json", "iql", "--plain", "law", "--matter", matter, "--yes").json
        assert found["translation"] | {"explanation": ""} == {
            "iql": "NOT {IS payment clause}",
            "scope": "document",
            "explanation": "",
            "templates_used": ["payment clause"],
            "confidence": 0.7,
            "not_asked": ["law"],
        }
        assert len(provider.requests) == 1
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT_BASE_URL", "https://models.invalid/v1")
    shown = shell("iql", "--plain", "governing law clauses", "--matter", matter, "--yes").out
    assert f"IQL         {QUERY}" in shown


@pytest.mark.requirement("routing-eval")
def test_eval_routing_reports_the_sets_apart(evals: EvalsShell) -> None:
    """As JSON each set has its figures, by tool and register, the confusion and its misses; as text each is named."""
    fitted, _, unseen = evals("--json", "routing").json["sets"]
    assert (fitted["set"], unseen["set"]) == ("routing_fitted.toml", "routing_unseen.toml")
    assert fitted["right"]["share"] >= 0.95
    assert fitted["open_document"]["share"] == 1.0
    assert {"by_tool", "by_register", "by_context", "confusion", "misses"} <= unseen.keys()
    shown = evals("routing").out
    assert all(name in shown for name in ("Written before the rules", "first asked", "Called where expected"))
