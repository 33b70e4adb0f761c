"""The tool ``open_container``: the files of a ZIP archive, or of an e-mail, kept so that each can be added."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from pydantic import BaseModel, Field

from casewright.domain.documents import READER_VERSION, Document, DocumentStatus, ReadingReport, ReadingState
from casewright.domain.enclosed_files import NotTaken, Opened
from casewright.domain.ids import BlobId, DocumentId, MatterId
from casewright.domain.people import MatterRight
from casewright.errors import UnreadableDocument
from casewright.toolbox.documents.add_document import AddDocumentOutput, identity_of, view
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.definition import Tool
from casewright.tools.effects import apart

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.ids import TenantId
    from casewright.toolbox.documents.originals import Originals
    from casewright.tools.ports.blobs import BlobHolder
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.documents import ContainerReader, DocumentStore
    from casewright.tools.ports.firewall import DocumentFirewall
    from casewright.tools.ports.together import Together

_TIMEOUT = 300.0
_MAIL = ".eml"


class OpenContainerInput(Arguments):
    """Input of the ``open_container`` tool."""

    matter_id: str = Field(description="UUID of the matter that is to get the files")
    blob_id: str = Field(description="Id of the stored bytes of the archive or e-mail", pattern="^[0-9a-f]{64}$")
    filename: str = Field(description="What the archive or e-mail is called", min_length=1, max_length=1024)
    keep_name: bool = Field(default=False, description="As in add_document, for what cannot be taken out")


class EnclosedFile(BaseModel):
    """A file that was taken out: ``add_document`` makes a document of it, within an hour. ``size`` in bytes."""

    filename: str = Field(description="The container's name, then the path inside it")
    blob_id: str
    size: int


class PassedOverFile(BaseModel):
    """What is no document, with the reason: "is a link, which is not followed"."""

    filename: str
    reason: str


class OpenContainerOutput(BaseModel):
    """What the container holds, with what the containers in it hold."""

    filename: str
    files: list[EnclosedFile] = Field(description="Taken out, each to be added by add_document")
    not_read: list[AddDocumentOutput] = Field(description="Could not be taken out: documents now that say why")
    passed_over: list[PassedOverFile] = Field(description="No documents: links, system files, pictures of a signature")


def open_container(
    *,
    documents: DocumentStore,
    originals: Originals,
    transaction: Together,
    reader: ContainerReader,
    clock: Clock,
    firewall: DocumentFirewall | None = None,
    holder: BlobHolder | None = None,
    new_id: Callable[[], UUID] = uuid4,
) -> Tool:
    """The tool over these parts. Files on their way into a case are held by ``holder`` and written nowhere."""
    return Tool(
        name="open_container",
        description=(
            "Open a ZIP archive, or an e-mail with attachments, whose bytes are stored: every file in it, at any depth,"
            " is kept under a path of its own, so that add_document can make a document of it. What cannot be taken out"
            " becomes a document that says why."
        ),
        arguments=OpenContainerInput,
        output=OpenContainerOutput,
        handler=_Opening(documents, originals, transaction, reader, clock, firewall, holder, new_id).run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("matters", "documents"),
        timeout=_TIMEOUT,
        idempotent=True,
        reads=("the stored bytes",),
        writes=("the files' bytes, for an hour", "a document for each file that cannot be taken out"),
        needs=MatterRight.UPLOAD,
    )


@dataclass(frozen=True, slots=True)
class _Opening:
    """Opens containers of a matter."""

    documents: DocumentStore
    originals: Originals
    transaction: Together
    reader: ContainerReader
    clock: Clock
    firewall: DocumentFirewall | None
    holder: BlobHolder | None
    new_id: Callable[[], UUID]

    def run(self, arguments: OpenContainerInput, context: CallContext) -> OpenContainerOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        guard = self.firewall if self.firewall is not None and self.firewall.guards(context.tenant, matter) else None
        try:
            return self._open(arguments, context, matter, guard)
        finally:
            if guard is not None:
                self.originals.release(context.tenant, BlobId(arguments.blob_id))

    def _open(
        self, arguments: OpenContainerInput, context: CallContext, matter: MatterId, guard: DocumentFirewall | None
    ) -> OpenContainerOutput:
        data = self.originals.blobs.get(context.tenant, BlobId(arguments.blob_id))
        taken: list[tuple[str, BlobId, int]] = []

        def take(name: str, content: bytes) -> None:
            stop_if_cancelled()
            taken.append((name, self._kept(context.tenant, content, is_held=guard is not None), len(content)))

        def called(name: str) -> str:
            path = f"{arguments.filename}/{name}" if name else arguments.filename
            return path if guard is None else guard.name(context.tenant, matter, path)

        # Nothing is written before all is taken out: the transaction would stay open for as long as that takes.
        opened = self._opened(data, arguments.filename, take)
        with self.transaction.together():
            not_read: list[AddDocumentOutput] = []
            for one in opened.not_taken:
                stop_if_cancelled()
                found = one if one.name or not _is_mail(arguments) else replace(one, name="attachments")
                not_read.append(self._refused(found, called(found.name), arguments, context, matter, guard, data))
            return OpenContainerOutput(
                filename=called(""),
                files=[EnclosedFile(filename=called(name), blob_id=blob, size=size) for name, blob, size in taken],
                not_read=not_read,
                passed_over=[
                    PassedOverFile(filename=called(one.name), reason=one.reason) for one in opened.passed_over
                ],
            )

    def _opened(self, data: bytes, filename: str, take: Callable[[str, bytes], None]) -> Opened:
        try:
            return self.reader.open(data, filename, take)
        except UnreadableDocument as error:
            report = ReadingReport(ReadingState(error.state), error.reason, None, error.remedy)
            return Opened((NotTaken("", len(data), report),))

    def _kept(self, tenant: TenantId, content: bytes, *, is_held: bool) -> BlobId:
        """Bytes for an hour; what notes that they go then is no effect of the call, which may take long."""
        if is_held and self.holder is not None:
            return self.holder.hold(tenant, content)
        with apart():
            return self.originals.keep(tenant, content)

    def _refused(
        self,
        one: NotTaken,
        filename: str,
        arguments: OpenContainerInput,
        context: CallContext,
        matter: MatterId,
        guard: DocumentFirewall | None,
        container: bytes,
    ) -> AddDocumentOutput:
        """The document that says why a file is not read. Its original is the container; in a case it has none."""
        original = container if guard is None or not one.name else b""
        blob = BlobId(arguments.blob_id if original is container else sha256(original).hexdigest())
        identity = identity_of(arguments.blob_id, arguments.filename, keep_name=arguments.keep_name)
        document = Document(
            id=DocumentId(str(self.new_id())),
            tenant=context.tenant,
            matter=matter,
            filename=filename,
            media_type=self.reader.media_type(filename),
            size=one.size,
            blob=blob,
            status=DocumentStatus.ERROR,
            error=f"{filename!r} {one.report.reason}: {one.report.remedy}.",
            characters=0,
            chunk_count=0,
            uploaded_by=context.actor.id,
            uploaded_at=self.clock.now(),
            report=one.report,
            reader_version=READER_VERSION,
        )
        stored = self.documents.add(document, None, identity=f"{identity}/{one.name}" if one.name else identity)
        if stored.id == document.id:
            if guard is None:
                self.originals.claim(context.tenant, blob, container)
            else:
                guard.seal(context.tenant, document.id, original)
        return view(stored, duplicate=stored.id != document.id)


def _is_mail(arguments: OpenContainerInput) -> bool:
    return arguments.filename.lower().endswith(_MAIL)
