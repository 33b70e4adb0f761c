"""The tool ``run_corpus_query``: a query, or facts, over a corpus of any size; what is found goes to Parquet files."""

from __future__ import annotations

import re
from contextlib import closing
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import BaseModel, Field

from casewright.domain.bulk import BulkAsk
from casewright.errors import InvalidInput
from casewright.iql import IqlSyntaxError
from casewright.toolbox.bulk.bulk_run import BulkRun
from casewright.toolbox.facts.asked_fields import asked_fields
from casewright.toolbox.matter_id import failure
from casewright.toolbox.templates.own_templates import understand
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.iql_arguments import IqlText

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.bulk import Partition, Threshold
    from casewright.tools.ports.bulk import BulkCorpus, BulkMaker, CorpusListing
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.templates import TemplateStore

PARTITION_BYTES: Final = 2 * 1024 * 1024
"""About four thousand clauses: a second of work by words, half a minute with the encoder."""
_A_MONTH: Final = 30 * 24 * 3600.0
_SHARD = re.compile(r"([1-9]\d{0,5})/([1-9]\d{0,5})")


class RunCorpusQueryInput(Arguments):
    """Input of the ``run_corpus_query`` tool."""

    corpus: str = Field(
        description="A folder, a Parquet file, or an address such as s3://bucket/contracts", min_length=1
    )
    out: str = Field(description="The folder for the results; a run that was cut off goes on there", min_length=1)
    query: IqlText | None = Field(default=None, description="IQL query; leave it out to read facts")
    fields: list[str] | None = Field(default=None, description="Facts: only these fields, such as governing_law")
    threshold: Annotated[float, Field(ge=0.0, le=1.0)] | Literal["auto"] = Field(
        default=0.5, description="Score from which on a clause matches; auto: each statement's own"
    )
    semantics: Literal["contract", "strict"] = Field(default="contract", description="How A > B is scored")
    scope: Literal["chunk", "document"] = Field(default="chunk", description="What operators work on")
    cascade: bool = Field(default=False, description="Have the encoder read only what words leave in doubt")
    engine: str = Field(default="local", description="local, or dask://HOST:PORT of a cluster that is there")
    workers: int | None = Field(default=None, ge=1, le=1024, description="Processes of a local engine; one a core")
    shard: str | None = Field(default=None, description="i/N: every N-th partition, the i-th of them first")
    kept: str | None = Field(default=None, description="Where features and scores are kept; beside the corpus")
    keep: bool = Field(default=True, description="Keep features and scores for the next query")
    partition_bytes: int = Field(default=PARTITION_BYTES, ge=1, le=1 << 34, description="Bytes of a partition, about")


class CorpusRunView(BaseModel):
    """What the results hold now, of all processes that work on them, and what this one did."""

    corpus: str
    plan: str = Field(description="SHA-256 of corpus, question, model and partitions")
    query: str | None
    threshold: float | dict[str, float] | None
    model: str
    engine: str
    out: str
    partitions: int = Field(description="Of the whole corpus")
    done: int
    failed: int = Field(description="Partitions that failed three times")
    left: int = Field(description="Partitions that other processes have, or that are not theirs to do yet")
    documents: int
    chunks: int
    found: int = Field(description="Matches, or facts")
    unreadable: int = Field(description="Documents that could not be read: failures.parquet says why")
    skipped: int = Field(description="Objects that are no documents")
    own_partitions: int = Field(description="Done by this process")
    units: int = Field(description="Distinct texts in them")
    encoded: int = Field(description="Of these, read by the encoder now")
    worker_seconds: float
    notes: list[str]


def run_corpus_query(
    *,
    corpus: BulkCorpus,
    maker: BulkMaker,
    scores: ClauseScores,
    templates: TemplateStore,
    places: Sequence[str] | None,
    beside: Callable[[str], str],
) -> Tool:
    """The tool over these parts. ``places`` are those where corpora and results may be; None: anywhere."""

    def run(arguments: RunCorpusQueryInput, context: CallContext) -> CorpusRunView | Failure:
        kept = (arguments.kept or beside(arguments.corpus)) if arguments.keep else None
        for place in (arguments.corpus, arguments.out, *([] if kept is None else [kept])):
            require_allowed(place, places)
        try:
            ask = _ask(arguments, scores, templates, context)
        except IqlSyntaxError as error:
            return failure(f"Invalid IQL query syntax: {error}")
        shard = _shard(arguments.shard)
        engine = maker.engine(arguments.engine, arguments.workers)
        listing = corpus.list(arguments.corpus, arguments.partition_bytes)
        model = maker.model(ask)
        plan = _plan(arguments, ask, model, listing)
        with closing(maker.results(arguments.out)) as results:
            results.begin(plan)
            own = [one for one in listing.partitions if one.number % shard[1] == shard[0]]
            going = BulkRun(results, engine, arguments.corpus, kept, ask)
            going.work(own, model)
            found = results.finish(listing.failures)
        total = len(listing.partitions)
        return CorpusRunView(
            corpus=arguments.corpus,
            plan=str(plan["plan"]),
            query=ask.query or None,
            threshold=_shown(ask.threshold) if ask.kind == "query" else None,
            model=model,
            engine=arguments.engine,
            out=arguments.out,
            partitions=total,
            done=found.done,
            failed=found.failed_partitions,
            left=total - found.done - found.failed_partitions,
            documents=found.documents,
            chunks=found.chunks,
            found=found.found,
            unreadable=found.unreadable,
            skipped=found.skipped,
            own_partitions=going.counted.done,
            units=going.counted.units,
            encoded=going.counted.encoded,
            worker_seconds=round(going.counted.seconds, 2),
            notes=list(found.notes),
        )

    return Tool(
        name="run_corpus_query",
        description="Ask an IQL query, or read facts, over a folder or store of any number of documents, on workers of "
        "this machine or of a cluster. Results are written to Parquet files; a run that was cut off goes on.",
        arguments=RunCorpusQueryInput,
        output=CorpusRunView,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("documents", "queries"),
        timeout=_A_MONTH,
        idempotent=True,
        reads=("the corpus",),
        writes=("the results' folder", "features and scores beside the corpus"),
    )


def require_allowed(place: str, allowed: Sequence[str] | None) -> None:
    """Raises ``InvalidInput`` where the place lies in none of those allowed."""
    if allowed is None:
        return
    plain = place.rstrip("/")
    if ".." in plain.split("/") or not any(plain == one or plain.startswith(f"{one}/") for one in allowed):
        raise InvalidInput(
            f"{place!r} is none of the places where corpora may be read and written here: whoever runs this server "
            "names them in CASEWRIGHT_BULK_PLACES"
        )


def _ask(
    arguments: RunCorpusQueryInput, scores: ClauseScores, templates: TemplateStore, context: CallContext
) -> BulkAsk:
    """Raises ``IqlSyntaxError``, and ``InvalidInput`` for what cannot be asked of a corpus."""
    if arguments.query is None:
        return BulkAsk("facts", fields=None if arguments.fields is None else asked_fields(arguments.fields))
    if arguments.fields is not None:
        raise InvalidInput("Fields are of facts: leave out the query, or the fields")
    understood = understand(arguments.query, templates, context.tenant)
    if understood.trained:
        name = next(iter(understood.trained))
        raise InvalidInput(
            f"{name!r} is answered by examples that workers do not have: ask it of a matter, or write it in words"
        )
    query = understood.query
    threshold: Threshold = (
        {one: scores.threshold(one) for one in query.statements}
        if arguments.threshold == "auto"
        else arguments.threshold
    )
    return BulkAsk(
        "query",
        query=str(query),
        threshold=threshold,
        semantics=arguments.semantics,
        scope=arguments.scope,
        cascade=arguments.cascade,
    )


def _shard(text: str | None) -> tuple[int, int]:
    """Which partitions are this process': those whose number leaves the first when divided by the second."""
    if text is None:
        return 0, 1
    found = _SHARD.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise InvalidInput(f"The shard {text!r} is none: give i/N, such as 2/8 for the second of eight")
    return int(found[1]) - 1, int(found[2])


def _plan(arguments: RunCorpusQueryInput, ask: BulkAsk, model: str, listing: CorpusListing) -> dict[str, object]:
    """What makes two runs the same: then one goes on with the results of the other."""
    told: dict[str, object] = {
        "corpus": arguments.corpus,
        "kind": ask.kind,
        "query": ask.query,
        "threshold": _shown(ask.threshold),
        "semantics": ask.semantics,
        "scope": ask.scope,
        "cascade": ask.cascade,
        "fields": None if ask.fields is None else list(ask.fields),
        "model": model,
        "partitions": len(listing.partitions),
        "objects": _digest(listing.partitions),
    }
    return {**told, "plan": sha256(repr(sorted(told.items())).encode()).hexdigest()}


def _digest(partitions: Sequence[Partition]) -> str:
    return sha256("\n".join(one.fingerprint for one in partitions).encode()).hexdigest()


def _shown(threshold: Threshold) -> float | dict[str, float]:
    return float(threshold) if isinstance(threshold, float | int) else dict(threshold)
