"""What all studies share: tables, texts and what is recorded of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from cddiagram.stats.results import Result

if TYPE_CHECKING:
    import pandas as pd

    from cddiagram.report import ShownTable


class Study(Result):
    """A finished study. Its words and tables are those of its `kind`."""

    kind: ClassVar[str]

    def summary(self) -> str:
        """Return what was found in a few lines of text."""
        return self._text("summary")

    def caption(self, *, latex: bool = False) -> str:
        """Return the caption of the figure: what was done, and how it is read; `latex` writes it for LaTeX."""
        return self._text("caption", latex=latex)

    def _text(self, what: str, *, latex: bool = False) -> str:
        from cddiagram.report import study_text

        return study_text(self, what, latex=latex)

    def tabulate(self, key: str = "") -> ShownTable:
        """Return the table of the study, or another one by its key, for any format."""
        from cddiagram.report import tabulate_study

        return tabulate_study(self, key or self.kind)

    def to_frame(self, key: str = "") -> pd.DataFrame:
        """Return the numbers of a table, by default the table of the study, as a pandas frame."""
        return self.tabulate(key).to_frame()

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        return self.tabulate().to_html()

    def _recorded(self, recorded: dict[str, Any], **decisions: Any) -> dict[str, Any]:
        """Add what the study decided to what is recorded of its subject."""
        return {**recorded, "decisions": {**recorded["decisions"], **decisions}}
