"""Claims that people or files give are entered: checked together, stored together, assessed at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.toolbox.claims.claim_building import Built, Setting, build
from casewright.toolbox.claims.row_errors import RowError, refusal
from casewright.toolbox.deals.addition import assess_added
from casewright.toolbox.deals.assessment import Assessment, assess
from casewright.toolbox.deals.deal_events import tell_assessed
from casewright.toolbox.deals.document_places import DealDocuments
from casewright.tools.cancellation import stop_if_cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.ids import ClaimId, MatterId, TenantId
    from casewright.toolbox.claims.import_text import RawRow
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.tools.calls import CallContext, Failure


@dataclass(frozen=True, slots=True)
class Entered:
    """The claims that were entered, and how the deal stands with them."""

    built: tuple[Built, ...]
    assessment: Assessment


def enter(
    stores: DealStores,
    context: CallContext,
    deal: MatterId,
    rows: Sequence[RawRow],
    tell: Callable[[Entered], None],
    *,
    few: bool = False,
) -> Entered | Failure:
    """Enter the claims of these rows, all of them or none; a failure tells every row that is wrong.

    ``tell`` tells the audit, in the transaction that has the effect. Where they are ``few``, only what they touch is
    looked at, and the assessment's record holds no more than that.
    """
    setting = Setting(
        tenant=context.tenant,
        deal=deal,
        documents=DealDocuments(stores.documents, context.tenant, deal),
        sources=stores.sources.of_deal(context.tenant, deal),
        actor=context.actor.id,
        at=stores.clock.now(),
    )
    errors: list[RowError] = []
    built = [one for row in rows if (one := build(row, setting, errors)) is not None]
    errors += _clashing(stores, context.tenant, deal, built, whole=len(built) == len(rows))
    if errors:
        return refusal(sorted(errors, key=lambda error: error.row))
    stop_if_cancelled()
    with stores.transaction.together():
        claims, evidence = [one.claim for one in built], [item for one in built for item in one.evidence]
        known = [item.id for item in stores.claims.evidence(context.tenant, deal, [item.id for item in evidence])]
        stores.claims.add(claims, evidence)
        entered = "a claim was entered" if len(built) == 1 else f"{len(built)} claims were entered"
        if few:
            found = assess_added(stores, context.tenant, deal, claims, known, entered)
        else:
            found = assess(stores, context.tenant, deal, entered)
        tell(Entered(tuple(built), found))
        tell_assessed(found)
    return Entered(tuple(built), found)


def _clashing(
    stores: DealStores, tenant: TenantId, deal: MatterId, built: Sequence[Built], *, whole: bool
) -> list[RowError]:
    """Ids that stand twice or are taken; and, where every row could be read, references to claims that are missing."""
    errors: list[RowError] = []
    first: dict[ClaimId, int] = {}
    nodes: dict[str, int] = {}
    for one in built:
        before = first.setdefault(one.claim.id, one.row)
        if before != one.row:
            errors.append(RowError(one.row, "claim_id", f"{one.claim.id!r} is that of row {before} as well"))
            continue
        for node in one.claim.sanad.nodes:
            if nodes.setdefault(node.id, one.row) != one.row:
                reason = f"the step {node.id!r} is one of row {nodes[node.id]} as well; every step belongs to one claim"
                errors.append(RowError(one.row, "sanad", reason))
    for taken in stores.claims.known(tenant, list(first)):
        reason = f"{taken!r} is taken: the claim was entered before, or belongs elsewhere"
        errors.append(RowError(first[taken], "claim_id", reason))
    wanted = {name: one.row for one in reversed(built) for name in one.claim.derived_from if name not in first}
    there = stores.claims.known(tenant, list(wanted), deal)
    if whole:
        errors += [
            RowError(row, "derived_from", f"{name!r} is no claim of this deal, nor of these rows")
            for name, row in wanted.items()
            if name not in there
        ]
    return errors
