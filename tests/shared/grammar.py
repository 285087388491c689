"""`marker_defects`, `letter_defects`: what is wrong with markers of decisions, their
key, and letters of groups.

As in `checks`, nothing here uses the layout code: all is read off the elements.
"""

import re
from itertools import combinations, pairwise
from string import ascii_letters

from cddiagram.sheet import Marker, Text

#: The grammar: filled is different from the reference, hollow is not, the reference is
#: a diamond.
FILLED, HOLLOW, RIM, DIAMOND = 2.0, 1.6, 0.8, 2.7


def form(marker):
    """What a marker says: "reference", "different" or "not different"; None for any
    other form.
    """
    if (marker.shape, marker.radius, marker.edge) == ("diamond", DIAMOND, None):
        return "reference"
    if marker.shape != "disc":
        return None
    if marker.fill == "background":
        return (
            "not different"
            if (marker.radius, marker.edge_width) == (HOLLOW, RIM)
            else None
        )
    return "different" if marker.radius == FILLED and marker.edge is None else None


_DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


def number(text):
    """Read a tick: a plain number, or a power of ten with or without a factor."""
    factor, dot, power = text.rpartition("·")
    match = re.fullmatch("(−?)10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", power)
    if match is None:
        return float(text.translate(_DIGITS))
    sign = -1.0 if match[1] else 1.0
    return (
        sign
        * (float(factor.translate(_DIGITS)) if dot else 1.0)
        * 10.0 ** int(match[2].translate(_DIGITS))
    )


def by_gid(layout, kind, pattern):
    return [
        e
        for e in layout.elements
        if isinstance(e, kind) and re.fullmatch(pattern, e.gid)
    ]


def said(layout):
    """The texts of the key, lines of one entry joined."""
    return " ".join(t.text for t in by_gid(layout, Text, "key-text"))


def explains_hollow(layout):
    """Whether the key explains hollow markers: "not different" or "not worse", or the
    shorter "does not" behind "differs".
    """
    texts = [t.text for t in by_gid(layout, Text, "key-text")]
    short = any(
        (entry, after) in (("differs", "does not"), ("is worse", "is not"))
        for entry, after in pairwise(texts)
    )
    return short or any(re.match("not (different|worse)", text) for text in texts)


def marker_defects(layout, wanted, reference=""):
    """Compare the markers with what they should say, in rank order, and look for their
    key, which calls the diamond the `reference` if there is such a word.
    """
    markers = {
        int(m.gid.split("-")[1]): m for m in by_gid(layout, Marker, r"marker-\d+")
    }
    if sorted(markers) != list(range(len(wanted))):
        return ["not one marker for each algorithm"]
    found = [
        f"marker-{position} says {form(markers[position])}, not {meaning}"
        for position, meaning in enumerate(wanted)
        if form(markers[position]) != meaning
    ]
    if not explains_hollow(layout) or reference not in said(layout):
        found.append(f"the key says {said(layout)!r}")
    return found + unexplained_markers(layout, wanted)


def unexplained_markers(layout, wanted):
    """Every kind of markers of decisions is in the key, whether or not it occurs."""
    keyed = {form(m) for m in by_gid(layout, Marker, "key")}
    missing = {"not different", "different", *wanted} - keyed
    return [f"the key lacks the marker of {kind!r}" for kind in sorted(missing)]


def _letter_columns(texts, alphabet):
    """One column of words; or one column for each letter, 4.2 pt wide at least, up to
    12 of them, or up to 21 where a row has more than five.
    """
    if all(text.anchor == "left" for text in texts):
        aligned = len({round(text.x, 3) for text in texts}) == 1
        return [] if aligned else ["letters do not stand in one left-aligned column"]
    columns = {}
    for text in texts:
        columns.setdefault(text.text, set()).add((round(text.x, 3), text.anchor))
    if any(len(places) > 1 for places in columns.values()):
        return ["equal letters do not stand under one another"]
    xs = [min(columns[letter])[0] for letter in alphabet]
    if any(b - a < 4.2 - 2e-3 for a, b in pairwise(xs)):
        return ["letters stand too near to one another"]
    return [] if len(xs) <= 21 else ["the letters take too much room"]


def decided(order, reference, alike):
    """What the markers should say: `alike` holds pairs of columns that are not
    different, smaller column first.
    """
    return [
        "reference"
        if column == reference
        else "not different"
        if tuple(sorted((column, reference))) in alike
        else "different"
        for column in order
    ]


def spelled_out(letters):
    """The letters of a range such as "a–d"; other letters as they are."""
    first, dash, last = letters.partition("–")
    if not dash:
        return letters
    return ascii_letters[ascii_letters.index(first) : ascii_letters.index(last) + 1]


def letter_defects(layout, case):
    """Two rows share a letter if and only if their pair is alike; a-z, A-Z from the
    top, in one left-aligned column or with equal letters under one another.
    """
    rows = {}
    for text in by_gid(layout, Text, r"letters-\d+"):
        rows.setdefault(int(text.gid.split("-")[1]), []).append(text)
    if sorted(rows) != list(range(case.k)):
        return ["not letters in each row"]
    found = []
    words = {
        row: spelled_out("".join(t.text for t in texts)) for row, texts in rows.items()
    }
    for i, j in combinations(range(case.k), 2):
        pair = tuple(sorted((case.order[i], case.order[j])))
        if bool(set(words[i]) & set(words[j])) != (pair in case.alike):
            found.append(f"rows {i} and {j} have letters {words[i]} and {words[j]}")
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    met = "".join(dict.fromkeys("".join(words[i] for i in range(case.k))))
    if met != alphabet[: len(met)]:
        found.append(f"letters come in the order {met}")
    every = [text for texts in rows.values() for text in texts]
    found += _letter_columns(every, met)
    ranks = {int(t.gid.split("-")[1]): t for t in by_gid(layout, Text, r"rank-\d+")}
    right = max((t.box[2] for t in ranks.values()), default=-9.0)
    if min(t.box[0] for t in every) - right < 4.98:
        found.append("letters stand too near to the numbers")
    found += [
        f"letters-{i} are not in their row"
        for i in rows
        if i in ranks and any(abs(ranks[i].y - text.y) > 1e-6 for text in rows[i])
    ]
    short = any("–" in text.text for text in every)
    key = "same letter (a–d: abcd)" if short else "same letter"
    if f"{key}: not different" not in said(layout):
        found.append(f"the key says {said(layout)!r}")
    if by_gid(layout, Marker, r"marker-\d+"):
        wanted = decided(case.order, case.order[0], case.alike)
        found += marker_defects(layout, wanted, "best")
    return found
