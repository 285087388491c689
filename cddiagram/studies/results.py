"""The base class of studies, which provides their sentences, JSON and provenance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cddiagram._util import view
from cddiagram.stats import SCHEMA, Result, plain
from cddiagram.text import InputError, Option, UsageError, choose_from
from cddiagram.words import finished_words, number_style

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable


class Study(Result):
    """The base class of studies.

    The attribute `kind` determines the sentences and tables of a study.
    """

    kind: ClassVar[str]
    #: `to_dict` includes these properties in addition to the attributes.
    derived: ClassVar[tuple[str, ...]] = ()

    def summary(self) -> str:
        """Return a short summary of the results."""
        return "\n".join(view(f"{self.kind} sentences")(self))

    def caption(
        self, *, latex: bool = False, style: str = "default", **shown: str
    ) -> str:
        """Return the caption of the figure.

        Parameters
        ----------
        latex : bool, default False
            Whether to return LaTeX.
        style : {"default", "apa"}, default "default"
            The style of p-values and significance levels, as in `Comparison.caption`.
        **shown : str
            The options that determine the contents of the figure, such as `show` in
            `plot_power`.
        """
        with number_style(style):
            words = view(f"{self.kind} caption")(self, **shown)
        return finished_words(words, latex=latex)

    def to_dict(self) -> dict[str, Any]:
        """Return the study as a JSON-serialisable dict, with numbers at full precision."""
        header = {"schema": SCHEMA, "study": self.kind}
        derived = {name: plain(getattr(self, name)) for name in self.derived}
        return {**header, **super().to_dict(), **derived}

    def __str__(self) -> str:
        return self.summary()

    def _add_decisions(
        self, record: dict[str, Any], **decisions: Any
    ) -> dict[str, Any]:
        """Add the options of the study to the record of the comparison."""
        of_subject = record.get("decisions", {})
        return {**record, "decisions": {**of_subject, **decisions}}


def columns_of(pair: Sequence[str], table: ScoreTable) -> tuple[int, int]:
    """Return the columns of a pair.

    Raise an error if an algorithm is not in the table.
    """
    if isinstance(pair, str) or len(pair) != 2 or pair[0] == pair[1]:
        raise UsageError(
            Option("pair"), f" must be two different algorithms, not {pair!r}."
        )
    for name in pair:
        if name not in table.algorithms:
            raise InputError(choose_from("algorithm", name, table.algorithms))
    first, second = map(table.algorithms.index, pair)
    return first, second


def identity_of(table: ScoreTable) -> dict[str, Any]:
    """Return the properties of a table that determine the results of a study.

    The order of the names is one of these properties, because rows are sampled.
    """
    return {
        "scores": table.sha256,
        "algorithms": table.algorithms,
        "data sets": table.datasets,
        "higher_is_better": table.higher_is_better,
    }
