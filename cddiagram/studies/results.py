"""What all studies share: tables, texts and what is recorded of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from cddiagram.stats.results import SCHEMA, Result

if TYPE_CHECKING:
    from cddiagram.report import ShownTable


class Study(Result):
    """A finished study. Its words and tables are those of its `kind`."""

    kind: ClassVar[str]

    def summary(self) -> str:
        """Return what was found in a few lines of text."""
        from cddiagram.report import text_of

        return text_of(f"{self.kind} summary", self)

    def caption(self, *, latex: bool = False) -> str:
        """Return the caption of the figure: what was done, and how it is read; `latex` writes it for LaTeX."""
        from cddiagram.report import text_of

        return text_of(f"{self.kind} caption", self, latex=latex)

    def tabulate(self, key: str = "") -> ShownTable:
        """Return the table of the study, or another one by its key, for any format."""
        from cddiagram.report import tabulate_study

        return tabulate_study(self, key)

    def to_dict(self) -> dict[str, Any]:
        """Return the study as plain Python, ready for JSON, all numbers at full precision."""
        return {"schema": SCHEMA, "study": self.kind, **super().to_dict()}

    def __str__(self) -> str:
        return self.summary()

    def _recorded(self, recorded: dict[str, Any], **decisions: Any) -> dict[str, Any]:
        """Add what the study decided to what is recorded of its subject."""
        return {**recorded, "decisions": {**recorded["decisions"], **decisions}}
