"""The board, and the table of scores: what stands in them is what the comparison
says.
"""

import io

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.report.ratings import elo_ratings
from cddiagram.report.score_table import marks

GARCIA = cd.load_example("garcia2008-table2")
HEADS = [
    "Algorithm",
    "Rank",
    "Rank interval",
    "Letters",
    "Average rank",
    "Wins",
    "Ties",
    "Losses",
    "Elo",
]


def foot_of(table):
    return {
        row[0].text: [cell.text for cell in row[1:]]
        for row in table.rows
        if row[0].role in ("subtotal", "foot")
    }


class TestBoard:
    def test_the_intervals_of_the_published_table(self):
        frame = cd.compare(GARCIA).tabulate("leaderboard").to_frame()
        assert [frame.index.name, *frame.columns] == HEADS
        assert frame.index.tolist() == ["C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel"]
        assert frame["Rank interval"].tolist() == [
            (1, 3),
            (1, 4),
            (1, 4),
            (2, 5),
            (4, 5),
        ]
        assert frame["Rank"].tolist() == [1, 2, 3, 4, 5]

    @pytest.mark.parametrize(
        "options", [{}, {"pair_test": "wilcoxon"}, {"p_adjust": "bergmann-hommel"}]
    )
    def test_every_column_is_the_comparisons(self, options):
        comparison = cd.compare(GARCIA, **options)
        frame = comparison.to_frame("leaderboard")
        ranks, at = comparison.ranking, comparison.algorithms.index
        effects = comparison.effects
        elo = elo_ratings(ranks.ranks)
        for name, row in frame.iterrows():
            assert row["Rank interval"] == comparison.rank_intervals[name]
            assert row["Letters"] == comparison.letters[name]
            assert row["Average rank"] == ranks.average_ranks[at(name)]
            assert row["Elo"] == elo[at(name)]
            counts = [
                effects.wins[at(name)].sum(),
                effects.ties[at(name)].sum(),
                effects.losses[at(name)].sum(),
            ]
            assert [row["Wins"], row["Ties"], row["Losses"]] == counts
            # An average rank is one more than the losses of a data set, with half of
            # its ties.
            assert row["Average rank"] == pytest.approx(
                1 + (row["Losses"] + row["Ties"] / 2) / 30
            )
        assert (frame["Wins"] + frame["Ties"] + frame["Losses"] == 120).all()

    def test_equal_average_ranks_share_a_place(self):
        table = cd.ScoreTable.from_arrays(
            [[1, 2, 0], [2, 1, 0], [3, 3, 4]], algorithms=list("ABC")
        )
        board = cd.compare(table).tabulate("leaderboard")
        assert board.to_frame()["Rank"].tolist() == [1, 1, 3]
        assert "Algorithms with equal average ranks share a rank." in board.notes
        assert (
            "Algorithms with equal average ranks share a rank."
            not in cd.compare(GARCIA).tabulate("leaderboard").notes
        )

    def test_there_is_no_elo_where_some_beat_all_others(self):
        table = cd.ScoreTable.from_arrays(
            [[3, 4, 1], [4, 3, 1], [9, 8, 2]], algorithms=["A", "B", "C"]
        )
        board = cd.compare(table).tabulate("leaderboard")
        assert "Elo" not in board.to_frame()
        assert (
            "Elo ratings are not reported, because they are infinite: C loses to the "
            "other algorithms on every data set." in board.notes
        )
        table = cd.ScoreTable.from_arrays(
            [[9, 4, 1], [9, 3, 4], [9, 8, 2]], algorithms=["A", "B", "C"]
        )
        board = cd.compare(table).tabulate("leaderboard")
        assert (
            "Elo ratings are not reported, because they are infinite: A beats the "
            "other algorithms on every data set." in board.notes
        )
        assert any(
            note.startswith("Elo ratings are a function of the average ranks")
            for note in cd.compare(GARCIA).tabulate("leaderboard").notes
        )

    def test_other_rankings_have_no_elo(self):
        board = cd.compare(GARCIA, ranking="aligned").tabulate("leaderboard")
        assert "Elo" not in board.to_frame()
        assert any(
            note.startswith(
                "Elo ratings are not reported, because they are a function of ranks"
            )
            for note in board.notes
        )

    def test_against_a_control_decisions_stand_in_the_place_of_letters(self):
        comparison = cd.compare(GARCIA, control="C4.5", p_adjust="holm")
        board = comparison.tabulate("leaderboard")
        assert [column.head for column in board.columns][3:5] == [
            "Adjusted p",
            "Different from C4.5",
        ]
        told = board.to_frame()["Different from C4.5"].to_dict()
        assert {name for name, value in told.items() if value == 0} == set(
            comparison.not_different
        )

    def test_formats(self):
        board = cd.compare(GARCIA).tabulate("leaderboard")
        assert board.to_csv().splitlines()[:2] == [
            ",".join(HEADS), "C4.5,1,1–3,a,2.1,86,2,32," + repr(float(board.rows[0][-1].value))
        ]  # fmt: skip
        record = board.to_dict()
        assert (record["schema"], record["table"], record["columns"]) == (
            1,
            "leaderboard",
            HEADS,
        )
        assert record["rows"][0][:5] == ["C4.5", 1, [1, 3], "a", pytest.approx(2.1)]
        assert "| C4.5 | 1 | 1–3 | a | 2.10 |" in board.to_markdown()
        assert ">1–3</td>" in board.to_html()


class TestMarks:
    def test_what_prints_alike_is_marked_alike(self):
        """0.9124 and 0.9121 print as 0.912: neither looks like a winner over the
        other.
        """
        table = cd.ScoreTable.from_arrays(
            [[0.9124, 0.9121, 0.9], [0.81, 0.82, 0.8]], algorithms=list("ABC")
        )
        shown = cd.compare(table).tabulate("scores", decimals=3)
        order = [column.head for column in shown.columns[1:]]
        first = dict(zip(order, shown.rows[0][1:], strict=True))
        assert [first[name].text for name in "ABC"] == ["0.912", "0.912", "0.900"]
        assert [first[name].role for name in "ABC"] == ["best", "best", "plain"]
        assert "Ranks are computed from the unrounded scores." in shown.notes
        exact = cd.compare(table).tabulate("scores")
        first = dict(zip(order, exact.rows[0][1:], strict=True))
        assert [first[name].role for name in "ABC"] == ["best", "second", "plain"]
        assert "Ranks are computed from the unrounded scores." not in exact.notes

    @pytest.mark.parametrize("higher", [True, False])
    @pytest.mark.parametrize("decimals", [0, 1, 2, 6])
    def test_no_mark_says_more_than_the_print(self, higher, decimals):
        scores = np.round(np.random.default_rng(decimals).normal(size=(40, 5)), 4)
        table = cd.ScoreTable.from_arrays(
            scores, algorithms=list("ABCDE"), higher_is_better=higher
        )
        shown = cd.compare(table).tabulate("scores", decimals=decimals)
        assert {cell.role for row in shown.data for cell in row} >= {
            "best",
            "second",
            "plain",
        }
        for row in shown.data:
            printed = [
                float(cell.text.replace("−", "-")) * (1 if higher else -1)
                for cell in row[1:]
            ]
            for cell, value in zip(row[1:], printed, strict=True):
                better = sum(other > value for other in printed)
                alike = len(set(printed)) == 1
                assert (cell.role == "best") == (better == 0 and not alike)
                assert (cell.role == "second") == (better == 1 and not alike)

    def test_two_algorithms_have_no_second(self):
        assert marks(np.array([1.0, 2.0]), higher_is_better=True) == ["plain", "best"]


class TestScores:
    @pytest.mark.parametrize(
        ("example", "averages"),
        [
            (
                "demsar2006-table6-ranks",
                {
                    "C4.5": "3.143",
                    "C4.5+m": "2.000",
                    "C4.5+cf": "2.893",
                    "C4.5+m+cf": "1.964",
                },
            ),
            (
                "garcia2008-table2-ranks",
                {
                    "C4.5": "2.10",
                    "1-NN": "3.25",
                    "NaiveBayes": "2.20",
                    "Kernel": "4.33",
                    "CN2": "3.12",
                },
            ),
            (
                "garcia2010-table3-ranks",
                {
                    "PDFC": "1.771",
                    "NNEP": "2.479",
                    "IS-CHC+1NN": "2.479",
                    "FH-GBML": "3.271",
                },
            ),
        ],
    )
    def test_the_average_ranks_at_the_foot_of_the_papers(self, example, averages):
        """D06 Table 6, G08 Table 2, G10 Table 3."""
        table = cd.compare(cd.load_example(example)).tabulate("scores")
        (average,) = (row for row in table.rows if row[0].text == "Average rank")
        found = dict(
            zip((column.head for column in table.columns[1:]), average[1:], strict=True)
        )
        for name, printed in averages.items():
            assert f"{found[name].value:.{len(printed) - 2}f}" == printed

    @pytest.mark.parametrize(
        ("example", "others"),
        [("demsar2006-table6", 1), ("garcia2008-table2", 0), ("garcia2010-table3", 0)],
    )
    def test_ranks_in_brackets_are_the_papers(self, example, others):
        """All but those of one data set of D06, which were ranked by more digits than
        are printed.
        """
        table = cd.compare(cd.load_example(example)).tabulate("scores", ranks=True)
        printed = cd.load_example(f"{example}-ranks")
        names, different = [column.head for column in table.columns[1:]], set()
        for row, dataset, ranks in zip(
            table.data, printed.datasets, printed.scores, strict=True
        ):
            assert row[0].text == dataset
            for name, cell in zip(names, row[1:], strict=True):
                score, _, rank = cell.text.rstrip(")").partition(" (")
                if float(rank) != ranks[printed.algorithms.index(name)]:
                    different.add(dataset)
                assert float(score) == cell.value
        assert len(different) == others

    def test_the_foot_is_the_leaderboard(self):
        comparison = cd.compare(GARCIA, pair_test="wilcoxon")
        shown, board = (
            comparison.tabulate("scores"),
            comparison.tabulate("leaderboard").to_frame(),
        )
        foot = foot_of(shown)
        assert list(foot) == [
            "Average rank",
            "Rank interval",
            "Letters",
            "Wins/ties/losses",
        ]
        assert foot["Letters"] == board["Letters"].tolist()
        assert foot["Rank interval"] == [
            "–".join(map(str, dict.fromkeys(ends))) for ends in board["Rank interval"]
        ]
        assert foot["Average rank"] == [f"{rank:.2f}" for rank in board["Average rank"]]
        assert foot["Wins/ties/losses"] == [
            f"{w}/{t}/{x}"
            for w, t, x in zip(
                board["Wins"], board["Ties"], board["Losses"], strict=True
            )
        ]

    def test_the_frame_holds_the_scores_at_full_precision_and_nothing_else(self):
        comparison = cd.compare(GARCIA)
        frame = comparison.to_frame("scores", decimals=1)
        assert frame.index.tolist() == list(GARCIA.datasets)
        np.testing.assert_array_equal(
            frame[list(GARCIA.algorithms)].to_numpy(), GARCIA.scores
        )
        again = cd.read_scores(io.StringIO(comparison.tabulate("scores").to_csv()))
        assert again.sha256 == GARCIA.sha256

    def test_against_a_control(self):
        comparison = cd.compare(GARCIA, control="C4.5", p_adjust="holm")
        foot, effects = foot_of(comparison.tabulate("scores")), comparison.effects
        assert list(foot)[2:] == [
            "Adjusted p",
            "Different from C4.5",
            "Wins/ties/losses against C4.5",
        ]
        names = [GARCIA.algorithms[i] for i in comparison.order]
        at = GARCIA.algorithms.index
        for name, decided, counts in zip(
            names,
            foot["Different from C4.5"],
            foot["Wins/ties/losses against C4.5"],
            strict=True,
        ):
            if name == "C4.5":
                assert (decided, counts) == ("control", "–")
                continue
            assert (decided == "no") == (name in comparison.not_different)
            pair = at(name), at("C4.5")
            assert (
                counts
                == f"{effects.wins[pair]}/{effects.ties[pair]}/{effects.losses[pair]}"
            )

    def test_large_scores_of_one_data_set_leave_the_digits_of_the_others(self):
        scores = [
            [0.8571, 0.8423, 0.91],
            [0.5, 0.6123, 0.7],
            [0.0512, 0.0498, 0.03],
            [71234.5, 70999.0, 68000.0],
        ]
        shown = cd.compare(
            cd.ScoreTable.from_arrays(scores, algorithms=["A", "B", "C"])
        ).tabulate("scores")
        texts = [sorted(cell.text for cell in row[1:]) for row in shown.data]
        assert texts == [
            ["0.8423", "0.8571", "0.9100"],
            ["0.5000", "0.6123", "0.7000"],
            ["0.0300", "0.0498", "0.0512"],
            ["68000", "70999", "71234"],
        ]
        assert [
            [cell.role for cell in row[1:]].count("best") for row in shown.data
        ] == [1, 1, 1, 1]

    def test_decimals_are_those_of_the_scores_or_asked_for(self):
        shown = cd.compare(GARCIA).tabulate("scores")
        assert {
            len(cell.text.partition(".")[2]) for row in shown.data for cell in row[1:]
        } == {3}
        with pytest.raises(
            cd.UsageError,
            match=r"decimals must be a whole number from 0 to 15, not 2[.]5",
        ):
            cd.compare(GARCIA).tabulate("scores", decimals=2.5)
        with pytest.raises(
            cd.UsageError,
            match=r"^ranks applies to the table 'scores', not to 'pairs'\. Omit it\.$",
        ):
            cd.compare(GARCIA).tabulate("pairs", ranks=True)


RUNS = """data set,kind,run,A,B,C
iris,small,1,0.90,0.80,0.70
iris,small,2,0.94,0.80,0.72
wine,small,1,0.70,0.75,0.60
wine,small,2,0.72,0.77,0.62
adult,large,1,0.81,0.80,0.79
adult,large,2,0.83,0.80,0.79
cover,large,1,0.61,0.62,0.63
cover,large,2,0.63,0.62,0.65
"""


class TestRunsAndGroups:
    def test_spread_over_runs(self):
        table = cd.read_scores(io.StringIO(RUNS), group_column="kind")
        assert table.scores[0].tolist() == [0.92, 0.80, 0.71]
        np.testing.assert_allclose(
            table.spreads[0],
            [np.std([0.90, 0.94], ddof=1), 0, np.std([0.70, 0.72], ddof=1)],
        )
        shown = cd.compare(table).tabulate("scores")
        cells = dict(
            zip([c.head for c in shown.columns[1:]], shown.data[0][1:], strict=True)
        )
        assert (cells["A"].text, cells["B"].text) == ("0.92 ± 0.03", "0.80 ± 0.00")
        assert "Scores are means ± standard deviations of the runs." in shown.notes
        bare = cd.compare(table).tabulate("scores", spread=False)
        assert "±" not in bare.to_text()

    def test_a_median_and_single_runs_have_no_spread(self):
        assert (
            cd.read_scores(
                io.StringIO(RUNS), group_column="kind", runs="median"
            ).spreads
            is None
        )
        assert GARCIA.spreads is None

    def test_groups_have_their_own_foot(self):
        table = cd.read_scores(io.StringIO(RUNS), group_column="kind")
        assert table.groups == ("small", "small", "large", "large")
        shown = cd.compare(table).tabulate("scores")
        kinds = [
            (
                row[0].role if row[0].role in ("heading", "subtotal") else "data",
                row[0].text,
            )
            for row in shown.rows
        ]
        assert kinds[:8] == [
            ("heading", "small (2 data sets)"),
            ("data", "iris"),
            ("data", "wine"),
            ("subtotal", "Average rank on small"),
            ("heading", "large (2 data sets)"),
            ("data", "adult"),
            ("data", "cover"),
            ("subtotal", "Average rank on large"),
        ]
        alone = {
            name: cd.compare(table.exclude_datasets(left))
            for name, left in (
                ("small", ["adult", "cover"]),
                ("large", ["iris", "wine"]),
            )
        }
        for name, comparison in alone.items():
            ranks = dict(
                zip(table.algorithms, comparison.ranking.average_ranks, strict=True)
            )
            found = foot_of(shown)[f"Average rank on {name}"]
            assert found == [
                f"{ranks[column.head]:.2f}" for column in shown.columns[1:]
            ]
        assert shown.ruled == {3, 4, 7, 8}

    def test_parts_of_a_table_keep_spreads_and_groups(self):
        table = cd.read_scores(io.StringIO(RUNS), group_column="kind")
        part = table.select(["C", "A"]).exclude_datasets("iris")
        assert part.groups == ("small", "large", "large")
        np.testing.assert_array_equal(part.spreads, table.spreads[1:][:, [2, 0]])

    def test_a_data_set_in_two_groups_is_refused(self):
        text = RUNS.replace("wine,small,2", "wine,large,2")
        said = (
            "line 5, column 2: the data set 'wine' is in the group 'large', but an "
            "earlier row assigns it to the group 'small'. Assign the data set to one "
            "group."
        )
        with pytest.raises(cd.InputError, match=said):
            cd.read_scores(io.StringIO(text), group_column="kind")

    def test_spreads_and_groups_of_another_size_are_refused(self):
        with pytest.raises(
            cd.InputError,
            match="spreads must be an array of 2 x 2 non-negative numbers",
        ):
            cd.ScoreTable(
                scores=[[1, 2], [2, 1]],
                algorithms=["A", "B"],
                datasets=["x", "y"],
                spreads=[[1, 2]],
            )
        with pytest.raises(
            cd.InputError,
            match="groups has 1 name, but there are 2 data sets",
        ):
            cd.ScoreTable(
                scores=[[1, 2], [2, 1]],
                algorithms=["A", "B"],
                datasets=["x", "y"],
                groups=["g"],
            )


class TestWriters:
    """Bold and underlined in each format, with a rule over the foot."""

    SHOWN = cd.compare(cd.load_example("demsar2006-table6")).tabulate("scores")

    def test_latex(self):
        text = self.SHOWN.to_latex()
        assert r"\textbf{0.798}" in text
        assert r"\underline{0.771}" in text
        assert text.count(r"\midrule") == 2
        ranked = cd.compare(cd.load_example("demsar2006-table6")).tabulate(
            "scores", ranks=True
        )
        assert r"\textbf{0.798} (1)" in ranked.to_latex()
        assert "**0.798** (1)" in ranked.to_markdown()
        assert "<u>0.771</u> (2)" in ranked.to_html()

    def test_markdown(self):
        text = self.SHOWN.to_markdown()
        assert (
            "| adult (sample) | **0.798** | 0.768 | <ins>0.771</ins> | 0.763 |" in text
        )
        assert "| *Average rank* | 1.93 |" in text

    def test_html(self):
        text = self.SHOWN.to_html()
        assert "<b>0.798</b>" in text
        assert "<u>0.771</u>" in text
        assert text.count('<tr style="border-top: 1px solid">') == 1

    def test_text(self):
        line = next(
            line
            for line in self.SHOWN.to_text().splitlines()
            if line.startswith("adult")
        )
        assert line.split()[2:] == ["*0.798", "0.768", "_0.771", "0.763"]
        assert (
            "The sign * marks bold scores, and the sign _ marks underlined scores."
            in self.SHOWN.to_text()
        )

    def test_groups_in_every_format(self):
        table = cd.read_scores(io.StringIO(RUNS), group_column="kind")
        shown = cd.compare(table).tabulate("scores")
        assert (
            r"\multicolumn{4}{@{}l@{}}{\textit{small (2 data sets)}} \\*"
            in shown.to_latex()
        )
        assert "| **small (2 data sets)** |" in shown.to_markdown()
        assert (
            '<th scope="rowgroup" colspan="4" style="text-align: left; font-style: '
            'italic">small (2 data sets)</th>' in shown.to_html()
        )
