"""The settings: read once from the environment and the home folder, then frozen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from casewright.errors import BadSettings

Durability = Literal["group", "each"]
Scorer = Literal["embedded", "isaacus"]
_OWN_MACHINE = ("localhost", "127.0.0.1", "::1")


class Settings(BaseSettings):
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
    audit_durability: Durability = Field(
        default="group",
        description="group: events are committed together, each acknowledged when on disk; each: one commit an event",
    )
    audit_signing_key: SecretStr | None = Field(
        default=None,
        description="The Ed25519 key that signs checkpoints, 64 hexadecimal digits; left out: a file in the home",
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

    @field_validator("isaacus_base_url")
    @classmethod
    def _encrypted(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.hostname and (parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _OWN_MACHINE)):
            return value
        raise ValueError("give an https address, or an http one on this machine: texts and the key travel there")

    @property
    def database_file(self) -> Path:
        """The SQLite file."""
        return self.home / "casewright.db"

    @property
    def blob_folder(self) -> Path:
        """The originals."""
        return self.home / "blobs"

    @property
    def audit_key_folder(self) -> Path:
        """The key that signs checkpoints, and the public halves of it and of its predecessors."""
        return self.home / "audit-keys"

    @property
    def export_folder(self) -> Path:
        """Exports of the audit that wait to be fetched."""
        return self.home / "exports"

    @property
    def key_file(self) -> Path:
        """The key that hashes sensitive arguments."""
        return self.home / "secret.key"

    @property
    def personal_keys(self) -> Path:
        """Folder where a new user's key is written, where no other file is named."""
        return self.home / "keys"


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
