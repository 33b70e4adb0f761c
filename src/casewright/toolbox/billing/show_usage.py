"""The tool ``show_usage``: what the tenant keeps and spends, and what of it it may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.tenant_limits import MICROS
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.scoring import SpendLedger
    from casewright.tools.tenant_limits import ModelMoney, Storage


class ShowUsageInput(Arguments):
    """Input of the ``show_usage`` tool: nothing."""


class StorageUsage(BaseModel):
    """Originals and drafts."""

    used_bytes: int
    limit_bytes: int | None = Field(description="Null: there is no limit")


class MoneyUsage(BaseModel):
    """What models cost in this month, in US dollars, with what is held for calls that run."""

    used_dollars: float
    limit_dollars: float | None = Field(description="Null: there is no limit")


class UsageView(BaseModel):
    """What the tenant keeps and spends."""

    month: str = Field(description="The month that is counted now, in UTC, such as 2026-11")
    storage: StorageUsage
    model_money: MoneyUsage
    isaacus_tokens: int = Field(description="Tokens that Isaacus has scored in this month")
    requests_a_minute: int = Field(description="How many requests each person or program may make")


def show_usage(*, storage: Storage, money: ModelMoney, spend: SpendLedger, provider: str, requests: int) -> Tool:
    """The tool over what is counted; ``provider`` is whose tokens are told."""

    def run(_arguments: ShowUsageInput, context: CallContext) -> UsageView:
        tenant, month = context.tenant, money.month()
        limits = money.limits.of(tenant)
        micros = limits.model_micros
        return UsageView(
            month=month,
            storage=StorageUsage(used_bytes=storage.used(tenant), limit_bytes=limits.storage_bytes),
            model_money=MoneyUsage(
                used_dollars=money.spent(tenant) / MICROS, limit_dollars=None if micros is None else micros / MICROS
            ),
            isaacus_tokens=spend.spent(tenant, provider, month),
            requests_a_minute=requests,
        )

    return Tool(
        name="show_usage",
        description="What the tenant keeps and spends this month, and its limits: storage, model money, requests.",
        arguments=ShowUsageInput,
        output=UsageView,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("billing",),
        reads=("what is used of the tenant's limits",),
    )
