"""Write the model card and the figures of docs/scoring.md from what training measured: ``python -m training.card``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from casewright.adapters.scoring.model_file import SHIPPED
from casewright.adapters.scoring.phrases import JOINT, RULES
from casewright.iql.templates import BUILTIN
from training.concepts import BOTH, GOLD, GOLD_TERM, SAME, UNION
from training.corpus import HERE, WORK

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGE = HERE.parent / "docs" / "scoring.md"
OPENS, CLOSES = "<!-- figures: written by python -m training.card -->", "<!-- /figures -->"
FIGURES = ("average_precision", "precision_at_80", "f1", "precision", "recall", "top3", "calibration_error")
HEAD = "| concept | positive | AP | P at 80 % R | F1 at 0.5 | P at 0.5 | R at 0.5 | top 3 | cal. error |"
RULE_ANSWERS = {
    "clause that": "the heads of the concepts that the description is about (routing), else its words",
    "clause obligating": "rule: the party is the subject of a modal verb, or a duty is laid on it",
    "clause entitling": "rule: the party is the subject of a permission, or a benefit goes to it",
    "clause called": "rule: the text begins with a heading that has the name",
}


def row(name: str, figures: Mapping[str, float]) -> str:
    """One line of a table of figures."""
    values = " | ".join("–" if figures[key] != figures[key] else f"{figures[key]:.2f}" for key in FIGURES)
    return f"| {name} | {figures['positives']} | {values} |"


def answer(template: str) -> str:
    """What answers a template."""
    if template in RULE_ANSWERS:
        return RULE_ANSWERS[template]
    if template in RULES:
        return "rule: words and phrases, weighed by how much each alone says"
    if template in JOINT:
        return f"silver head of the {JOINT[template][0]}, times a rule of phrases"
    if template in SAME:
        return f"gold head: CUAD's {SAME[template]}"
    if template in UNION:
        return "gold head: any of CUAD's " + ", ".join(UNION[template])
    if template in BOTH:
        return f"gold and silver head: CUAD's {BOTH[template]} where the wording states a maximum as well"
    return "silver head"


def card(report: Mapping[str, object], concepts: Mapping[str, Mapping[str, float]]) -> str:
    """The whole card, in Markdown."""
    macro: Mapping[str, float] = report["macro"]  # type: ignore[assignment]  # JSON that training.train wrote
    routing: Mapping[str, float] = report["routing"]  # type: ignore[assignment]  # same
    asked: Mapping[str, float] = report["asked_freely"]  # type: ignore[assignment]  # same
    of_category = {category: template for template, category in SAME.items()}
    gold = [row(name, concepts[of_category.get(name, name)]) for name in (*GOLD, *GOLD_TERM)]
    silver = [row(name, figures) for name, figures in concepts.items() if not figures["gold"]]
    rule = "| --- | " + " | ".join(["---:"] * 8) + " |"
    return TEXT.format(
        model=report["model"],
        bytes=f"{report['bytes']:,}",
        texts=f"{report['texts']:,}",
        contracts=report["contracts"],
        heads=report["heads"],
        templates="\n".join(f"| {name} | {answer(name)} |" for name in sorted(BUILTIN)),
        gold="\n".join(
            [
                HEAD,
                rule,
                *gold,
                row("**macro over the 34 clause categories**", {"positives": 0, **macro}).replace("| 0 |", "| |", 1),
            ]
        ),
        silver="\n".join([HEAD, rule, *silver]),
        statements=routing["statements"],
        first=f"{routing['first']:.2f}",
        among=f"{routing['among']:.2f}",
        wrong=f"{routing['wrong']:.2f}",
        asked=asked["statements"],
        asked_ap=f"{asked['average_precision']:.2f}",
        words_ap=f"{asked['by_words_alone']:.2f}",
    )


TEXT = """# Model card: the embedded clause scorer, first version

`{model}` · {bytes} bytes · {heads} heads · NumPy only, offline; the same scores every time, but for rounding between
machines.

It says how likely a statement about a piece of a contract holds for it. It finds topics by their words. It does not
decide what follows from a text, and is no legal advice.

## What it is
Each text becomes 2^16 hashed features: its words, pairs of neighbouring words, and first words, weighed by TF-IDF with
pivoted length. A head is a logistic regression on these, cut to its 5,000 largest weights in 8 bits and calibrated
(Platt, drawn towards the calibration of all heads; the line of best F1 moved half way to 0.5 for gold heads, all the
way for silver ones). A free statement is routed to the heads of the concepts it is about, or else answered by how much
of its words, rare ones counting more, a text has.

## What it was made of
{texts} texts: {contracts} contracts of CUAD v1 (The Atticus Project), 61 non-disclosure agreements of ContractNLI
(Koreeda and Manning, 2021), and clauses and statements written for this project (`training/examples.toml`,
`training/statements.toml`). CUAD and ContractNLI are licensed under CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/); this model is made from them, changed beyond recognition; they come
without warranty and their authors endorse nothing here. Fingerprints of the CUAD contracts are in the model file, so
that `casewright eval cuad` leaves them out. ACORD was not used.

**Gold** labels are the ones people gave in CUAD. **Silver** labels come from headings and wording by rules
(`training/silver.py`, `training/topics.py`): where both a heading and the wording speak, or the wording leaves no
doubt, a text is positive; where only one does, it is left out. Figures for silver heads say how well a head agrees with
those rules on other contracts. They are not figures against people's judgement, which will be lower.

## Figures
Cross-validation over contracts: five folds, no contract in two of them. AP and precision at 80 % recall are means over
folds; F1, precision and recall are at the score 0.5; top 3 is the share of contracts with such a clause that have one
among their three best texts; calibration error is over scores of at least 0.05. A text is positive where a marked span
covers at least 40 % of it, or it 40 % of the span; texts less touched are left out.

### Gold: CUAD's categories, and three about the term
{gold}

### Silver: agreement with the rules
{silver}

### Free statements
{statements} statements in words chosen apart from those that the routing learned from: the first concept is right for
{first}, the right one is among those answering for {among}, only wrong ones answer for {wrong}; the rest is left to its
words. Asked for CUAD's categories in {asked} such statements, macro AP is {asked_ap}, with heads that had not seen the
contract (the routing knows which words the clauses of all contracts use); by words alone it is {words_ap}.
For a concept the model never learned, expect what words alone give.

## What answers each template
| template | what answers |
| --- | --- |
{templates}

## Limits
- English contracts, mostly American and from filings between 1993 and 2020. Other languages are found by words only:
  the statement must use the text's own. Leases, employment and consumer contracts are rare in the data.
- Concepts with few labels are weak: price restrictions, unlimited licences, volume restrictions, non-disparagement.
- A text is seen alone. A heading counts only in the text that holds it, and a party's alias only where that text
  defines it: ask for the name the clauses use. A clause about "each party" obliges any party, but is not affirmed for
  a name.
- Relevance to AI law is a list of phrases; no labels were to be had. Step-in rights are rare (figures above) and partly
  learned from written examples.
- CUAD's labels are not complete, and the scores are no better calibrated than the figures say.
"""


def page(report: Mapping[str, object], concepts: Mapping[str, Mapping[str, float]]) -> str:
    """The user's page with the figures that it quotes from the card."""
    macro: Mapping[str, float] = report["macro"]  # type: ignore[assignment]  # JSON that training.train wrote
    shown = ["governing law clause", "Insurance", "Anti-Assignment", "non-compete clause", "Exclusivity"]
    lines = [HEAD, "| --- | " + " | ".join(["---:"] * 8) + " |"]
    lines += [row(name, concepts[name]) for name in shown]
    lines.append(row("macro over CUAD's 34 clause categories", {"positives": 0, **macro}).replace("| 0 |", "| |", 1))
    before, _, rest = PAGE.read_text("utf-8").partition(OPENS)
    return before + OPENS + "\n\n" + "\n".join(lines) + "\n\n" + CLOSES + rest.partition(CLOSES)[2]


def main() -> None:
    """Write the card, and the figures of the user's page."""
    report = json.loads((WORK / "report.json").read_text("utf-8"))
    (SHIPPED / "MODEL_CARD.md").write_text(card(report, report["concepts"]), "utf-8")
    PAGE.write_text(page(report, report["concepts"]), "utf-8")


if __name__ == "__main__":
    main()
