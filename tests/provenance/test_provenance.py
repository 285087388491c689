"""Provenance: what is recorded, that it comes back out of every kind of file, and that
it is always the same.
"""

import hashlib
import inspect
import io
import itertools
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from every_feature import figures_but, result_of
from every_figure import figures_of_one_comparison
from pypdf import PdfReader, PdfWriter

import cddiagram as cd
from cddiagram._util import content_hash
from cddiagram.cli.belonging import histories_differences, table_differences
from cddiagram.comparing import compare_pvalues
from cddiagram.figures import Figure
from cddiagram.provenance import Provenance, Subject, provenance_of, read_provenance
from cddiagram.text import InputError, UsageError

ODD = [
    "A&B",
    "50%",
    "x_1",
    "<script>alert(1)</script>",
    r"$\alpha$",
    "C#",
    "a -- b -->",
    "š'\"(\\",
    "tab\there",
]
FIGURES = ("pdf", "svg", "png", "eps", "tex", "pgf")


@pytest.fixture(scope="module")
def table():
    return cd.load_example("demsar2006-table6")


@pytest.fixture(scope="module")
def odd_table():
    scores = np.random.default_rng(4).random((6, len(ODD)))
    return cd.ScoreTable.from_arrays(
        scores,
        algorithms=ODD,
        datasets=[f"{name} {i}" for i, name in enumerate(ODD[:6])],
    )


def need(*programs):
    missing = [program for program in programs if shutil.which(program) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"{', '.join(missing)} not installed")
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed")


def subject_of(result, **options):
    (subject,) = provenance_of("test", result, **options).subjects
    return subject


# Files


@pytest.mark.slow
@pytest.mark.xdist_group("tex")
@pytest.mark.parametrize("suffix", FIGURES)
@pytest.mark.parametrize("odd", [False, True])
def test_round_trip_of_figures(suffix, odd, table, odd_table, tmp_path):
    if suffix == "pgf":
        need("pdflatex")
    drawing = cd.plot_cd(
        cd.compare(odd_table if odd else table), width="page", title="A -- title <b>"
    )
    drawing.save(tmp_path / f"figure.{suffix}")
    found = read_provenance((tmp_path / f"figure.{suffix}").read_bytes())
    assert replace(found, packages=drawing.provenance.packages) == drawing.provenance
    assert ("matplotlib" in found.packages) == (
        suffix in ("png", "pgf")
    )  # which are its own


@pytest.mark.parametrize("kind", ["tex", "html", "md", "eps"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_round_trip_of_comments(kind, end, odd_table):
    provenance = cd.plot_cd(cd.compare(odd_table), width="page").provenance
    text = end.join(
        [
            "cddiagram: {what} cddiagram: {",
            "šž",
            provenance.comment(kind).replace("\n", end),
            "rest",
            "",
        ]
    )
    assert read_provenance(text.encode()) == provenance
    if kind in ("html", "md"):
        inside = provenance.comment(kind).removeprefix("<!--").removesuffix("-->")
        assert not any(mark in inside for mark in ("--", "<", ">"))
    if kind == "eps":
        assert max(map(len, provenance.comment(kind).splitlines())) <= 255
    else:
        assert len(provenance.comment(kind).splitlines()) == 1


@pytest.mark.parametrize("length", range(230, 245))
def test_no_cut_of_an_eps_comment_changes_it(length):
    provenance = Provenance(
        made="x" * length, version="1", parameters={"a": {"b": [{"c": {}}] * 90}}
    )
    assert read_provenance(provenance.comment("eps").encode()) == provenance


def test_unknown_comment():
    with pytest.raises(
        UsageError,
        match="unknown kind of comment 'pdf': choose from 'tex', 'html', 'md', 'txt', "
        "'eps'",
    ):
        Provenance(made="report", version="1").comment("pdf")


def test_round_trip_of_the_script_of_a_page(odd_table):
    provenance = cd.plot_cd(cd.compare(odd_table), width="page").provenance
    page = f"<!doctype html><head>{provenance.script()}</head><p>rest</p>"
    assert page.count("</script>") == 1
    assert read_provenance(page.encode()) == provenance


@pytest.mark.slow
@pytest.mark.xdist_group("tex")
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
@pytest.mark.parametrize("extra", ["", r"\usepackage{hyperref}"])
def test_round_trip_of_a_pdf_by_latex(engine, extra, odd_table, tmp_path):
    need(engine)
    provenance = cd.plot_cd(cd.compare(odd_table), width="page").provenance
    source = rf"\documentclass{{article}}{extra}{provenance.pdfinfo()}\begin{{document}}Text.\end{{document}}"
    (tmp_path / "report.tex").write_text(source)
    command = [engine, "-interaction=batchmode", "-halt-on-error", "report.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert read_provenance((tmp_path / "report.pdf").read_bytes()) == provenance


@pytest.mark.slow
def test_metadata_stand_where_other_programs_look(table, tmp_path):
    drawing = cd.plot_cd(cd.compare(table))
    expected = f"cddiagram: {drawing.provenance.to_json()}"
    for suffix in FIGURES[:4]:
        drawing.save(tmp_path / f"figure.{suffix}")
    info = PdfReader(tmp_path / "figure.pdf").metadata
    assert info.subject == expected
    assert info.creator == f"cddiagram {cd.__version__}"
    root = ElementTree.parse(tmp_path / "figure.svg").getroot()
    assert [
        e.text for e in root.iter("{http://purl.org/dc/elements/1.1/}description")
    ] == [expected]
    assert b"tEXtDescription\0cddiagram: {" in (tmp_path / "figure.png").read_bytes()
    head = (tmp_path / "figure.eps").read_bytes().partition(b"%%EndComments")[0]
    assert b"\n%cddiagram: {" in head
    assert max(map(len, head.splitlines())) <= 255


@pytest.mark.parametrize("compressed", [False, True])
def test_pdf_written_again_by_another_program(compressed, table, tmp_path):
    drawing = cd.plot_cd(cd.compare(table), title="š")
    drawing.save(tmp_path / "figure.pdf")
    writer = PdfWriter(clone_from=str(tmp_path / "figure.pdf"))
    writer.add_metadata({"/Author": "Šárka (π) \\", "/Title": "cddiagram: {"})
    if compressed:
        writer.compress_identical_objects()
    writer.write(tmp_path / "again.pdf")
    assert read_provenance((tmp_path / "again.pdf").read_bytes()) == drawing.provenance


def pdf_with(info, *, packed=False):
    """Write the least PDF that has an Info dictionary, in an object stream if asked
    for.
    """
    if not packed:
        return (
            b"%PDF-1.4\n17 0 obj (cddiagram: {}) endobj 7 0 obj "
            + info
            + b" endobj\ntrailer << /Info 7 0 R >>"
        )
    head, body = b"3 0 7 5 ", b"<< >>" + info
    stream = zlib.compress(head + body)
    dictionary = (
        b"<< /Type /ObjStm /N 2 /First %d /Length %d /Filter /FlateDecode >>"
        % (len(head), len(stream))
    )
    return (
        b"%PDF-1.5\n1 0 obj << /Type /Catalog >> endobj\n9 0 obj " + dictionary + b" stream\r\n" + stream +
        b"\nendstream endobj\n10 0 obj << /Type /XRef /Info 7 0 R >> stream\nendstream endobj"
    )  # fmt: skip


TEXT = 'cddiagram: {"cddiagram":"1","format":1,"made":"(p)\\\\"}'
STRINGS = {
    "literal": b"("
    + TEXT.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode()
    + b")",
    "balanced": b"(" + TEXT.replace("\\", "\\\\").encode() + b")",
    "octal": b"(" + "".join(f"\\{ord(c):03o}" for c in TEXT).encode() + b")",
    "continued": b"("
    + TEXT[:20].encode()
    + b"\\\r\n"
    + TEXT[20:].replace("\\", "\\134").encode()
    + b")",
    "hexadecimal": b"<" + TEXT.encode().hex(" ").upper().encode() + b">",
    "utf-16": b"<feff" + TEXT.encode("utf-16-be").hex().encode() + b">",
    "utf-16 literal": b"(\xfe\xff"
    + TEXT.encode("utf-16-be").replace(b"\\", b"\\\\")
    + b")",
    "utf-8": b"(\xef\xbb\xbf" + TEXT.replace("\\", "\\\\").encode() + b")",
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("string", STRINGS)
def test_all_strings_of_pdf(string, packed):
    info = (
        b"<< /Title (a \\) (b) <) /Other << /Deep (c) >> /Subject "
        + STRINGS[string]
        + b" >>"
    )
    found = read_provenance(pdf_with(info, packed=packed))
    assert found == Provenance(made="(p)\\", version="1")


def chunk(kind, body):
    return (
        struct.pack(">I", len(body))
        + kind
        + body
        + struct.pack(">I", zlib.crc32(kind + body))
    )


@pytest.mark.parametrize("kind", ["tEXt", "zTXt", "iTXt", "iTXt compressed"])
@pytest.mark.parametrize("behind", [False, True])
def test_all_texts_of_png(kind, behind):
    text = b'cddiagram: {"cddiagram":"1","format":1,"made":"report"}'
    content = {
        "tEXt": text,
        "zTXt": b"\0" + zlib.compress(text),
        "iTXt": b"\0\0en\0Beschreibung\0" + text,
        "iTXt compressed": b"\1\0\0\0" + zlib.compress(text),
    }[kind]
    head = b"\x89PNG\r\n\x1a\n" + chunk(
        b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    )
    texts = chunk(b"zTXt", b"Broken\0\0x") + chunk(
        kind[:4].encode(), b"Description\0" + content
    )
    pixels, end = chunk(b"IDAT", zlib.compress(b"\0\0")), chunk(b"IEND", b"")
    data = head + pixels + texts + end if behind else head + texts + pixels + end
    assert read_provenance(data) == Provenance(made="report", version="1")
    assert read_provenance(data[: data.index(texts) + len(texts) - 30]) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\xff\xfe",
        b"\x89PNG\r\n\x1a\n",
        b"%PDF-1.4",
        b"%PDF-1.4 trailer << /Info 3 0 R >>",
        b"%PDF-1.4 3 0 obj << /Subject (cddiagram: {  trailer << /Info 3 0 R >>",
        b'% cddiagram: {"made": "plot_cd"}',
        b'% cddiagram: {"made": 3, "cddiagram": "1", "format": 1}',
        b"% cddiagram: " + b'{"a":' * 100_000,
        b"<svg><metadata><dc:description>cddiagram:</dc:description></metadata></svg>",
    ],
    ids=range(10),
)
def test_nothing_is_found_where_nothing_is(data):
    assert read_provenance(data) is None


def test_a_figure_saved_bare_has_none(table, tmp_path):
    drawing = cd.plot_cd(cd.compare(table))
    for suffix in FIGURES[:4]:
        drawing.figure.savefig(tmp_path / f"bare.{suffix}")
        assert read_provenance((tmp_path / f"bare.{suffix}").read_bytes()) is None


def test_notebooks_carry_it_too(table):
    drawing = cd.plot_cd(cd.compare(table))
    assert (
        read_provenance(drawing._repr_mimebundle_()["image/svg+xml"].encode())
        == drawing.provenance
    )


# JSON


def test_json_is_one_safe_line(odd_table):
    text = cd.plot_cd(cd.compare(odd_table), width="page").provenance.to_json()
    assert text.isascii()
    assert text.isprintable()
    assert not any(mark in text for mark in ("<", ">", "&", "'", "--"))
    assert list(json.loads(text)) == sorted(json.loads(text))
    assert Provenance.from_json(text).to_json() == text


def test_what_a_later_version_adds_is_passed_over():
    record = json.loads(
        provenance_of("report", cd.load_example("demsar2006-table2")).to_json()
    )
    expected = Provenance.from_json(json.dumps(record))
    record |= {"format": 2, "mood": "fine"}
    record["subjects"][0]["weather"] = ["rain"]
    assert Provenance.from_json(json.dumps(record)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "3",
        "{}",
        '{"made":"a"}',
        '{"made":"a","cddiagram":"1","format":1,"subjects":[{"k":1}]}',
    ],
)
def test_other_json_is_refused(text):
    with pytest.raises(
        InputError,
        match=r"^the string is not a provenance record \(.*\)\. Pass the output "
        r"of to_json\(\)\.$",
    ):
        Provenance.from_json(text)


def test_values_become_plain(tmp_path):
    values = {
        "a": np.float64(0.5),
        "b": np.array([1, 2]),
        "c": {"y", "x"},
        "d": tmp_path / "x.csv",
        "e": object(),
    }
    found = (
        Provenance(made="m", version="1")
        .with_parameters(values | {"f": np.nan})
        .parameters
    )
    assert found == {
        "a": 0.5,
        "b": [1, 2],
        "c": ["x", "y"],
        "d": "x.csv",
        "e": "object",
        "f": "nan",
    }


SCRIPT = """
import sys, cddiagram as cd
table = cd.load_example("demsar2006-table6")
drawing = cd.plot_cd(cd.compare(table, pair_test="wilcoxon"), colors={"C4.5": "red", "C4.5+m": "blue"}, font_size=7)
for suffix in ("pdf", "svg", "png", "eps", "tex"):
    drawing.save(f"{sys.argv[1]}/figure.{suffix}")
"""


@pytest.mark.slow
def test_same_bytes_in_every_process(tmp_path):
    contents = []
    for seed in ("0", "1"):
        folder = tmp_path / f"folder-{seed}"
        folder.mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": seed, "USER": f"somebody-{seed}"}
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(folder)],
            check=True,
            env=environment,
            cwd=folder,
        )
        contents.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert contents[0] == contents[1]
    for content in contents[0].values():
        assert read_provenance(content) is not None
        assert str(tmp_path).encode() not in content
        assert b"somebody" not in content


# What is hashed


def test_hash_of_scores_by_its_published_recipe():
    table = cd.ScoreTable.from_arrays(
        [[1.5, -0.0], [2.0, 0.1]],
        algorithms=["š", "B"],
        datasets=["wine", "iris"],
        higher_is_better=False,
    )
    line = b'{"algorithms":["B","\\u0161"],"datasets":["iris","wine"],"higher_is_better":false,"what":"scores"}\n'
    numbers = bytes.fromhex(
        "9a9999999999b93f 0000000000000040 0000000000000000 000000000000f83f"
    )
    assert table.sha256 == hashlib.sha256(line + numbers).hexdigest()


def test_hash_of_a_published_table_stays_what_it_was():
    """A figure made today must be recognised in years."""
    expected = "2b861c2f2013532b9a63069378db6e2005cadde04e0eb42630cbab8c0bb5bf50"
    assert cd.load_example("demsar2006-table6").sha256 == expected


def test_hash_does_not_depend_on_the_order(table):
    generator = np.random.default_rng(1)
    rows, columns = generator.permutation(table.n), generator.permutation(table.k)
    shuffled = cd.ScoreTable.from_arrays(
        table.scores[np.ix_(rows, columns)],
        algorithms=[table.algorithms[j] for j in columns],
        datasets=[table.datasets[i] for i in rows],
    )
    assert shuffled.algorithms != table.algorithms
    assert shuffled.sha256 == table.sha256


def test_hash_sees_every_change(table):
    names = {"algorithms": table.algorithms, "datasets": table.datasets}
    scores = np.array(table.scores)
    scores[3, 2] = np.nextafter(scores[3, 2], 1)
    swapped = ("C4.5+m", "C4.5", *table.algorithms[2:])
    hashes = [
        table.sha256,
        cd.ScoreTable.from_arrays(scores, **names).sha256,
        cd.ScoreTable.from_arrays(table.scores, **names, higher_is_better=False).sha256,
        cd.ScoreTable.from_arrays(
            table.scores, **names | {"algorithms": swapped}
        ).sha256,
        cd.ScoreTable.from_arrays(table.scores, algorithms=table.algorithms).sha256,
        table.exclude("C4.5").sha256,
    ]
    assert len(set(hashes)) == len(hashes)


def test_every_nan_is_hashed_alike():
    (other,) = struct.unpack(
        "<d", bytes.fromhex("a20700000000f8ff")
    )  # as R's NA, negative
    assert (
        content_hash({}, [float("nan")])
        == content_hash({}, [other])
        == content_hash({}, [np.float64("nan")])
    )
    assert (
        content_hash({}, [0.0])
        == content_hash({}, [-0.0])
        != content_hash({}, [5e-324])
    )


def test_hash_of_histories():
    values = np.minimum.accumulate(np.random.default_rng(2).random((3, 4, 5)), axis=-1)
    names = {
        "algorithms": ["C", "A", "B"],
        "problems": ["p", "q", "r", "o"],
        "cut_points": [1, 2, 3, 4, 5],
    }
    histories = cd.Histories.from_arrays(values, **names, optimum=[0, -1, 0, 0])
    line = (
        b'{"algorithms":["A","B","C"],"higher_is_better":false,"optimum":true,"problems":["o","p","q","r"],'
        b'"unit":"evaluations","what":"histories"}\n'
    )
    numbers = [
        1,
        2,
        3,
        4,
        5,
        0,
        0,
        -1,
        0,
        *values[np.ix_([1, 2, 0], [3, 0, 1, 2])].ravel(),
    ]
    assert (
        histories.sha256
        == hashlib.sha256(line + struct.pack(f"<{len(numbers)}d", *numbers)).hexdigest()
    )
    others = [
        cd.Histories.from_arrays(values, **names),
        cd.Histories.from_arrays(values, **names, optimum=[0, 0, 0, -1]),
        cd.Histories.from_arrays(
            values, **names | {"cut_points": [1, 2, 3, 4, 6]}, optimum=[0, -1, 0, 0]
        ),
        cd.Histories.from_arrays(values, **names, unit="s", optimum=[0, -1, 0, 0]),
    ]
    assert len({h.sha256 for h in (histories, *others)}) == 5


def test_hash_of_pvalues_does_not_depend_on_the_order():
    p = np.array([[np.nan, 0.01, 0.3], [0.01, np.nan, 0.2], [0.3, 0.2, np.nan]])
    ranks, names = np.array([1.2, 2.6, 2.2]), np.array(["A", "B", "C"])
    hashes = set()
    for order in itertools.permutations(range(3)):
        i = list(order)
        result = compare_pvalues(
            ranks[i], p[np.ix_(i, i)], algorithms=names[i].tolist()
        )
        hashes.add(subject_of(result).sha256)
    assert len(hashes) == 1
    p[0, 1] = p[1, 0] = 0.02
    assert (
        subject_of(compare_pvalues(ranks, p, algorithms=names.tolist())).sha256
        not in hashes
    )


# What is recorded


def test_record_of_a_figure(table):
    provenance = cd.plot_cd(
        cd.compare(table, control="best", alpha=0.1), width="page", highlight="C4.5"
    ).provenance
    assert provenance == Provenance(
        made="plot_cd",
        version=cd.__version__,
        packages={"numpy": np.__version__},
        parameters={"width": "page", "highlight": "C4.5"},
        subjects=(
            Subject(
                kind="scores", sha256=table.sha256, n=14, k=4, algorithms=table.algorithms,
                datasets=tuple(sorted(table.datasets)), higher_is_better=True,
                decisions={
                    "ranking": "friedman", "pair_test": "ranks", "p_adjust": "nemenyi", "n_hypotheses": 6,
                    "alpha": 0.1, "method": "asymptotic", "test": "Nemenyi (asymptotic), best against the others",
                    "control": "C4.5+m+cf", "control_chosen": "after",
                },
            ),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"p_adjust": "nemenyi", "pair_test": "ranks", "method": "asymptotic"}),
        ({"control": "C4.5"}, {"p_adjust": "bonferroni", "control": "C4.5", "control_chosen": "before"}),
        ({"pair_test": "wilcoxon"}, {"p_adjust": "holm", "zeros": "split", "method": "exact"}),
        ({"pair_test": "wilcoxon", "zeros": "pratt"}, {"zeros": "pratt", "method": "exact"}),
        ({"pair_test": "wilcoxon", "method": "asymptotic"}, {"method": "asymptotic"}),
        ({"ranking": "aligned"}, {"ranking": "aligned", "variance": "permutation"}),
        ({"ranking": "quade", "variance": "conover"}, {"ranking": "quade", "variance": "conover"}),
        ({"tie_correction": True}, {"tie_correction": "True", "omnibus_tie_correction": True}),
        ({"p_adjust": "rom"}, {"p_adjust": "rom"}),
        ({"ranking": "means", "pair_test": "t", "p_adjust": "tukey"}, {"ranking": "means", "p_adjust": "tukey"}),
    ],
    ids=str,
)  # fmt: skip
def test_what_was_done_is_recorded(options, expected, table):
    found = subject_of(cd.compare(table, **options)).decisions
    assert {name: found[name] for name in expected} == expected
    assert ("zeros" in found) == (options.get("pair_test") == "wilcoxon")


def test_another_level_is_recorded(table):
    assert subject_of(cd.compare(table).at(0.01)).decisions["alpha"] == 0.01


def test_pvalues_from_elsewhere():
    p = [[1, 0.01, 0.30], [0.01, 1, 0.20], [0.30, 0.20, 1]]
    result = compare_pvalues(
        [1.2, 2.6, 2.2], p, algorithms=["A", "B", "C"], critical_difference=1.1
    )
    subject = subject_of(result)
    assert (subject.kind, subject.n, subject.k, subject.datasets) == (
        "p-values",
        0,
        3,
        None,
    )
    assert subject.decisions["critical_difference"] == 1.1
    assert "ranking" not in subject.decisions


def test_dropped_data_sets_are_counted():
    text = "data set,A,B\nx,1,2\ny,,1\nz,2,1\n"
    subject = subject_of(cd.read_scores(io.StringIO(text), missing="drop"))
    assert (subject.dropped, subject.datasets) == (1, ("x", "z"))


def test_too_many_names_are_not_written_down():
    scores = np.arange(2000.0).reshape(1000, 2)
    short = cd.ScoreTable.from_arrays(scores[:300], algorithms=["A", "B"])
    long = cd.ScoreTable.from_arrays(scores, algorithms=["A", "B"])
    assert len(subject_of(short).datasets) == 300
    assert (subject_of(long).datasets, subject_of(long).n) == (None, 1000)
    assert len(provenance_of("plot_cd", long).to_json()) < 500


def test_subjects_with_titles_and_without(table):
    results = {"a": cd.compare(table), "b": table}
    assert [s.title for s in provenance_of("report", results).subjects] == ["a", "b"]
    assert [s.title for s in provenance_of("report", results.values()).subjects] == [
        None,
        None,
    ]
    for wrong in ("text", 3, [3], None):
        with pytest.raises(
            TypeError, match=r"has no provenance\. Pass a cddiagram result"
        ):
            provenance_of("report", wrong)


def test_packages_that_take_part():
    table = cd.load_example("demsar2006-table2")
    assert provenance_of(
        "report", table, packages=("numpy", "no-such-package")
    ).packages == {"numpy": np.__version__}


def convergence():
    histories = cd.load_histories("optimisers")
    return histories, cd.compare_convergence(
        histories, ranks="alternative", p_adjust="holm"
    )


def test_convergence_is_recorded():
    histories, comparison = convergence()
    subject = subject_of(comparison)
    assert (subject.kind, subject.sha256, subject.n, subject.k) == (
        "histories",
        histories.sha256,
        20,
        6,
    )
    assert subject.decisions["cut_points"] == list(histories.cut_points)
    assert subject.decisions["threshold"] == 0.0
    assert subject.decisions["family"] == "unordered"


#: Figure -> (what it is drawn from, its other arguments).
PLOTS = {
    "cd": lambda table: (cd.compare(table),),
    "mcb": lambda table: (cd.compare(table),),
    "rank_bars": lambda table: (cd.compare(table),),
    "pvalue_matrix": lambda table: (cd.compare(table),),
    "rank_distribution": lambda table: (cd.compare(table),),
    "pair_matrix": lambda table: (cd.compare(table),),
    "pair_scatter": lambda table: (cd.compare(table), *table.algorithms[:2]),
    "cd_sequence": lambda table: ({"a": cd.compare(table), "b": cd.compare(table)},),
    "cd_stack": lambda table: ({"a": cd.compare(table), "b": cd.compare(table)},),
    "assumptions": lambda table: (cd.check_assumptions(table),),
    "forest": lambda table: (cd.compare(table),),
    "stability": lambda table: (cd.study_stability(cd.compare(table), resamples=20),),
    "pool": lambda table: (cd.study_pool(table),),
    "power": lambda table: (cd.study_power(table, biases=[0, 5], size=4, repeats=20),),
    "folds": lambda table: (cd.compare_folds(table, folds=7),),
    "score_cost": lambda table: (cd.compare(table), table),
    "posterior": lambda table: (
        cd.compare(table).posterior(0.1, draws=1000),
        *table.algorithms[:2],
    ),
    "convergence_curves": lambda table: (convergence()[0],),
    "convergence_matrix": lambda table: (convergence()[1],),
    "convergence_trend": lambda table: (convergence()[1], "PSO", "Random search"),
    "convergence_ranks": lambda table: (
        cd.compare_over_budget(convergence()[0], cut_points=[500, 5000]),
    ),
    "convergence_problems": lambda table: (convergence()[1], "PSO", "Random search"),
}
for key in figures_of_one_comparison():
    PLOTS.setdefault(key.replace("-", "_"), lambda table: (cd.compare(table),))
for key, (feature, _) in figures_but({f"plot_{name}" for name in PLOTS}).items():
    PLOTS[key.replace("-", "_")] = lambda table, feature=feature: (result_of(feature),)


def test_every_figure_is_recorded():
    public = {name for name in cd.__all__ if name.startswith("plot_")}
    assert public == {f"plot_{name}" for name in PLOTS}


@pytest.mark.parametrize("name", PLOTS)
def test_every_figure_records_what_differs_from_its_defaults(name, table):
    plot, arguments = getattr(cd, f"plot_{name}"), PLOTS[name](table)
    pair = dict(
        zip([*inspect.signature(plot).parameters][1:], arguments[1:], strict=False)
    )
    pair |= {"cost": pair["cost"].sha256} if "cost" in pair else {}
    drawing = plot(*arguments, width="page", title=None)
    assert drawing.provenance.made == f"plot_{name}"
    assert drawing.provenance.parameters == {"width": "page", **pair}
    changed = {
        "width": 6.0,
        "font": ["DejaVu Sans"],
        "ids": True,
        "title": "T",
        "note": None,
        "font_size": 7.5,
    }
    assert plot(*arguments, **changed).provenance.parameters == changed | pair


@pytest.mark.parametrize("name", PLOTS)
def test_every_figure_takes_the_options_of_its_layout(name):
    """The public functions hand over all their arguments: so both must have the same,
    with the same defaults.
    """
    plot = getattr(cd, f"plot_{name}")
    layout = sys.modules[plot.__module__].__dict__[f"layout_{name}"]
    outer = inspect.signature(plot).parameters
    assert isinstance(layout, Figure)
    defaults = vars(layout.looks()) | {"look": None, "ax": None}
    shared = {option: defaults[option] for option in layout.shared.__annotations__}
    assert list(outer)[1:] == [
        *layout.own,
        *(option for option in outer if option in shared),
    ]
    assert set(outer) == {next(iter(outer)), *layout.own, *shared}
    for option, default in shared.items():
        assert (outer[option].default, outer[option].kind) == (
            default,
            inspect.Parameter.KEYWORD_ONLY,
        ), option
    for option, inner in layout.own.items():
        assert (outer[option].default, outer[option].kind) == (
            inner.default,
            inner.kind,
        ), option
        assert outer[option].annotation == inner.annotation, option


@pytest.mark.parametrize(
    ("suffix", "options", "expected"),
    [
        ("png", {"dpi": 100, "text": "editable"}, {"dpi": 100}),
        ("svg", {"dpi": 100, "text": "editable"}, {"text": "editable"}),
        ("pdf", {"dpi": 100, "transparent": True}, {"transparent": True}),
        ("tex", {"standalone": True, "dpi": 100}, {"standalone": True}),
    ],
)
def test_how_it_was_saved_is_recorded(suffix, options, expected, table, tmp_path):
    cd.plot_cd(cd.compare(table)).save(tmp_path / f"figure.{suffix}", **options)
    assert (
        read_provenance((tmp_path / f"figure.{suffix}").read_bytes()).parameters
        == expected
    )


# Belonging, beyond what the command shows


def test_differences_of_histories():
    histories, comparison = convergence()
    subject = subject_of(comparison)
    assert histories_differences(subject, histories) == ()
    assert histories_differences(
        subject, histories.select(["PSO", "Nelder-Mead", "Random search"])
    ) == (
        "the algorithms '(1+1)-ES', 'Differential evolution', 'Dual annealing' are "
        "missing",
    )
    content = histories.to_dict()

    def changed(**fields):
        return cd.Histories(
            **{
                name: value
                for name, value in {**content, **fields}.items()
                if name != "notes"
            }
        )

    values = np.array(histories.values)
    values[0, 0, 0] += 1e-9
    later = [point + 1 for point in histories.cut_points]
    assert histories_differences(subject, changed(values=values)) == (
        "the values differ from those in the figure",
    )
    assert histories_differences(subject, changed(unit="s")) == (
        "the unit of the cut-points is s, but the figure uses evaluations",
    )
    assert histories_differences(subject, changed(cut_points=later)) == (
        "the cut-points differ (specify --cut-points and --budget)",
    )
    assert histories_differences(subject, changed(optimum=[0] * 20)) == (
        "the figure was created without optima (specify --optimum)",
    )
    assert histories_differences(
        subject, changed(values=-values, higher_is_better=True)
    ) == ("in the figure, lower values are better",)


def test_part_of_a_larger_table_with_unrecorded_names():
    scores = np.random.default_rng(5).random((1000, 3))
    table = cd.ScoreTable.from_arrays(scores, algorithms=["A", "B", "C"])
    subject = subject_of(table.select(["A", "B"]))
    assert subject.datasets is None
    assert table_differences(subject, table) == ()
    fewer = cd.ScoreTable.from_arrays(scores[:999], algorithms=["A", "B", "C"])
    assert table_differences(subject, fewer) == (
        "the figure was created from 1000 data sets, not 999",
    )
