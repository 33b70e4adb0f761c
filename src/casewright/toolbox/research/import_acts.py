"""The tool ``import_acts``: files of acts or decisions become part of the tenant's legal corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from casewright.casework.corpus_files import read_corpus_file
from casewright.domain.ids import BlobId
from casewright.errors import InvalidInput
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.research import CorpusImports

MOST_FILES = 10_000
_TOLD = 10


class CorpusFile(Arguments):
    """One file whose bytes are stored."""

    name: str = Field(description="What the file is called", min_length=1, max_length=4096)
    blob_id: str = Field(description="Id of the stored bytes (their SHA-256)", pattern="^[0-9a-f]{64}$")


class ImportActsInput(Arguments):
    """Input of the ``import_acts`` tool."""

    table: Literal["legislatie", "jurisprudenta"] = Field(description="Whether the files hold acts or decisions")
    files: list[CorpusFile] = Field(description="The files", min_length=1, max_length=MOST_FILES)
    synthetic: bool = Field(default=False, description="Mark them all as written for an example, not real law")


class ImportActsOutput(BaseModel):
    """What came in; ``total`` is how many documents the table holds now."""

    added: int
    replaced: int
    total: int


def import_acts(*, corpus: CorpusImports, blobs: BlobStore) -> Tool:
    """The tool over these parts."""

    def run(arguments: ImportActsInput, context: CallContext) -> ImportActsOutput:
        documents: list[dict[str, Any]] = []
        wrong: list[str] = []
        for file in arguments.files:
            stop_if_cancelled()
            try:
                documents += read_corpus_file(
                    file.name, blobs.get(context.tenant, BlobId(file.blob_id)), arguments.table
                )
            except InvalidInput as error:
                wrong.append(str(error))
        if wrong:
            more = f"; and {len(wrong) - _TOLD} more" if len(wrong) > _TOLD else ""
            raise InvalidInput(f"nothing was imported: {'; '.join(wrong[:_TOLD])}{more}")
        if arguments.synthetic:
            documents = [{**document, "synthetic": True} for document in documents]
        imported = corpus.add(context.tenant, arguments.table, documents)
        return ImportActsOutput(
            added=imported.added,
            replaced=imported.replaced,
            total=corpus.counts(context.tenant)[arguments.table],
        )

    return Tool(
        name="import_acts",
        description="Put files of acts or decisions into the tenant's legal corpus, all of them or none.",
        arguments=ImportActsInput,
        output=ImportActsOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases", "research"),
        timeout=600.0,
        idempotent=True,
        reads=("the stored bytes",),
        writes=("the legal corpus",),
    )
