"""What is opened when it is first needed, once, whichever thread needs it first."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def lazy(load: Callable[[], T], **known: object) -> T:
    """Stand in for what ``load`` makes, which is made when something of it is first asked for.

    ``known`` are attributes that are known without making it. Raises what ``load`` raises, at that first use; the
    next use tries again. Special methods are not forwarded: what is stood in for is called by name.
    """
    # Every attribute that is asked for is the one of what is made, so the stand-in may pass for it.
    return cast("T", _Lazy(load, known))


class _Lazy:
    """A stand-in. Its own names begin with two underscores, so that none hides one of what it stands for."""

    def __init__(self, load: Callable[[], object], known: dict[str, object]) -> None:
        self.__dict__.update(known)
        self.__load = load
        self.__lock = RLock()

    def __getattr__(self, name: str) -> Any:  # whatever the attribute is
        if name.startswith("__"):
            raise AttributeError(name)
        kept = self.__dict__
        if "__made" not in kept:
            with self.__lock:
                if "__made" not in kept:
                    kept["__made"] = self.__load()
        return getattr(kept["__made"], name)


class once(Generic[T]):  # noqa: N801 (it is used as a decorator)
    """A property that is worked out when it is first asked for, by one thread, and kept."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self._lock = RLock()
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> once[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> once[T] | T:
        if owner is None:
            return self
        with self._lock:
            kept = owner.__dict__
            if self._name not in kept:
                kept[self._name] = self._work_out(owner)
            found: T = kept[self._name]
        return found
