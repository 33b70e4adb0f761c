"""Figures of a home that is served, for Prometheus: asked for when the metrics are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.jobs import job_desk
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.tenant_limits import MICROS
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.bootstrap.materials import Materials


class Figures:
    """Nothing, until the home is open."""

    def __init__(self) -> None:
        self._given: Materials | None = None

    def watch(self, given: Materials) -> None:
        """The home is open."""
        self._given = given

    def jobs(self) -> Mapping[str, int]:
        """How many jobs of all tenants wait and run."""
        return {} if self._given is None else self._given.share(job_desk).jobs.counts()

    def usage(self) -> Mapping[str, float]:
        """What the home's own tenant uses of its limits, and what they are where there are any."""
        if self._given is None:
            return {}
        with acting_in(LOCAL_TENANT):
            limits = self._given.limits.of(LOCAL_TENANT)
            figures: dict[str, float] = {
                "storage_bytes": self._given.storage.used(LOCAL_TENANT),
                "model_dollars": self._given.model_money.spent(LOCAL_TENANT) / MICROS,
            }
        if limits.storage_bytes is not None:
            figures["storage_bytes_limit"] = limits.storage_bytes
        if limits.model_micros is not None:
            figures["model_dollars_limit"] = limits.model_micros / MICROS
        return figures
