"""Which model a setting names, where it answers, and what a consent has to name."""

from __future__ import annotations

import pytest

from casewright.adapters.models.choice import PROVIDERS, ROLES, choose
from casewright.domain.consents import is_provider
from casewright.errors import BadSettings


@pytest.mark.requirement("models-settings")
@pytest.mark.parametrize(
    ("spec", "role", "provider", "model"),
    [
        ("openai:gpt-5", "assistant", "openai", "gpt-5"),
        ("ollama:llama3:8b", "assistant", "ollama", "llama3:8b"),
        (" anthropic:claude ", "reasoner", "anthropic", "claude"),
        ("gemini-pro", "assistant", "google_genai", "gemini-pro"),
        ("grok-4", "reasoner", "xai", "grok-4"),
        ("openai:ft:gpt:acme", "assistant", "openai", "ft:gpt:acme"),
        ("google_genai", "assistant", "google_genai", "gemini-2.5-flash"),
        (" xai ", "reasoner", "xai", "grok-3-mini"),
        ("xai", "assistant", "xai", "grok-3-mini"),
    ],
)
def test_spec_names_provider_and_model(spec: str, role: str, provider: str, model: str) -> None:
    """The first colon ends the provider's name; without one the role's usual provider is meant, or its usual model."""
    choice = choose(spec, role=role, key="k")
    assert (choice.provider.name, choice.model) == (provider, model)


@pytest.mark.requirement("models-settings")
@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gpt:4", "no provider 'gpt'; use google_genai, xai, openai, anthropic, ollama"),
        ("openai:", "names no model: write it as openai:MODEL"),
        ("openai", "names no model: write it as openai:MODEL"),
        ("ollama", "names no model"),
        ("google_genai:", "names no model: write it as google_genai:MODEL"),
        ("", "names no model"),
        (":m", "no provider ''"),
        ("OpenAI:m", "no provider 'OpenAI'"),
    ],
)
def test_spec_that_names_none(spec: str, words: str) -> None:
    """What names no model is refused with the setting, its value and what to write."""
    with pytest.raises(BadSettings, match=words) as caught:
        choose(spec, role="assistant", key="k")
    assert str(caught.value).startswith(f"CASEWRIGHT_ASSISTANT is {spec!r}")


@pytest.mark.requirement("models-settings")
@pytest.mark.parametrize("provider", [one for one in PROVIDERS.values() if one.key_name])
@pytest.mark.parametrize("role", ROLES)
def test_key_that_is_missing_is_named(provider: object, role: str) -> None:
    """A provider without a key is refused before anything is sent, with both names under which it can be set."""
    name, usual = getattr(provider, "name", ""), getattr(provider, "key_name", "")
    with pytest.raises(BadSettings, match=f"set CASEWRIGHT_{role.upper()}_API_KEY or {usual}"):
        choose(f"{name}:m", role=role)


@pytest.mark.requirement("models-settings")
def test_usual_key_goes_to_its_provider_only() -> None:
    """A key of the environment goes to its provider's own address; to another one goes the role's own key or none."""
    usual = {"openai": "theirs"}
    assert choose("openai:m", role="assistant", usual_keys=usual).key == "theirs"
    elsewhere = choose("openai:m", role="assistant", usual_keys=usual, base_url="https://llm.example.org/v1")
    assert elsewhere.key == "none"
    assert choose("openai:m", role="assistant", key="own", usual_keys=usual).key == "own"
    assert "own" not in repr(choose("openai:m", role="assistant", key="own"))


@pytest.mark.requirement("models-consent")
@pytest.mark.parametrize(
    ("spec", "base_url", "consent"),
    [
        ("openai:m", None, "openai"),
        ("openai:m", "https://api.openai.com/v1/", "openai"),
        ("openai:m", "https://llm.example.org:8443/v1", "llm.example.org:8443"),
        ("openai:m", "http://localhost:8000/v1", None),
        ("openai:m", "http://[::1]:8000/v1", None),
        ("ollama:m", None, None),
        ("ollama:m", "https://ollama.example.org", "ollama.example.org"),
        ("anthropic:m", "http://127.0.0.1:1", None),
    ],
)
def test_consent_names_where_the_text_goes(spec: str, base_url: str | None, consent: str | None) -> None:
    """A consent to a provider is none to another host under its name; on this machine none is needed."""
    choice = choose(spec, role="assistant", key="k", base_url=base_url)
    assert choice.consent == consent
    assert choice.leaves_the_machine is (consent is not None)


@pytest.mark.requirement("models-consent")
@pytest.mark.parametrize(
    ("name", "can"),
    [
        *((one.name, True) for one in PROVIDERS.values() if one.key_name),
        ("llm.example.org:8443", True),
        ("10.0.0.7", True),
        ("ollama", False),
        ("isacus", False),
        ("host:80.1", False),
        ("a b.c", False),
        ("http://llm.example.org", False),
        ("llm.example.org/v1", False),
        ("LLM.example.org", False),
        ("", False),
    ],
)
def test_consents_can_name_what_choices_ask_for(name: str, can: bool) -> None:
    """What a choice wants a consent to name is what a person can consent to: a provider or a host, nothing else."""
    assert is_provider(name) is can


@pytest.mark.requirement("models-settings")
@pytest.mark.parametrize(
    "base_url",
    [
        "http://llm.example.org/v1",
        "llm.example.org",
        "ftp://localhost/v1",
        "https://user:password@llm.example.org/v1",
        "http://localhost.example.org/v1",
        "http://",
    ],
)
def test_address_that_is_not_safe(base_url: str) -> None:
    """Texts and keys go over https, or stay on this machine; the sentence does not repeat the address."""
    with pytest.raises(BadSettings, match="CASEWRIGHT_REASONER_BASE_URL cannot be used") as caught:
        choose("openai:m", role="reasoner", key="k", base_url=base_url)
    assert "password@" not in str(caught.value)


def test_ollama_address_as_people_write_it() -> None:
    """Ollama's address gets its version where it has no path."""
    bare = choose("ollama:m", role="assistant", base_url="http://127.0.0.1:11434/")
    assert bare.base_url == "http://127.0.0.1:11434/v1"
    assert (
        choose("ollama:m", role="assistant", base_url="http://127.0.0.1:1/x/v1").base_url == "http://127.0.0.1:1/x/v1"
    )
