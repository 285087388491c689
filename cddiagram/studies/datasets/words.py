"""Sentences about the results of a study of the number of data sets."""

from __future__ import annotations

from cddiagram.studies.datasets.study import DatasetsStudy
from cddiagram.studies.lists import listed_pairs
from cddiagram.text import RichText, join, phrase, sentences
from cddiagram.words import enumeration, format_alpha, format_count, formula_alpha


def datasets_sentences(study: DatasetsStudy) -> tuple[str, ...]:
    """State how many data sets a power of 80% requires, and describe the sampling."""
    test = f"Test: {study.test}, α = {format_alpha(study.alpha)}."
    criterion = (
        "The lower limit of the 95% interval for the power is at least 80% for the "
        "required number of data sets and for all larger numbers."
    )
    findings = _required_sentences(study)
    return (*findings, criterion, test, *sampling_sentences(study))


def _required_sentences(study: DatasetsStudy) -> list[str]:
    """State how many data sets each pair requires for a power of 80%."""
    required = study.required()
    findings: list[str] = []
    for size in study.sizes:
        pairs = [pair for pair, n in required.items() if n == size]
        if pairs:
            finding = phrase(
                "A power of 80% requires {} data sets for {}.",
                str(size),
                listed_pairs(pairs),
            )
            findings.append(finding)
    pairs = [pair for pair, n in required.items() if n is None]
    if pairs:
        finding = phrase(
            "Even with {} data sets, a power of 80% is not reached for {}.",
            str(study.sizes[-1]),
            listed_pairs(pairs),
        )
        findings.append(finding)
    return findings


def sampling_sentences(study: DatasetsStudy) -> tuple[str, ...]:
    """Describe how tables were sampled and which data sets the results apply to."""
    sampling = phrase(
        "For each number of data sets ({}), {} tables were sampled with replacement "
        "from the {} data sets of the pilot study.",
        enumeration([str(size) for size in study.sizes]),
        format_count(study.repeats),
        str(study.table.n),
    )
    scope = (
        "The results apply to data sets similar to those in the pilot study and to "
        "differences of the same size."
    )
    return sampling, scope


def datasets_caption_words(study: DatasetsStudy) -> RichText:
    """Return the caption of the table, which includes how tables were sampled."""
    alpha = formula_alpha(study.alpha)
    subject = join(f"Power by number of data sets ({study.test}, ", alpha, ").")
    return sentences([subject, *sampling_sentences(study)])
