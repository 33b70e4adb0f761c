"""A tool: what it is called, what it takes, how dangerous it is, and what runs.

Two equal ways to define one (spec, "Defining a tool"): the ``tool`` decorator over a typed function, and
``define_tool``, the seed's own signature over a handler that takes one mapping. Neither registers anything.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.domain.people import MatterRight
from casewright.errors import BadToolDefinition
from casewright.tools import arguments as args
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.signature import described, is_async, named, refuse_generators

if TYPE_CHECKING:
    from pydantic import BaseModel

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_LONGEST_NAME = 64
"""Characters; OpenAI and Anthropic refuse longer ones."""

Handler = Callable[..., object]
"""Called as ``handler(arguments, context)``; returns a value or a coroutine."""
Preview = Callable[..., str]
"""Called as ``preview(arguments, context)``: what the call would do, for the person who is to approve it."""
Check = Callable[..., Failure | None]
"""Called as ``check(arguments, context)`` before a person is asked: raises or returns why the call cannot be done."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. ``arguments`` is the strict model of what it takes; ``output`` of what it returns, if promised.

    ``timeout`` in seconds. ``sensitive`` names arguments that are recorded as keyed hashes only; ``reads``,
    ``writes`` and ``sends`` say in words what a call touches; ``preview`` tells a person what this very call would
    do; ``check`` says beforehand that it cannot be done, because its target is not there, say: then nobody is asked.
    ``providers`` names those that the text of a matter is sent to: where nobody consented, a call is denied.
    ``needs`` is the right that the caller must have in the matter that the arguments name; left out, a safe tool
    needs VIEW and every other WORK. ``on_closed`` lets it change a matter that is closed or archived; a safe tool may
    always read one. ``passes`` names gates that an installation added and that let every call of the tool through.
    ``after_rejection`` is what a model is told beside the protocol's words when a person rejects a call of the tool.
    ``reveals``: its results hold personal data, so they are kept in no journal and hashed with a key. ``atomic``: its
    first write to our own database is its whole effect, which is committed together with the outcome. ``emits`` names
    the events of other families that its handler may emit (``tools.call_events``). Raises ``BadToolDefinition``
    naming the tool where an invariant of the protocol does not hold.
    """

    name: str
    description: str
    arguments: type[BaseModel]
    handler: Handler
    safety_level: SafetyLevel
    version: str = "1"
    output: type[BaseModel] | None = None
    categories: tuple[str, ...] = ()
    timeout: float = 60.0
    idempotent: bool = False
    atomic: bool = False
    sensitive: frozenset[str] = frozenset()
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    sends: tuple[str, ...] = ()
    emits: tuple[str, ...] = ()
    providers: tuple[str, ...] = ()
    needs: MatterRight | None = None
    preview: Preview | None = None
    check: Check | None = None
    on_closed: bool = False
    passes: frozenset[str] = frozenset()
    after_rejection: str = ""
    reveals: bool = False
    is_async: bool = field(init=False)

    def __post_init__(self) -> None:
        if not _NAME.match(self.name):
            raise BadToolDefinition(f"tool {self.name!r}: a name is snake_case, such as 'find_clause': rename it")
        if len(self.name) > _LONGEST_NAME:
            raise BadToolDefinition(f"tool {self.name!r}: a name has at most {_LONGEST_NAME} characters: shorten it")
        if not self.description.strip():
            raise BadToolDefinition(f"tool {self.name!r} has no description: a model chooses by it")
        if not callable(self.handler):
            raise BadToolDefinition(f"tool {self.name!r}: the handler {self.handler!r} cannot be called")
        object.__setattr__(self, "safety_level", _level(self.name, self.safety_level))
        refuse_generators(self.name, self.handler)
        if not self.timeout > 0:
            raise BadToolDefinition(f"tool {self.name!r}: the timeout {self.timeout!r} must be above 0 seconds")
        strangers = sorted(self.sensitive - set(args.names(self.arguments)))
        if strangers:
            raise BadToolDefinition(f"tool {self.name!r}: sensitive argument {strangers[0]!r} is not a parameter")
        object.__setattr__(self, "is_async", is_async(self.handler))

    @property
    def matter_right(self) -> MatterRight:
        """The right that the caller must have in the matter that a call names."""
        if self.needs is not None:
            return self.needs
        return MatterRight.VIEW if self.safety_level is SafetyLevel.SAFE else MatterRight.WORK

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        return args.schema(self.arguments)

    @property
    def output_schema(self) -> dict[str, Any] | None:
        """The JSON schema of the result, None where none is promised."""
        return None if self.output is None else self.output.model_json_schema(mode="serialization")


def tool(
    *,
    safety_level: SafetyLevel | str,
    name: str | None = None,
    description: str | None = None,
    version: str = "1",
    output: type[BaseModel] | None = None,
    categories: Sequence[str] = (),
    timeout: float = 60.0,
    idempotent: bool = False,
    sensitive: Sequence[str] = (),
    reads: Sequence[str] = (),
    writes: Sequence[str] = (),
    sends: Sequence[str] = (),
    emits: Sequence[str] = (),
    providers: Sequence[str] = (),
    needs: MatterRight | None = None,
    preview: Callable[..., str] | None = None,
    check: Callable[..., Failure | None] | None = None,
) -> Callable[[Callable[..., object]], Tool]:
    """Make a tool of a typed function: schema from the annotations, arguments unpacked into its parameters.

    Name and description default to the function's name and its docstring's first paragraph. A parameter annotated
    ``CallContext`` is given the call's context and left out of the schema. ``preview`` and ``check`` take the
    arguments by name.
    """

    def decorate(function: Callable[..., object]) -> Tool:
        called = name or named(function)
        unpacked = _unpack(called, function, preview, check)
        return Tool(
            name=called,
            description=description or described(function),
            arguments=unpacked.arguments,
            handler=unpacked.handler,
            safety_level=_level(called, safety_level),
            version=version,
            output=output,
            categories=tuple(categories),
            timeout=timeout,
            idempotent=idempotent,
            sensitive=frozenset(sensitive),
            reads=tuple(reads),
            writes=tuple(writes),
            sends=tuple(sends),
            emits=tuple(emits),
            providers=tuple(providers),
            needs=needs,
            preview=unpacked.preview,
            check=unpacked.check,
        )

    return decorate


def define_tool(
    name: str,
    description: str,
    parameters: Sequence[args.ParameterSpec],
    *,
    required: Sequence[str] = (),
    safety_level: SafetyLevel | str = SafetyLevel.SAFE,
    categories: Sequence[str] = (),
    handler: Callable[[Mapping[str, Any]], object],
    preview: Callable[[Mapping[str, Any]], str] | None = None,
) -> Tool:
    """The seed's ``define-tool``: parameters as a list, and a handler that takes one mapping of arguments.

    Parameters that the caller left out are left out of the mapping.
    """
    if not callable(handler):
        raise BadToolDefinition(f"tool {name!r}: the handler {handler!r} cannot be called")
    refuse_generators(name, handler)
    _fits_one_mapping(name, handler)
    return Tool(
        name=name,
        description=description,
        arguments=args.from_parameters(name, parameters, required),
        handler=_mapping(handler),
        safety_level=_level(name, safety_level),
        categories=tuple(categories),
        preview=None if preview is None else _mapping_preview(preview),
    )


@dataclass(frozen=True, slots=True)
class _Unpacked:
    """A typed function as a tool has it: the model of its parameters, and what runs, previews and checks it."""

    arguments: type[BaseModel]
    handler: Handler
    preview: Preview | None
    check: Check | None


def _unpack(
    called: str,
    function: Callable[..., object],
    preview: Callable[..., str] | None,
    check: Callable[..., Failure | None] | None,
) -> _Unpacked:
    refuse_generators(called, function)
    model, context = args.from_signature(called, function)
    return _Unpacked(
        model,
        _unpacking(function, model, context),
        None if preview is None else _unpacking_preview(preview, model, context),
        None if check is None else _unpacking_check(check, model, context),
    )


def _mapping_preview(function: Callable[[Mapping[str, Any]], str]) -> Preview:
    def preview(arguments: BaseModel, _call: CallContext) -> str:
        return function(arguments.model_dump(exclude_unset=True))

    return preview


def _unpacking(function: Callable[..., object], model: type[BaseModel], context: str | None) -> Handler:
    attributes = tuple(args.names(model).items())

    def handler(arguments: BaseModel, call: CallContext) -> object:
        values = {name: getattr(arguments, attribute) for name, attribute in attributes}
        return function(**values) if context is None else function(**values, **{context: call})

    return _as_async(handler, function)


def _unpacking_preview(function: Callable[..., str], model: type[BaseModel], context: str | None) -> Preview:
    unpacked = _unpacking(function, model, context)

    def preview(arguments: BaseModel, call: CallContext) -> str:
        return str(unpacked(arguments, call))

    return preview


def _unpacking_check(function: Callable[..., Failure | None], model: type[BaseModel], context: str | None) -> Check:
    unpacked = _unpacking(function, model, context)

    def check(arguments: BaseModel, call: CallContext) -> Failure | None:
        found = unpacked(arguments, call)
        return found if isinstance(found, Failure) else None

    return check


def _mapping(function: Callable[[Mapping[str, Any]], object]) -> Handler:
    def handler(arguments: BaseModel, _call: CallContext) -> object:
        return function(arguments.model_dump(exclude_unset=True, by_alias=True))

    return _as_async(handler, function)


def _as_async(handler: Handler, function: Callable[..., object]) -> Handler:
    """``handler``, known to be asynchronous where the function it calls is."""
    if not is_async(function):
        return handler

    async def awaiting(arguments: BaseModel, call: CallContext) -> object:
        # The wrapped handler returns the coroutine of an async function.
        return await handler(arguments, call)  # type: ignore[misc]

    return awaiting


def _fits_one_mapping(name: str, handler: Callable[..., object]) -> None:
    try:
        inspect.signature(handler).bind({})
    except TypeError as error:
        raise BadToolDefinition(f"tool {name!r}: the handler must take one mapping of arguments: {error}") from error
    except ValueError:
        return  # a built-in without a signature: the first call will tell


def _level(name: str, level: SafetyLevel | str) -> SafetyLevel:
    try:
        return SafetyLevel(level)
    except ValueError:
        known = ", ".join(level.value for level in SafetyLevel)
        raise BadToolDefinition(f"tool {name!r}: unknown safety level {level!r}; it is one of {known}") from None
