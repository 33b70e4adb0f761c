"""An OpenID provider: discovery, the authorization code flow with PKCE, and what its ID token has to hold.

Authlib speaks OAuth and checks claims, joserfc signatures. Nothing is sent or believed over anything but https, this
machine itself apart; no redirect is followed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

import httpx2
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import (
    ExpiredTokenError,
    InvalidClaimError,
    InvalidKeyIdError,
    JoseError,
    MissingClaimError,
)
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from casewright.adapters.oidc.documents import ProviderDocuments
from casewright.errors import Refused, Unavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.adapters.oidc.documents import Metadata
    from casewright.tools.ports.clock import Clock

SCOPES = "openid email profile"
_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
"""Signatures by the provider's own key: none, and none by a secret that others hold, too."""
_LEEWAY = 60
"""Seconds by which the clocks of two machines may differ."""
_CODE = re.compile(r"[a-z_]{1,40}\Z")
_AGAIN = "sign in again"
_CLAIMS = {
    "iss": "comes from another provider",
    "aud": "is for another client",
    "azp": "is for another client",
    "nonce": "belongs to another sign-in",
    "at_hash": "belongs to another access token",
}


@dataclass(frozen=True, slots=True)
class Proved:
    """Fits ``tools.ports.accounts.ProvedIdentity``."""

    issuer: str
    subject: str
    email: str | None
    name: str | None


class OpenIdProvider:
    """Fits ``tools.ports.accounts.IdentityProvider``. Safe to use from several threads."""

    def __init__(
        self, issuer: str, client_id: str, client_secret: str | None, *, clock: Clock, timeout: float = 15.0
    ) -> None:
        self._issuer = issuer
        self._client_id = client_id
        self._client_secret = client_secret
        self._clock = clock
        self._timeout = timeout
        self._documents = ProviderDocuments(issuer, clock=clock, timeout=timeout)

    def close(self) -> None:
        """Close its connections."""
        self._documents.close()

    def start(self, redirect_uri: str) -> tuple[str, str]:
        """The address to send the browser to, and what to keep for ``finish``, where only this browser can bring it.

        Raises ``Unavailable`` where the provider does not answer as one.
        """
        metadata = self._documents.metadata()
        kept = {
            "state": generate_token(43),
            "nonce": generate_token(43),
            "verifier": generate_token(64),
            "redirect_uri": redirect_uri,
        }
        with self._client(metadata, redirect_uri) as client:
            address, _ = client.create_authorization_url(
                metadata.authorization_endpoint,
                state=kept["state"],
                nonce=kept["nonce"],
                code_verifier=kept["verifier"],
            )
        return str(address), json.dumps(kept)

    def finish(self, params: Mapping[str, str], kept: str) -> Proved:
        """Whom the provider sent back, by the query of its redirection and what ``start`` had kept.

        Raises ``Refused`` where the provider did not, or what it sent does not hold; ``Unavailable`` as ``start``.
        """
        begun = _read(kept)
        if not compare_digest(params.get("state", "").encode("utf-8", "replace"), begun["state"].encode()):
            raise Refused(f"The provider's answer belongs to another sign-in: {_AGAIN}")
        if params.get("iss", self._issuer) != self._issuer:
            raise Refused(f"The answer comes from another provider: {_AGAIN}")
        if "error" in params:
            told = params["error"] if _CODE.match(params["error"]) else "no reason"
            raise Refused(f"The provider did not sign you in ({told}): {_AGAIN}, or ask an ADMIN")
        code = params.get("code", "")
        if not code:
            raise Refused(f"The provider's answer has no code: {_AGAIN}")
        metadata = self._documents.metadata()
        token = self._token(metadata, code, begun)
        claims = self._claims(token, begun["nonce"])
        return _proved(claims)

    def _token(self, metadata: Metadata, code: str, begun: Mapping[str, str]) -> Mapping[str, Any]:
        """What the provider gives for the code."""
        try:
            with self._client(metadata, begun["redirect_uri"]) as client:
                found: Mapping[str, Any] = client.fetch_token(
                    metadata.token_endpoint,
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=begun["verifier"],
                )
        except OAuthError as error:
            told = error.error if _CODE.match(str(error.error)) else "no reason"
            raise Refused(f"The provider did not take its own code back ({told}): {_AGAIN}") from error
        except (httpx2.HTTPError, ValueError, TypeError) as error:
            raise Unavailable("The OpenID provider does not answer as one: try again later") from error
        return found

    def _claims(self, token: Mapping[str, Any], nonce: str) -> CodeIDToken:
        """What the ID token says, once its signature and every claim hold. Raises ``Refused``."""
        text = token.get("id_token")
        if not isinstance(text, str):
            raise Refused(f"The provider sent no ID token: ask an ADMIN whether it speaks OpenID Connect, or {_AGAIN}")
        try:
            try:
                decoded = jwt.decode(text, self._keys(), registry=_registry())
            except InvalidKeyIdError:  # a key that the provider has had since it was asked
                decoded = jwt.decode(text, self._keys(anew=True), registry=_registry())
            options = {
                "iss": {"essential": True, "value": self._issuer},
                "aud": {"essential": True, "value": self._client_id},
                "sub": {"essential": True},
            }
            params = {"nonce": nonce, "client_id": self._client_id, "access_token": token.get("access_token")}
            claims = CodeIDToken(decoded.claims, decoded.header, options, params)
            claims.validate(now=int(self._clock.now().timestamp()), leeway=_LEEWAY)
        except ExpiredTokenError as error:
            raise Refused(f"The provider's ID token has expired: {_AGAIN}") from error
        except (InvalidClaimError, MissingClaimError) as error:
            told = _CLAIMS.get(error.claim, f"lacks what an ID token holds ({error.claim})")
            raise Refused(f"The provider's ID token {told}: {_AGAIN}") from error
        except (JoseError, ValueError, TypeError) as error:
            raise Refused(f"The provider's ID token is not signed by a key of the provider's: {_AGAIN}") from error
        return claims

    def _keys(self, *, anew: bool = False) -> KeySet:
        return KeySet.import_key_set(self._documents.keys(anew=anew))

    def _client(self, metadata: Metadata, redirect_uri: str) -> OAuth2Client:
        secret = self._client_secret
        return OAuth2Client(
            self._client_id,
            secret,
            token_endpoint_auth_method=metadata.method if secret else "none",
            scope=SCOPES,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            follow_redirects=False,
            timeout=self._timeout,
            **self._documents.way,
        )


def _registry() -> JWSRegistry:
    return JWSRegistry(algorithms=list(_ALGORITHMS), strict_check_header=False)


def _read(kept: str) -> dict[str, str]:
    """What ``start`` had kept. Raises ``Refused`` for anything else."""
    try:
        found = json.loads(kept)
    except ValueError:
        found = None
    names = ("state", "nonce", "verifier", "redirect_uri")
    if not isinstance(found, dict) or not all(isinstance(found.get(name), str) and found[name] for name in names):
        raise Refused(f"This sign-in was not begun in this browser: {_AGAIN}")
    return {name: found[name] for name in names}


def _proved(claims: Mapping[str, Any]) -> Proved:
    issuer, subject = claims["iss"], claims["sub"]
    if not isinstance(subject, str) or not 0 < len(subject) <= 255:
        raise Refused(f"The provider's ID token names nobody: {_AGAIN}")
    email, name = claims.get("email"), claims.get("name")
    verified = claims.get("email_verified") is True
    return Proved(
        issuer,
        subject,
        email if isinstance(email, str) and verified else None,
        name if isinstance(name, str) else None,
    )
