"""The sentences about a study of the number of data sets."""

from __future__ import annotations

from cddiagram.studies.datasets.study import DatasetsStudy
from cddiagram.studies.lists import listed_pairs
from cddiagram.text import RichText, join, phrase, sentences
from cddiagram.words import enumeration, format_alpha, format_count, formula_alpha


def datasets_sentences(study: DatasetsStudy) -> tuple[str, ...]:
    """Report the number of data sets for a power of 80%, and how tables were sampled."""
    test = f"Test: {study.test}, α = {format_alpha(study.alpha)}."
    return (*_required(study), test, *sampling_sentences(study))


def _required(study: DatasetsStudy) -> list[str]:
    """Report the number of data sets that the pairs require for a power of 80%."""
    required = study.required()
    findings: list[str] = []
    for size in study.sizes:
        pairs = [pair for pair, n in required.items() if n == size]
        if pairs:
            findings.append(
                phrase(
                    "A power of 80% requires {} data sets for {}.",
                    str(size),
                    listed_pairs(pairs),
                )
            )
    beyond = [pair for pair, n in required.items() if n is None]
    if beyond:
        findings.append(
            phrase(
                "With the simulated numbers of data sets, a power of 80% was not reached "
                "for {}.",
                listed_pairs(beyond),
            )
        )
    return findings


def sampling_sentences(study: DatasetsStudy) -> tuple[str, ...]:
    """Describe how tables were sampled, and what the results apply to."""
    sizes = enumeration([str(size) for size in study.sizes])
    return (
        phrase(
            "For each number of data sets ({}), {} tables were sampled with replacement "
            "from the {} data sets of the pilot study.",
            sizes,
            format_count(study.repeats),
            str(study.table.n),
        ),
        "The results apply to data sets like those in the pilot study and to "
        "differences of the same size.",
    )


def datasets_caption_words(study: DatasetsStudy) -> RichText:
    """Return the caption of the table: what it contains, and how tables were
    sampled.
    """
    shown = join(
        f"Power by number of data sets ({study.test}, ",
        formula_alpha(study.alpha),
        ").",
    )
    return sentences([shown, *sampling_sentences(study)])
