"""The language of guide, generated texts, docstrings and messages is plain English.

The limits are a minimum. They count words that were overused in earlier texts, in
which they had replaced the everyday verbs of technical English.
"""

import importlib
import re
from pathlib import Path

import click
import pytest
from prose import of_docstrings, of_markdown, of_rst, rate, sentences, words
from source_prose import comments, docstrings, texts

from cddiagram.cli import main

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "cddiagram"
GOLDEN = ROOT / "tests" / "golden"
#: Pattern of a word -> how many occurrences per 1,000 words are permitted.
LIMITS = {
    r"\bstands?\b": 0.2,
    r"\bbeside\b": 0.1,
    r"\b(?:say|says|said)\b": 0.3,
    r"\b(?:is|are|was|were) no\b(?! longer| more)": 0.2,
    r"\bwhom?\b": 0.1,
    r"\bwhere\b": 2.5,
    r"\b(?:that|those) of\b": 0.4,
    r"\bholds?\b": 0.3,
    r"\brefus(?:e|es|ed|al|als|ing)\b": 0.05,
}
MOST_WITH_COLON = 0.18
LONG, MOST_LONG = 35, 0.01
LONGEST_PARAGRAPH = 120


def readme():
    return of_markdown((ROOT / "README.md").read_text(encoding="utf-8"))


def guide():
    pages = sorted((ROOT / "gallery" / "site").rglob("*.rst"))
    pages = [page for page in pages if "_templates" not in page.parts]
    found = []
    for page in pages:
        found += of_rst(page.read_text(encoding="utf-8"))
    return found


def command_help():
    """The help of every command and option, as the registry of commands has it."""
    found = []
    for command in main.all_commands(click.Context(main)).values():
        paragraphs = re.split(r"\n\s*\n", command.help or "")
        found += [" ".join(text.split()) for text in paragraphs if "\b" not in text]
        options = (each for each in command.params if isinstance(each, click.Option))
        found += [re.sub(r"\s*\[default.*", "", each.help or "") for each in options]
    return list(dict.fromkeys(filter(None, found)))


def generated():
    """The sentences of the golden texts, without LaTeX, tables, headings and sources."""
    found = []
    for folder in ("words", "captions"):
        for path in sorted((GOLDEN / folder).glob("*.txt")):
            if path.stem != "sources":
                found += labelled(path.read_text(encoding="utf-8"))
    for path in sorted((GOLDEN / "reports").glob("*.txt")):
        text, _, _ = path.read_text(encoding="utf-8").partition("\nReferences\n----")
        found += paragraphs_of_report(text)
    return list(dict.fromkeys(found))


def labelled(text):
    """The lines under labels that consist of whole sentences."""
    found, label = [], ""
    for line in text.splitlines():
        if re.fullmatch(r"\[.*\]", line):
            label = line
        elif "LaTeX" not in label and line.endswith(".") and not line.startswith(" "):
            found.append(line)
    return found


def paragraphs_of_report(text):
    """The paragraphs and list items of a report in plain text."""
    found = []
    for block in re.split(r"\n\s*\n", text):
        lines = [
            line for line in block.splitlines() if not re.search(r"\S   *\S|─{3}", line)
        ]
        if lines and not re.fullmatch("[-=]+", lines[-1]):
            items = re.split(r"(?:^|\n)- ", "\n".join(lines))
            found += [" ".join(item.split()) for item in items if item.strip()]
    return found


#: Packages with docstrings, comments and messages that have not been rewritten yet:
#: they are rewritten together with the layouts of their figures.
PENDING = ("figures",)
CORPORA = {
    "README": readme,
    "guide": guide,
    "help": command_help,
    "generated texts": generated,
    "docstrings": lambda: docstrings(PACKAGE, PENDING),
    "comments": lambda: comments(PACKAGE, PENDING),
    "messages and templates": lambda: texts(PACKAGE, PENDING),
}
#: A message begins with its place and a colon, so its colons are not counted.
OF_SENTENCES = [name for name in CORPORA if name != "messages and templates"]


def faults(paragraphs):
    """Return the limits that a text exceeds, with what was counted."""
    found = {}
    for pattern, limit in LIMITS.items():
        count = rate(pattern, paragraphs)
        if count > limit:
            found[pattern] = round(count, 2)
    return found


@pytest.mark.parametrize("corpus", CORPORA)
def test_words(corpus):
    paragraphs = CORPORA[corpus]()
    assert len(words(" ".join(paragraphs))) > 500
    assert faults(paragraphs) == {}


@pytest.mark.parametrize("corpus", OF_SENTENCES)
def test_sentences(corpus):
    every = [each for text in CORPORA[corpus]() for each in sentences(text)]
    joined = [each for each in every if re.search(r"[:;](?=\s|$)", each)]
    long = [each for each in every if len(words(each)) > LONG]
    assert len(joined) <= MOST_WITH_COLON * len(every), joined
    assert len(long) <= MOST_LONG * len(every), long


@pytest.mark.parametrize("corpus", ["README", "guide"])
def test_paragraphs(corpus):
    long = [text for text in CORPORA[corpus]() if len(words(text)) > LONGEST_PARAGRAPH]
    assert long == []


@pytest.mark.parametrize("modules", [("scipy.stats", "scipy.optimize"), ("pandas",)])
def test_other_projects_meet_the_limits(modules):
    """The limits are not stricter than the language of SciPy and pandas."""
    paragraphs = []
    for name in modules:
        paragraphs += of_docstrings(importlib.import_module(name))
    assert len(words(" ".join(paragraphs))) > 20_000
    assert faults(paragraphs) == {}


def test_the_former_language_is_found():
    text = ["Whoever stands beside it is no algorithm; who is refused says so."]
    assert len(faults(text)) == 6


def test_division_into_sentences():
    text = "One is the best. See Holm et al. 1979 for it. Yes. Two are not."
    assert sentences(text) == [
        "One is the best.",
        "See Holm et al. 1979 for it.",
        "Two are not.",
    ]


def test_prose_in_source_files(tmp_path):
    """Docstrings, comments and strings are found, and directives and names are not."""
    source = '''"""Summarise the scores."""
# One comment of
# two lines.  # noqa: E501 belongs to it


def f(x):
    """Return x."""
    key = "one name"
    raise ValueError(f"The value {x} is not a score.")  # noqa: TRY003
'''
    (tmp_path / "module.py").write_text(source, encoding="utf-8")
    assert docstrings(tmp_path) == ["Summarise the scores.", "Return x."]
    assert comments(tmp_path)[0].startswith("One comment of two lines.")
    assert len(comments(tmp_path)) == 1
    assert texts(tmp_path) == ["The value VALUE is not a score."]
