"""The server keeps to its own description, whatever it is sent: requests made of it, over a real socket."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.errors import SchemathesisError
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.databases import DATABASES
from tests.e2e.test_server_isolation import _bearer, _things
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
ENDS_THE_TEST = {"sign_out", "change_password", "end_sessions", "deactivate_user", "revoke_api_key"}
"""Operations that would take the key away with which the test asks."""
FEW, MANY = 2, 50
"""Examples of each kind for an operation, unless a profile asks for more than ``MANY`` (``make faults``)."""


class Asked:
    """Requests of a test, what was wrong with their answers, and how often an operation succeeded."""

    def __init__(self, url: str, key: str, ids: Mapping[str, str]) -> None:
        self._url, self._headers, self._ids = url, _bearer(key), ids
        self._session = requests.Session()
        self._session.trust_env = False
        self.wrong: dict[str, str] = {}
        self.succeeded: Counter[str] = Counter()

    # Any: schemathesis makes its cases' class at run time.
    def ask(self, case: Any) -> None:
        """Send the case, with ids of real things in its path."""
        for name in set(case.path_parameters or ()) & set(self._ids):
            case.path_parameters[name] = self._ids[name]
        name = case.operation.definition.raw["operationId"]
        response = case.call(base_url=self._url, session=self._session, headers=self._headers, timeout=60)
        self.succeeded[name] += 200 <= response.status_code < 300
        try:
            case.validate_response(response, checks=CHECKS)
        except (BaseExceptionGroup, SchemathesisError, AssertionError) as error:
            for one in error.exceptions if isinstance(error, BaseExceptionGroup) else [error]:
                self.wrong.setdefault(f"{name}: {type(one).__name__}", f"{response.status_code} {one}")

    def close(self) -> None:
        """Let go of the connection."""
        self._session.close()


@pytest.mark.parametrize("database", DATABASES)
def test_every_answer_is_as_described(database: str, tmp_path: Path, new_address: Callable[[str], str]) -> None:
    """No request that fits the description, or that does not, gets an answer which it does not name."""
    # What is asked too often is refused before it is read.
    chosen = {"CASEWRIGHT_REQUESTS_A_MINUTE": "1000000"}
    if database == "postgresql":
        chosen["CASEWRIGHT_DATABASE_URL"] = new_address(database)
    most = settings().max_examples
    with serving(tmp_path / "home", settings=chosen) as served:
        key = served.join()
        with served.client(key) as client:
            ids, description = _things(client), json_of(client.get(f"{API}/openapi.json"))
        asked = Asked(served.url, key, ids)
        count = 0
        for found in schemathesis.openapi.from_dict(_plain(description)).get_all_operations():
            assert isinstance(found, Ok), found
            operation = found.ok()
            if operation.definition.raw["operationId"] in ENDS_THE_TEST:
                continue
            count += 1
            for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:
                _try(asked, operation, mode, most if most > MANY else FEW)
        asked.close()
    assert not asked.wrong, "\n".join(f"{name}: {text}" for name, text in asked.wrong.items())
    assert count > 130
    assert sum(one > 0 for one in asked.succeeded.values()) > count // 3, asked.succeeded


def _plain(part: Any) -> Any:
    """The description without ``prefixItems``, which schemathesis 4.32 makes an older draft's and then refuses."""
    if isinstance(part, dict):
        return {name: _plain(one) for name, one in part.items() if name != "prefixItems"}
    return [_plain(one) for one in part] if isinstance(part, list) else part


def _try(asked: Asked, operation: Any, mode: GenerationMode, most: int) -> None:
    every = settings(
        max_examples=most,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    try:
        tried: Any = given(operation.as_strategy(generation_mode=mode))
        every(tried(asked.ask))()
    except Unsatisfiable:
        # An operation that takes nothing cannot be sent what does not fit it.
        assert mode is GenerationMode.NEGATIVE, operation.label
