"""The sentences for files that cannot be read."""

from __future__ import annotations

from typing import get_args

import pytest

from casewright.adapters.ingest import unreadable
from casewright.adapters.ingest.formats import FORMATS, Seeming
from casewright.adapters.ingest.wire import Fault, FaultCode

PDF = FORMATS[0]


@pytest.mark.requirement("documents-errors")
@pytest.mark.parametrize("code", get_args(FaultCode))
def test_every_fault_of_the_child_has_a_sentence(code: FaultCode) -> None:
    """Each fault names the file and says what to do; what the child says beside it is never shown."""
    sentence = str(unreadable.from_fault("a.pdf", PDF, Fault(code, "<evil>")))

    assert sentence.startswith("'a.pdf' ")
    assert "add" in sentence
    assert "evil" not in sentence


@pytest.mark.requirement("documents-type-by-content")
@pytest.mark.parametrize("seeming", [*get_args(Seeming), "text", "binary", "docm", "xlsm"])
def test_every_seeming_type_has_a_sentence(seeming: str) -> None:
    """Whatever bytes seem to be under another name, the sentence says what they seem to be and what to do."""
    if seeming in ("other", "locked-office"):
        return  # other is looked at once more, and a locked file has its own sentence
    sentence = str(unreadable.not_what_it_says("a.pdf", PDF, seeming))

    assert sentence.startswith("'a.pdf' is named like PDF but seems to be ")


@pytest.mark.parametrize("seeming", get_args(Seeming))
def test_unknown_extension_lists_the_formats(seeming: Seeming) -> None:
    """A name that claims no format is answered with what the bytes seem to be and the list of formats."""
    sentence = str(unreadable.unknown("a.xyz", seeming))

    assert sentence.startswith("'a.xyz' is of a format that is not read")
    assert sentence.endswith(
        "Read are PDF (.pdf), Word (DOCX) (.docx), plain text (.txt), Markdown (.md), HTML (.html), Excel workbook"
        " (.xlsx), CSV (.csv), e-mail (.eml), ZIP archive (.zip)."
    )


def test_hostile_file_names_are_quoted() -> None:
    """A file name with line ends or escapes cannot add lines to the sentence."""
    assert "\n" not in str(unreadable.empty("a\nb\x1b[31m.txt"))
    assert "\x1b" not in str(unreadable.empty("a\nb\x1b[31m.txt"))
