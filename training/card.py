"""Write the model card, and the figures of docs/scoring.md: ``python -m training card --figures DIR``.

``DIR`` holds what the evaluations printed (``training.evaluated.COMMANDS``); ``make card`` writes that first. What no
evaluation can say comes from ``training/work/report.json``, which ``training.train`` wrote with the model.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casewright.adapters.facts import fact_model
from casewright.adapters.facts.model_reader import ModelReader
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.encoder import MANIFEST, TOKENIZER, Encoder
from casewright.adapters.scoring.model_file import SHIPPED
from casewright.adapters.scoring.phrases import JOINT, RULES
from casewright.iql.templates import BUILTIN
from training import summary, tables
from training.concepts import SAME, UNION
from training.corpus import HERE, WORK
from training.evaluated import Evaluated, Ships, read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.adapters.facts.fact_model import FactModel

Json = dict[str, Any]

PAGE = HERE.parent / "docs" / "scoring.md"
OPENS, CLOSES = "<!-- figures: written by python -m training card -->", "<!-- /figures -->"
SHOWN = ("Governing Law", "Insurance", "Anti-Assignment", "Non-Compete", "Exclusivity")
"""The categories of the user's page."""

HIGH = 0.9
"""What a field has to be able to say to say *high*."""

RULE_ANSWERS = {
    "clause that": "the heads of the concepts that the description is about (routing), else its words and likeness",
    "clause obligating": "rule: the party is the subject of a modal verb, or a duty is laid on it",
    "clause entitling": "rule: the party is the subject of a permission, or a benefit goes to it",
    "clause called": "rule: the text begins with a heading that has the name",
}


def kind(template: str) -> str:
    """What kind of part answers a template."""
    if template in RULE_ANSWERS:
        return RULE_ANSWERS[template]
    if template in RULES:
        return "rule: words and phrases, weighed by how much each alone says"
    if template in JOINT:
        return f"the head of {JOINT[template][0]}, times a rule of phrases"
    if template in SAME:
        return f"gold head: CUAD's {SAME[template]}"
    if template in UNION:
        return "gold head: any of CUAD's " + ", ".join(UNION[template])
    return "silver head"


def answer(template: str, joined: Mapping[str, bool]) -> str:
    """What answers a template, and whether the vector takes part."""
    head = JOINT[template][0] if template in JOINT else template
    if head not in joined or template in RULES or template in RULE_ANSWERS:
        return kind(template)
    return f"{kind(template)}; {parts_of(head, joined)}"


def parts_of(head: str, joined: Mapping[str, bool]) -> str:
    """What a head reads."""
    return "words and vector" if joined.get(head) else "words only"


def fields_of(model: FactModel | None) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that may say *high*, and those that rules read better."""
    if model is None:
        return frozenset(), frozenset()
    high = zip(model.fields, model.most.tolist(), strict=True)
    return frozenset(name for name, most in high if most >= HIGH) - model.by_rule, model.by_rule


def listed(names: frozenset[str], model: FactModel | None) -> str:
    """The fields in the model's order."""
    return ", ".join(name for name in model.fields if name in names) if model else ""


def card(told: Evaluated, report: Json, folder: Path, ships: Ships) -> str:
    """The whole card, in Markdown; ``folder`` is the model's."""
    model = None if ships.facts is None else fact_model.load(folder)
    high, by_rule = fields_of(model)
    joined, routing = report["joined"], report["routing"]
    head, rows = tables.categories(told, lambda name: parts_of(name, joined))
    may = listed(high, model)
    rules = listed(by_rule, model)
    return (
        (HERE / "card.md")
        .read_text("utf-8")
        .format(
            model=ships.scorer,
            version=ships.scorer.partition("+")[0],
            facts_model=f" and `{ships.facts}`" if ships.facts else "",
            bytes=f"{report['bytes']:,}",
            heads=report["heads"],
            fields=len(model.fields) if model else 0,
            vocabulary=f"{len(json.loads((folder / TOKENIZER).read_text('utf-8'))['model']['vocab']):,}",
            window=json.loads((folder / MANIFEST).read_text("utf-8"))["window"],
            texts=f"{report['texts']:,}",
            contracts=report["contracts"],
            may_say_high=f"Only these may say *high* (0.9): {may}." if may else "No field may say *high* (0.9).",
            by_rule=f"Rules read better, and answer: {rules}." if rules else "No field is left to rules.",
            measures=summary.measures(told),
            weak=summary.weak(told),
            categories=tables.table(head, rows) if rows else "",
            reliability=tables.reliability(told.model("cuad", "heads")),
            free_reliability=tables.reliability(told.model("cuad", "asked")),
            facts=tables.facts(told, high, by_rule),
            values=tables.values(told),
            silver=tables.silver(report),
            templates="\n".join(f"| {name} | {answer(name, joined)} |" for name in sorted(BUILTIN)),
            statements=routing["statements"],
            **{name: f"{routing[name]:.2f}" for name in ("first", "among", "wrong", "free_when_none")},
            **{
                f"{name}_source": tables.source(told, name)
                for name in ("cuad", "left_out", "contractnli", "acord", "facts")
            },
            learning_source=told.told.get("learning", {}).get("note", f"{tables.NOT_MEASURED}."),
            spans_source=tables.source(told, "cuad_spans"),
            values_source=tables.values_source(told),
        )
    )


def page(text: str, told: Evaluated, joined: Mapping[str, bool]) -> str:
    """The user's page with the figures that it quotes from the card."""
    head, rows = tables.categories(told, lambda name: parts_of(name, joined))
    shown = [row for row in rows if row[0] in SHOWN] + rows[-1:]
    before, _, rest = text.partition(OPENS)
    quoted = tables.table(head, shown) if rows else ""
    block = "\n\n".join(part for part in (OPENS, tables.source(told, "cuad"), quoted, CLOSES) if part)
    return before + block + rest.partition(CLOSES)[2]


def shipped(folder: Path) -> Ships:
    """What the models in the folder are called."""
    if not (folder / fact_model.MANIFEST).exists():
        return Ships(EmbeddedScorer.from_folder(folder).model)
    reader = ModelReader(fact_model.load(folder), Encoder.from_folder(folder))
    return Ships(EmbeddedScorer.from_folder(folder).model, reader.version)


def reported(file: Path, ships: Ships) -> Json:
    """What training wrote beside the model; ends with a sentence where that is of another model."""
    if not file.exists():
        raise SystemExit(f"{file} is missing: `python -m training train` writes it with the model.")
    report: Json = json.loads(file.read_text("utf-8"))
    if report.get("model") != ships.scorer:
        raise SystemExit(
            f"{file} is of {report.get('model')!r}, but {ships.scorer!r} ships: run `python -m training train` again."
        )
    return report


def main(argv: Sequence[str] | None = None) -> None:
    """Write the card, and the figures of the user's page."""
    parser = argparse.ArgumentParser(prog="python -m training card", description=__doc__)
    parser.add_argument("--figures", type=Path, required=True, metavar="DIR")
    parser.add_argument("--report", type=Path, default=WORK / "report.json", metavar="FILE")
    options = parser.parse_args(argv)
    ships = shipped(SHIPPED)
    told, report = read(options.figures, ships), reported(options.report, ships)
    (SHIPPED / "MODEL_CARD.md").write_text(card(told, report, SHIPPED, ships), "utf-8")
    PAGE.write_text(page(PAGE.read_text("utf-8"), told, report["joined"]), "utf-8")


if __name__ == "__main__":
    main()
