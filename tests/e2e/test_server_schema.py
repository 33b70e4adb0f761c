"""The server keeps to its own description, whatever it is sent: schemathesis against a real process, over a socket.

A new route needs one row in ``GIVEN`` (``tests/server_rows.py``), so that there is a request of it that works; where
there cannot be, ``NEVER`` says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.databases import DATABASES
from tests.schema_run import SEQUENCES, Run, places, plain, with_examples, with_links
from tests.served import API, json_of, serving
from tests.server_world import make_world

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

FEW, MANY = 11, 1_000
"""Examples of an operation on each database, where they are not the same, beside two that were given: 26 in all.

``MANY`` in ``make faults``.
"""
CHAINS = 40
"""Sequences of operations, each beginning with what makes something and going on by the links."""
MOST_SECONDS, MOST_CHAINED = 2_400, 600
"""After which ``make faults`` takes no more examples, and no more sequences."""
DEAR = {"train_template": 3}
"""Operations that compute for seconds, with how many examples they get."""
ENDS_THE_TEST = {"sign_out", "change_password", "end_sessions", "deactivate_user", "revoke_api_key"}
"""Operations that take away what the test asks with, or whom."""
NEVER: Mapping[str, str] = {
    "accept_restored_audit": "no audit was restored",
    "cancel_job": "it is done too soon",
    "check_model": "no chat model is set",
    "decide_approval": "nobody decides about a call of their own",
    "finish_provider_sign_in": "no OpenID provider is set",
    "resolve_call": "no call ended in the dark",
    "resume_debate": "no debate was interrupted",
    "retry_job": "no job failed",
    "start_provider_sign_in": "no OpenID provider is set",
    "take_payment_event": "payments are by invoice here",
}
"""Operations of which no request succeeds here, and why."""
CHECKS = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance"),
    *("response_schema_conformance", "negative_data_rejection", "ignored_auth", "use_after_free"),
)


@pytest.mark.parametrize("database", DATABASES)
def test_every_answer_is_as_described(database: str, tmp_path: Path, new_address: Callable[[str], str]) -> None:
    """No request that fits the description, or does not, and no sequence of them, gets an answer not named in it."""
    # What is asked too often is refused before it is read.
    chosen = dict.fromkeys(("CASEWRIGHT_REQUESTS_A_MINUTE", "CASEWRIGHT_STRANGERS_A_MINUTE"), "1000000")
    if database == "postgresql":
        chosen["CASEWRIGHT_DATABASE_URL"] = new_address(database)
    long = settings().max_examples > 50
    seed = ["--seed", "1" if database == "sqlite" else "2"]
    with serving(tmp_path / "home", settings=chosen) as served:
        world = make_world(served)
        with served.client(world.key) as client:
            description = plain(json_of(client.get(f"{API}/openapi.json")))
        run = Run(tmp_path, served.url, world, ENDS_THE_TEST, CHECKS)
        apart = run.ask(
            *(with_examples(description, world.ids), places(description, world.ids, DEAR), "--phases"),
            *(
                "examples,fuzzing",
                "--max-examples",
                str(MANY if long else FEW),
                *(["--max-time", str(MOST_SECONDS)] if long else seed),
            ),
        )
        chained = run.ask(
            *(with_links(description, ENDS_THE_TEST), SEQUENCES, "--phases", "stateful", "--mode", "positive"),
            *("--max-examples", str(MANY if long else CHAINS), *(["--max-time", str(MOST_CHAINED)] if long else seed)),
        )

    answers = {name: apart["examples"].get(name, {}) | apart["fuzzing"].get(name, {}) for name in apart["fuzzing"]}
    assert {name for name, statuses in answers.items() if min(statuses) >= 300} <= set(NEVER)
    assert len(answers) > 130
    fitting = [
        status for name, counted in apart["fuzzing"].items() if name not in NEVER for status in counted.elements()
    ]
    assert sum(one < 300 for one in fitting) > len(fitting) // 2
    deleted = {name for name, statuses in chained["approval"].items() if statuses[200]}
    assert "delete_party" in deleted
    assert sum(min(statuses) < 300 for statuses in chained["stateful"].values()) > 10
