"""Queries and facts over corpora from the command line: the same rows however it is worked on, and whatever ends."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from tests.bulk_workers import cluster
from tests.e2e.conftest import LEASE
from tests.s3_server import KEYS, new_bucket, s3_options, serving_s3
from tests.tls import certificates

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("bulk-runs")
QUERY = "{IS governing law clause}"
LAWS = ("England and Wales", "New York", "Romania", "France", "Delaware", "Ireland", "Spain", "Italy", "Japan")


@pytest.fixture
def leases(tmp_path: Path) -> Path:
    """Nine leases, each under another law, in folders."""
    folder = tmp_path / "leases"
    for number, law in enumerate(LAWS):
        file = folder / f"year {number % 2}" / f"lease {number}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(LEASE.replace("England and Wales", law).replace("1,000", f"{number + 1},000"))
    return folder


def rows(folder: Path, table: str) -> list[tuple[Any, ...]]:
    """All rows of a table of results, in the order of its partitions."""
    found = duckdb.execute("SELECT * FROM read_parquet(?)", [str(folder / table / "*.parquet")])
    return found.fetchall()


def small(shell: Shell, corpus: Path | str, out: Path, *more: object, code: int = 0) -> dict[str, Any]:
    """A run with a partition for each document."""
    asked = ("--corpus", corpus, "--out", out, "--partition-mb", "0.0001", *more)
    view: dict[str, Any] = shell("--json", "iql", QUERY, *asked, code=code).json
    return view


def test_the_rows_are_those_of_one_machine(shell: Shell, leases: Path, tmp_path: Path) -> None:
    """Text for text, place for place, score for score; and the words of each law are found."""
    view = small(shell, leases, tmp_path / "out")
    assert (view["documents"], view["found"], view["partitions"], view["done"]) == (9, 9, 9, 9)
    alone = shell("--json", "iql", QUERY, leases).json
    expected = sorted(
        (one["filename"], match["start_index"], match["end_index"], match["score"], match["text"])
        for one in alone["document_results"]
        for match in one["matches"]
    )
    found = rows(tmp_path / "out", "matches")
    assert sorted((f"{one[0]}", one[6], one[7], one[4], one[10]) for one in found) == expected
    told = rows(tmp_path / "out", "documents")
    assert [one[0] for one in told] == sorted(one[0] for one in told)
    assert all(one[4] for one in told)


def test_the_second_query_costs_no_model_time(shell: Shell, leases: Path, tmp_path: Path) -> None:
    """What the encoder said is kept beside the corpus; without keeping, nothing is written there."""
    assert small(shell, leases, tmp_path / "a", "--no-keep")["encoded"] > 0
    assert not list(tmp_path.glob("*.casewright"))
    assert small(shell, leases, tmp_path / "b")["encoded"] > 0
    kept = tmp_path / "leases.casewright"
    assert {one.name.partition("-")[0] for one in kept.iterdir()} == {"readings", "features", "scores"}
    again = shell(
        "--json", "iql", "{IS governing law clause} OR {about the rent}", "--corpus", leases, "--out", tmp_path / "c"
    )
    assert again.json["encoded"] == again.json["units"]  # other partitions: nothing is kept of these
    view = shell(
        *("--json", "iql", "{about the rent}", "--corpus", leases, "--out", tmp_path / "d", "--partition-mb", "0.0001")
    ).json
    assert view["encoded"] == 0
    assert rows(tmp_path / "a", "matches") == rows(tmp_path / "b", "matches")


def test_shards_make_the_same_rows(shell: Shell, leases: Path, tmp_path: Path) -> None:
    """Three, each by itself into one folder."""
    small(shell, leases, tmp_path / "whole")
    for number, left in ((1, 6), (3, 3), (2, 0)):
        view = small(shell, leases, tmp_path / "parts", "--shard", f"{number}/3")
        assert (view["own_partitions"], view["left"]) == (3, left)
    for table in ("documents", "matches"):
        assert rows(tmp_path / "parts", table) == rows(tmp_path / "whole", table)


def test_a_run_that_was_killed_goes_on(shell: Shell, leases: Path, tmp_path: Path) -> None:
    """What was done stays done, and is not done again; what was claimed by the dead is taken."""
    asked = ("iql", QUERY, "--corpus", leases, "--out", tmp_path / "out", "--partition-mb", "0.0001", "--workers", "1")
    with subprocess.Popen(shell.command(*asked), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        done = wait_for(lambda: list((tmp_path / "out" / "done").glob("*.json")))
        running.send_signal(signal.SIGKILL)
    before = {one: one.stat().st_mtime_ns for one in (tmp_path / "out" / "done").glob("*.json")}
    view = small(shell, leases, tmp_path / "out")
    assert len(done) <= len(before) < 9
    assert view["own_partitions"] == 9 - len(before)
    assert {one: one.stat().st_mtime_ns for one in before} == before
    small(shell, leases, tmp_path / "whole", "--no-keep")
    assert rows(tmp_path / "out", "matches") == rows(tmp_path / "whole", "matches")


@pytest.mark.parametrize("count", [2, 3])
def test_over_a_cluster_with_tls_of_which_a_worker_is_killed(
    shell: Shell, leases: Path, tmp_path: Path, count: int
) -> None:
    """In the middle: the rows are those of this machine."""
    small(shell, leases, tmp_path / "here", "--no-keep")
    files = certificates(tmp_path)
    told = {
        "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True",
        "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": str(files.authority),
        **{
            f"DASK_DISTRIBUTED__COMM__TLS__{who}__{what}": str(file)
            for who in ("SCHEDULER", "WORKER", "CLIENT")
            for what, file in (("CERT", files.certificate), ("KEY", files.key))
        },
    }
    options = ("--tls-ca-file", str(files.authority), "--tls-cert", str(files.certificate), "--tls-key", str(files.key))
    with cluster(tmp_path, count, told, options) as workers:
        engine = workers.address.replace("tls://", "dask+tls://")
        asked = ("--json", "iql", QUERY, "--corpus", leases, "--out", tmp_path / "there", "--engine", engine)
        command = shell.command(*asked, "--partition-mb", "0.0001", "--no-keep")
        with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, **told}) as running:
            wait_for(lambda: list((tmp_path / "there" / "done").glob("*.json")))
            workers.kill(0)
            output, _ = running.communicate(timeout=120)
    assert running.returncode == 0, output
    for table in ("documents", "matches"):
        assert rows(tmp_path / "there", table) == rows(tmp_path / "here", table)


def test_parquet_is_a_corpus(shell: Shell, tmp_path: Path) -> None:
    """By rows of id and text, in stretches; what has no text is told by its id."""
    file = tmp_path / "leases.parquet"
    texts = [LEASE.replace("England and Wales", law) for law in LAWS]
    duckdb.execute("CREATE TABLE leases (id VARCHAR, text VARCHAR)")
    duckdb.executemany("INSERT INTO leases VALUES (?, ?)", [(f"L{n}", text) for n, text in enumerate(texts)])
    duckdb.execute("INSERT INTO leases VALUES ('empty', NULL)")
    duckdb.execute(f"COPY leases TO '{file}' (FORMAT parquet)")
    duckdb.execute("DROP TABLE leases")
    view = small(shell, file, tmp_path / "out", code=4)
    assert (view["documents"], view["found"], view["unreadable"]) == (9, 9, 1)
    assert view["partitions"] > 1
    assert sorted(one[1] for one in rows(tmp_path / "out", "matches")) == [f"L{number}" for number in range(9)]
    (failure,) = failures(tmp_path / "out")
    assert failure[:3] == ("unreadable", "", "empty")


def test_what_cannot_be_read_is_listed_and_the_rest_is_done(shell: Shell, leases: Path, tmp_path: Path) -> None:
    """A damaged PDF, a table without texts, a file that is no Parquet, a format that is not read: code 4."""
    (leases / "damaged.pdf").write_bytes(b"%PDF-1.7 and nothing more")
    (leases / "broken.parquet").write_bytes(b"PAR1 no more")
    duckdb.execute(f"COPY (SELECT 1 AS number) TO '{leases / 'other.parquet'}' (FORMAT parquet)")
    (leases / "tool.exe").write_bytes(b"MZ")
    (leases / ".hidden").write_text("x")
    ended = shell("iql", QUERY, "--corpus", leases, "--out", tmp_path / "out", code=4)
    assert "9 documents" in ended.out
    assert "3 documents not read: failures.parquet says why" in ended.err
    found = {one[1]: (one[0], one[3]) for one in failures(tmp_path / "out")}
    assert sorted(found) == ["broken.parquet", "damaged.pdf", "other.parquet", "tool.exe"]
    assert found["tool.exe"][0] == "skipped"
    assert "has no column 'id'" in found["other.parquet"][1]
    assert "damaged" in found["damaged.pdf"][1]


def test_object_storage_is_a_corpus(
    shell: Shell, leases: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept stands beside it there; the client's own variables say where it is."""
    import s3fs

    small(shell, leases, tmp_path / "here", "--no-keep")
    with serving_s3() as address:
        monkeypatch.setenv("AWS_ENDPOINT_URL", address)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEYS["key"])
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", KEYS["secret"])
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        bucket = new_bucket(address)
        files = s3fs.S3FileSystem(**s3_options(address), use_listings_cache=False)
        files.put(str(leases), f"{bucket}/leases", recursive=True)
        view = small(shell, f"s3://{bucket}/leases", tmp_path / "there")
        assert view["encoded"] > 0
        again = small(shell, f"s3://{bucket}/leases", tmp_path / "again")
        assert again["encoded"] == 0
        assert any("leases.casewright/features-" in one for one in files.find(bucket))
    assert rows(tmp_path / "there", "matches") == rows(tmp_path / "here", "matches")


def test_facts_of_a_corpus(shell: Shell, leases: Path, tmp_path: Path) -> None:
    """One row a fact, with its value and its words."""
    shell("facts", "--corpus", leases, "--out", tmp_path / "out", "--field", "governing_law")
    found = rows(tmp_path / "out", "facts")
    assert len(found) == 9
    assert {one[3] for one in found} == {"governing_law"}
    assert any("Romania" in one[4] for one in found)


def test_the_cascade_finds_what_the_encoder_finds_here(shell: Shell, leases: Path, tmp_path: Path) -> None:
    """Having read less."""
    whole = small(shell, leases, tmp_path / "whole", "--no-keep")
    view = small(shell, leases, tmp_path / "cascade", "--no-keep", "--cascade")
    assert 0 < view["encoded"] < whole["encoded"]
    assert [one[:8] for one in rows(tmp_path / "cascade", "matches")] == [
        one[:8] for one in rows(tmp_path / "whole", "matches")
    ]


def test_one_call_is_recorded(shell: Shell, leases: Path, tmp_path: Path) -> None:
    """With corpus, query and folder in its arguments, and the plan in what it gave."""
    view = small(shell, leases, tmp_path / "out")
    assert len(view["plan"]) == 64
    shown = shell("--json", "audit", "show", "--tool", "run_corpus_query").json
    assert str(leases) in str(shown)
    assert "governing law" in str(shown)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--corpus", "{}"], "Where do the results go"),
        (["--out", "{}"], "Which corpus"),
        (["--corpus", "{}/missing", "--out", "{}/out"], "There is no"),
        (["--corpus", "{}", "--out", "{}/out", "--shard", "4/3"], "give i/N"),
        (["--corpus", "{}", "--out", "{}/out", "--engine", "ray"], "dask://HOST:PORT"),
        (["--corpus", "{}", "--out", "s3://b/out"], "Results go to a folder"),
        (["--corpus", "{}", "--out", "{}"], "holds other files"),
        (["--corpus", "{}", "--out", "{}/out", "--matter", "x"], "--corpus asks a query as it is"),
    ],
)
def test_bad_input_gets_a_sentence(shell: Shell, tmp_path: Path, more: list[str], said: str) -> None:
    """And nothing is written."""
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a.txt").write_text(LEASE)
    ended = shell("iql", QUERY, *(one.replace("{}", str(corpus)) for one in more), code=2)
    assert said in " ".join(ended.err.split())
    assert [one.name for one in corpus.iterdir()] == ["a.txt"]


def test_a_call_from_elsewhere_reads_and_writes_where_the_settings_let_it(
    shell: Shell, leases: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nowhere, unless they name places: the command line alone goes where it is told."""
    from casewright import Casewright

    asked = {"corpus": str(leases), "out": str(tmp_path / "out"), "query": QUERY}
    with Casewright.open(shell.home) as casewright:
        refused = casewright.call("run_corpus_query", asked)
    assert "CASEWRIGHT_BULK_PLACES" in str(refused.error)
    monkeypatch.setenv("CASEWRIGHT_BULK_PLACES", f'["{tmp_path}"]')
    with Casewright.open(shell.home) as casewright:
        assert casewright.call("run_corpus_query", asked).success
        beyond = {**asked, "out": f"{tmp_path}/../elsewhere"}
        assert "CASEWRIGHT_BULK_PLACES" in str(casewright.call("run_corpus_query", beyond).error)


def failures(folder: Path) -> list[tuple[Any, ...]]:
    """What was not read."""
    return duckdb.execute("SELECT * FROM read_parquet(?)", [str(folder / "failures.parquet")]).fetchall()


def wait_for(look: Callable[[], list[Path]], seconds: float = 90.0) -> list[Path]:
    """What is there, as soon as it is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError("it never came")
