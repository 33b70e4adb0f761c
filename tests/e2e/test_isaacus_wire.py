"""Isaacus' API over a real socket, asked by its official client library: every way a request can end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from casewright.adapters.scoring.isaacus import scorer as waiting
from casewright.adapters.scoring.isaacus.client import IsaacusClient
from casewright.adapters.scoring.isaacus.scorer import IsaacusScorer
from casewright.errors import CasewrightError, InvalidInput, ToolFailed, Unavailable
from scripts.isaacus_server import IsaacusServer, Trouble, isaacus_server
from tests.fakes.fixed_clock import START, FixedClock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.tools.ports.scoring import FloatArray

KEY = "iuak_v1_secret"
LAW = "This is a governing law clause."
TEXTS = [f"paragraph {number}" for number in range(5)]


def by_number(_statement: str, texts: Sequence[str]) -> list[float]:
    """A text's score is told by the number it ends with."""
    return [int(text.rpartition(" ")[2]) % 100 / 100 for text in texts]


@dataclass
class Purse:
    """Notes what is taken out of it and put back."""

    moves: list[tuple[str, int]] = field(default_factory=list)

    def reserve(self, tokens: int) -> None:
        self.moves.append(("reserve", tokens))

    def settle(self, reserved: int, texts: int, tokens: int) -> None:
        self.moves.append(("settle", tokens))

    @property
    def kinds(self) -> list[str]:
        """Reservations, and whether each was counted (settle), given back (release) or left standing."""
        return ["release" if move == ("settle", 0) else move[0] for move in self.moves]


class Wire:
    """A server, the scorer that asks it, and the seconds it has waited."""

    def __init__(self, server: IsaacusServer, *, key: str = KEY, timeout: float = 60.0) -> None:
        self.server = server
        self.slept: list[float] = []
        self.purse = Purse()
        self._client = IsaacusClient(key=key, base_url=server.address, now=FixedClock().now, timeout=timeout)
        self.scorer = IsaacusScorer(self._client, base_url=server.address, sleep=self.slept.append)

    def ask(self, texts: Sequence[str] = tuple(TEXTS), statement: str = LAW) -> FloatArray:
        """The scores, once all have come."""
        scores = np.full(len(texts), np.nan, np.float32)
        for places, found in self.scorer.buy(statement, texts, self.purse):
            scores[places] = found
        return scores

    def close(self) -> None:
        self._client.close()


@pytest.fixture
def server() -> Iterator[IsaacusServer]:
    """A server that scores by number."""
    with isaacus_server(by_number, key=KEY) as running:
        yield running


@pytest.fixture
def wire(server: IsaacusServer) -> Iterator[Wire]:
    """A scorer that asks the server."""
    made = Wire(server)
    yield made
    made.close()


EXPECTED = np.array([0.0, 0.01, 0.02, 0.03, 0.04], np.float32)


@pytest.mark.requirement("isaacus-wire")
def test_template_and_statement_as_they_travel(wire: Wire) -> None:
    """A template is sent as {IS …}, any other statement as it is and not as IQL; never a whole query."""
    np.testing.assert_array_equal(wire.ask(), EXPECTED)
    wire.ask(statement='This is a clause that says "now".')
    wire.ask(statement="{A} AND {B}")

    assert [(one["query"], one["is_iql"]) for one in wire.server.requests] == [
        ("{IS governing law clause}", True),
        ('{IS clause that "says \\"now\\""}', True),
        ("{A} AND {B}", False),
    ]
    assert wire.server.requests[0] == {
        "model": "kanon-universal-classifier",
        "query": "{IS governing law clause}",
        "texts": TEXTS,
        "is_iql": True,
        "scoring_method": "chunk_max",
    }


@pytest.mark.requirement("isaacus-wire")
def test_many_texts_go_in_batches(wire: Wire) -> None:
    """No request has more than 64 texts or 100,000 characters, and blank texts are not sent at all."""
    texts = [f"paragraph {number}" for number in range(150)]
    texts[7] = " \n"
    texts[100] = "long " * 22_000 + "1"

    scores = wire.ask(texts)

    sizes = [len(one["texts"]) for one in wire.server.requests]
    assert sum(sizes) == 149
    assert max(sizes) == 64
    assert scores[7] == 0
    assert scores[149] == np.float32(0.49)
    assert not any("\n" in text for one in wire.server.requests for text in one["texts"])


AGAIN = {
    "429, seconds": (Trouble(429, headers={"retry-after": "3"}), 3.0),
    "429, silent": (Trouble(429), 1.0),
    "500": (Trouble(500), 1.0),
    "503 of a gateway": (Trouble(503, headers={"retry-after": "2"}), 2.0),
    "connection dropped": (Trouble(drop=True), 1.0),
}


@pytest.mark.requirement("isaacus-retries")
@pytest.mark.parametrize("name", AGAIN)
def test_tried_again(wire: Wire, name: str) -> None:
    """Too many requests, a failing server and a broken line are tried again, after what Retry-After asks for."""
    trouble, seconds = AGAIN[name]
    wire.server.troubles.append(trouble)

    np.testing.assert_array_equal(wire.ask(), EXPECTED)

    assert len(wire.server.requests) == 2
    assert sum(wire.slept) == pytest.approx(seconds)


@pytest.mark.requirement("isaacus-retries")
def test_retry_after_may_be_a_date(wire: Wire) -> None:
    """A date in Retry-After is waited for."""
    date = format_datetime(START.astimezone(UTC) + timedelta(seconds=7), usegmt=True)
    wire.server.troubles.append(Trouble(429, headers={"retry-after": date}))

    wire.ask()

    assert sum(wire.slept) == pytest.approx(7.0, abs=1.0)


@pytest.mark.requirement("isaacus-retries")
def test_backoff_grows_and_three_tries_are_all(wire: Wire) -> None:
    """Three tries, with longer waits between them; then the last reason is told."""
    wire.server.troubles += [Trouble(500), Trouble(429), Trouble(500), None]

    with pytest.raises(Unavailable, match=r"the server failed \(500\); 3 tries were made"):
        wire.ask()

    assert len(wire.server.requests) == 3
    assert sum(wire.slept) == pytest.approx(sum(waiting.BACKOFF))
    assert wire.purse.kinds == ["reserve", "release"] * 3


@pytest.mark.requirement("isaacus-retries")
def test_who_asks_for_an_hour_is_not_waited_for(wire: Wire) -> None:
    """A longer wait than a minute is told instead of waited."""
    wire.server.troubles.append(Trouble(429, headers={"retry-after": "3600"}))

    with pytest.raises(Unavailable, match=r"too many requests \(429\); it asks to be left alone for 3,600 s"):
        wire.ask()

    assert wire.slept == []


FINAL: dict[str, tuple[Trouble, type[CasewrightError], str]] = {
    "wrong key": (Trouble(401), Unavailable, r"the API key was refused \(401\): check CASEWRIGHT_ISAACUS_API_KEY"),
    "no funds": (Trouble(402), Unavailable, r"out of funds or overdue \(402\)"),
    "forbidden": (Trouble(403), Unavailable, r"may not use the classifier \(403\)"),
    "nothing there": (Trouble(404), Unavailable, r"\(404\): check CASEWRIGHT_ISAACUS_BASE_URL"),
    "too large": (Trouble(413), ToolFailed, r"too large \(413\)"),
    "query too long": (Trouble(400, "Query too long error"), InvalidInput, "longer than the model's window: shorten"),
    "template unknown": (Trouble(400, "Invalid IQL query error"), ToolFailed, "does not know this template"),
    "any other 400": (Trouble(400), ToolFailed, r"the request was refused \(400\)"),
    "conflict": (Trouble(409), ToolFailed, r"the request was refused \(409\)"),
    "redirect": (
        Trouble(307, headers={"location": "http://127.0.0.1:9/elsewhere"}, body=b""),
        ToolFailed,
        r"the request was refused \(307\)",
    ),
}


@pytest.mark.requirement("isaacus-errors")
@pytest.mark.parametrize("name", FINAL)
def test_not_tried_again(wire: Wire, name: str) -> None:
    """Other refusals are told at once, by what to do about them; nothing is charged and nothing is waited for."""
    trouble, kind, said = FINAL[name]
    wire.server.troubles.append(trouble)

    with pytest.raises(kind, match=said):
        wire.ask()

    assert len(wire.server.requests) == 1
    assert wire.slept == []
    assert wire.purse.kinds == ["reserve", "release"]


def replaced(**changes: object) -> Trouble:
    """The right answer with its first classification changed."""
    return Trouble(edit=lambda answer: answer["classifications"][0].update(changes))


def dropped(answer: dict[str, Any]) -> None:
    answer["classifications"].pop()


def emptied(answer: dict[str, Any]) -> None:
    answer.clear()


MALFORMED = {
    "a score too few": (Trouble(edit=dropped), "4 scores for 5 texts"),
    "no classifications": (Trouble(edit=emptied), "no classifications"),
    "score above 1": (replaced(score=1.5), r"a score is 1\.5"),
    "score is text": (replaced(score="high"), "a score is 'high'"),
    "score is missing": (replaced(score=None), "a score is None"),
    "score is NaN": (replaced(score=float("nan")), "a score is nan"),
    "index twice": (replaced(index=0), "text 0, which is none of those sent or has one already"),
    "index beyond": (replaced(index=99), "text 99"),
    "index negative": (replaced(index=-1), "text -1"),
    "not JSON": (Trouble(200, body=b"{"), "not what the API promises"),
    "a page": (Trouble(200, headers={"content-type": "text/html"}, body=b"<h1>hello</h1>"), "no classifications"),
    "a list": (Trouble(200, body=b"[]"), "no classifications"),
}


@pytest.mark.requirement("isaacus-errors")
@pytest.mark.parametrize("name", MALFORMED)
def test_answer_that_cannot_be_used(wire: Wire, name: str) -> None:
    """An answer that is not what the API promises is refused whole; what it may have cost stays reserved."""
    trouble, said = MALFORMED[name]
    wire.server.troubles.append(trouble)

    with pytest.raises(ToolFailed, match=f"the server's answer cannot be used: .*{said}"):
        wire.ask()

    assert len(wire.server.requests) == 1
    assert wire.purse.kinds == ["reserve"]


@pytest.mark.requirement("isaacus-errors")
def test_server_that_hangs(server: IsaacusServer) -> None:
    """A server that says nothing is left after the time-out, three times; what it may have cost stays reserved."""
    server.troubles += [Trouble(hang=True)] * 3
    wire = Wire(server, timeout=0.2)

    with pytest.raises(Unavailable, match=r"no answer within 0\.2 s; 3 tries were made"):
        wire.ask()

    assert wire.purse.kinds == ["reserve"] * 3
    wire.close()


@pytest.mark.requirement("isaacus-errors")
def test_network_gone() -> None:
    """Where nothing listens, the host is named, and nothing is charged."""
    with isaacus_server(by_number, key=KEY) as server:
        pass
    wire = Wire(server)

    with pytest.raises(Unavailable, match=r"127\.0\.0\.1:\d+ cannot be reached: check the network; 3 tries were made"):
        wire.ask()

    assert wire.purse.kinds == ["reserve", "release"] * 3
    wire.close()


@pytest.mark.requirement("isaacus-errors")
def test_key_is_checked_by_the_server_and_told_nowhere(server: IsaacusServer) -> None:
    """Another key is refused, and no message repeats it."""
    wire = Wire(server, key="iuak_v1_other")

    with pytest.raises(Unavailable) as caught:
        wire.ask()

    assert "iuak" not in str(caught.value)
    wire.close()


def test_what_came_before_a_failure_has_come(wire: Wire) -> None:
    """Scores are handed over batch by batch, so that a failure takes none of them away."""
    wire.server.troubles += [None, Trouble(402)]
    coming = wire.scorer.buy(LAW, [f"paragraph {number}" for number in range(100)], wire.purse)

    places, _ = next(coming)

    assert places.tolist() == list(range(64))
    with pytest.raises(Unavailable, match="out of funds"):
        next(coming)


def test_tokens_are_those_that_the_server_counted(wire: Wire) -> None:
    """What was reserved is settled at the provider's own count."""
    wire.ask(["paragraph 1"])

    reserved, settled = wire.purse.moves
    assert reserved == ("reserve", 3 + 8 + 3)
    assert settled == ("settle", 2 * 4 // 3 + 4 * 4 // 3 + 3)
