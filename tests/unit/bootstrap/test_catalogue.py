"""Tests of casewright.bootstrap.catalogue."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.bootstrap.catalogue import TOOLKITS, catalogue, declare_tools
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.policies import FAMILIES

if TYPE_CHECKING:
    from pathlib import Path


def test_every_tool_is_as_it_is_declared(tmp_path: Path) -> None:
    """Over an open home each tool is made, and agrees with its name, level, categories and sensitive arguments."""
    with Casewright.open(tmp_path) as home:
        made = declare_tools(home._parts.materials).tools
    declared = [entry.name for toolkit in TOOLKITS for entry in toolkit.declarations]
    assert list(made) == declared == [tool.name for tool in catalogue()]


def test_catalogue_touches_no_home(tmp_path: Path) -> None:
    """Every tool there is can be listed where no home could be made."""
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    code = "from casewright.bootstrap.catalogue import catalogue; print(len(catalogue()))"
    environment = {"CASEWRIGHT_HOME": str(nowhere / "home"), "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert int(done.stdout) == len(catalogue())


def test_a_family_has_one_name_everywhere() -> None:
    """Toolkit, folder of tools and policy of a family carry its name; each tool's file is in the folder."""
    root = files("casewright")
    assert {toolkit.family for toolkit in TOOLKITS} == set(FAMILIES)
    for toolkit in TOOLKITS:
        folder = root.joinpath("toolbox", toolkit.family)
        assert folder.joinpath("policy.toml").is_file()
        modules = {one.name.removesuffix(".py") for one in folder.iterdir() if one.name.endswith(".py")}
        assert len(modules) <= 25
        assert {entry.name for entry in toolkit.declarations} - modules <= {"list_cases"}


def test_opening_a_home_makes_no_tool(tmp_path: Path) -> None:
    """A home is open before any tool is made; the one that is called is, and no other."""
    with Casewright.open(tmp_path) as home:
        assert not any(home.registry.is_loaded(name) for name in home.registry.names)
        home.call("list_matters")
        assert [name for name in home.registry.names if home.registry.is_loaded(name)] == ["list_matters"]
