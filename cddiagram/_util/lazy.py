"""Functions that are named in registries, and loaded when they are used."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def loaded(function: str | Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is named as ``"module:function"``, or is one already.

    The name of the module counts from the package.

    >>> loaded("_util.lazy:loaded") is loaded(loaded)
    True
    """
    if callable(function):
        return function
    module, _, name = function.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"cddiagram.{module}"), name)
    return found
