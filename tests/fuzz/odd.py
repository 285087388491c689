"""Odd names, numbers and bytes: what people have, what programs leave behind, and what
malice would write.
"""

from __future__ import annotations

import random

NAMES = (
    *(
        "A",
        "B",
        "C4.5",
        " A",
        "A ",
        "",
        "   ",
        "naïve",
        "中文",
        "עברית",
        "𝒜",
        "e\u0301",
        "👩\u200d💻",
        "a,b",
        "a;b",
        'a"b',
        "a'b",
    ),
    *(
        "a\tb",
        "a\nb",
        "a\r\nb",
        "A\0",
        "\x1b[31mred",
        "\x9b31m",
        "A\ufffe",
        "\uffff",
        "\ud800",
        "A\udfff",
        "\u202eabc",
    ),
    *(
        "<b>",
        "&amp;",
        "]]>",
        "-->",
        "</script>",
        "%n",
        "{x}",
        "$x^2$",
        "$",
        "\\input{x}",
        "_",
        "^",
        "#",
        "# x",
        "=1+1",
    ),
    *(
        "@SUM(1)",
        "NA",
        "nan",
        "null",
        "mean",
        "average",
        "std",
        "dataset",
        "algorithm",
        "fold",
        "run",
        "score",
        "time",
    ),
    *(
        "x" * 200,
        "word " * 60,
        "x" * 501,
        "x" * 3000,
        "1",
        "0.5",
        "1e5",
        "94.6%",
        "0.7 ± 0.1",
        "True",
        "\u2028",
        "\x85",
    ),
)
NUMBERS = (
    *(
        "0",
        "1",
        "-1",
        "0.5",
        "1e-300",
        "1e300",
        "1e308",
        "-1e308",
        "1e309",
        "inf",
        "-inf",
        "nan",
        "NaN",
        "",
        " ",
        "NA",
    ),
    *(
        "?",
        "-",
        "1,5",
        "1.234,5",
        "1,234",
        "94.6%",
        "0.7 ± 0.1",
        "0.7*",
        "1_000",
        "٣",
        "0x10",
        "1e",
        "--1",
        "true",
        "x",
    ),
    *(
        "1" + "0" * 400,
        "1" * 5000,
        "0." + "3" * 400,
        "-0.0",
        "5e-324",
        "1 2",
        "\0",
        "\ud800",
    ),
)
#: JSON for a cell.
VALUES = (
    *(
        "null",
        "true",
        "false",
        "[]",
        "{}",
        "[1]",
        '{"a":1}',
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-0",
        '"\\ud800"',
    ),
    *(
        "1" + "0" * 400,
        "9" * 5000,
        '""',
        '" x "',
        '"\\u0000"',
        '"\\uffff"',
        '"NA"',
        '"0.5"',
        "[[[[]]]]",
        "1.5",
        "2",
        "3",
    ),
)
_SNIPPETS = (
    *(
        b"\0",
        b"\xff",
        b"\xfe\xff",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b'"',
        b"'",
        b",",
        b";",
        b"\t",
        b"\n",
        b"\r",
        b"#",
        b"\\",
    ),
    *(
        b"\\ud800",
        b"\xed\xa0\x80",
        b"\xef\xbf\xbf",
        b"1e999",
        b"9" * 400,
        b"[",
        b"]",
        b"{",
        b"}",
        b":",
        b"nan",
        b" ",
    ),
    *(
        b"<",
        b">",
        b"&",
        b"/",
        b"<<",
        b">>",
        b"stream",
        b"endobj",
        b"obj",
        b"R",
        b"-",
        b"%",
        b"=",
        b"99999999999999999999",
    ),
)


def text_of(rng: random.Random) -> str:
    """Make a name: one of the odd ones, two of them, or random characters."""
    kind = rng.random()
    if kind < 0.5:
        return rng.choice("ABCDEFG") + str(rng.randrange(9))
    if kind < 0.85:
        return rng.choice(NAMES)
    if kind < 0.93:
        return rng.choice(NAMES) + rng.choice(NAMES)
    return "".join(
        chr(rng.choice((rng.randrange(256), rng.randrange(0x110000))))
        for _ in range(rng.randrange(1, 8))
    )


def number_of(rng: random.Random) -> str:
    """Make a cell of a score, mostly a good one."""
    return (
        rng.choice(NUMBERS)
        if rng.random() < 0.05
        else f"{rng.gauss(0, 1):.{rng.randrange(1, 8)}g}"
    )


def mutated(rng: random.Random, data: bytes, most: int = 4) -> bytes:
    """Change some bytes: flipped, cut out, doubled, put in, cut off."""
    content = bytearray(data)
    for _ in range(rng.randrange(1, most + 1)):
        at, length = rng.randrange(len(content) + 1), rng.randrange(1, 20)
        kind = rng.randrange(6)
        if kind == 0 and at < len(content):
            content[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del content[at : at + length]
        elif kind == 2:
            content[at:at] = content[at : at + length] * rng.choice((1, 2, 50))
        elif kind == 3:
            content[at:at] = rng.choice(_SNIPPETS)
        elif kind == 4 and at < len(content):
            content[at] = rng.randrange(256)
        elif rng.random() < 0.2:
            del content[at:]
    return bytes(content)


def table_of(rng: random.Random) -> tuple[list[str], list[list[str]]]:
    """Make head and rows of a wide or long table."""
    k, n = rng.randrange(1, 7), rng.randrange(1, 9)
    names = [text_of(rng) for _ in range(k)]
    datasets = [
        text_of(rng) if rng.random() < 0.3 else f"d{number}" for number in range(n)
    ]
    if rng.random() < 0.7:
        first = rng.choice(("data set", "", "dataset", text_of(rng)))
        return [first, *names], [
            [d, *(number_of(rng) for _ in names)] for d in datasets
        ]
    head = [
        rng.choice(("data set", "problem")),
        rng.choice(("algorithm", "method")),
        rng.choice(("score", "auc")),
    ]
    rows = [[d, name, number_of(rng)] for d in datasets for name in names]
    if rng.random() < 0.3:
        head, rows = (
            [*head, "run"],
            [[*row, str(run)] for row in rows for run in (1, 2)],
        )
    return head, rows
