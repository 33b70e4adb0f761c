"""Who takes the money for a case: Stripe, or an administrator with an invoice."""
