"""`family_defects`: what is wrong with the marks of families and their key, read off a
sheet as a reader does.
"""

import re
from itertools import groupby

from checks import letters, reads

from cddiagram.sheet import Marker, Text

#: A mark is at most so far from its name.
BESIDE = 3.1


def some_families(names):
    """Put most of the names into three families."""
    return {name: f"family {i % 3}" for i, name in enumerate(names) if i % 4}


def family_defects(layout, families, rename=None):
    """Compare the mark of each name, and its colour, with what the key says of the
    family; None is no family.
    """
    texts = [e for e in layout.elements if isinstance(e, Text)]
    wanted = {
        (rename or {}).get(name, name): family for name, family in families.items()
    }
    key, seen, found = _key(layout, texts), set(), []
    names = sorted(
        (t for t in texts if re.search(r"(label|label-left|column)-\d+$", t.gid)),
        key=lambda t: t.gid,
    )
    rows = {
        letters(t.text) for t in names if "label" in t.gid
    }  # in a matrix they have the marks of the columns
    for gid, group in groupby(names, key=lambda t: t.gid):
        lines = list(group)
        name = next(
            (name for name in wanted if reads([t.text for t in lines], name)), None
        )
        if name is None:  # a number or a title over a column
            found += [f"{gid} says {[t.text for t in lines]}"] if "label" in gid else []
            continue
        marks = [
            e
            for e in layout.elements
            if isinstance(e, Marker) and e.gid == f"{gid}-family"
        ]
        if len(marks) != (
            wanted[name] is not None
            and not (gid.startswith("column") and letters(name) in rows)
        ):
            found.append(f"{name} has {len(marks)} marks")
        left, top, right, bottom = (
            f(t.box[i] for t in lines) for i, f in enumerate((min, min, max, max))
        )
        for mark in marks:
            seen.add((mark.shape, mark.fill))
            if key.get((mark.shape, mark.fill)) != wanted[name]:
                found.append(
                    f"the mark of {name} says {key.get((mark.shape, mark.fill))}, not "
                    f"{wanted[name]}"
                )
            if (
                min(abs(mark.x + mark.radius - left), abs(mark.x - mark.radius - right))
                > BESIDE
            ):
                found.append(f"the mark of {name} is not beside it")
            if not top < mark.y < bottom:
                found.append(f"the mark of {name} is not at its height")
            if any(t.color not in (mark.fill, "foreground") for t in lines):
                found.append(f"{name} has another colour than its mark")
    return (
        found
        if seen == set(key)
        else [*found, f"the key explains {sorted(key)}, and there are {sorted(seen)}"]
    )


def _key(layout, texts):
    """Read form and colour -> family off the key."""
    entries = {}
    for mark in (
        e for e in layout.elements if isinstance(e, Marker) and e.gid == "key"
    ):
        right = [
            t
            for t in texts
            if t.gid == "key-text" and abs(t.y - mark.y) < 1 and t.x > mark.x
        ]
        if mark.shape not in ("disc", "diamond") and right:
            entries[mark.shape, mark.fill] = min(right, key=lambda t: t.x).text
    return entries
