"""The summary and the caption of each study."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cddiagram.studies.datasets.words import datasets_sentences
from cddiagram.studies.folds.words import folds_caption_words, folds_sentences
from cddiagram.studies.level.words import level_sentences
from cddiagram.studies.pool.words import pool_caption_words, pool_sentences
from cddiagram.studies.power.words import power_caption_words, power_sentences
from cddiagram.studies.results import Study
from cddiagram.studies.stability.words import (
    stability_caption_words,
    stability_sentences,
)
from cddiagram.text.inlines import Words, sentences

#: Kind of study -> what is said of it, and its caption, where that says something else.
_WORDS: Mapping[
    str, tuple[Callable[..., tuple[str, ...]], Callable[..., Words] | None]
] = {
    "stability": (stability_sentences, stability_caption_words),
    "pool": (pool_sentences, pool_caption_words),
    "power": (power_sentences, power_caption_words),
    "folds": (folds_sentences, folds_caption_words),
    "level": (level_sentences, None),
    "datasets": (datasets_sentences, None),
}


def caption_words(study: Study, **shown: str) -> Words:
    """Return the caption of the figure, as it is `shown`, with its formulas; of a table
    all but the first sentence.
    """
    said, caption = _WORDS[study.kind]
    return (
        sentences(said(study, **shown)[1:])
        if caption is None
        else caption(study, **shown)
    )


def summary(study: Study) -> str:
    """Return what was found, a sentence on a line."""
    return "\n".join(_WORDS[study.kind][0](study))
