"""How often each rule was right on the half of the contracts that it was written on.

Shares are (right + 1) / (finds + 2), so that a rule that took little is not sure of it (Laplace's rule of succession).
"""

from __future__ import annotations

from typing import Final

LEAST: Final = 0.3
"""Rules that were right less often than this are not asked."""

UNMEASURED: Final = 0.6
"""What a rule says whose share of right finds nobody has measured: a Romanian one, or one of a field without marks."""

PRECISION: Final[dict[tuple[str, str], float]] = {
    ("agreement_date", "date of the opening"): 0.88,
    ("anti_assignment", "no assignment"): 0.58,
    ("audit_rights", "may audit"): 0.62,
    ("cap_on_liability", "liability is limited"): 0.65,
    ("cap_on_liability", "no indirect damages"): 0.78,
    ("change_of_control", "control changes"): 0.47,
    ("covenant_not_to_sue", "no challenge"): 0.37,
    ("document_name", "title line"): 0.86,
    ("effective_date", "becomes effective"): 0.49,
    ("effective_date", "called effective date"): 0.77,
    ("effective_date", "effective as of"): 0.88,
    ("exclusivity", "exclusive right"): 0.36,
    ("expiration_date", "agreement runs"): 0.59,
    ("expiration_date", "term runs"): 0.72,
    ("governing_law", "laws govern"): 0.86,
    ("insurance", "cover of a list"): 0.59,
    ("insurance", "keeps insurance"): 0.45,
    ("ip_ownership_assignment", "assigned"): 0.59,
    ("irrevocable_or_perpetual_license", "for ever"): 0.57,
    ("joint_ip_ownership", "owned jointly"): 0.47,
    ("license_grant", "grants a licence"): 0.66,
    ("liquidated_damages", "liquidated damages"): 0.45,
    ("minimum_commitment", "minimum"): 0.40,
    ("most_favored_nation", "as good as others"): 0.43,
    ("no_solicit_of_customers", "no soliciting customers"): 0.47,
    ("no_solicit_of_employees", "no hiring"): 0.77,
    ("non_compete", "no competing"): 0.43,
    ("non_disparagement", "no disparaging"): 0.35,
    ("non_transferable_license", "not transferable"): 0.89,
    ("notice_period_to_terminate_renewal", "notice against renewal"): 0.67,
    ("parties", "defined as"): 0.34,
    ("parties", "party in the opening"): 0.88,
    ("renewal_term", "may be renewed"): 0.45,
    ("renewal_term", "renews by itself"): 0.78,
    ("revenue_profit_sharing", "share of revenue"): 0.47,
    ("rofr_rofo_rofn", "first right"): 0.46,
    ("source_code_escrow", "source in escrow"): 0.45,
    ("termination_for_convenience", "ends by notice"): 0.69,
    ("termination_for_convenience", "ends without cause"): 0.52,
    ("third_party_beneficiary", "a third party benefits"): 0.33,
    ("uncapped_liability", "limits do not apply"): 0.51,
    ("unlimited_all_you_can_eat_license", "without limit"): 0.78,
    ("warranty_duration", "warranted for so long"): 0.48,
}
"""By field and rule, printed by ``python -m evals fact_rules --data DIR --half fitted --by-rule``."""


def confidence(field: str, rule: str) -> float:
    """The measured share of the rule's finds that were right."""
    return PRECISION.get((field, rule), UNMEASURED)
