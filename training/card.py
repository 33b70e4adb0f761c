"""Write the model card and the figures of docs/scoring.md from what training measured: ``python -m training card``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from casewright.adapters.scoring.model_file import SHIPPED
from casewright.adapters.scoring.phrases import JOINT, RULES
from casewright.iql.templates import BUILTIN
from training.concepts import BOTH, GOLD, GOLD_TERM, SAME, UNION
from training.corpus import HERE, WORK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PAGE = HERE.parent / "docs" / "scoring.md"
OPENS, CLOSES = "<!-- figures: written by python -m training card -->", "<!-- /figures -->"
FIGURES = ("average_precision", "precision_at_80", "f1", "precision", "recall", "top3", "calibration_error")
HEAD = (
    "| concept | positive | AP, words only | AP | P at 80 % R | F1 at 0.5 | P at 0.5 | R at 0.5 | top 3 | cal. error |"
)
RULE = "| --- | " + " | ".join(["---:"] * 9) + " |"
FIRST = {"asked": "0.44", "plain": "0.15", "contractnli": "0.15", "acord": "0.64"}
"""What ``python -m evals`` printed of the first version for free statements, in five folds (docs/evaluation.md)."""

RULE_ANSWERS = {
    "clause that": "the heads of the concepts that the description is about (routing), else its words",
    "clause obligating": "rule: the party is the subject of a modal verb, or a duty is laid on it",
    "clause entitling": "rule: the party is the subject of a permission, or a benefit goes to it",
    "clause called": "rule: the text begins with a heading that has the name",
}


def row(name: str, figures: Mapping[str, float]) -> str:
    """One line of a table of figures."""
    values = " | ".join("–" if figures[key] != figures[key] else f"{figures[key]:.2f}" for key in FIGURES)
    return f"| {name} | {figures['positives']} | {figures['before']:.2f} | {values} |"


def between(told: Mapping[str, float], name: str = "average_precision") -> str:
    """A figure with what it is between in 95 of 100 resamplings."""
    return f"{told[name]:.2f} ({told['low']:.2f}–{told['high']:.2f})"


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


def answer_by(template: str, concepts: Mapping[str, Mapping[str, float]]) -> str:
    """What answers a template, and whether the vector takes part."""
    head = JOINT[template][0] if template in JOINT else template
    told = answer(template)
    if head not in concepts or template in RULES or template in RULE_ANSWERS:
        return told
    return f"{told}; {'words and vector' if concepts[head].get('joined') else 'words only'}"


def card(report: Mapping[str, Any], concepts: Mapping[str, Mapping[str, float]]) -> str:
    """The whole card, in Markdown."""
    macro, before, intervals = report["macro"], report["macro_before"], report["intervals"]
    routing, asked, left, nli = report["routing"], report["asked_freely"], report["left_out"], report["contractnli"]
    of_category = {category: template for template, category in SAME.items()}
    gold = [row(name, concepts[of_category.get(name, name)]) for name in (*GOLD, *GOLD_TERM)]
    silver = [row(name, figures) for name, figures in concepts.items() if not figures["gold"]]
    ap, f1 = intervals["average_precision"], intervals["f1"]
    return TEXT.format(
        model=report["model"],
        bytes=f"{report['bytes']:,}",
        texts=f"{report['texts']:,}",
        contracts=report["contracts"],
        heads=report["heads"],
        templates="\n".join(f"| {name} | {answer_by(name, concepts)} |" for name in sorted(BUILTIN)),
        gold="\n".join([HEAD, RULE, *gold, total(macro, before, "**macro over the 34 clause categories**")]),
        silver="\n".join([HEAD, RULE, *silver]),
        marks="\n".join(
            f"| {name} | {was} | {' | '.join(beside(report, kind))} | {reached} | {aim} |"
            for name, was, kind, reached, aim in (
                (
                    "34 categories with heads, AP",
                    f"{before['average_precision']:.2f}",
                    "",
                    f"{macro['average_precision']:.2f} ({ap[0]:.2f}–{ap[1]:.2f})",
                    "0.62",
                ),
                (
                    "the same, F1 at 0.5",
                    f"{before['f1']:.2f}",
                    "",
                    f"{macro['f1']:.2f} ({f1[0]:.2f}–{f1[1]:.2f})",
                    "0.58",
                ),
                (
                    "error of calibration over scores from 0.05",
                    f"{before['calibration_error']:.2f}",
                    "",
                    f"{macro['calibration_error']:.2f}",
                    "0.06",
                ),
                (
                    "a contract's clause among its three best texts",
                    f"{before['top3']:.2f}",
                    "",
                    f"{macro['top3']:.2f}",
                    "0.96",
                ),
                ("the categories in free words never seen, AP", FIRST["asked"], "asked", between(asked), "0.52"),
                (
                    "left-out categories, CUAD's description of each, AP",
                    "–",
                    "described",
                    between(left["described"]),
                    "0.42",
                ),
                (
                    "left-out categories, a short plain statement, AP",
                    FIRST["plain"],
                    "plain",
                    between(left["plain"]),
                    "",
                ),
                (
                    "ContractNLI, evidence, AP",
                    FIRST["contractnli"],
                    "contractnli",
                    f"{nli['average_precision']:.2f}",
                    "0.42",
                ),
                ("ACORD, NDCG at 10", FIRST["acord"], "", between(report["acord"], "ndcg_at_10"), "0.66"),
            )
        ),
        statements=routing["statements"],
        first=f"{routing['first']:.2f}",
        among=f"{routing['among']:.2f}",
        wrong=f"{routing['wrong']:.2f}",
        left_words=f"{left['described_words_and_vector']['average_precision']:.2f}",
        nli_words=f"{nli['words_and_vector']:.2f}",
        nli=f"{nli['average_precision']:.2f}",
        asked=asked["statements"],
        reliability=reliability(report["reliability"]),
    )


def beside(report: Mapping[str, Any], kind: str) -> tuple[str, str]:
    """What the baselines reach on the same statements and texts."""
    told = report["baselines"]
    return (f"{told['bm25'][kind]:.2f}", f"{told['base'][kind]:.2f}") if kind else ("", "")


def total(macro: Mapping[str, float], before: Mapping[str, float], name: str) -> str:
    """The line of means."""
    line = row(name, {"positives": 0, "before": before["average_precision"], **macro})
    return line.replace("| 0 |", "| |", 1)


def reliability(bins: Sequence[Sequence[float]]) -> str:
    """What was said beside what was seen."""
    lines = ["| score | texts | mean score | share for which it held |", "| --- | ---: | ---: | ---: |"]
    lines += [
        f"| {low:.2f}–{high:.2f} | {count:,.0f} | {said:.2f} | {seen:.2f} |" for low, high, count, said, seen in bins
    ]
    return "\n".join(lines)


TEXT = """# Model card: the embedded clause scorer, second version

`{model}` · {bytes} bytes · {heads} heads · onnxruntime and NumPy, offline; the same scores every time, but for
rounding between machines.

It says how likely a statement about a piece of a contract holds for it. It finds topics, by words and by meaning. It
does not decide what follows from a text, and is no legal advice.

## What it is
Each text becomes 2^16 hashed features (its words, pairs of neighbouring words, and first words, weighed by TF-IDF with
pivoted length) and a vector of 384 numbers, which a small encoder makes of its first 256 tokens. A head joins a
logistic regression on the features (its 5,000 largest weights in 8 bits), one on the vector, and the vector's likeness
to what people write for the concept; it is calibrated (Platt, drawn towards the calibration of all heads; the line of
best F1 moved half way to 0.5 for gold heads, all the way for silver ones), so that 0.5 is the line for each. A free
statement is answered by how much of its words, rare ones counting more, a text has, by the likeness of their vectors
beside that of ordinary texts, and, where the statement is about concepts that have heads, by these.

The encoder is all-MiniLM-L6-v2 (Apache-2.0; six layers) with its vocabulary cut to 15,900 tokens and its upper three
layers fine-tuned: that statements lie near the texts they hold for, headings near the clauses under them, queries near
the clauses that lawyers judged relevant, and that a linear head can tell the concepts apart. Weights are rounded to
seven bits a column. Each text is run by itself, so that its vector depends on nothing else.

## What it was made of
{texts} texts: {contracts} contracts of CUAD v1 (The Atticus Project), 61 non-disclosure agreements of ContractNLI
(Koreeda and Manning, 2021; Stanford NLP), and clauses and statements written for this project
(`training/examples.toml`, `training/statements.toml`, `training/paraphrases.toml`); the headings of the contracts'
clauses; CUAD's descriptions of its categories; and 3,196 clauses with the training queries of ACORD (The Atticus
Project), graded by lawyers. CUAD, ContractNLI and ACORD are licensed under CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/); this model is made from them, changed beyond recognition; they come
without warranty and their authors endorse nothing here. Fingerprints of the CUAD contracts are in the model file, so
that `python -m evals cuad` leaves them out. ContractNLI's hypotheses were not trained on, nor ACORD's other queries.

**Gold** labels are the ones people gave in CUAD. **Silver** labels come from headings and wording by rules
(`training/silver.py`, `training/topics.py`): where both a heading and the wording speak, or the wording leaves no
doubt, a text is positive; where only one does, it is left out. Figures for silver heads say how well a head agrees with
those rules on other contracts. They are not figures against people's judgement, which will be lower.

## Figures
Cross-validation over contracts in three folds, no contract in two of them. Run k of fine-tuning left out the contracts
of fold k and everything about group k of CUAD's categories (labels, statements, headings and queries that speak of
them), and what is measured in fold k was said by that run's encoder and by heads fitted on other folds: so a third of
the categories, in each fold, is measured on an encoder that never learned them, and the figures are a little lower than
those of the model that ships, which saw everything, should be. In brackets: between what the figure lies in 95 of 100
resamplings, of contracts for the first two, of concepts or queries for the others. The base encoder is all-MiniLM-L6-v2
as it comes, ranking by likeness alone. What the first version reached with free statements was measured in five folds.

| measure | words only (first version) | BM25 | base encoder | reached | aim |
| --- | ---: | ---: | ---: | ---: | ---: |
{marks}

AP and precision at 80 % recall are means over folds; F1, precision and recall are at the score 0.5; top 3 is the share
of contracts with such a clause that have one among their three best texts; calibration error is over scores of at
least 0.05. A text is positive where a marked span covers at least 40 % of it, or it 40 % of the span; texts less
touched are left out.

### Gold: CUAD's categories, and three about the term
{gold}

### How far a score can be believed
All 34 categories together, cross-validated.

{reliability}

### Silver: agreement with the rules
{silver}

### Free statements
{statements} statements in words chosen apart from those that the routing learned from: the first concept is right for
{first}, the right one is among those answering for {among}, only wrong ones answer for {wrong}; the rest is left to its
words and vector. In free words never seen, CUAD's categories were asked with {asked} of these.
A left-out category has neither head nor routing, and its run's encoder learned nothing about its group; statements may
still be routed to kindred concepts. Words and vector alone reach {left_words} with CUAD's descriptions.
ContractNLI's hypotheses are asked word for word in agreements that the run had left out: {nli} with routing,
{nli_words} by words and vector alone. ACORD's queries were measured by words and vector alone, over the clauses that
lawyers judged, each by the run that had left its contract out; they are few. How much heads, nearness and words count
for a routed statement was set by hand, among five settings, with a look at free words and ContractNLI: these two
figures are flattered by as much. Where a statement names a country or state, texts that do not are lowered by a rule.

## What answers each template
| template | what answers |
| --- | --- |
{templates}

"Words only" stands where the vector did not make the head rank better in cross-validation, and at the cap on liability,
where with the vector a clause of the sample lease was missed.

## Limits
- English contracts, mostly American and from filings between 1993 and 2020. The encoder knows no Romanian and no other
  language: there texts are found by words only, and the statement must use the text's own. Leases, employment and
  consumer contracts are rare in the data.
- Only the first 256 tokens of a text are read by the encoder, about 1,000 letters; the words of the rest still count.
- Concepts with few labels are weak: price restrictions, unlimited licences, volume restrictions, non-disparagement.
- Concepts never trained on are weak: see the left-out categories. Results say which tier answered.
- A text is seen alone. A heading counts only in the text that holds it, and a party's alias only where that text
  defines it: ask for the name the clauses use. A clause about "each party" obliges any party, but is not affirmed for
  a name.
- Relevance to AI law is a list of phrases; no labels were to be had. Step-in rights are rare (figures above) and partly
  learned from written examples.
- CUAD's labels are not complete, and the scores are no better calibrated than the figures say.
"""


def page(report: Mapping[str, Any], concepts: Mapping[str, Mapping[str, float]]) -> str:
    """The user's page with the figures that it quotes from the card."""
    shown = ["governing law clause", "Insurance", "Anti-Assignment", "non-compete clause", "Exclusivity"]
    lines = [HEAD, RULE, *(row(name, concepts[name]) for name in shown)]
    lines.append(total(report["macro"], report["macro_before"], "macro over CUAD's 34 clause categories"))
    before, _, rest = PAGE.read_text("utf-8").partition(OPENS)
    return before + OPENS + "\n\n" + "\n".join(lines) + "\n\n" + CLOSES + rest.partition(CLOSES)[2]


def main() -> None:
    """Write the card, and the figures of the user's page."""
    report = json.loads((WORK / "report.json").read_text("utf-8"))
    (SHIPPED / "MODEL_CARD.md").write_text(card(report, report["concepts"]), "utf-8")
    PAGE.write_text(page(report, report["concepts"]), "utf-8")


if __name__ == "__main__":
    main()
