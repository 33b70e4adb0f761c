"""Plans, units and payments of an open home; it holds nothing of its own."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from casewright.bootstrap.casework import open_case_stores
from casewright.domain.payments import DEFAULT_PLAN
from casewright.errors import BadSettings, InvalidInput

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.casework.plans import Plans
    from casewright.config import Settings
    from casewright.toolbox.billing.billing import Billing


def open_billing(given: Materials) -> Billing:
    """Billing over the home's database. Raises ``BadSettings`` for a file of plans that cannot be used."""
    from casewright.adapters.database.billing import SqlGrants, SqlSubscriptions
    from casewright.toolbox.billing.billing import Billing

    return Billing(
        stores=open_case_stores(given),
        subscriptions=SqlSubscriptions(given.database),
        grants=SqlGrants(given.database),
        plans=load_plans(given.settings),
    )


def load_plans(settings: Settings) -> Plans:
    """The plans that are set, or the shipped ones. Raises ``BadSettings`` saying what is wrong with the file."""
    from casewright.casework.plans import read_plans, shipped_plans

    file = settings.plans
    if file is None:
        return shipped_plans()
    try:
        plans = read_plans(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"CASEWRIGHT_PLANS names {str(file)!r}, which cannot be read: {error}") from error
    except (tomllib.TOMLDecodeError, InvalidInput) as error:
        raise BadSettings(f"The plans in {str(file)!r} (CASEWRIGHT_PLANS) cannot be used: {error}") from error
    if DEFAULT_PLAN not in plans.by_name:
        raise BadSettings(
            f"The plans in {str(file)!r} (CASEWRIGHT_PLANS) have no {DEFAULT_PLAN!r}, which is the plan of everybody "
            "that none was set for: add it"
        )
    return plans
