"""How often each rule was right on the half of the contracts that it was written on."""

from __future__ import annotations

from typing import Final

LEAST: Final = 0.4
"""Rules that were right less often than this are not asked."""

UNMEASURED: Final = 0.6
"""What a rule says whose share of right finds nobody has measured: a Romanian one, or one of a field without marks."""

PRECISION: Final[dict[tuple[str, str], float]] = {
    ("affiliate_license_licensee", "licence to affiliates"): 0.29,
    ("affiliate_license_licensor", "licence of affiliates"): 0.05,
    ("agreement_date", "date of the opening"): 0.88,
    ("anti_assignment", "no assignment"): 0.48,
    ("audit_rights", "may audit"): 0.47,
    ("cap_on_liability", "liability is limited"): 0.63,
    ("cap_on_liability", "no indirect damages"): 0.84,
    ("change_of_control", "control changes"): 0.33,
    ("competitive_restriction_exception", "but may compete"): 0.08,
    ("covenant_not_to_sue", "no challenge"): 0.36,
    ("document_name", "title line"): 0.87,
    ("effective_date", "called effective date"): 0.76,
    ("effective_date", "effective as of"): 0.93,
    ("effective_date", "the agreement's own date"): 0.18,
    ("exclusivity", "exclusive"): 0.18,
    ("exclusivity", "nobody else"): 0.05,
    ("expiration_date", "term runs"): 0.65,
    ("governing_law", "laws govern"): 0.40,
    ("insurance", "keeps insurance"): 0.38,
    ("ip_ownership_assignment", "assigned"): 0.59,
    ("irrevocable_or_perpetual_license", "for ever"): 0.57,
    ("joint_ip_ownership", "owned jointly"): 0.11,
    ("license_grant", "grants a licence"): 0.35,
    ("liquidated_damages", "liquidated damages"): 0.41,
    ("minimum_commitment", "minimum"): 0.33,
    ("most_favored_nation", "as good as others"): 0.38,
    ("no_solicit_of_customers", "no soliciting customers"): 0.46,
    ("no_solicit_of_employees", "no hiring"): 0.79,
    ("non_compete", "no competing"): 0.29,
    ("non_disparagement", "no disparaging"): 0.18,
    ("non_transferable_license", "not transferable"): 0.90,
    ("notice_period_to_terminate_renewal", "notice against renewal"): 0.51,
    ("parties", "defined as"): 0.34,
    ("parties", "party in the opening"): 0.88,
    ("post_termination_services", "after the end"): 0.20,
    ("price_restrictions", "price rises are limited"): 0.07,
    ("renewal_term", "renews"): 0.41,
    ("revenue_profit_sharing", "share of revenue"): 0.45,
    ("rofr_rofo_rofn", "first right"): 0.43,
    ("source_code_escrow", "source in escrow"): 0.43,
    ("termination_for_convenience", "ends by notice"): 0.60,
    ("termination_for_convenience", "ends without cause"): 0.21,
    ("third_party_beneficiary", "a third party benefits"): 0.23,
    ("uncapped_liability", "limits do not apply"): 0.35,
    ("unlimited_all_you_can_eat_license", "without limit"): 0.86,
    ("volume_restriction", "no more than so many"): 0.12,
    ("warranty_duration", "warranted for so long"): 0.48,
}
"""By field and rule, printed by ``python -m evals fact_rules --data DIR --half fitted --by-rule``."""


def confidence(field: str, rule: str) -> float:
    """The measured share of the rule's finds that were right."""
    return PRECISION.get((field, rule), UNMEASURED)
