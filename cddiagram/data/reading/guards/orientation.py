"""Checks whether the columns of a table are algorithms.

Numbers instead of names, and well-known data sets instead of algorithms, are
suspicious.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.splitting import word_set
from cddiagram.text import Complaint, Option, Phrase, listed

#: A message lists at most this number of names.
_SHOWN = 3
#: A table is considered transposed if at least this proportion of its algorithms have
#: the names of known data sets.
_SHARE = 0.5
_NUMBER = lazy_pattern("[0-9]+")

#: The names of well-known data sets, in lower case and without spaces or punctuation.
#: None of these names is also the name of an algorithm.
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
    """Return a complaint if the names of the columns are consecutive whole numbers.

    Such columns are resamples or folds of one algorithm, or they were written from an
    array.
    """
    if len(titles) < 2 or not all(map(_NUMBER.fullmatch, titles)):
        return []
    numbers = list(map(int, titles))
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return []
    alike = (
        " have numbers as names, which suggests resamples, folds or runs of one "
        "algorithm"
    )
    text = Phrase("the columns ", listed(titles, limit=_SHOWN), alike)
    give_names = "Provide one named column for each algorithm"
    transpose = Option("transpose", True)
    if grid.turned:
        remedy = Phrase(give_names, ", or omit ", transpose)
        return [Complaint(place_of(titles[0]), text, remedy)]
    otherwise: str = Phrase(
        ", or list the names of the algorithms with ", Option("algorithms")
    )
    if grid.row_word == "line":
        otherwise = Option(
            ", or pass several such files as {name: path}",
            typed=" with the means of its runs",
        )
    condition = " if the columns are data sets"
    remedy = Phrase(give_names, otherwise, ", or pass ", transpose, condition)
    return [Complaint(place_of(titles[0]), text, remedy)]


def swapped(
    label: str, algorithms: Sequence[str], datasets: Sequence[str]
) -> list[Complaint]:
    """Return a warning if algorithms, but not data sets, have names of known data sets."""
    names = list(filter(_is_known, algorithms))
    share_of_algorithms = len(names) / len(algorithms)
    share_of_datasets = sum(map(_is_known, datasets)) / len(datasets)
    if share_of_algorithms < _SHARE or share_of_datasets >= share_of_algorithms:
        return []
    are = " are data sets, but they are compared as algorithms"
    if len(names) == 1:
        are = " is a data set, but it is compared as an algorithm"
    text = Phrase(listed(names, limit=_SHOWN), are)
    first_datasets = listed(datasets, limit=_SHOWN)
    condition = Phrase(" if the algorithms are named ", first_datasets)
    remedy = Phrase("Pass ", Option("transpose", True), condition)
    return [Complaint(label, text, remedy, rejects=False)]


def _is_known(name: str) -> bool:
    return re.sub(r"[\W_]", "", name).lower() in _KNOWN_DATASETS
