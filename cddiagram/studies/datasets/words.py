"""The sentences about a study of the number of data sets."""

from __future__ import annotations

from cddiagram.studies.datasets.study import DatasetsStudy
from cddiagram.studies.lists import listed_words
from cddiagram.text import Name, Words, phrase, sentences
from cddiagram.words import enumeration, format_alpha, format_count


def datasets_sentences(study: DatasetsStudy) -> tuple[str, ...]:
    """Report the number of data sets for a power of 80%, and how tables were sampled."""
    needed = study.required()
    findings = []
    for size in (*study.sizes, None):
        pairs = [
            phrase("{} and {}", *map(Name, pair))
            for pair, n in needed.items()
            if n == size
        ]
        if not pairs:
            continue
        listed = listed_words(pairs, "; ")
        if size is None:
            findings.append(
                phrase(
                    "Pairs that did not reach a power of 80% with any of these numbers "
                    "of data sets: {}.",
                    listed,
                )
            )
        else:
            findings.append(
                phrase(
                    "Pairs that reach a power of 80% with {} data sets: {}.",
                    str(size),
                    listed,
                )
            )
    sizes = enumeration([str(size) for size in study.sizes])
    return (
        *findings,
        f"Test: {study.test}, α = {format_alpha(study.alpha)}.",
        phrase(
            "For each number of data sets ({}), {} tables were sampled with replacement "
            "from the {} data sets of the pilot study.",
            sizes,
            format_count(study.repeats),
            str(study.table.n),
        ),
        "The results apply to data sets like those of the pilot study, with "
        "differences of the same size.",
    )


def datasets_caption_words(study: DatasetsStudy) -> Words:
    """Return the caption of the table: the sentences without the findings."""
    return sentences(datasets_sentences(study)[-3:])
