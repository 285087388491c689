"""Pieces and score tables in papers: two columns, one column, natbib and biblatex, with
captions of one's own.
"""

import re
import subprocess
from functools import partial

import numpy as np
import pytest
from latex import COMPLAINTS, need
from subjects import forty, long_names, odd, published

import cddiagram as cd
from cddiagram.text import UsageError

SCORES = ("demsar2006-table6", "garcia2008-table2", "garcia2010-table3")
_FONTS = r"\usepackage[T1]{fontenc}\usepackage{lmodern}"
_IEEE = (
    rf"\documentclass[10pt,twocolumn]{{article}}{_FONTS}"
    r"\usepackage[textwidth=43pc,textheight=58pc,columnsep=1pc]{geometry}"
    r"\usepackage[font=footnotesize]{caption}\sloppy\hbadness=10000\raggedbottom"
)
_ONE = (
    rf"\documentclass{{article}}{_FONTS}"
    r"\usepackage[textwidth=345pt,textheight=620pt]{geometry}\sloppy\hbadness=10000"
)
#: Paper -> width of its pieces, how it cites, what stands before the text, and what
#: ends it. @ is the folder.
PAPERS = {
    "ieee": ("ieee-column", "cite", _IEEE, r"\bibliographystyle{plain}\bibliography{@references}"),
    "ieeetran": (
        "ieee-column", "cite", r"\documentclass{IEEEtran}\pdfmapfile{+utm.map}\hbadness=10000\vbadness=10000",
        r"\bibliographystyle{IEEEtran}\bibliography{@references}",
    ),
    "one": (None, "cite", _ONE, r"\input{@bibliography}"),
    "natbib": (
        4.5, "citep", rf"{_ONE}\usepackage{{natbib}}", r"\bibliographystyle{plainnat}\bibliography{@references}",
    ),
    "natbib-without-bibtex": ("ieee-column", "citep", rf"{_IEEE}\usepackage{{natbib}}", r"\input{@bibliography}"),
    "biblatex": (
        4.77, "autocite", rf"{_ONE}\usepackage[backend=bibtex]{{biblatex}}\addbibresource{{@references.bib}}",
        r"\input{@bibliography}",
    ),
}  # fmt: skip


#: Its remark on the backend that is installed more often.
_OF_BIBLATEX = "Package biblatex Warning: Using fall-back BibTeX(8) backend:"
#: What is not everywhere: style -> the Debian package that has it.
RARE = {
    "biblatex": ("biblatex.sty", "texlive-bibtex-extra"),
    "ieeetran": ("IEEEtran.cls", "texlive-publishers"),
}
#: The third has names in letters that pdfLaTeX lacks, too; the last has tables longer
#: than a page.
SUBJECTS = {
    "published": partial(published, "garcia2008-table2"),
    "odd": odd,
    "long": long_names,
    "forty": forty,
}


def style(name):
    return subprocess.run(
        ["kpsewhich", name], capture_output=True, check=False
    ).stdout.strip()


def check(paper):
    file, package = RARE.get(paper, ("article.cls", ""))
    if not style(file):
        pytest.skip(f"{file} not installed (Debian: {package})")


def finished(folder, source, *, bibtex=False):
    """Compile until all is settled; TeX has nothing to remark in the last run. Give the
    text of the pages.
    """
    need("pdflatex", "pdftotext", *(["bibtex"] if bibtex else []))
    if not style("booktabs.sty"):
        need("booktabs.sty of texlive-latex-recommended")
    (folder / "paper.tex").write_text(source, encoding="utf-8")
    latex = [
        "pdflatex",
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-no-shell-escape",
        "paper.tex",
    ]
    draft = [*latex[:-1], "-draftmode", latex[-1]]
    references = [["bibtex", "paper"], draft, draft] if bibtex else [draft]
    for command in (draft, *references, latex):
        done = subprocess.run(
            command, cwd=folder, capture_output=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-3000:]
    log = (folder / "paper.log").read_text(encoding="utf-8", errors="replace")
    assert [
        line
        for line in log.replace(_OF_BIBLATEX, "").splitlines()
        if COMPLAINTS.search(line) or "Rerun" in line
    ] == []
    pages = subprocess.run(
        ["pdftotext", "-layout", "paper.pdf", "-"],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return pages.stdout.decode()


def document(preamble, body):
    return "\n".join([preamble, r"\begin{document}", body, r"\end{document}", ""])


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["ieee", "ieeetran", "one", "natbib"])
def test_score_tables(paper, tmp_path):
    """Those of three papers, with the ranks that they print, in every kind of paper."""
    check(paper)
    width, _, preamble, _ = PAPERS[paper]
    room = "ieee-page" if width == "ieee-column" else width
    tables = []
    for name in SCORES:
        comparison = cd.compare(cd.load_example(name))
        tables += [
            comparison.tabulate("scores"),
            comparison.tabulate("scores", ranks=True),
        ]
    written = [
        table.to_latex(width=w, preamble=False)
        for table in tables
        for w in dict.fromkeys((width, room))
    ]
    pages = "\\clearpage\n".join(written)
    definitions = tables[0].to_latex().partition(r"\begin{")[0]
    packages = r"\usepackage{array,booktabs,longtable,graphicx}"
    text = finished(
        tmp_path,
        document(
            f"{preamble}{packages}\n{definitions}", re.sub(r"\\label\{.*?\}", "", pages)
        ),
    )
    for table in tables:
        for row in table.rows:
            for cell in row[1:]:
                assert cell.text.split()[-1] in text


#: Each paper takes the awkward names, and one paper takes each subject. Two print
#: citations by name.
CROSSED = [
    *((paper, "odd") for paper in PAPERS),
    *(("ieee", subject) for subject in SUBJECTS if subject != "odd"),
    *((paper, "published") for paper in ("natbib", "natbib-without-bibtex")),
    ("one", "forty"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "subject"), CROSSED)
def test_all_pieces_in_one_paper(paper, subject, tmp_path):
    """Floats as they are, and floats of one's own, with lists of figures and tables,
    which take the short captions.
    """
    width, cite, preamble, end = PAPERS[paper]
    check(paper)
    report = SUBJECTS[subject](width=width or "auto")
    report.save_fragments(tmp_path / "p", width=width, cite=cite)
    names = sorted(path.stem for path in (tmp_path / "p").glob("*.tex"))
    lists = r"\listoffigures\listoftables" * (
        paper != "ieeetran"
    )  # its own numbers of tables are wider than their place
    body = [lists, r"\input{p/captions}"]
    body += [
        rf"\input{{p/{name}}}\clearpage"
        for name in names
        if name.startswith(("text-", "table-", "figure-"))
    ]
    for name in names:
        bare, _, key = name.partition("-")
        if bare in ("picture", "tabular"):
            kind = "figure" if bare == "picture" else "table"
            kind += "*" * (
                rf"\begin{{{kind}*}}"
                in (tmp_path / "p" / f"{kind}-{key}.tex").read_text()
            )
            own = f"{kind.rstrip('*')}-{key}"
            short = rf"[\cddshort{{{own}}}]" * (
                len(body) % 3 > 0
            )  # LaTeX takes them with and without
            captions = rf"\caption{short}{{\cddcaption{{{own}}}}}"
            body.append(
                rf"\begin{{{kind}}}\centering\input{{p/{name}}}{captions}\end{{{kind}}}\clearpage"
            )
    source = document(
        rf"{preamble}\input{{p/preamble}}".replace("@", "p/"),
        "\n".join([*body, end.replace("@", "p/")]),
    )
    text = finished(
        tmp_path, source, bibtex=r"\bibliography{" in end or paper == "biblatex"
    )
    assert "[?]" not in text
    assert "(?" not in text
    for name in (
        report.data["comparisons"][0]["algorithms"][:6]
        if subject != "long" and paper != "ieeetran"
        else ()
    ):
        assert name in text
    if paper.startswith("natbib") and subject == "published":
        assert re.search(r"[(\[]Demšar, 2006[)\]]", text)


def test_pieces_of_a_report():
    report = cd.make_report(cd.compare(cd.load_example("garcia2008-table2")))
    pieces = report.to_fragments()
    assert {
        "captions.tex",
        "text-method.tex",
        "text-caption.tex",
        "picture-cd.tex",
        "tabular-ranks.tex",
    } <= set(pieces)
    for name in (
        "picture-cd.tex",
        "tabular-ranks.tex",
        "text-method.tex",
        "text-caption.tex",
    ):
        assert not re.search(r"\\(caption|label|begin\{(figure|table))", pieces[name])
    assert "Method." not in pieces["text-method.tex"]
    assert (
        pieces["text-method.tex"]
        .splitlines()[-1]
        .startswith("We compared 5 algorithms")
    )
    captioned = re.findall(r"cddcaption ([^#\\]+)\\endcsname\{", pieces["captions.tex"])
    floats = [
        name.removesuffix(".tex")
        for name in pieces
        if name.startswith(("figure-", "table-"))
    ]
    assert sorted(captioned) == sorted(floats)
    for name in floats:  # the very words of the float
        words = re.search(
            rf"cddcaption {name}\\endcsname\{{(.*)\}}", pieces["captions.tex"]
        )[1]
        assert f"{{{words}}}\\label" in pieces[f"{name}.tex"]


@pytest.mark.slow
@pytest.mark.parametrize("cite", ["cite", "citep", "autocite", "parencite"])
def test_one_option_for_all_citations(cite):
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    report = cd.make_report(comparison)
    pieces = report.to_fragments(cite=cite)
    commands = {
        command
        for name, text in pieces.items()
        for command in re.findall(r"\\(\w*cite\w*)\{", text)
    }
    assert commands == {cite}
    assert set(
        re.findall(r"\\(\w*cite\w*)\{", report.to_latex(standalone=False, cite=cite))
    ) == {cite}
    assert set(
        re.findall(r"\\(\w*cite\w*)\{", comparison.methods(latex=True, cite=cite))
    ) == {cite}
    posterior = comparison.posterior(0.01, pair_test="sign")
    assert set(
        re.findall(r"\\(\w*cite\w*)\{", posterior.caption(latex=True, cite=cite))
    ) == {cite}
    listed = pieces["bibliography.tex"]
    assert (r"\printbibliography" in listed) == (cite in ("autocite", "parencite"))
    assert (r"\bibitem[{Dem\v{s}ar}(2006)]{demsar2006}" in listed) == (cite == "citep")


def test_refused_commands():
    comparison = cd.compare(cd.load_example("demsar2006-table6"))
    with pytest.raises(
        UsageError, match=r"unknown cite 'citet': did you mean 'cite'\?"
    ):
        comparison.methods(latex=True, cite="citet")
    with pytest.raises(UsageError, match="cite applies to LaTeX only"):
        comparison.methods(cite="citep")
    with pytest.raises(UsageError, match="cite applies only to standalone=False"):
        cd.make_report(comparison, figures=()).to_latex(cite="citep")
    with pytest.raises(UsageError, match=r"unknown width 'ieee-colum'"):
        cd.make_report(comparison, width="ieee-colum")


@pytest.mark.slow
def test_pieces_take_the_column_or_both():
    """What has no room side by side in one column of two floats over both; the other
    way round is a single column.
    """
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    report = cd.make_report(comparison, width="ieee-column")
    for block in report.figures().values():
        assert block.drawing.layout.width == pytest.approx(252 / 72.27 * 72)
    column, page = (
        report.to_fragments(width=width) for width in ("ieee-column", "ieee-page")
    )
    assert r"\begin{table}[tbp]" in column["table-ranks.tex"]
    assert r"\begin{table*}[tbp]" in column["table-apv.tex"]
    assert r"\begin{figure}[tbp]" in column["figure-cd.tex"]
    assert all(
        r"\begin{table*}[tbp]" in text
        for name, text in page.items()
        if name.startswith("table-")
    )


@pytest.mark.slow
def test_a_figure_without_room_in_a_column_stands_over_both():
    """A sequence of seven measures needs more than 3.49 in."""
    scores = np.random.default_rng(0).random((7, 9, 4))
    measures = {
        f"measure {i}": cd.compare(
            cd.ScoreTable.from_arrays(some, algorithms=list("abcd"))
        )
        for i, some in enumerate(scores)
    }
    drawn = {}
    for width in ("ieee-column", 252 / 72.27):
        report = cd.make_report(measures, width=width, sections=("measures",))
        drawn[width] = report.figures()
        pieces = report.to_fragments(width=width)
    assert drawn[252 / 72.27] == {}
    assert "does not fit 3.49 in: it needs" in pieces["text-measures.tex"]
    (figure,) = drawn["ieee-column"].values()
    assert figure.drawing.layout.width == pytest.approx(516 / 72.27 * 72)
    wide = cd.make_report(
        measures, width="ieee-column", sections=("measures",)
    ).to_fragments(width="ieee-column")
    assert (
        wide["figure-measures-cd-sequence.tex"].splitlines()[1]
        == r"\begin{figure*}[tbp]"
    )
