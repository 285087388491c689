"""Which side of a table holds the algorithms: numbers in place of names, and data sets
that everybody knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.splitting import word_set
from cddiagram.text import Complaint, Option, Phrase, listed

#: How many names a message gives.
_SHOWN = 3
#: Share of the names of algorithms that are those of known data sets, from which on it
#: is no coincidence.
_SHARE = 0.5
_NUMBER = re.compile("[0-9]+")

#: Data sets whose names are no algorithms, without case, blanks and punctuation.
_KNOWN_DATASETS = word_set(
    """abalone adult agnews airfoil amazonphoto annealing arrhythmia audiology automobile autompg balance balancescale
    banknote bankmarketing beans bostonhousing breastcancer breastw bupa californiahousing car celeba chess cifar
    cifar10 cifar100 citeseer cityscapes clevelandheart coco cola cora covertype covtype creditg cub200 cylinderbands
    dermatology diabetes digits dtd ecoli electricity emnist eurosat fashionmnist flare flowers102 food101 german
    germancredit glass glue gsm8k haberman hayesroth heart heartdisease heartstatlog hellaswag hepatitis higgs
    horsecolic housevotes humaneval imagenet imagenet1k imdb ionosphere iris isolet kddcup99 krvskp krkp labor
    led7digit letter letterrecognition liverdisorders lsun lymph lymphography magic magicgamma mmlu mnist mnli mrpc
    mushroom mushrooms musk newsgroups newthyroid nursery ogbnarxiv optdigits pageblocks pascalvoc penbased pendigits
    phoneme pima pimaindians poker postoperative primarytumor pubmed qnli qqp rte ring saheart satellite satimage
    segment shuttle sick snli sonar soybean spambase spect spectf splice squad sst2 stl10 sudoku svhn texture thyroid
    tictactoe tinyimagenet titanic triviaqa twonorm vehicle vote vowel waveform wdbc wikitext wikitext2 wikitext103
    wine winequality winequalityred winequalitywhite winogrande wisconsin wnli wpbc yeast yelp zoo"""
)


def numbered_columns(
    grid: Grid, titles: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Complain about columns whose names are consecutive whole numbers.

    They are resamples or folds of one algorithm, or the columns of an array.
    """
    if len(titles) < 2 or not all(map(_NUMBER.fullmatch, titles)):
        return []
    numbers = list(map(int, titles))
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return []
    alike = (
        " have only numbers as names, like resamples, folds or runs of one algorithm"
    )
    text = Phrase("the columns ", listed(titles, limit=_SHOWN), alike)
    names = "Give one named column for each algorithm"
    if grid.turned:
        remedy = Phrase(names, ", or omit ", Option("transpose", True))
    elif grid.row_word == "line":
        files = Option(
            ", or several such files as {name: path}",
            typed=" with the means of its runs",
        )
        remedy = Phrase(
            names,
            files,
            ", or pass ",
            Option("transpose", True),
            " if the columns are data sets",
        )
    else:
        listing = Phrase(
            ", or list the names of the algorithms with ", Option("algorithms")
        )
        remedy = Phrase(
            names,
            listing,
            ", or pass ",
            Option("transpose", True),
            " if the columns are data sets",
        )
    return [Complaint(place_of(titles[0]), text, remedy)]


def swapped(
    label: str, algorithms: Sequence[str], datasets: Sequence[str]
) -> list[Complaint]:
    """Warn of algorithms that have the names of known data sets, if the data sets do
    not.
    """
    known = [name for name in algorithms if _is_known(name)]
    share_of_algorithms = len(known) / len(algorithms)
    share_of_datasets = sum(map(_is_known, datasets)) / len(datasets)
    if share_of_algorithms < _SHARE or share_of_datasets >= share_of_algorithms:
        return []
    text = Phrase(
        listed(known, limit=_SHOWN),
        " is a data set, but it is compared as an algorithm"
        if len(known) == 1
        else " are data sets, but they are compared as algorithms",
    )
    turn = Option("transpose", True)
    remedy = Phrase(
        "Pass ", turn, " if the algorithms are ", listed(datasets, limit=_SHOWN)
    )
    return [Complaint(label, text, remedy, rejects=False)]


def _is_known(name: str) -> bool:
    return re.sub(r"[\W_]", "", name).lower() in _KNOWN_DATASETS
