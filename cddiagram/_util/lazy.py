"""Lazy imports for registries and package interfaces."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` takes longer to import than this module
    import re
    from collections.abc import Callable, Mapping
    from typing import Any


def loaded(function: str | Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with a name such as ``"module:function"``. If a function is
    passed, return it unchanged.

    The name of the module is relative to the package.

    >>> loaded("_util.lazy:loaded") is loaded(loaded)
    True
    """
    if callable(function):
        return function
    from importlib import import_module  # `importlib` is loaded only on demand

    module, _, name = function.partition(":")
    imported: Callable[..., Any] = getattr(import_module(f"cddiagram.{module}"), name)
    return imported


def interface(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for the interface of a package.

    Parameters
    ----------
    package : str
        The name of the package.
    homes : mapping of str to str
        Maps each name in the interface to the module that defines the name. A module is
        loaded when the first of its names is used.
    """

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        from importlib import import_module  # `importlib` is loaded only on demand

        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted(homes)

    return load, names


class _LazyPattern:
    """The methods of a regular expression that is compiled when one of them is used."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        import re  # not needed to load the package

        attribute = getattr(re.compile(*self._source), name)
        setattr(self, name, attribute)  # found without this method from now on
        return attribute


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression that is compiled when it is first used.

    Most patterns of a module are not used in most processes, and compiling all of them
    takes longer than loading the modules.

    >>> lazy_pattern("[a-z]+").findall("a bc")
    ['a', 'bc']
    """
    methods: Any = _LazyPattern(pattern, flags)
    compiled: re.Pattern[str] = methods
    return compiled
