"""The settings: read once from the environment and the home folder, then frozen."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from casewright.domain.addresses import is_own_machine
from casewright.errors import BadSettings
from casewright.home_places import HomePlaces
from casewright.price_settings import PriceSettings
from casewright.server_settings import ServerSettings
from casewright.sign_in_settings import SignInSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

Durability = Literal["group", "each"]
Scorer = Literal["embedded", "isaacus"]
Payments = Literal["invoice", "stripe"]
ModelRole = Literal["assistant", "reasoner"]
Language = Literal["ro", "en"]


@dataclass(frozen=True, slots=True)
class RoleModel:
    """What is set about one role's chat model. Keys are never shown."""

    spec: str | None
    base_url: str | None
    key: str | None = field(repr=False)
    usual_keys: Mapping[str, str] = field(repr=False)
    """By provider, those that stand in the environment under the providers' own names."""


class Settings(HomePlaces, PriceSettings, ServerSettings, SignInSettings, BaseSettings):
    """What can be set, as ``CASEWRIGHT_<NAME>`` in the environment."""

    model_config = SettingsConfigDict(env_prefix="CASEWRIGHT_", frozen=True, extra="ignore", env_ignore_empty=True)

    home: Path = Field(
        default_factory=lambda: user_data_path("casewright", appauthor=False),
        description="Folder that holds the database, the originals and the keys",
    )
    database_url: str | None = Field(
        default=None,
        description="PostgreSQL URL such as postgresql://user@host/name; left out: SQLite in the home folder",
    )
    database_owner_url: SecretStr | None = Field(
        default=None,
        description="PostgreSQL URL of the role that owns the tables, for migrations alone; left out: the role of "
        "CASEWRIGHT_DATABASE_URL owns them and migrates as a home is opened",
    )
    database_connections: int = Field(
        default=8, ge=1, le=500, description="Connections to the database that a process keeps open"
    )
    threads: int = Field(
        default=8, ge=1, le=500, description="Threads that run tools which are not asynchronous, and as many for gates"
    )
    audit_durability: Durability = Field(
        default="group",
        description="group: events are committed together, each acknowledged when on disk; each: one commit an event",
    )
    audit_signing_key: SecretStr | None = Field(
        default=None,
        description="The Ed25519 key that signs checkpoints, 64 hexadecimal digits; left out: a file in the home",
    )
    audit_heads: Path | None = Field(
        default=None,
        description="Folder of the heads that are remembered of the audit's chains, one for all hosts of a database; "
        "left out: audit-keys/heads in the home",
    )
    secret_key: SecretStr | None = Field(
        default=None,
        description="The key that marks the audit's records and hashes sensitive arguments, 64 hexadecimal digits, "
        "one for all hosts of a database; left out: secret.key in the home",
    )
    vault_key: SecretStr | None = Field(
        default=None,
        description="The key that seals personal data, 64 hexadecimal digits; left out: vault.key in the home",
    )
    checkpoint_every: int = Field(default=1_000, ge=1, description="Audit events between two signed checkpoints")
    policy: Path | None = Field(
        default=None, description="A policy file of your own, in place of the shipped one; an empty one permits nothing"
    )
    user_key: Path | None = Field(
        default=None, description="A personal key file: act as that user; left out: the operating system's user, ADMIN"
    )
    busy_timeout: float = Field(
        default=10.0, ge=0.0, le=3600.0, description="Seconds to wait for another process that is writing"
    )
    database_pages: int | None = Field(
        default=None, ge=1, description="SQLite only: largest size of the database, in pages of 4,096 bytes"
    )
    score_cache_mb: float = Field(
        default=200.0,
        gt=0.0,
        description="Megabytes of clause scores that a tenant keeps; beyond that the statements asked longest ago go",
    )

    approvals_url: str | None = Field(
        default=None,
        description="Where people decide about calls that wait: a request's id is put behind it; https, or http on "
        "this machine. Set: MCP clients that can open addresses are sent there",
    )
    mcp_url: str | None = Field(
        default=None,
        description="The address under which clients reach the MCP server over HTTP, such as "
        "https://casewright.example/mcp; left out: the one that it listens at",
    )
    mcp_approval_wait: float = Field(
        default=45.0,
        ge=0.0,
        le=3600.0,
        description="Seconds that a call over MCP waits for the decision, once its person was sent to decide",
    )

    matter_tokens: int | None = Field(
        default=None, ge=0, description="Tokens that the questions of one matter may use in all; left out: no limit"
    )
    matter_dollars: float | None = Field(
        default=None,
        ge=0,
        description="US dollars that the questions of one matter may cost; needs the assistant's prices",
    )

    scorer: Scorer = Field(
        default="embedded",
        description="What scores clauses: embedded, on this machine; isaacus, Isaacus' API, for money, with a consent "
        "for each matter",
    )
    isaacus_api_key: SecretStr | None = Field(default=None, description="The key for Isaacus' API")
    isaacus_base_url: str = Field(
        default="https://api.isaacus.com/v1", description="Where Isaacus' API answers; https, or http on this machine"
    )
    isaacus_query_tokens: int = Field(
        default=5_000_000, ge=0, description="Tokens that one query may have Isaacus score at most"
    )
    isaacus_month_tokens: int = Field(
        default=50_000_000, ge=0, description="Tokens that all queries of a tenant may have Isaacus score in a month"
    )

    blobs: str | None = Field(
        default=None,
        description="Where originals are kept: a folder, or an fsspec URL such as s3://bucket/folder or gs://bucket; "
        "left out: blobs in the home",
    )
    drafts: str | None = Field(
        default=None,
        description="Where drafts are kept: a folder, or an fsspec URL such as s3://bucket/folder or gs://bucket; "
        "left out: drafts in the home",
    )
    corpus: str = Field(
        default="embedded",
        pattern=r"^(embedded|bigquery:[A-Za-z0-9_-]+\.[A-Za-z0-9_]+)$",
        description="Where research looks acts and decisions up: embedded, in what 'casewright corpus import' took in; "
        "bigquery:PROJECT.DATASET, in BigQuery, which is sent the queries",
    )
    bulk_engine: str = Field(
        default="local",
        description="Who works on a corpus of any size: local; dask://HOST:PORT or dask+tls://, a cluster",
    )
    bulk_places: tuple[str, ...] = Field(
        default=(),
        description="Folders and addresses, as JSON, within which calls over MCP may read corpora and write results; "
        "the command line reads and writes wherever it is told to",
    )
    corpus_memory_mb: int = Field(
        default=1_024,
        ge=512,
        le=65_536,
        description="Megabytes of memory that one query of the embedded corpus may take; two run at once",
    )
    bigquery_bytes: int = Field(
        default=10_000_000_000, ge=10_000_000, description="Bytes that one query in BigQuery may be billed for"
    )
    bigquery_endpoint: str | None = Field(
        default=None, description="Where BigQuery's API answers, if not at Google; https, or http on this machine"
    )

    plans: Path | None = Field(
        default=None, description="A TOML file of plans of your own, in place of the shipped ones"
    )
    payments: Payments = Field(
        default="invoice",
        description="How a case is paid for that no plan covers: invoice, which an administrator confirms; stripe",
    )
    stripe_api_key: SecretStr | None = Field(default=None, description="The key for Stripe's API")
    stripe_webhook_secret: SecretStr | None = Field(
        default=None, description="The secret that Stripe signs its messages to us with"
    )
    stripe_base_url: str = Field(
        default="https://api.stripe.com", description="Where Stripe's API answers; https, or http on this machine"
    )
    payment_return_url: str | None = Field(
        default=None, description="The page where people land after Stripe's; https, or http on this machine"
    )

    enrichment_folder: Path | None = Field(
        default=None, description="Folder of CSV and JSON files with data about companies, people and markets"
    )
    gleif: bool = Field(
        default=False,
        description="true: companies are looked up in GLEIF's register, with a consent for each matter",
    )
    gleif_base_url: str = Field(
        default="https://api.gleif.org/api/v1", description="Where GLEIF answers; https, or http on this machine"
    )
    edgar_contact: str | None = Field(
        default=None,
        min_length=3,
        max_length=200,
        description="Name and e-mail address that the SEC asks its users to send; set: companies are looked up in "
        "EDGAR, with a consent for each matter",
    )
    edgar_base_url: str = Field(
        default="https://data.sec.gov", description="Where EDGAR's facts are; https, or http on this machine"
    )
    edgar_list_url: str = Field(
        default="https://www.sec.gov", description="Where EDGAR's list of companies is; https, or http on this machine"
    )

    assistant: str | None = Field(
        default=None,
        description="The chat model that answers, as provider:model (google_genai, xai, openai, anthropic, ollama), or "
        "google_genai or xai alone; left out: rules, on this machine",
    )
    assistant_api_key: SecretStr | None = Field(default=None, description="The assistant's key")
    assistant_base_url: str | None = Field(
        default=None, description="Where the assistant answers, if not at its provider; https, or http on this machine"
    )
    reasoner: str | None = Field(
        default=None,
        description="The chat model that is consulted on strategy, named as the assistant; left out: rules",
    )
    reasoner_api_key: SecretStr | None = Field(default=None, description="The reasoner's key")
    reasoner_base_url: str | None = Field(
        default=None, description="Where the reasoner answers, if not at its provider; https, or http on this machine"
    )
    model_timeout: float = Field(
        default=120.0, gt=0.0, le=3600.0, description="Seconds to wait for a chat model to go on with its answer"
    )
    ocr_seconds: float = Field(
        default=600.0, ge=0.0, le=86_400.0, description="Seconds that the scanned pages of one file may take; 0: no OCR"
    )
    facts_at_ingest: int = Field(
        default=400_000,
        ge=0,
        description="Characters of the longest text whose facts are read as it is put in; longer ones, and with 0 all, "
        "are read when their facts are first asked for",
    )
    debate_turn_timeout: float = Field(
        default=600.0, gt=0.0, le=3600.0, description="Seconds that a role of a debate may take for one turn"
    )
    case_turn_timeout: float = Field(
        default=240.0, gt=0.0, le=3600.0, description="Seconds that a turn of the case agent may take"
    )
    language: Language = Field(default="ro", description="Language of what a case's user reads: ro or en")
    platform_name: str = Field(
        default="Casewright", min_length=1, max_length=100, description="What the platform is called in greetings"
    )
    model_max_tokens: int | None = Field(
        default=None,
        ge=1,
        description="Tokens that one answer of a chat model may have; left out: as its provider has it",
    )
    google_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        description="Key for google_genai at Google, where the role has none of its own",
    )
    xai_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("XAI_API_KEY"),
        description="Key for xai at xAI, where the role has none of its own",
    )
    openai_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("OPENAI_API_KEY"),
        description="Key for openai at OpenAI, where the role has none of its own",
    )
    anthropic_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("ANTHROPIC_API_KEY"),
        description="Key for anthropic at Anthropic, where the role has none of its own",
    )

    @field_validator(
        *("isaacus_base_url", "gleif_base_url", "edgar_base_url", "edgar_list_url", "bigquery_endpoint"),
        *("stripe_base_url", "payment_return_url", "approvals_url", "mcp_url", "oidc_issuer", "server_url"),
    )
    @classmethod
    def _encrypted(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.hostname and (parts.scheme == "https" or (parts.scheme == "http" and is_own_machine(value))):
            return value
        raise ValueError("give an https address, or an http one on this machine: what is asked travels there")

    @field_validator("edgar_contact")
    @classmethod
    def _fits_a_header(cls, value: str | None) -> str | None:
        if value is None or (value.isascii() and value.isprintable() and "@" in value):
            return value
        raise ValueError("give a name and an e-mail address in plain letters, such as 'Example LLP mail@example.com'")

    def chat_model(self, role: ModelRole) -> RoleModel:
        """What is set about the chat model of this role."""
        given: tuple[str | None, str | None, SecretStr | None]
        if role == "assistant":
            given = (self.assistant, self.assistant_base_url, self.assistant_api_key)
        else:
            given = (self.reasoner, self.reasoner_base_url, self.reasoner_api_key)
        usual = {
            "google_genai": self.google_api_key,
            "xai": self.xai_api_key,
            "openai": self.openai_api_key,
            "anthropic": self.anthropic_api_key,
        }
        spec, base_url, key = given
        return RoleModel(
            spec,
            base_url,
            None if key is None else key.get_secret_value(),
            {provider: one.get_secret_value() for provider, one in usual.items() if one is not None},
        )


def read_settings(**given: object) -> Settings:
    """The settings, with ``given`` values (those that are not None) over the environment's.

    Raises ``BadSettings`` naming the setting and what is wrong with it.
    """
    try:
        # Given values come from our own command line; pydantic validates them like the environment's.
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        item = error.errors(include_url=False)[0]
        name = str(item["loc"][0]) if item["loc"] else "settings"
        source = f"CASEWRIGHT_{name.upper()}"
        value = os.environ.get(source, item["input"])
        raise BadSettings(f"{source} is {value!r}, which cannot be used: {item['msg']}") from error
