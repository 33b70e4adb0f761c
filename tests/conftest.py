"""What all tests share: databases of their own, and how many examples a property is tried with."""

from __future__ import annotations

import logging
import os
import shutil
import signal
from typing import TYPE_CHECKING

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from casewright.adapters.database.engine import open_database
from casewright.adapters.database.migrate import upgrade
from casewright.adapters.database.schema import load_schema
from tests.canaries import LeakLog, homes_in, leaks_in, marks_in
from tests.databases import DATABASES, as_role, create_migrated, create_postgresql, follow_tenants
from tests.postgresql_server import find_programs, running
from tests.requirements import REQUIREMENTS
from tests.s3_server import serving_s3

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from casewright.adapters.database.engine import Database

# A shell starts background jobs with Ctrl-C ignored, and children inherit that; tests send it to their children.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("tests", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("faults", parent=settings.get_profile("tests"), max_examples=2_000)
settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How often each test of a contract runs (tests/contracts/conftest.py)."""
    parser.addoption("--repeats", type=int, default=1, help="run each test of tests/contracts this often")


def pytest_report_header() -> str:
    """How many requirements are shown by tests and how many are still to come."""
    planned = sum(requirement.planned for requirement in REQUIREMENTS)
    return f"requirements: {len(REQUIREMENTS) - planned} to be shown, {planned} planned"


@pytest.fixture(scope="session")
def leak_log() -> Iterator[LeakLog]:
    """Hears everything that is logged, of our own down to the last detail."""
    log = LeakLog()
    logging.getLogger("casewright").setLevel(logging.DEBUG)
    logging.getLogger().addHandler(log)
    yield log
    logging.getLogger().removeHandler(log)


@pytest.fixture(autouse=True)
def no_canary_got_out(request: pytest.FixtureRequest, leak_log: LeakLog) -> Iterator[None]:
    """After every test: no canary was logged, and none stands in a home that the test made (tests/canaries.py)."""
    leak_log.leaks.clear()
    folder: Path | None = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else None
    yield
    assert leak_log.leaks == [], "canaries were logged"
    if folder is not None:
        leaks = [leak for home in homes_in(folder) for leak in leaks_in(home)]
        assert leaks == [], "canaries stand in files of a home"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test fails where a canary went to standard error or into a failure's text that is kept."""
    report = yield
    if report.when == "teardown" and report.passed:
        told = "".join(text for title, text in report.sections if "stderr" in title)
        if marks := marks_in(told.encode("utf-8", "surrogatepass")):
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid}: canaries went to standard error: {marks}"
    return report


_TRUNCATE = f"TRUNCATE {', '.join(load_schema().tables)}"


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the schema and nothing in it, to be copied."""
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    database = open_database(path)
    upgrade(database)
    database.close()
    return path


@pytest.fixture(scope="session")
def postgresql_socket() -> Iterator[str]:
    """The folder of the socket of a PostgreSQL server of this session's own."""
    programs = find_programs()
    if programs is None:
        reason = "PostgreSQL is not installed (no initdb and pg_ctl on PATH or in /usr/lib/postgresql)"
        if "postgresql" in os.environ.get("CASEWRIGHT_REQUIRE", "").split(","):
            pytest.fail(f"{reason}, and CASEWRIGHT_REQUIRE asks for it")
        pytest.skip(reason)
    with running(programs) as folder:
        yield folder


@pytest.fixture(scope="session")
def s3_address() -> Iterator[str]:
    """A server of S3's API on the loopback interface."""
    with serving_s3() as address:
        yield address


@pytest.fixture(scope="session")
def migrated_postgresql(postgresql_socket: str) -> str:
    """The address of a PostgreSQL database with the schema, for the run-time role."""
    return create_migrated(postgresql_socket, "migrated")


@pytest.fixture
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Gives the address of a database of that kind, with the schema and nothing in it."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            path = tmp_path / "casewright.db"
            shutil.copy(request.getfixturevalue("sqlite_template"), path)
            return str(path)
        address: str = request.getfixturevalue("migrated_postgresql")
        with psycopg.connect(as_role(address, "postgres")) as connection:
            connection.execute(_TRUNCATE.encode())
        return address

    return make


@pytest.fixture(params=DATABASES)
def database_address(request: pytest.FixtureRequest, new_address: Callable[[str], str]) -> str:
    """The address of a database with the schema and nothing in it, of each kind in turn."""
    return new_address(request.param)


@pytest.fixture
def opened() -> Iterator[Callable[..., Database]]:
    """``open_database``, and everything closed in the end."""
    handles: list[Database] = []

    def opening(address: str, *, busy_timeout: float = 10.0, max_page_count: int | None = None) -> Database:
        database = open_database(address, busy_timeout=busy_timeout, max_page_count=max_page_count)
        handles.append(follow_tenants(database))
        return handles[-1]

    yield opening
    for handle in handles:
        handle.close()


@pytest.fixture
def new_database(new_address: Callable[[str], str], opened: Callable[..., Database]) -> Callable[[str], Database]:
    """Opens a database of that kind, with the schema and nothing in it."""
    return lambda kind: opened(new_address(kind))


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Database:
    """A database with the schema and nothing in it, of each kind in turn."""
    return new_database(request.param)


@pytest.fixture(params=DATABASES)
def bare_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any schema, of each kind in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "bare.db")
    return create_postgresql(request.getfixturevalue("postgresql_socket"), "bare")
