"""An OpenID provider on this machine, over real sockets: discovery, keys, and an endpoint that gives tokens for codes.

What it says can be bent, so that a client can be shown what it has to refuse.
"""

from __future__ import annotations

import hmac
import json
from base64 import b64decode, urlsafe_b64encode
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

from tests.loopback import QuietHandler, served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLIENT, SECRET = "casewright", "s/e=c ret"


def _new_key(name: str) -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": name, "use": "sig", "alg": "RS256"}, auto_kid=False)


def _written(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Provider:
    """Where it listens, what it was sent, and what it says beside the usual.

    ``claims`` replace those of the ID token, None takes one out; ``metadata`` those of the discovery; ``sign`` signs in
    place of its key; ``answers`` are whole answers by path.
    """

    address: str = ""
    now: Callable[[], float] = lambda: 0.0
    keys: list[RSAKey] = field(default_factory=lambda: [_new_key("first")])
    claims: dict[str, object] = field(default_factory=dict)
    metadata: dict[str, object] = field(default_factory=dict)
    sign: Callable[[dict[str, Any]], str] | None = None
    answers: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    taken: dict[str, dict[str, str]] = field(default_factory=dict)

    def sign_in(self, address: str, subject: str = "248289761001") -> dict[str, str]:
        """What a browser that follows the address brings back, once its user has signed in."""
        parts = urlsplit(address)
        assert f"{parts.scheme}://{parts.netloc}{parts.path}" == f"{self.address}/authorize"
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        assert (asked["client_id"], asked["response_type"]) == (CLIENT, "code")
        assert (asked["code_challenge_method"], asked["scope"]) == ("S256", "openid email profile")
        code = f"code-{len(self.taken)}"
        self.taken[code] = {**asked, "sub": subject}
        return {"code": code, "state": asked["state"], "iss": self.address}

    def rotate(self, name: str) -> None:
        """Sign with another key from now on, and publish no other."""
        self.keys = [_new_key(name)]

    def discovery(self) -> dict[str, object]:
        """What it says about itself."""
        return {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "jwks_uri": f"{self.address}/keys",
            **self.metadata,
        }

    def exchange(self, form: dict[str, str]) -> dict[str, object]:
        """The answer for a code, which is taken once, from whoever knows what its challenge was made of."""
        asked = self.taken.pop(form.get("code", ""), None)
        if asked is None or form["redirect_uri"] != asked["redirect_uri"]:
            return {"error": "invalid_grant"}
        if _written(sha256(form["code_verifier"].encode()).digest()) != asked["code_challenge"]:
            return {"error": "invalid_grant"}
        at = int(self.now())
        said: dict[str, object] = {
            "iss": self.address,
            "sub": asked["sub"],
            "aud": CLIENT,
            "iat": at,
            "exp": at + 300,
            "nonce": asked["nonce"],
            "name": "Ada L.",
            "email": "ada@example.com",
            "email_verified": True,
            **self.claims,
        }
        claims = {name: value for name, value in said.items() if value is not None}
        return {"access_token": "t", "token_type": "Bearer", "id_token": (self.sign or self.signed)(claims)}

    def signed(self, claims: dict[str, Any]) -> str:
        """Signed by its own key, as it should be."""
        return jwt.encode({"alg": "RS256", "kid": self.keys[0].kid}, claims, self.keys[0])

    def unsigned(self, claims: dict[str, Any]) -> str:
        """Of the algorithm none."""
        return ".".join(_written(json.dumps(one).encode()) for one in ({"alg": "none"}, claims)) + "."

    def signed_by_stranger(self, claims: dict[str, Any]) -> str:
        """Signed by another key that calls itself like the provider's."""
        return jwt.encode({"alg": "RS256", "kid": self.keys[0].kid}, claims, _new_key("first"))

    def signed_by_public_key(self, claims: dict[str, Any]) -> str:
        """Signed by a shared secret that everybody knows: the provider's public key."""
        head = {"alg": "HS256", "kid": self.keys[0].kid}
        text = ".".join(_written(json.dumps(one).encode()) for one in (head, claims))
        secret = self.keys[0].as_pem(private=False)
        return f"{text}.{_written(hmac.digest(secret, text.encode(), 'sha256'))}"


@contextmanager
def openid_provider() -> Iterator[Provider]:
    """One that listens for as long as the block runs."""
    here = Provider()

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            here.asked.append(self.path)
            if self.path == "/.well-known/openid-configuration":
                self._say(here.discovery())
            else:
                self._say({"keys": [key.as_dict(private=False) for key in here.keys]})

        def do_POST(self) -> None:
            here.asked.append(self.path)
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            given = self.headers.get("authorization", "").removeprefix("Basic ")
            name, _, secret = b64decode(given).decode().partition(":")
            if (unquote(name), unquote(secret)) != (CLIENT, SECRET) and form.get("client_secret") != SECRET:
                self._say({"error": "invalid_client"}, 401)
                return
            told = here.exchange(form)
            self._say(told, 400 if "error" in told else 200)

        def _say(self, told: object, status: int = 200) -> None:
            status, text = here.answers.get(self.path, (status, json.dumps(told).encode()))
            self.send_response(status)
            if status == 302:
                self.send_header("location", f"{here.address}/elsewhere")
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

    with served(Handler) as here.address:
        yield here
