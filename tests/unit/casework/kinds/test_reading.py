"""A kind's file that cannot be used: each mistake is told with the file and the key."""

from __future__ import annotations

import copy
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from casewright.casework.kinds.case_kind import CaseKind, Part
from casewright.casework.kinds.reading import read_kind
from casewright.errors import InvalidInput

_SHARED = {name: Part(name, (rf"\b{name}\b",)) for name in ("court", "facts", "law", "evidence", "signature")}


def _amenda() -> dict[str, Any]:  # parsed TOML
    return tomllib.loads(files("casewright.casework.kinds").joinpath("amenda.toml").read_text(encoding="utf-8"))


def _read(data: dict[str, Any], template: str = "") -> CaseKind:  # parsed TOML
    return read_kind("amenda", data, template, _SHARED)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("id",), "amenzi", "amenda.toml: id takes one of amenda"),
        (("tier",), "one", "amenda.toml: tier takes a whole number, 0 or more"),
        (("name", "en"), None, "amenda.toml: name.en takes a text"),
        (("name", "fr"), "amende", "amenda.toml: name.fr takes nothing: use ro and en"),
        (("words",), ["amend"], "amenda.toml: words takes a list of lists of texts"),
        (("draft", "file"), None, "amenda.toml: draft.file takes a text"),
        (("draft", "part", 0, "like"), "judge", "part[1].like takes one of court, facts, law, evidence, signature"),
        (("limit", "days"), "15", "amenda.toml: limit.days takes a whole number, 0 or more"),
        (("limit", "article"), None, "amenda.toml: limit.article takes a text"),
        (("limit", "fact"), "judecata", "limit names the fact 'judecata', which the kind does not have"),
        (("fact", 1, "ask", "en"), 3, "amenda.toml: fact[2].ask.en takes a text"),
        (("fact", 0, "ask", "ro"), "Când? În {shorter}.", "fact[1].ask.ro takes no {shorter}: the kind has no such"),
        (("fact", 0, "reads"), "moment", "amenda.toml: fact[1].reads takes one of date, amount,"),
        (("fact", 0, "wise"), True, "amenda.toml: fact[1].wise takes nothing: there is no such key"),
        (("fact", 3, "beside"), "acte", "amenda.toml: fact data_pv names the fact 'acte'"),
        (("fact", 5, "id"), "act", "amenda.toml: the fact 'act' stands there twice: remove one"),
        (("otherwise",), ["act"], "amenda.toml: otherwise takes a list of two texts"),
        (("source",), None, "amenda.toml: source takes at least one article that the draft rests on"),
        (("source", 2, "checked"), "ieri", "amenda.toml: source[3].checked takes a day such as"),
        (("source", 2, "from"), None, "amenda.toml: source[3].from takes a text"),
        (("extra",), 1, "amenda.toml: extra takes nothing: there is no such key"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_key(path: tuple[str | int, ...], value: object, told: str) -> None:
    """What is missing, strange, of the wrong type or named and not there."""
    data = copy.deepcopy(_amenda())
    at: Any = data  # parsed TOML
    for step in path[:-1]:
        at = at[step]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    with pytest.raises(InvalidInput) as raised:
        _read(data)
    assert told in str(raised.value)


def test_a_shared_part_may_have_another_name_and_more_signs() -> None:
    """The kind says only what differs."""
    data = _amenda()
    data["draft"]["part"] = [{"like": "law", "name": "temeiul", "or": "temei"}, {"like": "signature"}]
    kind = _read(data).draft_kind
    assert kind is not None
    assert kind.parts == (Part("temeiul", (r"\blaw\b|temei",)), _SHARED["signature"])


def test_a_template_is_filled_with_the_time_limit() -> None:
    """Other names stay for the draft."""
    found = _read(_amenda(), "{limit} după {limit_article} din {limit_act}: {motive}").template
    assert found == "15 zile după art. 31 alin. (1) din O.G. nr. 2/2001: {motive}"


def test_a_court_by_value_needs_the_sum() -> None:
    """Its level hangs on the fact that is called so."""
    data = _amenda()
    for fact in data["fact"]:
        fact["id"] = "cuantum" if fact["id"] == "suma" else fact["id"]
        fact["level"] = "by_value" if fact["id"] == "instanta" else "judecatorie"
    with pytest.raises(InvalidInput, match="a court by value needs the fact 'suma'"):
        _read(data)
