"""Sign-in at an OpenID provider."""
