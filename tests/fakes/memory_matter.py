"""A matter with documents, everything in memory, and the tools over it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from casewright.adapters.answers.reader import RuleReader
from casewright.adapters.answers.spans import SpanReader
from casewright.adapters.proxies import ProviderWays
from casewright.adapters.search.word_shares import WordShares
from casewright.audit.memory import MemoryAuditLog
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, BlobId, TenantId
from casewright.domain.matters import MatterKind
from casewright.toolbox.amendments.confirm_amendment import confirm_amendment
from casewright.toolbox.amendments.list_amendments import list_amendments
from casewright.toolbox.audit.read_audit import read_audit
from casewright.toolbox.consents.grant_provider_consent import grant_provider_consent
from casewright.toolbox.consents.list_provider_consents import list_provider_consents
from casewright.toolbox.consents.revoke_provider_consent import revoke_provider_consent
from casewright.toolbox.document_naming import DocumentNaming
from casewright.toolbox.documents.add_document import add_document
from casewright.toolbox.documents.ask_matter import ask_matter
from casewright.toolbox.documents.delete_document import delete_document
from casewright.toolbox.documents.document_changes import document_changes
from casewright.toolbox.documents.find_documents import find_documents
from casewright.toolbox.documents.find_section import find_section
from casewright.toolbox.documents.get_document_text import get_document_text
from casewright.toolbox.documents.isaacus_classify import isaacus_classify
from casewright.toolbox.documents.isaacus_extract import isaacus_extract
from casewright.toolbox.documents.isaacus_search import isaacus_search
from casewright.toolbox.documents.list_matter_documents import list_matter_documents
from casewright.toolbox.documents.list_threads import list_threads
from casewright.toolbox.documents.open_container import open_container
from casewright.toolbox.documents.originals import Originals
from casewright.toolbox.documents.passages import PassageSearch
from casewright.toolbox.documents.quote_boxes import quote_boxes
from casewright.toolbox.documents.rename_document import rename_document
from casewright.toolbox.documents.reread_documents import reread_documents
from casewright.toolbox.documents.search_everywhere import search_everywhere
from casewright.toolbox.documents.searching.everywhere import EverywhereSearch
from casewright.toolbox.documents.show_document import show_document
from casewright.toolbox.facts.contract_facts import contract_facts
from casewright.toolbox.facts.correct_fact import correct_fact
from casewright.toolbox.facts.reading import FactReading
from casewright.toolbox.facts.stated import FactsAsStated
from casewright.toolbox.jobs.list_jobs import list_jobs
from casewright.toolbox.matters.create_matter import create_matter
from casewright.toolbox.matters.delete_matter import delete_matter
from casewright.toolbox.matters.list_matters import list_matters
from casewright.toolbox.matters.set_matter_status import set_matter_status
from casewright.toolbox.matters.show_matter import show_matter
from casewright.toolbox.pages.render_page import render_page
from casewright.toolbox.pages.show_document_layout import show_document_layout
from casewright.toolbox.pages.show_page import show_page
from casewright.toolbox.people.add_user import add_user
from casewright.toolbox.people.deactivate_user import deactivate_user
from casewright.toolbox.people.list_participants import list_participants
from casewright.toolbox.people.list_users import list_users
from casewright.toolbox.people.share_matter import share_matter
from casewright.toolbox.people.unshare_matter import unshare_matter
from casewright.toolbox.queries.delete_saved_query import delete_saved_query
from casewright.toolbox.queries.estimate_query import estimate_query
from casewright.toolbox.queries.isaacus_iql import MODELS, isaacus_iql
from casewright.toolbox.queries.list_saved_queries import list_saved_queries
from casewright.toolbox.queries.save_query import save_query
from casewright.toolbox.questions.frame_question import frame_question
from casewright.toolbox.reviews.delete_column_set import delete_column_set
from casewright.toolbox.reviews.list_cell_reviews import list_cell_reviews
from casewright.toolbox.reviews.list_column_sets import list_column_sets
from casewright.toolbox.reviews.reader_versions import ReaderVersions
from casewright.toolbox.reviews.review_cell import review_cell
from casewright.toolbox.reviews.save_column_set import save_column_set
from casewright.toolbox.templates.define_template import define_template
from casewright.toolbox.templates.list_templates import list_templates
from casewright.toolbox.templates.remove_template import remove_template
from casewright.toolbox.templates.show_template import show_template
from casewright.toolbox.templates.train_template import train_template
from casewright.tools.visibility import Visibility
from tests.fakes.account_tools import MemoryAccounts, account_tools
from tests.fakes.echo_assistant import EchoAssistant
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.governed import TENANT, Governed
from tests.fakes.keyword_scores import KeywordScores
from tests.fakes.labelled_facts import LabelledFacts, dates_and_words
from tests.fakes.memory_amendments import MemoryAmendments
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_blobs import MemoryBlobs
from tests.fakes.memory_column_sets import MemoryColumnSets
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.memory_facts import MemoryFacts
from tests.fakes.memory_jobs import MemoryJobs
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_originals import MemoryRemovals
from tests.fakes.memory_people import MemoryParticipants, MemoryUsers
from tests.fakes.memory_providers import MemoryConsents
from tests.fakes.memory_queries import MemoryQueries
from tests.fakes.memory_removal import MemoryMatterRows, NoCases, NoCheckpoints
from tests.fakes.memory_reviews import MemoryReviews
from tests.fakes.memory_templates import MemoryTemplates
from tests.fakes.memory_threads import MemoryThreads
from tests.fakes.memory_words import MemoryWords
from tests.fakes.no_firewall import NoFirewall
from tests.fakes.one_at_a_time import OneAtATime
from tests.fakes.plain_reader import PlainReader
from tests.fakes.whole_page import Silent, WholePage, WholePages
from tests.fakes.word_examples import WordExamples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.errors import CasewrightError
    from casewright.policy.policy import Policy
    from casewright.tools.calls import ToolResult
    from casewright.tools.definition import Tool
    from casewright.tools.ports.documents import DocumentReader
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import Nearness, Reranker

SPANS = SpanReader.from_folder()
VERSIONS = ReaderVersions(facts=lambda: "facts", scores=lambda: "scores")
ADMIN = Actor(TENANT, ActorId("ada"), "ADMIN")

PEOPLE = ("ADMIN", "PARTNER", "ANALYST", "CLIENT", "AUDITOR")


class MemoryMatter:
    """One matter of tenant ``acme``, owned by ``ada``.

    ``scores`` are as in ``KeywordScores``, ``policy`` as in ``Governed``; ``clause_scores`` answer in their place,
    and send text to ``providers``; ``reader`` reads in place of one that makes every line a chunk.
    """

    def __init__(
        self,
        scores: Mapping[str, Mapping[str, float]] | None = None,
        failure: CasewrightError | None = None,
        policy: Policy | None = None,
        clause_scores: ClauseScores | None = None,
        providers: Sequence[str] = (),
        nearness: Nearness | None = None,
        reranker: Reranker | None = None,
        reader: DocumentReader | None = None,
    ) -> None:
        self.matters, self.documents, self.blobs = MemoryMatters(), MemoryDocuments(), MemoryBlobs()
        self.scores, self.clock = KeywordScores(scores or {}, failure), FixedClock()
        self.originals = Originals(self.blobs, MemoryRemovals(self.documents, self.matters), self.clock)
        self.words, self.queries = WordShares(MemoryWords()), MemoryQueries()
        self.search = PassageSearch(self.documents, self.words, nearness=nearness, reranker=reranker)
        self.consents, self.amendments, self.reviews = MemoryConsents(), MemoryAmendments(), MemoryReviews()
        self.sets = MemoryColumnSets()
        self.fact_reader, self.seconds = LabelledFacts(), 0.0
        self.facts = FactReading(
            self.documents,
            MemoryFacts(),
            self.fact_reader,
            dates_and_words,
            is_masked=lambda *_: False,
            clock=self.clock,
        )
        models = dict.fromkeys(MODELS, clause_scores or self.scores)
        self.threads = MemoryThreads()
        self.users, self.participants = MemoryUsers(), MemoryParticipants()
        self.accounts = MemoryAccounts()
        self.templates, self.examples = MemoryTemplates(), WordExamples()
        self.id = self.new_matter(TENANT)
        log = MemoryAuditLog()
        self.governed = Governed(
            create_matter(matters=self.matters, clock=self.clock),
            list_matters(visibility=Visibility(self.matters, self.participants)),
            add_document(
                documents=self.documents,
                originals=self.originals,
                transaction=OneAtATime(),
                reader=reader or PlainReader(),
                scores=self.scores,
                words=self.words,
                clock=self.clock,
            ),
            open_container(
                documents=self.documents,
                originals=self.originals,
                transaction=OneAtATime(),
                reader=PlainReader(),
                clock=self.clock,
            ),
            find_documents(documents=self.documents),
            ask_matter(assistant=EchoAssistant(), matters=self.matters, documents=self.documents, threads=self.threads),
            list_threads(assistant=EchoAssistant(), threads=self.threads),
            rename_document(documents=self.documents),
            list_amendments(documents=self.documents, amendments=self.amendments),
            contract_facts(reading=self.facts, amendments=self.amendments, seconds=lambda: self.seconds),
            correct_fact(reading=self.facts),
            review_cell(
                documents=self.documents,
                reviews=self.reviews,
                templates=self.templates,
                versions=VERSIONS,
                firewall=NoFirewall(),
                clock=self.clock,
            ),
            save_column_set(sets=self.sets, templates=self.templates, firewall=NoFirewall(), clock=self.clock),
            list_column_sets(sets=self.sets),
            delete_column_set(sets=self.sets),
            list_cell_reviews(documents=self.documents, reviews=self.reviews, versions=VERSIONS),
            frame_question(documents=self.documents, naming=DocumentNaming(self.documents)),
            confirm_amendment(documents=self.documents, amendments=self.amendments, clock=self.clock),
            reread_documents(
                documents=self.documents,
                blobs=self.blobs,
                transaction=OneAtATime(),
                reader=reader or PlainReader(),
                scores=self.scores,
                words=self.words,
            ),
            delete_document(documents=self.documents, originals=self.originals, transaction=OneAtATime()),
            list_matter_documents(documents=self.documents, naming=DocumentNaming(self.documents)),
            get_document_text(documents=self.documents),
            show_document(documents=self.documents),
            show_matter(visibility=Visibility(self.matters, self.participants)),
            list_jobs(jobs=MemoryJobs()),
            find_section(documents=self.documents),
            quote_boxes(documents=self.documents, blobs=self.blobs, geometry=WholePage(), firewall=NoFirewall()),
            document_changes(documents=self.documents),
            search_everywhere(
                visibility=Visibility(self.matters, self.participants),
                search=EverywhereSearch(self.documents, self.words),
            ),
            render_page(documents=self.documents, pages=WholePages(), firewall=NoFirewall()),
            show_page(documents=self.documents, pages=WholePages(), firewall=NoFirewall()),
            show_document_layout(documents=self.documents, structures=Silent(), firewall=NoFirewall()),
            isaacus_search(documents=self.documents, search=self.search, naming=DocumentNaming(self.documents)),
            isaacus_extract(
                documents=self.documents,
                search=self.search,
                words=self.words,
                spans=SPANS,
                reader=RuleReader(),
                naming=DocumentNaming(self.documents),
                facts=FactsAsStated(self.facts, self.amendments),
                scores=clause_scores or self.scores,
            ),
            isaacus_classify(documents=self.documents, scores=self.scores),
            save_query(queries=self.queries, clock=self.clock),
            delete_saved_query(queries=self.queries),
            list_saved_queries(queries=self.queries),
            set_matter_status(matters=self.matters, clock=self.clock),
            delete_matter(
                matters=self.matters,
                cases=NoCases(),
                rows=MemoryMatterRows(self.documents),
                checkpoints=NoCheckpoints(),
                originals=self.originals,
                drafts=self.blobs,
                requests=MemoryApprovals(),
                journal=MemoryJournal(),
                audit=log,
                scrub=lambda: None,
            ),
            isaacus_iql(
                documents=self.documents,
                models=models,
                templates=self.templates,
                examples=self.examples,
                transaction=OneAtATime(),
                providers=providers,
            ),
            estimate_query(documents=self.documents, scores=clause_scores or self.scores, templates=self.templates),
            *self._template_tools(),
            read_audit(audit=log, reading=lambda: ("list_matters", "read_audit")),
            *self._people_tools(),
            grant_provider_consent(consents=self.consents, ways=ProviderWays({}), clock=self.clock),
            revoke_provider_consent(consents=self.consents, ways=ProviderWays({})),
            list_provider_consents(consents=self.consents, ways=ProviderWays({})),
            matters=self.matters,
            participants=self.participants,
            log=log,
            policy=policy,
            consents=self.consents,
        )

    def _people_tools(self) -> list[Tool]:
        return [
            add_user(users=self.users, clock=self.clock, roles=PEOPLE),
            list_users(users=self.users),
            deactivate_user(users=self.users),
            *account_tools(self.users, self.accounts, self.clock, PEOPLE),
            share_matter(matters=self.matters, participants=self.participants, users=self.users),
            unshare_matter(matters=self.matters, participants=self.participants),
            list_participants(matters=self.matters, participants=self.participants),
        ]

    def _template_tools(self) -> list[Tool]:
        kept, examples = self.templates, self.examples
        return [
            define_template(templates=kept, examples=examples, clock=self.clock),
            train_template(templates=kept, examples=examples, clock=self.clock),
            list_templates(templates=kept, examples=examples),
            show_template(templates=kept, examples=examples),
            remove_template(templates=kept),
        ]

    def new_matter(self, tenant: TenantId, owner: ActorId = ADMIN.id) -> str:
        """Another matter, of any tenant and owner."""
        return self.matters.create(
            tenant,
            title="Smith v. Jones",
            description="",
            kind=MatterKind.MATTER,
            jurisdiction=None,
            created_by=owner,
            at=START,
        ).id

    def call(self, tool: str, **arguments: object) -> ToolResult:
        """Call a tool on this matter."""
        return self.governed.call(tool, {"matter_id": self.id, **arguments})

    def add(self, filename: str, text: str, **arguments: object) -> dict[str, Any]:
        """Put a document in; what ``add_document`` says of it."""
        self.clock.advance(seconds=1)
        blob = self.blobs.put(TENANT, text.encode())
        result = self.call("add_document", blob_id=blob, filename=filename, **arguments)
        assert isinstance(result.structured, dict), result.content
        return result.structured

    def ask(self, query: str, **arguments: object) -> dict[str, Any]:
        """Run a query; the structured result."""
        result = self.call("isaacus_iql", query=query, **arguments)
        assert isinstance(result.structured, dict), result.content
        return result.structured


def blob_id(text: str) -> BlobId:
    """The id that the bytes of ``text`` have as a blob."""
    return BlobId(sha256(text.encode()).hexdigest())
