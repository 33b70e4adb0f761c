"""Where things are in a home folder, or where the settings have them instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class HomePlaces:
    """The places in the folder ``home``, for the settings that name it."""

    if TYPE_CHECKING:
        home: Path
        blobs: str | None
        drafts: str | None
        audit_heads: Path | None

    @property
    def checkpoint_file(self) -> Path:
        """The SQLite file that holds the states of agents' runs."""
        return self.home / "checkpoints.db"

    @property
    def lock_folder(self) -> Path:
        """The files that runs of agents are locked by, where there is no PostgreSQL."""
        return self.home / "locks"

    @property
    def database_file(self) -> Path:
        """The SQLite file."""
        return self.home / "casewright.db"

    @property
    def corpus_folder(self) -> Path:
        """The legal corpora, one file a tenant."""
        return self.home / "corpora"

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
        """The key that marks the audit's records and hashes sensitive arguments, where none is set."""
        return self.home / "secret.key"

    @property
    def vault_key_file(self) -> Path:
        """The key that seals personal data, where none is set."""
        return self.home / "vault.key"

    @property
    def personal_keys(self) -> Path:
        """Folder where a new user's key is written, where no other file is named."""
        return self.home / "keys"

    @property
    def blob_place(self) -> str:
        """The folder or fsspec URL under which originals are kept."""
        return self.blobs or str(self.home / "blobs")

    @property
    def draft_place(self) -> str:
        """The folder or fsspec URL under which drafts are kept."""
        return self.drafts or str(self.home / "drafts")

    @property
    def audit_head_folder(self) -> Path:
        """The heads that are remembered of the audit's chains."""
        return self.audit_heads or self.audit_key_folder / "heads"
