"""Names as LaTeX text: every character literal, nothing beyond the kernel."""

import pytest

from cddiagram.text.tex import tex_text
from cddiagram.text.tex_direction import _levels

LITERAL = {
    "plain-name 1.0": "plain-name 1.0",
    r"a\b": r"a\textbackslash{}b",
    "A&B 50% $5 #1 x_y {z}": r"A\&B 50\% \$5 \#1 x\_y \{z\}",
    "a~b^c": r"a\textasciitilde{}b\textasciicircum{}c",
    "<p>|q": r"\textless{}p\textgreater{}\textbar{}q",
    "\"a\" 'b' `c`": r"{\cddtype\cddquotes}a{\cddtype\cddquotes} "
    r"{\cddtype\cddquote}b{\cddtype\cddquote} "
    r"{\cddtype\cddgrave}c{\cddtype\cddgrave}",
    "a--b---c,,d": "a-\\kern0pt-b-\\kern0pt-\\kern0pt-c,\\kern0pt,d",
    " a  b ": r"\ a \ b\ ",
    "k = 3 – 5 — 7": r"k = 3 \textendash{} 5 \textemdash{} 7",
    "−1 × 2 ≤ α": r"\ensuremath{-}1 \ensuremath{\times} 2 \ensuremath{\leq} \ensuremath{\alpha}",
    "ΑΒΓΩ ς ο λ µ": r"AB\ensuremath{\Gamma}\ensuremath{\Omega} \ensuremath{\varsigma} "
    r"\ensuremath{o} "
    r"\ensuremath{\lambda} \ensuremath{\mu}",
    "R² x₁": r"R\ensuremath{^{2}} x\ensuremath{_{1}}",
    "éèñüçÅš": r"\'{e}\`{e}\~{n}\"{u}\c{c}\r{A}\v{s}",
    "íïǰı": r"\'{\i}\"{\i}\v{\j}\i{}",
    "ǘ ẹ̀": r"\'{\"{u}} \`{\d{e}}",
    "ǽ ǿ": r"\'{\ae{}} \'{\o{}}",
    "ąįĄ": r"{\cddwide\k{a}}{\cddwide\k{i}}{\cddwide\k{A}}",
    "đð«»": r"{\cddwide\dj}{\cddwide\dh}{\cddwide\guillemotleft}{\cddwide\guillemotright}",
    "a\u00a0b": "a~b",
    "a\tb": "a b",
    "e\u0301": r"\'{e}",
    "日本 ж": "日本 ж",
}


@pytest.mark.parametrize(
    ("text", "written"), LITERAL.items(), ids=lambda text: ascii(text)[:30]
)
def test_characters_are_literal(text, written):
    assert tex_text(text) == written


def test_every_ascii_character_is_written_in_ascii():
    for code in range(32, 127):
        assert tex_text(chr(code)).isascii()


MATH = {
    r"$\alpha_1$": r"$\alpha_1$",
    r"A & $x^2$_b": r"A \&\ $x^2$\_b",
    r"costs \$5": r"costs \$5",
    r"\$5 and $x$": r"\$5 and\ $x$",
    "only one $": r"only one \$",
}


@pytest.mark.parametrize(("text", "written"), MATH.items(), ids=range(len(MATH)))
def test_mathematics_passes(text, written):
    assert tex_text(text, math=True) == written


def test_the_sign_for_what_cannot_be_printed_stops_no_engine():
    assert tex_text("A\ufffd") == r"A\ensuremath{\diamondsuit}"


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("a, b", "0000"),
        ("\u05d0, \u05d1", "1111"),  # between two Hebrew letters
        (
            "a, \u05d1",
            "0001",
        ),  # between letters of two directions: the direction of the text
        ("\u05d0, b", "1000"),
        ("\u05d0, 1", "1112"),  # a number counts as Hebrew here
        (", \u05d0", "001"),
        ("\u05d0, ", "100"),
    ],
)
def test_neutral_characters_take_the_direction_of_both_their_sides(text, levels):
    """Unicode Annex 9, rules N1 and N2."""
    assert "".join(map(str, _levels(text, "L"))) == levels
