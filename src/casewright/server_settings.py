"""What can be set of a server and of the jobs that processes do, for the settings."""

from __future__ import annotations

from pydantic import BaseModel, Field


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
    workers: int = Field(
        default=2, ge=0, le=64, description="Jobs that one process does at once; 0: it leaves them to others"
    )
    job_minutes: float = Field(
        default=120.0,
        gt=0.0,
        le=10_080.0,
        description="Minutes that a job may take at most, where its tool does not say less",
    )
