"""The sentences about a study of the number of data sets."""

from __future__ import annotations

from cddiagram.studies.datasets.study import DatasetsStudy
from cddiagram.studies.lists import listed_words
from cddiagram.text import Name, Phrase, Words, commas, phrase, sentences
from cddiagram.words import format_alpha, format_count


def datasets_sentences(study: DatasetsStudy) -> tuple[str, ...]:
    """Say how many data sets the pairs need for a power of 80 %, and what was drawn."""
    needed = study.required()
    found = []
    for size in (*study.sizes, None):
        pairs = [
            phrase("{} and {}", *map(Name, pair))
            for pair, n in needed.items()
            if n == size
        ]
        if pairs:
            found.append(
                phrase(
                    "{} {}",
                    f"on {size}" if size else "on none of these numbers",
                    listed_words(pairs),
                )
            )
    return (
        Phrase(
            "Significantly different in 80 % of the drawn tables or more: ",
            commas(found, "; "),
            ".",
        ),
        f"{study.test}, α = {format_alpha(study.alpha)}; "
        f"{format_count(study.repeats)} tables for each number of data "
        f"sets ({', '.join(map(str, study.sizes))}), drawn with replacement from the "
        f"{study.table.n} of the pilot.",
        "Shares are those of data sets like the pilot's, with differences as large as "
        "there.",
    )


def datasets_caption_words(study: DatasetsStudy) -> Words:
    """Return the caption of the table: all sentences but the first."""
    return sentences(datasets_sentences(study)[1:])
