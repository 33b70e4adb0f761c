"""Settings that cannot work, found before anybody needs what they name. Nothing is sent anywhere."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING

from casewright.domain.findings import note, well, wrong
from casewright.errors import BadSettings, CasewrightError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.config import Settings
    from casewright.domain.findings import Finding
    from casewright.domain.model_checks import ModelRole

_LIBRARIES = "libraries"
_SETTINGS = "settings"


def check_settings(settings: Settings) -> Iterator[Finding]:
    """What is wrong with the settings and with the libraries that they need; one finding each where nothing is."""
    found = [*_wrong(settings)]
    yield from found
    if not any(one.check == _LIBRARIES for one in found):
        yield well(_LIBRARIES, "Every library is installed that what is set needs")
    if not any(one.check == _SETTINGS for one in found):
        yield well(_SETTINGS, "Nothing is set that cannot work")
    if find_spec("rapidocr") is None:
        yield note(_LIBRARIES, "Scanned pages are not read here: pip install 'casewright[ocr]' for that")


def _wrong(settings: Settings) -> Iterator[Finding]:
    for setting, extra, libraries in _needed(settings):
        missing = [name for name in libraries if not _installed(name)]
        if missing:
            told = f"{setting} needs a library that is not installed ({missing[0]}): pip install 'casewright[{extra}]'"
            yield wrong(_LIBRARIES, BadSettings(told))
    for check in (_missing_values, _files, _models):
        yield from check(settings)


def _needed(settings: Settings) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """What is set that needs a library: the setting, the extra of ours, what it imports."""
    if settings.database_url is not None and not settings.database_url.startswith("sqlite"):
        yield "CASEWRIGHT_DATABASE_URL", "postgresql", ("psycopg", "langgraph.checkpoint.postgres")
    for setting, place in (("CASEWRIGHT_BLOBS", settings.blobs), ("CASEWRIGHT_DRAFTS", settings.drafts)):
        scheme = (place or "").partition("://")[0]
        if scheme in ("s3", "gs"):
            yield setting, {"s3": "s3", "gs": "gcs"}[scheme], ({"s3": "s3fs", "gs": "gcsfs"}[scheme],)
    if settings.scorer == "isaacus":
        yield "CASEWRIGHT_SCORER", "isaacus", ("isaacus",)
    if settings.payments == "stripe":
        yield "CASEWRIGHT_PAYMENTS", "stripe", ("stripe",)
    if settings.corpus.startswith("bigquery:"):
        yield "CASEWRIGHT_CORPUS", "bigquery", ("google.cloud.bigquery",)


def _missing_values(settings: Settings) -> Iterator[Finding]:
    """Values that something else that is set cannot do without."""
    if settings.scorer == "isaacus" and settings.isaacus_api_key is None:
        yield _bad("CASEWRIGHT_SCORER is 'isaacus', and CASEWRIGHT_ISAACUS_API_KEY is not set: set it")
    if settings.payments == "stripe":
        for name in ("stripe_api_key", "stripe_webhook_secret", "payment_return_url"):
            if getattr(settings, name) is None:
                yield _bad(f"CASEWRIGHT_PAYMENTS is 'stripe', and CASEWRIGHT_{name.upper()} is not set: set it")
    prices = settings.assistant_input_price or settings.assistant_output_price
    if settings.matter_dollars is not None and not prices:
        yield _bad(
            "CASEWRIGHT_MATTER_DOLLARS limits nothing without prices: set CASEWRIGHT_ASSISTANT_INPUT_PRICE and "
            "CASEWRIGHT_ASSISTANT_OUTPUT_PRICE"
        )
    for setting, place in (("CASEWRIGHT_BLOBS", settings.blobs), ("CASEWRIGHT_DRAFTS", settings.drafts)):
        scheme, separator, _ = (place or "").partition("://")
        if separator and scheme not in ("s3", "gs", "file", "local", "memory"):
            yield _bad(f"{setting} is {place!r}: name a folder, s3:// or gs://")


def _files(settings: Settings) -> Iterator[Finding]:
    """Files and folders that are named, and keys that are given."""
    from casewright.adapters.vault.key_files import given_key
    from casewright.bootstrap.outside import load_plans
    from casewright.bootstrap.policies import load_policy

    yield from _tried(lambda: load_policy(settings))
    yield from _tried(lambda: load_plans(settings))
    keys = {
        "CASEWRIGHT_SECRET_KEY": settings.secret_key,
        "CASEWRIGHT_VAULT_KEY": settings.vault_key,
        "CASEWRIGHT_AUDIT_SIGNING_KEY": settings.audit_signing_key,
    }
    for name, key in keys.items():
        if key is not None:
            yield from _tried(lambda name=name, key=key: given_key(key.get_secret_value(), name))  # type: ignore[misc]
    if settings.enrichment_folder is not None and not settings.enrichment_folder.is_dir():
        yield _bad(f"CASEWRIGHT_ENRICHMENT_FOLDER is {str(settings.enrichment_folder)!r}, and there is no such folder")
    if settings.user_key is not None and not settings.user_key.is_file():
        yield _bad(f"CASEWRIGHT_USER_KEY is {str(settings.user_key)!r}, and there is no such file")


def _models(settings: Settings) -> Iterator[Finding]:
    """Chat models: whether each can be loaded. Nothing is asked of them."""
    yield from _tried(lambda: _load(settings, "assistant"), of_library="not installed")
    yield from _tried(lambda: _load(settings, "reasoner"), of_library="not installed")


def _load(settings: Settings, role: ModelRole) -> None:
    from casewright.bootstrap.models import load_chat_model

    model = load_chat_model(settings, role)
    if model is not None:
        asyncio.run(model.aclose())


def _tried(load: Callable[[], object], *, of_library: str | None = None) -> Iterator[Finding]:
    try:
        load()
    except CasewrightError as error:
        yield wrong(_LIBRARIES if of_library is not None and of_library in str(error) else _SETTINGS, error)


def _installed(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:  # a package above it is missing
        return False


def _bad(text: str) -> Finding:
    return wrong(_SETTINGS, BadSettings(text))
