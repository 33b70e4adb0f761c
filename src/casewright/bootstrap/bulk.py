"""What a run over a corpus is made of: engines, results, and where both may be."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.domain.bulk import BulkAsk
    from casewright.tools.definition import Tool
    from casewright.tools.ports.bulk import BulkResults, Engine

LOCAL = "local"


class BulkParts:
    """Fits ``tools.ports.bulk.BulkMaker``."""

    def engine(self, name: str, workers: int | None) -> Engine:
        """Processes of this machine, one a core where nobody says how many, or a cluster."""
        from casewright.bootstrap.bulk_worker import MODULE, work

        if name == LOCAL:
            from casewright.adapters.engine.local_pool import LocalPool
            from casewright.adapters.scoring.graph_files import cores

            return LocalPool(workers or cores(), MODULE)
        if workers is not None:
            raise InvalidInput("How many workers a cluster has is its own matter: leave out their number")
        from casewright.adapters.engine.dask_cluster import DaskCluster

        return DaskCluster(name, work)

    def results(self, folder: str) -> BulkResults:
        """Results are kept in a folder: a disk of this machine, or one that machines share."""
        from casewright.adapters.bulk.results import ResultFolder

        if "://" in folder:
            raise InvalidInput(
                f"Results go to a folder, and {folder!r} is an address: name one, and copy it afterwards"
            )
        return ResultFolder(Path(folder))

    def model(self, ask: BulkAsk) -> str:
        """The model of this version, which all workers must have."""
        from casewright.bootstrap.bulk_worker import model_of

        return model_of(ask.kind, cascade=ask.cascade)


def corpus_query(given: Materials) -> Tool:
    """The tool ``run_corpus_query`` over this home."""
    from casewright.adapters.bulk.listing import ListedCorpora
    from casewright.adapters.bulk.places import beside
    from casewright.toolbox.bulk.run_corpus_query import run_corpus_query

    return run_corpus_query(
        corpus=ListedCorpora(),
        maker=BulkParts(),
        scores=given.scores,
        templates=given.stores.templates,
        places=None if given.corpora_anywhere else given.settings.bulk_places,
        beside=beside,
    )


def absolute(place: str) -> str:
    """The place as it is named from anywhere: an address as it is, a path from the root."""
    return place if "://" in place else os.path.abspath(place)
