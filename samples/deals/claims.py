"""Writes a deal's claims, calculations and planted defects from the short form that people keep.

In ``claims.toml`` a claim has a ``key``, a ``value`` such as ``EUR 9640000``, ``73 %``, ``23 customers`` or
``2028-08-31``, and its evidence as ``document: verbatim words`` or ``document @ Sheet!B5``, the document by its key in
``deal.toml``. Ids come from the keys, so that they stay the same.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]

MONEY = re.compile(r"([A-Z]{3}) (-?[\d.]+)")
PERCENTAGE = re.compile(r"(-?[\d.]+) %")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
COUNT = re.compile(r"(-?[\d.]+) (\w+)")
EVIDENCE = re.compile(r"(?P<key>\w+)(?:: (?P<quote>.+)| @ (?P<cell>\S.*))", re.DOTALL)


def claims_of(folder: Path) -> dict[str, Json]:
    """``claims.json``, ``calculations.json`` and ``planted.toml`` of the deal in ``folder``, by file name."""
    deal = tomllib.loads((folder / "deal.toml").read_text("utf-8"))
    short = tomllib.loads((folder / "claims.toml").read_text("utf-8"))
    documents = {document["key"]: document for document in deal["documents"]}
    ids = {claim["key"]: _id(folder.name, claim["key"]) for claim in short["claims"]}
    if len(ids) != len(short["claims"]):
        raise ValueError(f"two claims of {folder.name} have one key; give each its own")
    return {
        "claims.json": [_claim(claim, short["entity"], ids, documents) for claim in short["claims"]],
        "calculations.json": [
            {
                "calc_type": calculation["type"],
                "purpose": calculation["purpose"],
                "inputs": {name: [ids[key] for key in keys] for name, keys in calculation["inputs"].items()},
            }
            for calculation in short["calculations"]
        ],
        "planted.toml": [
            {
                "type": planted["type"],
                "claims": [ids[key] for key in planted["claims"]],
                "against": [ids[key] for key in planted.get("against", [])],
                "sentence": planted["sentence"],
            }
            for planted in short["planted"]
        ],
    }


def value_struct(text: str) -> dict[str, Json]:
    """What a value in the short form says, in the form in which claims are imported."""
    if match := MONEY.fullmatch(text):
        return {"type": "monetary", "amount": match[2], "currency": match[1]}
    if match := PERCENTAGE.fullmatch(text):
        return {"type": "percentage", "fraction": format(Decimal(match[1]) / 100, "f")}
    if DAY.fullmatch(text):
        return {"type": "date", "day": text}
    if match := COUNT.fullmatch(text):
        return {"type": "count", "number": match[1], "unit": match[2]}
    return {"type": "text", "text": text}


def _id(deal: str, key: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"https://casewright.example/samples/deals/{deal}/{key}"))


def _claim(claim: Mapping[str, Json], entity: str, ids: Mapping[str, str], documents: Mapping[str, Json]) -> Json:
    derived = _strings(claim.get("derived_from", []))
    value = claim.get("value")
    return {
        "claim_id": ids[str(claim["key"])],
        "claim_text": claim["text"],
        "claim_class": claim["class"],
        "claim_type": "derived" if derived else "primary",
        "materiality": claim["materiality"],
        "value_struct": value_struct(str(value)) if value is not None else None,
        "metric": claim.get("metric"),
        "entity": claim.get("entity", entity),
        "period": claim.get("period"),
        "basis": claim.get("basis", "actual"),
        "subjective": claim.get("subjective", False),
        "confidence": claim.get("confidence", 1.0),
        **({"polarity": claim["polarity"]} if "polarity" in claim else {}),
        "evidence": [_evidence(item, documents) for item in _list(claim["evidence"])],
        "derived_from": [ids[key] for key in derived],
    }


def _evidence(item: Json, documents: Mapping[str, Json]) -> Json:
    """One item; a table may say a source other than the document: a deck that quotes a market study."""
    other = dict(item) if isinstance(item, dict) else {"at": item}
    match = EVIDENCE.fullmatch(str(other.pop("at")))
    if match is None:
        raise ValueError(f"evidence reads 'document: words' or 'document @ Sheet!B5', but this does not: {item!r}")
    document = documents[match["key"]]
    assert isinstance(document, dict)
    place: dict[str, Json] = {"cell": match["cell"]} if match["cell"] else {"quote": match["quote"]}
    return {
        "document": document["file"],
        **place,
        "source_type": document["source_type"],
        "source_system": document["source_system"],
        "upstream_origin": None,
        "source_date": str(document["dated"]),
        **other,
    }


def _strings(value: Json) -> list[str]:
    return [str(one) for one in _list(value)]


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value
