"""What came of files that were put into a matter: documents, what is wrong with them, and what was left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from casewright.cli.exit_codes import DONE, FAILED
from casewright.cli.paths import Skipped
from casewright.domain.documents import DocumentStatus, ReadingState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from casewright.cli.state import Answer
    from casewright.toolbox.documents.add_document import AddDocumentOutput
    from casewright.toolbox.documents.open_container import OpenContainerOutput
    from casewright.toolbox.documents.reading_view import ReadingView, TrackedView

NOT_OPENED = "not opened"
"""Counted beside the states: files that the operating system would not let us open."""
NOT_RECORDED = "not recorded"
"""Counted beside the states: documents of a version that did not say how much it read."""


@dataclass(frozen=True, slots=True)
class AddedFile:
    """What came of one file; ``data`` is the same as JSON data.

    ``given`` is what the file is called where it lies, ``filename`` the document, which is an earlier one's where the
    matter had the content already. ``error`` says why it is no document that can be asked, or why the system would not
    let us open it; then it has no ``document_id``. ``state`` is a ``ReadingState``, or one of the two words above.
    """

    document_id: str | None
    given: str
    filename: str
    error: str | None
    characters: int
    chunks: int
    duplicate: bool
    encoding: str | None
    state: str
    reason: str | None
    remedy: str | None
    tracked: TrackedView | None
    data: Mapping[str, object]

    @property
    def failed(self) -> bool:
        """Whether nothing can be read in it."""
        return self.error is not None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is known to be left unread."""
        return not self.failed and self.state in (ReadingState.WHOLE, NOT_RECORDED)


@dataclass(frozen=True, slots=True)
class OpenedContainer:
    """An archive or an e-mail that was opened, and how many files were taken out of it."""

    filename: str
    files: int

    def as_json(self) -> dict[str, object]:
        """The same as JSON data."""
        return {"filename": self.filename, "files": self.files}


@dataclass(frozen=True, slots=True)
class Ingested:
    """What came of files, in their order, and of the files in them; ``of_path`` by the path that was given."""

    documents: Sequence[AddedFile] = ()
    opened: Sequence[OpenedContainer] = ()
    skipped: Sequence[Skipped] = ()
    of_path: Mapping[Path, Sequence[AddedFile]] = field(default_factory=dict)

    @classmethod
    def of(cls, parts: Mapping[Path, Ingested]) -> Ingested:
        """All of them together."""
        return cls(
            [one for part in parts.values() for one in part.documents],
            [one for part in parts.values() for one in part.opened],
            [one for part in parts.values() for one in part.skipped],
            {path: part.documents for path, part in parts.items()},
        )

    def with_contents(self, container: OpenContainerOutput, files: Sequence[AddedFile]) -> Ingested:
        """The same with the container's files, those that could not be taken out, and what is none."""
        refused = [_refused(one) for one in container.not_read]
        passed = [Skipped(one.filename, one.reason, is_system=True) for one in container.passed_over]
        opened = [OpenedContainer(container.filename, len(files))] if files or not refused else []
        return Ingested([*self.documents, *files, *refused], [*self.opened, *opened], [*self.skipped, *passed])

    def and_skipped(self, skipped: Sequence[Skipped]) -> Ingested:
        """The same with what was left out of folders before it."""
        return replace(self, skipped=[*skipped, *self.skipped])

    def states(self) -> dict[str, int]:
        """How many files are in each state; those in none are left out."""
        counted = Counter(one.state for one in self.documents)
        order = (*(state.value for state in ReadingState), NOT_RECORDED, NOT_OPENED)
        return {state: counted[state] for state in order if counted[state]}

    def as_json(self) -> dict[str, object]:
        """The same as JSON data."""
        return {
            "documents": [one.data for one in self.documents],
            "states": self.states(),
            "opened": [one.as_json() for one in self.opened],
            "skipped": [one.as_json() for one in self.skipped],
        }

    @property
    def exit_code(self) -> int:
        """4 where anything was not read, or not whole; 0 where all was."""
        whole = all(one.is_whole for one in self.documents) and not any(one.is_unread for one in self.skipped)
        return DONE if whole else FAILED


def added_file(given: str, added: Answer[AddDocumentOutput]) -> AddedFile:
    """What came of a call that added a file."""
    return _file(given, added.output, added.data)


def not_opened(name: str, error: Exception, *, is_known: bool) -> AddedFile:
    """What came of a file that was not opened; ``is_known`` where its name is that of a format that is read."""
    reading: dict[str, object] | None = None
    state, reason, remedy = NOT_OPENED, "", ""
    if isinstance(error, OSError):
        reason, remedy = f"cannot be opened: {error.strerror}", "check its permissions"
        said = f"{name!r} {reason}; {remedy}"
    elif is_known:
        state, said = ReadingState.TOO_LARGE.value, str(error)
        reason, remedy = "is larger than what is read", "split it and add the parts"
        reading = {"state": state, "reason": reason, "pages_read": None, "remedy": remedy}
    else:
        state = ReadingState.NOT_SUPPORTED.value
        reason, remedy = "is of a format that is not read", "save it as PDF, Word or plain text and add that"
        said = f"{name!r} {reason}: {remedy}"
        reading = {"state": state, "reason": reason, "pages_read": None, "remedy": remedy}
    data = {
        "document_id": None,
        "filename": name,
        "status": "error",
        "characters": 0,
        "chunks": 0,
        "error": said,
        "reading": reading,
        "duplicate": False,
        "encoding": None,
        "tracked": None,
        "given": name,
    }
    return AddedFile(None, name, name, said, 0, 0, False, None, state, reason, remedy, None, data)


def _refused(one: AddDocumentOutput) -> AddedFile:
    return _file(one.filename, one, one.model_dump(mode="json"))


def _file(given: str, document: AddDocumentOutput, data: Mapping[str, object]) -> AddedFile:
    reading: ReadingView | None = document.reading
    is_unreadable = document.status is DocumentStatus.ERROR
    return AddedFile(
        document_id=document.document_id,
        given=given,
        filename=document.filename,
        error=(document.error or "") if is_unreadable else None,
        characters=document.characters,
        chunks=document.chunks,
        duplicate=document.duplicate,
        encoding=document.encoding,
        state=NOT_RECORDED if reading is None else reading.state.value,
        reason=document.error if reading is None else reading.reason,
        remedy=None if reading is None else reading.remedy,
        tracked=document.tracked,
        data={**data, "given": given},
    )
