"""People on the command line: keys, who sees what, and the policy that is in force."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import Shell

if TYPE_CHECKING:
    from tests.e2e.conftest import Ended

MISSING = "00000000-0000-4000-8000-000000000000"
LAW = "{IS governing law clause}"


def add(shell: Shell, name: str, role: str) -> Path:
    """Add a user; the key file."""
    return Path(shell("--json", "users", "add", name, "--role", role).json["key_file"])


class Office:
    """A partner's matter with one lease, and everybody with their part in it."""

    def __init__(self, shell: Shell, contracts: Path) -> None:
        self.shell = shell
        self.keys = {
            name: add(shell, name, role)
            for name, role in (
                *(("ada", "PARTNER"), ("carl", "ANALYST"), ("cleo", "CLIENT"), ("olga", "ANALYST")),
                *(("pat", "PARTNER"), ("aud", "AUDITOR")),
            )
        }
        self.matter = self("ada", "--json", "matter", "create", "Alpha").json["matter_id"]
        self.lease = contracts / "lease.txt"
        self("ada", "ingest", self.matter, self.lease)
        for name, part in (("carl", "counsel"), ("cleo", "client"), ("olga", "observer")):
            self("ada", "matter", "share", self.matter, name, "--role", part)

    def __call__(self, name: str, *arguments: object, code: int = 0) -> Ended:
        """Run a command as that user."""
        return self.shell("--as", self.keys[name], *arguments, code=code)


@pytest.mark.requirement("people-visibility", "people-participants")
def test_who_sees_and_does_what(shell: Shell, contracts: Path, tmp_path: Path) -> None:
    """Each person sees and does in the matter what their role and part allow; for others it is missing."""
    office = Office(shell, contracts)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir, the rent is due.")
    expected = {
        # who   sees it, asks it, uploads, shares   (exit codes)
        "ada": (1, 0, 0, 0),
        "carl": (1, 0, 0, 3),
        "cleo": (1, 0, 0, 3),
        "olga": (1, 0, 3, 3),
        "pat": (0, 2, 2, 2),
    }
    for name, (seen, asks, uploads, shares) in expected.items():
        assert office(name, "--json", "matter", "list").json["total_count"] == seen, name
        office(name, "iql", LAW, "--matter", office.matter, code=asks)
        office(name, "ingest", office.matter, letter, code=uploads)
        office(name, "matter", "share", office.matter, "olga", "--role", "observer", code=shares)
    for command in (["matter", "list"], ["iql", LAW, "--matter", office.matter], ["matter", "create", "Mine"]):
        assert "is not permitted for AUDITOR" in office("aud", *command, code=3).err
    assert shell("--json", "matter", "list").json["total_count"] == 1


@pytest.mark.requirement("people-visibility")
def test_matter_out_of_sight_reads_like_a_missing_one(shell: Shell, contracts: Path) -> None:
    """Every command on another's matter prints what it prints for one that does not exist."""
    office = Office(shell, contracts)
    for command in (
        ["iql", LAW, "--matter", "ID"],
        ["ingest", "ID", str(office.lease)],
        ["matter", "participants", "ID"],
        ["matter", "share", "ID", "olga", "--role", "client"],
        ["matter", "unshare", "ID", "olga"],
        ["tools", "call", "get_document_text", "--args", '{"matter_id": "ID", "filename": "lease.txt"}'],
    ):
        said = []
        for matter in (office.matter, MISSING):
            ended = office("pat", *[word.replace("ID", matter) for word in command], code=2)
            said.append((ended.out + ended.err).replace(matter, "ID"))
        assert said[0] == said[1]
        assert "not found" in said[0]


def test_sharing_shows_and_ends(shell: Shell, contracts: Path) -> None:
    """share and participants list everybody; after unshare the matter is gone for whoever was in it."""
    office = Office(shell, contracts)
    shown = office("olga", "matter", "participants", office.matter).out.splitlines()
    assert shown == ["owner     ada", "counsel   carl", "client    cleo", "observer  olga"]
    assert "olga" not in office("ada", "matter", "unshare", office.matter, "olga").out
    assert "There are no matters yet" in office("olga", "matter", "list").out
    office("ada", "matter", "unshare", office.matter, "olga", code=2)


@pytest.mark.requirement("people-users", "people-keys")
def test_user_gets_a_key_of_their_own(shell: Shell, tmp_path: Path) -> None:
    """add writes the key once, for its owner alone; what is stored, recorded and printed holds no key."""
    target = tmp_path / "ada.key"
    said = shell("users", "add", "ada", "--role", "PARTNER", "--key-file", target).out
    key = target.read_text().strip()
    assert target.stat().st_mode & 0o777 == 0o600
    assert key not in said
    shell("--as", target, "matter", "create", "Alpha")
    stored = b"".join(path.read_bytes() for path in shell.home.rglob("*") if path.is_file())
    assert key.encode() not in stored
    last = shell("--json", "audit", "show", "--last", "2").json["events"][0]
    assert (last["agent_id"], last["role"], last["event_type"]) == ("ada", "PARTNER", "person.tool_call")
    listed = shell("users", "list").out
    assert listed.split()[:2] == ["ada", "PARTNER"]


def test_failed_add_leaves_no_key(shell: Shell) -> None:
    """Where the user is not added, no key file is left; a file that was there stays."""
    add(shell, "ada", "PARTNER")
    before = (shell.home / "keys" / "ada.key").read_text()
    assert "There is no role 'BOSS' for people" in shell("users", "add", "bo", "--role", "BOSS", code=2).err
    assert "already a file" in shell("users", "add", "ada", "--role", "CLIENT", code=2).err
    other = shell.home / "other.key"
    assert "is taken" in shell("users", "add", "ada", "--role", "CLIENT", "--key-file", other, code=2).err
    assert "is no user's name" in shell("users", "add", "../ada", "--role", "CLIENT", code=2).err
    ada = shell.home / "keys" / "ada.key"
    assert "not permitted" in shell("--as", ada, "users", "add", "bo", "--role", "ADMIN", code=3).err
    assert [path.name for path in (shell.home / "keys").iterdir()] == ["ada.key"]
    assert not other.exists()
    assert ada.read_text() == before


def test_empty_list_says_what_to_do(shell: Shell) -> None:
    """Without users, the list says how to add one."""
    assert "There are no users yet. Add one: casewright users add" in shell("users", "list").out


@pytest.mark.requirement("people-keys-refused")
@pytest.mark.parametrize("case", ["no key", "another home's", "deactivated", "readable"])
def test_refused_keys(shell: Shell, tmp_path: Path, capfd: pytest.CaptureFixture[str], case: str) -> None:
    """A key that is not an active user's, or not their secret, is refused with 3 and nothing is done."""
    key = add(shell, "ada", "PARTNER")
    said = "is not that of a user"
    if case == "no key":
        key.write_text("password\n")
        said = "does not hold a key"
    elif case == "another home's":
        key = add(Shell(tmp_path / "other", capfd), "ada", "PARTNER")
    elif case == "deactivated":
        assert "ada is deactivated." in shell("users", "deactivate", "ada").out
        assert "deactivated" in shell("users", "list").out
        said = "The user 'ada' is deactivated"
    else:
        key.chmod(0o644)
        said = "chmod 600"
    assert said in shell("matter", "create", "Alpha", "--as", key, code=3).err
    assert said in shell("--json", f"--as={key}", "matter", "list", code=3).json["error"]
    assert shell("--json", "matter", "list").json["total_count"] == 0
    events = shell("--json", "audit", "show").json["events"]
    refused = [(one["agent_id"], one["reason"]) for one in events if one["event_type"] == "auth.refused"]
    assert len(refused) == (0 if case == "readable" else 2)
    assert {who for who, _ in refused} <= {"ada" if case == "deactivated" else "unknown"}
    assert shell("audit", "verify").out.startswith("Verified")


def test_missing_key_file(shell: Shell, tmp_path: Path) -> None:
    """A key file that is not there is named, with 2."""
    assert "nothing.key' cannot be read" in shell("--as", tmp_path / "nothing.key", "matter", "list", code=2).err


def test_key_from_the_environment(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """CASEWRIGHT_USER_KEY acts like --as, and --as goes before it."""
    keys = {name: add(shell, name, "PARTNER") for name in ("ada", "bo")}
    monkeypatch.setenv("CASEWRIGHT_USER_KEY", str(keys["ada"]))
    assert shell("--json", "matter", "create", "Alpha").json["created_by"] == "ada"
    assert shell("--json", "--as", keys["bo"], "matter", "create", "Beta").json["created_by"] == "bo"
    assert shell("--json", "matter", "list").json["total_count"] == 1


def test_scratch_matters_are_personal(shell: Shell, contracts: Path) -> None:
    """Files asked by path go into a scratch matter of one's own, for ADMIN too, who sees those of others."""
    ada = add(shell, "ada", "PARTNER")
    shell("--as", ada, "iql", LAW, contracts / "lease.txt")
    shell("iql", LAW, contracts / "lease.txt")
    owners = [one["created_by"] for one in shell("--json", "matter", "list").json["matters"]]
    assert len(set(owners)) == 2
    assert "ada" in owners


@pytest.mark.requirement("policy-empty")
def test_empty_policy_runs_nothing(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under an empty policy every command on matters and people is denied with 3, recorded, and nothing is there."""
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    monkeypatch.setenv("CASEWRIGHT_POLICY", str(empty))
    commands = (
        *(["matter", "create", "Alpha"], ["matter", "list"], ["audit", "show"], ["users", "list"], ["demo"]),
        *(["users", "add", "ada", "--role", "ADMIN"], ["users", "deactivate", "ada"]),
        *(["matter", "participants", MISSING], ["matter", "share", MISSING, "ada", "--role", "client"]),
        ["iql", LAW, "--matter", MISSING],
    )
    for command in commands:
        assert "is not permitted for ADMIN" in shell(*command, code=3).err
    assert not list((shell.home / "keys").glob("*"))
    with closing(sqlite3.connect(shell.home / "casewright.db")) as database:
        for table in ("matters", "users", "participants"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    monkeypatch.delenv("CASEWRIGHT_POLICY")
    events = shell("--json", "audit", "show", "--last", "50").json["events"][:-1]
    assert [(one["phase"], one["result_status"]) for one in events] == [("stopped", "DENIED")] * len(commands)


BAD_POLICIES = {
    "missing": (None, "cannot be read"),
    "not TOML": ("[tools", "is not valid TOML"),
    "unknown tool": ('[roles]\npeople = ["ADMIN"]\n[tools.list_maters]\nroles = ["ADMIN"]', "'list_maters'"),
    "unknown role": ('[roles]\npeople = ["ADMIN"]\n[tools.list_matters]\nroles = ["BOSS"]', "'BOSS'"),
}


@pytest.mark.requirement("policy-empty", "tool-policy-self-check")
@pytest.mark.parametrize("case", BAD_POLICIES)
def test_policy_that_cannot_be_used_runs_nothing(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    """A policy file that is missing or wrong ends every command with 2 and its mistake; check says the same."""
    text, message = BAD_POLICIES[case]
    file = tmp_path / "mine.toml"
    if text is not None:
        file.write_text(text)
    assert message in shell("policy", "check", file, code=2).err
    assert not shell.home.exists()
    monkeypatch.setenv("CASEWRIGHT_POLICY", str(file))
    for command in (["matter", "create", "Alpha"], ["matter", "list"], ["policy", "show"]):
        assert message in shell(*command, code=2).err
    monkeypatch.delenv("CASEWRIGHT_POLICY")
    assert shell("--json", "matter", "list").json["total_count"] == 0


@pytest.mark.requirement("policy-show")
def test_policy_is_shown(shell: Shell) -> None:
    """show prints the matrix in tables as wide as the terminal, limits, preconditions and hash, and makes no home."""
    shown = shell("policy", "show").out
    rows = {line.split()[0]: line for line in shown.splitlines() if line.strip()}
    assert rows["flag_defect:"] == (
        "flag_defect: at most 3 calls a round and role (sanad_breaker); at least 1 in evidence_refs; "
        "at least 50 characters in description"
    )
    people = shown.split("Models")[0]
    line = next(line for line in people.splitlines() if line.strip().startswith("read_audit"))
    header = next(line for line in people.splitlines() if line.strip().startswith("tool"))
    permitted = dict(zip(header.split()[1:], line.split()[1:], strict=True))
    assert permitted == {"ADMIN": "yes", "ANALYST": "·", "AUDITOR": "yes", "CLIENT": "·", "PARTNER": "·"}
    document = shell("--json", "policy", "show").json
    assert f"Policy {document['hash']}" in shown
    flag = next(one for one in document["tools"] if one["tool"] == "flag_defect")
    assert flag == {
        "tool": "flag_defect",
        "roles": ["ADMIN", "ANALYST", "PARTNER", "sanad_breaker"],
        "behind": [],
        "max_calls_per_round": 3,
        "limited_roles": ["sanad_breaker"],
        "min_items": {"evidence_refs": 1},
        "min_characters": {"description": 50},
        "approval": None,
    }
    assert not shell.home.exists()


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_no_name_is_cut_in_the_matrix(shell: Shell, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """Whatever the terminal's width, tools and roles stand there whole."""
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = shell("policy", "show").out
    assert "…" not in shown
    words = set(shown.split())
    for role in shell("--json", "policy", "show").json["models"]:
        assert set(role.split("_")) <= words


@pytest.mark.requirement("policy-show")
def test_policy_of_ones_own_is_checked_and_used(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """check says what a file permits and what nobody may call; in force, it decides, and its hash is recorded."""
    file = tmp_path / "mine.toml"
    file.write_text('[roles]\npeople = ["ADMIN"]\n[tools.list_matters]\nroles = ["ADMIN"]\n')
    checked = shell("--json", "policy", "check", file).json
    assert (checked["valid"], checked["roles"], checked["rules"]) == (True, ["ADMIN"], 1)
    assert "create_matter" in checked["tools_nobody_may_call"]
    assert "list_matters" not in checked["tools_nobody_may_call"]
    assert re.search(r"Nobody may call: .*\bcreate_matter\b", shell("policy", "check", file).out)
    monkeypatch.setenv("CASEWRIGHT_POLICY", str(file))
    shell("matter", "list")
    shell("matter", "create", "Alpha", code=3)
    monkeypatch.delenv("CASEWRIGHT_POLICY")
    events = shell("--json", "audit", "show").json["events"]
    assert {one["policy_hash"] for one in events[:3]} == {checked["hash"]}
    assert "no role may call anything" in _shown_empty(shell, tmp_path, monkeypatch)


def _shown_empty(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    monkeypatch.setenv("CASEWRIGHT_POLICY", str(empty))
    return shell("policy", "show").out
