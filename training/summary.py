"""What the evaluations found in one table, and what is weakest: computed, not chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from training.tables import AP, NOT_MEASURED, between, fact_rows, plain, share, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from training.evaluated import Evaluated

Json = dict[str, Any]

POOLED: Final = "pooled_calibration_error"
MEASURES: Final = (
    ("CUAD's clause categories by their heads, AP", "cuad", "heads", AP),
    ("the same, F1 at the threshold of each head (`auto`)", "cuad", "heads", "f1_auto"),
    ("the same, F1 at 0.5", "cuad", "heads", "f1"),
    ("the same, precision at 80 % recall", "cuad", "heads", "precision_at_80"),
    ("the same, a contract's clause among its three best texts", "cuad", "heads", "top3"),
    ("the same, calibration error, pooled", "cuad", "heads", POOLED),
    ("the categories in free words never seen, AP", "cuad", "asked", AP),
    ("the same, F1 at `auto`", "cuad", "asked", "f1_auto"),
    ("the same, calibration error, pooled", "cuad", "asked", POOLED),
    ("the categories in roundabout words, AP", "cuad", "roundabout", AP),
    ("categories never learned, one plain statement, AP", "left_out", "left_out", AP),
    ("ContractNLI's hypotheses, evidence, AP", "contractnli", "evidence", AP),
    ("the same, calibration error, pooled", "contractnli", "evidence", POOLED),
    ("ACORD's queries, NDCG at 10", "acord", "search", "ndcg_at_10"),
)
"""Measure, evaluation, section and figure."""

OF_FACTS: Final = (
    ("facts: title, parties, dates, end, renewal and law, F1 of places", "facts", "core", "f1"),
    ("the same, the first place touches a mark", "facts", "core", "touch"),
    ("the same, something found where there is nothing", "facts", "core", "false"),
    ("the same, typed values right, of right places", "facts", "core", "value"),
    ("the same, calibration error, pooled", "facts", "core", POOLED),
    ("facts: the other fields that enough contracts have, F1 of places", "facts", "others", "f1"),
    ("the same, the first place touches a mark", "facts", "others", "touch"),
    ("the same, something found where there is nothing", "facts", "others", "false"),
    ("CUAD's own measure of answer spans, AUPR", "cuad_spans", "spans", "aupr"),
)

NAMED: Final = "search in a document named in words, the first passage touches the marked place"

FEW: Final = 50
"""A category with fewer positives is told."""

WORST: Final = 6
FALSE: Final = 0.08
"""A field is told that is found in more of the contracts without it."""

HIGH: Final = 0.9


def measures(told: Evaluated) -> str:
    """Measure, reached with its interval, and what others reach on the same items."""
    rows = [_row(told, *one) for one in MEASURES]
    rows += [*_learning(told), *_named(told), *(_row(told, *one) for one in OF_FACTS)]
    return table(["measure", "reached (95 % interval)", "beside it"], rows)


def weak(told: Evaluated) -> str:
    """The categories and fields with the lowest figures, and those of which little is known."""
    return "\n".join(f"- {one}" for one in (*_weak_categories(told), *_weak_fields(told)))


def _row(told: Evaluated, measure: str, name: str, key: str, figure: str) -> list[str]:
    model = told.model(name, key)
    if model is None:
        return [measure, NOT_MEASURED, ""]
    beside = [(one["scorer"], _figure(one, figure)) for one in told.others(name, key)]
    known = [f"{scorer} {plain(found)}" for scorer, found in beside if found is not None and found["value"] is not None]
    return [measure, between(_figure(model, figure)), "; ".join(known)]


def _figure(scorer: Json, name: str) -> Json | None:
    found: Json | None = scorer[POOLED] if name == POOLED else scorer["macro"].get(name)
    return found


def _learning(told: Evaluated) -> Iterator[list[str]]:
    """Few examples; the interval is over categories."""
    data = told.told.get("learning")
    if data is None:
        yield ["a template of one's own from 8 and from 32 examples, AP", NOT_MEASURED, ""]
        return
    for one in data["figures"]:
        measure = f"a template of one's own from {one['examples']} examples, AP over {one['categories']} categories"
        low, high = one["interval"] or (None, None)
        yield [measure, between({"value": one["average_precision"], "low": low, "high": high}), ""]


def _named(told: Evaluated) -> Iterator[list[str]]:
    """Documents named in words: which one is read, and whether search then touches the marked place."""
    data = told.told.get("named_documents")
    if data is None:
        yield [NAMED, NOT_MEASURED, ""]
        return
    *_, half = data["halves"]
    found = half["figures"]
    ways = {way: found.get(f"first passage, {way}") for way in ("with names read", "given", "only named")}
    named, given, only = (None if one is None or one["of"] == 0 else one for one in ways.values())
    if named is None:
        yield [NAMED, NOT_MEASURED, ""]
    else:
        beside = [("given by its id", given), ("names not read", only)]
        yield [
            f"{NAMED}, {named['of']} {half['half']} questions",
            share(named),
            "; ".join(f"{way} {one['share']:.2f}" for way, one in beside if one is not None),
        ]
    right = found.get("named: right")
    if right is not None and right["of"]:
        yield [
            f"a document named in words is read as the right one, {right['of']} {half['half']} questions",
            share(right),
            "",
        ]


def _weak_categories(told: Evaluated) -> Iterator[str]:
    model = told.model("cuad", "heads")
    if model is None:
        yield f"Categories: {NOT_MEASURED}."
        return
    yield f"Categories with the lowest AP: {_lowest(model['rows'], AP)}."
    few = sorted((row for row in model["rows"] if row["positives"] < FEW), key=lambda row: row["positives"])
    if few:
        listed = ", ".join(f"{row['name']} ({row['positives']})" for row in few)
        yield f"Categories with fewer than {FEW} clauses to learn from and be measured by: {listed}."


def _weak_fields(told: Evaluated) -> Iterator[str]:
    rows = fact_rows(told)
    if not rows:
        yield f"Facts: {NOT_MEASURED}."
        return
    yield f"Fields with the lowest F1 of places: {_lowest(rows, 'f1')}."
    rare = told.model("facts", "rare")
    if rare is not None:
        listed = ", ".join(f"{row['name']} ({row['positives']})" for row in rare["rows"])
        yield f"Fields that few contracts have, with their provisions: {listed}."
    false = [row for row in rows if (row["false"]["value"] or 0) > FALSE]
    if false:
        listed = ", ".join(f"{row['name']} {plain(row['false'])}" for row in false)
        yield f"Fields found in more than {FALSE:.0%} of the contracts that have none: {listed}."
    unsure = [row for row in rows if row["high"]["value"] is not None and row["high"]["value"] < HIGH]
    if unsure:
        listed = ", ".join(f"{row['name']} {plain(row['high'])}" for row in unsure)
        yield f"Fields of which fewer than nine in ten said *high* were right: {listed}."


def _lowest(rows: Sequence[Json], name: str) -> str:
    known = sorted((row for row in rows if row[name]["value"] is not None), key=lambda row: row[name]["value"])
    return ", ".join(f"{row['name']} {plain(row[name])}" for row in known[:WORST])
