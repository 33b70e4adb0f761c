"""Tables of the model card, in Markdown: figures as the evaluations printed them, with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from evals.cuad_data import SAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from training.evaluated import Evaluated

Json = dict[str, Any]

NOT_MEASURED: Final = "not measured"
AP: Final = "average_precision"

CATEGORY_FIGURES: Final = {
    "precision_at_80": "P at 80 % R",
    "f1_auto": "F1 at auto",
    "f1": "F1 at 0.5",
    "precision": "P at 0.5",
    "recall": "R at 0.5",
    "top3": "top 3",
    "calibration_error": "cal. error",
}
FACT_FIGURES: Final = {
    "precision": "P",
    "recall": "R",
    "f1": "F1",
    "touch": "first touches",
    "false": "found, not there",
    "value": "value right",
    "high": "P at high",
    "said_high": "said high",
    "calibration_error": "cal. error",
}
BOLD: Final = "**{}**"


def plain(figure: Json | None) -> str:
    """A figure of two decimals; – where there is none."""
    return "–" if figure is None or figure["value"] is None else f"{figure['value']:.2f}"


def between(figure: Json | None) -> str:
    """A figure and its interval."""
    if figure is None or figure["value"] is None or figure.get("low") is None:
        return plain(figure)
    return f"{figure['value']:.3f} ({figure['low']:.3f}–{figure['high']:.3f})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table whose first ``left`` columns are words."""
    rule = ["---" if place < left else "---:" for place in range(len(head))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *rows))


def source(told: Evaluated, name: str) -> str:
    """Over what an evaluation was measured, and what it notes."""
    if name not in told.told:
        return f"{NOT_MEASURED.capitalize()}."
    data = told.told[name]
    notes = [*data.get("notes", ()), *(one["note"] for one in data["sections"] if one["key"] == name)]
    counted = [f"{data[key]:,} {key}" for key in ("contracts", "agreements", "queries", "chunks") if data.get(key)]
    return " ".join([*([", ".join(counted) + "."] if counted else []), *notes])


def categories(told: Evaluated, answered: Callable[[str], str]) -> tuple[list[str], list[list[str]]]:
    """CUAD's categories by the heads made for them, the mean last; ``answered`` says by what of a head's name."""
    model, others = told.model("cuad", "heads"), told.others("cuad", "heads")
    head = ["category", "positive", "answered by", "AP", *(f"AP, {one['scorer']}" for one in others)]
    head += CATEGORY_FIGURES.values()
    if model is None:
        return head, []
    rows = []
    for place, row in enumerate([*model["rows"], model["macro"]]):
        beside = [([*one["rows"], one["macro"]])[place] for one in others]
        mean = row is model["macro"]
        rows.append(
            [
                BOLD.format(row["name"]) if mean else row["name"],
                f"{row['positives']:,}",
                "" if mean else answered(SAME.get(row["name"], row["name"])),
                between(row.get(AP)),
                *(plain(one.get(AP)) for one in beside),
                *(plain(row.get(name)) for name in CATEGORY_FIGURES),
            ]
        )
    return head, rows


def reliability(model: Json | None) -> str:
    """What was said beside what was seen."""
    if model is None:
        return f"{NOT_MEASURED.capitalize()}."
    rows = [
        [f"{b['from']:.2f}–{b['to']:.2f}", f"{b['count']:,}", f"{b['said']:.2f}", f"{b['seen']:.2f}"]
        for b in model["reliability"]
    ]
    return table(["score", "texts", "mean score", "share for which it held"], rows)


def fact_rows(told: Evaluated) -> list[Json]:
    """The fields of every section, as they were printed."""
    models = [told.model("facts", key) for key in ("core", "others", "rare")]
    return [row for model in models if model is not None for row in model["rows"]]


def facts(told: Evaluated, may_say_high: frozenset[str], by_rule: frozenset[str]) -> str:
    """By field how facts are read; the mean of a section after its fields."""
    if "facts" not in told.told:
        return f"{NOT_MEASURED.capitalize()}."
    head = ["field", "provisions", *FACT_FIGURES.values(), "may say high", "read by"]
    rows = []
    for key in ("core", "others", "rare"):
        section, model = told.section("facts", key), told.model("facts", key)
        if section is None or model is None:
            continue
        for row in (*model["rows"], model["macro"]):
            mean, name = row is model["macro"], row["name"]
            figures = [between(row[one]) if one == "f1" else plain(row[one]) for one in FACT_FIGURES]
            last = ["", ""] if mean else [_yes(name in may_say_high), "rules" if name in by_rule else "model"]
            title = BOLD.format(f"{section['title']}, {name}") if mean else name
            rows.append([title, f"{row['positives']:,}", *figures, *last])
    return table(head, rows)


def _yes(said: bool) -> str:
    return "yes" if said else "no"


def values_source(told: Evaluated) -> str:
    """In which contracts values were read."""
    data = told.told.get("fact_values")
    if data is None:
        return ""
    whose = "not written" if data["half"] == "unseen" else "written"
    return f"{data['contracts']:,} contracts, by which the rules were {whose}."


def values(told: Evaluated) -> str:
    """How right typed values are of places that lawyers marked."""
    data = told.told.get("fact_values")
    if data is None:
        return f"{NOT_MEASURED.capitalize()}."
    rows = [
        [row["name"], f"{row['right']['hits']} of {row['right']['of']}", share(row["right"])] for row in data["rows"]
    ]
    return table(["value", "equal", "share"], rows)


def share(told: Json) -> str:
    """A share and Wilson's interval."""
    return between({"value": told["share"], "low": told["low"], "high": told["high"]})


def silver(report: Json) -> str:
    """How far silver heads agree with the rules."""
    rows = [
        [
            name,
            f"{one['positives']:,.0f}",
            f"{one['average_precision']:.2f}",
            f"{one['f1']:.2f}",
            f"{one['threshold']:.2f}",
        ]
        for name, one in report["silver"].items()
    ]
    return table(["concept", "positive", "AP", "F1 at its threshold", "threshold"], rows)
