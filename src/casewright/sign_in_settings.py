"""What is set of signing in at an OpenID provider."""

from __future__ import annotations

from pydantic import BaseModel, Field, SecretStr

from casewright.domain.accounts import TENANT_ID


class SignInSettings(BaseModel):
    """A part of the settings."""

    oidc_issuer: str | None = Field(
        default=None,
        description="The OpenID provider that people may sign in at, as it calls itself; https, or http on this "
        "machine; left out: passwords and keys alone",
    )
    oidc_client_id: str | None = Field(default=None, description="What the OpenID provider calls this server")
    oidc_client_secret: SecretStr | None = Field(
        default=None, description="The secret by which the OpenID provider knows this server; left out: PKCE alone"
    )
    oidc_tenant: str = Field(
        default="local", pattern=TENANT_ID, description="The tenant of those who sign in at the OpenID provider"
    )
