"""Lazy imports for registries and package interfaces."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` takes longer to import than this module
    from collections.abc import Callable, Mapping
    from typing import Any


def loaded(function: str | Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with a name such as ``"module:function"``. Return functions
    unchanged.

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
    """Return ``__getattr__`` and ``__dir__`` of the interface of a package.

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
