"""What can be set of a server and of the jobs that processes do, for the settings."""

from __future__ import annotations

from pydantic import BaseModel, Field

from casewright.domain.tenant_limits import GIGABYTE, MICROS, TenantLimits


class ServerSettings(BaseModel):
    """A part of ``config.Settings``."""

    server_url: str | None = Field(
        default=None,
        description="The address under which people and programs reach the server, such as https://casewright.example; "
        "left out: the one that it listens at",
    )
    requests_a_minute: int = Field(
        default=1_200, ge=1, description="Requests that one person or program may make within a minute"
    )
    strangers_a_minute: int = Field(
        default=60,
        ge=1,
        description="Requests that one address may make within a minute with no key or session of ours: signing in, "
        "links, wrong keys; behind a proxy all of them come from its address",
    )
    page_pictures_mb: float = Field(
        default=64.0,
        ge=0.0,
        le=100_000.0,
        description="Megabytes of pages' pictures that a process keeps in memory; beyond that the oldest go",
    )
    upload_mb: int = Field(default=200, ge=1, le=10_000, description="Megabytes of one file that the server takes in")
    tenant_storage_gb: float | None = Field(
        default=None,
        ge=0,
        le=1_000_000,
        description="Gigabytes of originals and drafts that a tenant may keep, where it has no limit of its own; left "
        "out: no limit",
    )
    tenant_model_money: float | None = Field(
        default=None,
        ge=0,
        le=1_000_000,
        description="US dollars that a tenant may spend on models in a month, where it has no limit of its own; left "
        "out: no limit",
    )
    workers: int = Field(
        default=2, ge=0, le=64, description="Jobs that one process does at once; 0: it leaves them to others"
    )
    job_minutes: float = Field(
        default=120.0,
        gt=0.0,
        le=10_080.0,
        description="Minutes that a job may take at most, where its tool does not say less",
    )

    job_days: float = Field(
        default=30.0, gt=0.0, le=36_500.0, description="Days that a job stays in the list once it has ended"
    )

    def tenant_limits(self) -> TenantLimits:
        """What holds for tenants that have no limits of their own."""
        gigabytes, dollars = self.tenant_storage_gb, self.tenant_model_money
        return TenantLimits(
            None if gigabytes is None else round(gigabytes * GIGABYTE),
            None if dollars is None else round(dollars * MICROS),
        )
