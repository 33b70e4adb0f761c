"""``python -m evals answers``: questions of many wordings, answered right, wrong, or not at all."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.state import State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line
from evals.commands.scorer_options import Folds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from casewright.bootstrap.home import Casewright
    from evals.answer_homes import PutIn
    from evals.answers_asked import Asked
    from evals.answers_judged import JudgedAnswer

    Asking = Callable[[Casewright, Asked, Mapping[str, PutIn]], dict[str, Any]]

_TABLE_WIDTH = 118
NO_FIELD = "search, no field"


def answers(
    context: typer.Context,
    data: Annotated[
        Path | None,
        typer.Option(
            help="Ask about these contracts: a folder with spans.jsonl and contracts/, or the public CUAD v1.",
            show_default=False,
        ),
    ] = None,
    folds: Folds = None,
    questions: Annotated[
        Path | None, typer.Option(help="Ask these written questions instead: a TOML file.", show_default=False)
    ] = None,
    root: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FOLDER", help="Where the files of a matter that QUESTIONS names lie.", show_default=False
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="Only so many contracts of DATA, evenly chosen.", min=1, show_default=False)
    ] = None,
    each: Annotated[
        int, typer.Option(help="Questions about each contract, one in five about what it lacks.", min=1)
    ] = 10,
    table: Annotated[
        bool,
        typer.Option(
            "--bands",
            help="Print the table that confidence is taken from, over the other half of the contracts.",
        ),
    ] = False,
    asked: Annotated[
        Path | None,
        typer.Option(
            help="Ask of DATA these questions by people too: JSON Lines with places, as in training/reader.",
            show_default=False,
        ),
    ] = None,
    homes: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Keep what was put in here, so that the next time takes minutes less.",
            show_default=False,
        ),
    ] = None,
    assistant: Annotated[
        bool,
        typer.Option("--assistant", help="Ask the assistant, as `casewright ask` does, not isaacus_extract."),
    ] = False,
    misses: Annotated[bool, typer.Option("--misses", help="List what was answered wrongly, and not at all.")] = False,
) -> None:
    """Measure isaacus_extract: right, wrong, silent, answered though not there; precision of high; calibration."""
    from evals import answers_judged as judging

    state: State = context.obj
    with ExitStack() as stack:
        place = homes or Path(stack.enter_context(TemporaryDirectory(prefix="casewright-")))
        if questions is not None:
            judged = _written(questions, root or [], place, _through_assistant if assistant else _result)
        elif data is not None and folds is not None:
            judged = _labelled(data, folds, place, asked, limit=limit, each=each, table=table)
            if table:
                judged += _sample(place)
        else:
            raise InvalidInput("give --data with --folds, or --questions with --root NAME=FOLDER")
    if table:
        _print_table(state, judging.table_rows(judged))
        return
    groups = sorted({one.asked.kind for one in judged})
    rows = [judging.figures(kind, [one for one in judged if one.asked.kind == kind]) for kind in groups]
    languages = sorted({one.asked.language for one in judged})
    if len(languages) > 1:
        rows += [
            judging.figures(f"asked in {name}", [one for one in judged if one.asked.language == name])
            for name in languages
        ]
    rows.append(judging.figures("all", judged))
    state.output.document(_as_json(judged, rows))
    if not state.output.json:
        _show(state, judged, rows, misses=misses)


def _print_table(state: State, rows: Sequence[tuple[str, str, float, int, int]]) -> None:
    state.output.document({"rows": [list(row) for row in rows]})
    if not state.output.json:
        lines = [f'    ["{path}", "{kind}", {level}, {count}, {right}],' for path, kind, level, count, right in rows]
        state.output.console().print(
            "\n".join(["rows = [", *lines, "]"]), markup=False, soft_wrap=True, highlight=False
        )


def _labelled(
    data: Path, folds: Path, place: Path, beside: Path | None, *, limit: int | None, each: int, table: bool
) -> list[JudgedAnswer]:
    from evals.answer_homes import by_model, home_name, put_in, written
    from evals.answers_asked import chosen, makes_bands, of_contract, of_places
    from evals.cuad_data import read_contracts

    every = list(read_contracts(data))
    if not every:
        raise InvalidInput(f"{str(data)!r} holds no contracts: give a folder with spans.jsonl and contracts/")
    lines = [] if beside is None else beside.read_text("utf-8").splitlines()
    told = {Path(json.loads(line)["file"]).stem for line in lines}
    labelled = chosen([one for one in every if makes_bands(one) is table], limit)
    marked = {one.name for one in labelled}
    contracts = [*labelled, *(one for one in every if Path(one.name).stem in told and one.name not in marked)]
    judged: list[JudgedAnswer] = []
    for folder, listed in by_model(contracts, folds).items():
        paths = list(written(listed, place / "contracts"))
        with _home(place / home_name(folder), folder) as casewright:
            there = put_in(casewright, paths)
            asked = [
                one
                for path, contract in zip(paths, listed, strict=True)
                if path.name in there and contract.name in marked
                for one in of_contract(
                    path.name, contract, there[path.name].text, each, _by_rule(folder, contract.text)
                )
            ]
            files = {
                Path(one.name).stem: path.name for path, one in zip(paths, listed, strict=True) if path.name in there
            }
            asked += of_places(lines, files)
            judged += _ask(casewright, asked, {"": there}, table=table)
    return judged


def _sample(place: Path) -> list[JudgedAnswer]:
    """What is asked of no field, over the documents of the sample matter whose questions nobody looked at."""
    from importlib.resources import files

    from casewright.bootstrap.home import Casewright
    from casewright.cli.demo import sample_files
    from evals.answer_homes import put_in
    from evals.answers import sample_questions
    from evals.answers_asked import of_sample

    text = files("evals").joinpath("sample_questions.toml").read_text("utf-8")
    with Casewright.open(place / "sample") as casewright, sample_files() as paths:
        there = put_in(casewright, paths)
        asked = of_sample(sample_questions(text, {name: one.text for name, one in there.items()}))
        judged = _ask(casewright, asked, {"": there}, table=True)
    first = {one.asked.id: one for one in reversed(judged)}  # the other paths say the same of what no field is kept of
    return [one for one in first.values() if one.measured is not None and one.measured[0] == NO_FIELD]


def _by_rule(folder: Path, text: str) -> frozenset[str]:
    """The categories that rules read which were written with this contract."""
    from casewright.adapters.facts import fact_model
    from casewright.domain.facts import FIELD
    from evals.fact_rules import half_of

    if half_of(text) != "fitted":
        return frozenset()
    return frozenset(FIELD[one].category or "" for one in fact_model.read_manifest(folder).by_rule)


def _written(questions: Path, roots: Sequence[str], place: Path, asking: Asking) -> list[JudgedAnswer]:
    from casewright.bootstrap.home import Casewright
    from evals.answer_homes import put_in
    from evals.answers_asked import written

    matters: dict[str, dict[str, PutIn]] = {}
    with ExitStack() as stack:
        opened: dict[str, Casewright] = {}
        for name, folder in roots_of(roots):
            paths = sorted(one for one in folder.iterdir() if one.is_file() and not one.name.startswith("."))
            opened[name] = stack.enter_context(Casewright.open(place / f"matter-{name}"))
            matters[name] = put_in(opened[name], paths)
        texts = {(name, file): one.text for name, there in matters.items() for file, one in there.items()}
        asked = written(questions.read_text("utf-8"), texts)
        missing = {one.matter for one in asked} - set(matters)
        if missing:
            raise InvalidInput(f"no folder is given for {', '.join(sorted(missing))}: say --root NAME=FOLDER")
        judged = []
        for name, casewright in opened.items():
            judged += _ask(casewright, [one for one in asked if one.matter == name], matters, asking=asking)
        return judged


def roots_of(roots: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Each matter's name and folder. Raises ``InvalidInput`` naming what is none."""
    for one in roots:
        name, equals, folder = one.partition("=")
        if not equals or not Path(folder).is_dir():
            raise InvalidInput(f"--root {one!r} is no NAME=FOLDER with a folder that is there")
        yield name, Path(folder)


def _home(place: Path, model: Path) -> Casewright:
    from casewright.bootstrap.home import Casewright

    return Casewright.open(place, model=model)


def _ask(
    casewright: Casewright,
    asked: Sequence[Asked],
    matters: Mapping[str, Mapping[str, PutIn]],
    *,
    table: bool = False,
    asking: Asking | None = None,
) -> list[JudgedAnswer]:
    from evals.answer_paths import every_path
    from evals.answers_judged import judge
    from evals.facts.places import Words

    words: dict[tuple[str, str], Words] = {}
    judged = []
    for one in asked:
        there = matters[one.matter]
        for name in {one.open, *(place.file for place in one.places)} - {None}:
            if name is not None and (one.matter, name) not in words and name in there:
                words[one.matter, name] = Words(there[name].text)
        texts = {name: known for (matter, name), known in words.items() if matter == one.matter}
        for way in every_path(table=table, asked_by_people=not one.category):
            with way:
                judged.append(judge(one, (asking or _result)(casewright, one, there), texts))
    return judged


def _through_assistant(casewright: Casewright, one: Asked, there: Mapping[str, PutIn]) -> dict[str, Any]:
    from casewright.toolbox.documents.ask_matter import AskMatterOutput
    from evals.answers_judged import as_extracted

    arguments: dict[str, Any] = {"matter_id": next(iter(there.values())).matter, "question": one.ask}
    if (document := _open(one, there)) is not None:
        arguments["document_id"] = document
    told = answer(casewright, AskMatterOutput, "ask_matter", arguments).output
    return as_extracted(told.answer, told.citations)


def _open(one: Asked, there: Mapping[str, PutIn]) -> str | None:
    if one.open is None:
        return None
    if one.open not in there:
        raise InvalidInput(f"the question {one.id!r} is about {one.open!r}, which is not among the files")
    return there[one.open].document


def _result(casewright: Casewright, one: Asked, there: Mapping[str, PutIn]) -> dict[str, Any]:
    from casewright.toolbox.documents.isaacus_extract import IsaacusExtractOutput

    arguments: dict[str, Any] = {"matter_id": next(iter(there.values())).matter, "question": one.ask}
    if (document := _open(one, there)) is not None:
        arguments["document_ids"] = [document]
    return answer(casewright, IsaacusExtractOutput, "isaacus_extract", arguments).output.model_dump(mode="json")


def _as_json(judged: Sequence[JudgedAnswer], rows: Sequence[Any]) -> dict[str, Any]:
    from evals.answers_judged import bands, calibration_error

    return {
        "figures": [{name: getattr(row, name) for name in type(row).__slots__} for row in rows],
        "bands": [{name: getattr(row, name) for name in type(row).__slots__} for row in bands(judged)],
        "calibration_error": calibration_error(judged),
        "questions": [
            {
                "id": one.asked.id,
                "asked": one.asked.ask,
                "kind": one.asked.kind,
                "outcome": one.outcome,
                "why": one.why,
                "near": one.near,
                "answer": one.answer,
                "how": one.how,
                "band": one.band,
                "confidence": one.confidence,
            }
            for one in judged
        ],
    }


def _show(state: State, judged: Sequence[JudgedAnswer], rows: Sequence[Any], *, misses: bool) -> None:
    from rich.table import Table

    from evals.answers_judged import HEAD, bands, calibration_error

    console = state.output.console()
    console.width = max(console.width, _TABLE_WIDTH)
    shown = Table(box=None, padding=(0, 1))
    for number, title in enumerate(HEAD):
        shown.add_column(title, justify="left" if number == 0 else "right", no_wrap=True)
    for row in rows:
        shown.add_row(*row.as_row())
    console.print(shown)
    for one in bands(judged):
        share = f"{100 * one.right / one.answers:.0f} % right, {100 * one.said:.0f} % said" if one.answers else "none"
        console.print(f"{one.band}: {one.answers} answers, {share}")
    error = calibration_error(judged)
    if error is not None:
        console.print(f"calibration error {error:.3f}")
    for each in judged if misses else ():
        if each.outcome == "wrong" or (each.outcome == "silent" and each.there):
            console.print(f"  {show_line(_miss(each))}", soft_wrap=True)


def _miss(one: JudgedAnswer) -> str:
    where = f"{one.asked.open or one.asked.matter} {one.asked.category or one.asked.kind}"
    how = f"{one.why}, {one.how}, {one.band}" if one.outcome == "wrong" else "near" if one.near else "not near"
    return f"{one.outcome} ({how}) {where}: {one.asked.ask}  {one.answer[:160]!r}"
