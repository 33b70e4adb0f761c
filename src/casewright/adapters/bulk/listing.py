"""How a corpus falls into partitions: by its objects in the order of their paths, and by rows of Parquet."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from casewright.adapters.bulk.places import Place, open_place
from casewright.adapters.bulk.tables import Broken, query
from casewright.adapters.ingest.formats import format_of
from casewright.domain.bulk import BulkFailure, FailureKind, Member, Partition
from casewright.domain.system_files import reason_to_skip
from casewright.errors import InvalidInput
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.ports.bulk import CorpusListing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PARQUET: Final = ".parquet"
ID, TEXT = "id", "text"
"""The columns of Parquet files that are corpora."""

MOST_MEMBERS: Final = 256
"""Objects of a partition at most: what is small comes together."""


class ListedCorpora:
    """Fits ``tools.ports.bulk.BulkCorpus`` over folders, object storage and Parquet."""

    def list(self, corpus: str, partition_bytes: int) -> CorpusListing:
        """The partitions, and what is no part of them."""
        place = open_place(corpus)
        failures: list[BulkFailure] = []
        members = list(_members(place, partition_bytes, failures))
        if not members:
            first = f": {failures[0].source!r} {failures[0].reason}" if failures else ""
            raise InvalidInput(f"Nothing in {corpus!r} can be read{first}")
        return CorpusListing(tuple(_partitions(members, partition_bytes)), tuple(failures))


def _members(place: Place, most: int, failures: list[BulkFailure]) -> Iterator[Member]:
    for path, size, stamp in place.items():
        stop_if_cancelled()
        name = PurePosixPath(path or place.address)
        if path and reason_to_skip(PurePosixPath(path).parts) is not None:
            continue
        if name.suffix.lower() == PARQUET:
            yield from _rows(place, Member(path, size, stamp), most, failures)
            continue
        claimed = format_of(name.name)
        if claimed is None:
            failures.append(BulkFailure(FailureKind.SKIPPED, path, "", "is of a format that is not read"))
        elif claimed.kind == "zip":
            failures.append(BulkFailure(FailureKind.SKIPPED, path, "", "is an archive: unpack it beside the others"))
        else:
            yield Member(path, size, stamp)


def _rows(place: Place, file: Member, most: int, failures: list[BulkFailure]) -> Iterator[Member]:
    """The rows of a Parquet file, in stretches of about ``most`` bytes, none across two of its row groups."""
    address, files = place.address_of(file.path)
    try:
        columns = {str(one[0]) for one in query("SELECT name FROM parquet_schema(?)", [address], files)}
        groups = query(
            "SELECT any_value(row_group_num_rows), sum(total_uncompressed_size) FROM parquet_metadata(?) "
            "WHERE path_in_schema IN ('id', 'text') GROUP BY row_group_id ORDER BY row_group_id",
            [address],
            files,
        )
    except (Broken, OSError) as error:
        failures.append(BulkFailure(FailureKind.UNREADABLE, file.path, "", f"is no Parquet file: {first_line(error)}"))
        return
    missing = [name for name in (ID, TEXT) if name not in columns]
    if missing:
        reason = f"has no column {missing[0]!r}: a corpus in Parquet has one of ids and one of texts, 'id' and 'text'"
        failures.append(BulkFailure(FailureKind.UNREADABLE, file.path, "", reason))
        return
    first = 0
    for count, size in groups:
        each = max(1, int(count * most / max(int(size), 1)))
        for low in range(0, int(count), each):
            rows = min(each, int(count) - low)
            yield Member(file.path, int(size) * rows // max(int(count), 1), file.stamp, first + low, rows)
        first += int(count)


def _partitions(members: Iterable[Member], most: int) -> Iterator[Partition]:
    number, taken, size = 0, list[Member](), 0
    for member in members:
        if taken and (size + member.size > most or len(taken) >= MOST_MEMBERS):
            yield Partition(number, tuple(taken))
            number, taken, size = number + 1, [], 0
        taken.append(member)
        size += member.size
    if taken:
        yield Partition(number, tuple(taken))


def first_line(error: Exception) -> str:
    """What the library says, without what it advises."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
