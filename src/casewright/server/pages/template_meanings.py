"""What the language's templates find, as ``list_usable_templates`` says it: to be told in the reader's language."""

from __future__ import annotations


def _(text: str) -> str:
    """Marks a text for translation."""
    return text


MEANINGS: tuple[str, ...] = (
    _("Disputes go first to alternative dispute resolution, such as mediation or arbitration."),
    _("Says which courts hear disputes."),
    _("Restricts the use or disclosure of confidential information."),
    _("Says that the document is the whole agreement."),
    _("Excuses a party from liability for events beyond control."),
    _("Lets a party end the contract for events beyond control."),
    _("Says which law governs the contract."),
    _("One party undertakes to make good losses of another."),
    _("Transfers or licenses intellectual property."),
    _("Sets a monetary maximum on liability."),
    _("Limits the extent of liability."),
    _("Keeps a party from competing with another."),
    _("Sets the amount, manner or conditions of payment."),
    _(
        "Gives a specific remedy for non-performance: liquidated damages, late fees, specific performance, step-in, "
        "termination."
    ),
    _("Makes or affirms a representation or warranty."),
    _("Lets a party end the contract in some circumstances."),
    _("Lets a party end the contract for any reason."),
    _("Puts obligations on, or gives rights to, one side only."),
    _("Gives a party a right."),
    _("Lets a party take over or control its counterparty's performance."),
    _("Obliges a party to do something, or not to do it."),
    _("Any contractual provision."),
    _("Fits a description in your own words."),
    _("Puts an obligation on the party."),
    _("Gives the party a right or benefit."),
    _("Bears this name or heading."),
    _("Bears on the law of AI."),
    _("description"),
    _("party"),
    _("name"),
)
