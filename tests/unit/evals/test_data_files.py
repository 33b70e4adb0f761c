"""Finding and reading the files of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.errors import InvalidInput
from evals.data_files import find, json_lines, shaped

if TYPE_CHECKING:
    from pathlib import Path


def test_file_is_found_within_an_unpacked_archive(tmp_path: Path) -> None:
    """The nearest file of the name counts, up to three folders down; a file given is taken as it is."""
    deep = tmp_path / "cuad-main" / "data" / "v1"
    deep.mkdir(parents=True)
    (deep / "set.json").write_text("{}")
    assert find(tmp_path, ("*.jsonl", "set.json"), "give it") == deep / "set.json"
    (tmp_path / "cuad-main" / "set.json").write_text("{}")

    assert find(tmp_path, ("set.json",), "give it") == tmp_path / "cuad-main" / "set.json"
    assert find(deep / "set.json", ("other",), "give it") == deep / "set.json"


@pytest.mark.requirement("eval-bad-input")
def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    """A missing path, a folder without the file and an archive have a sentence each, with the remedy."""
    with pytest.raises(InvalidInput, match=r"nowhere' does not exist: give it\."):
        find(tmp_path / "nowhere", ("a.json",), "give it")
    with pytest.raises(InvalidInput, match=r"holds no a\.json nor b\.json: give it\."):
        find(tmp_path, ("a.json", "b.json"), "give it")
    (tmp_path / "set.zip").write_bytes(b"PK")
    with pytest.raises(InvalidInput, match=r"set\.zip' is an archive: unpack it"):
        find(tmp_path / "set.zip", ("a.json",), "give it")


@pytest.mark.requirement("eval-bad-input")
def test_broken_line_is_named(tmp_path: Path) -> None:
    """A line that is no JSON is named by file, number and column; blank lines are none."""
    file = tmp_path / "set.jsonl"
    file.write_text('{"a": 1}\n\n{"a": \n', "utf-8")
    lines = json_lines(file, "SET", "give it")

    assert next(lines) == ("line 1", {"a": 1})
    with pytest.raises(InvalidInput, match=r"set\.jsonl', line 3, is not as SET has it \(broken JSON at column 7"):
        next(lines)


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (KeyError("text"), r"\('text' is missing\)"),
        (TypeError("no list"), r"\(TypeError: no list\)"),
        (FileNotFoundError(2, "No such file", "a.txt"), r"\(cannot be read: 'a\.txt' No such file\)"),
        (IndexError("out of range"), r"IndexError"),
    ],
)
def test_problem_becomes_a_sentence(tmp_path: Path, problem: Exception, said: str) -> None:
    """What goes wrong inside names the file, the place and what was wrong."""
    with pytest.raises(InvalidInput, match=said) as caught, shaped(tmp_path / "x", "line 2", "SET", "give it"):
        raise problem
    assert ", line 2," in str(caught.value)
    assert str(caught.value).endswith(": give it.")
