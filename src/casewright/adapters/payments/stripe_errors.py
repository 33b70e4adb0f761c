"""What Stripe's library raises, as errors of ours. The server's words are not repeated: they could hold anything."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import stripe

from casewright.errors import CasewrightError, ToolFailed, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MEANING: Mapping[type[stripe.StripeError], tuple[type[CasewrightError], str]] = {
    stripe.AuthenticationError: (Unavailable, "the key was refused: check CASEWRIGHT_STRIPE_API_KEY"),
    stripe.PermissionError: (Unavailable, "the key may not do this: give it the right to write checkout sessions"),
    stripe.RateLimitError: (Unavailable, "too many requests: try again in a minute"),
    stripe.APIConnectionError: (Unavailable, "it cannot be reached: check the network, then try again"),
    stripe.IdempotencyError: (ToolFailed, "it knows this payment with another amount: request a new payment"),
    stripe.InvalidRequestError: (ToolFailed, "the request was refused: check the currency and the return address"),
    stripe.CardError: (ToolFailed, "the card was refused: pay by another one"),
    stripe.APIError: (Unavailable, "the answer is not what its API promises: try again later"),
}
"""By class; the nearest ancestor counts, and what has none is a failure."""


@contextmanager
def translated() -> Iterator[None]:
    """Whatever the library raises inside comes out as an error of ours, its cause kept."""
    try:
        yield
    except stripe.StripeError as error:
        raise meaning(error) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unavailable("Stripe: the answer is not what its API promises: try again later") from error


def meaning(error: stripe.StripeError) -> CasewrightError:
    """The error of ours that says what to do about one of the library's."""
    status = error.http_status
    if status is not None and status >= 500:
        return Unavailable(f"Stripe: the server failed ({status}): try again later")
    found = next((_MEANING[kind] for kind in type(error).__mro__ if kind in _MEANING), None)
    kind, said = found or (ToolFailed, "the request was refused")
    return kind(f"Stripe: {said}{'' if status is None else f' ({status})'}")
