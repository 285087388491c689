"""A page with a bit of everything that a writer draws, and one thing wrong with it at a
time.
"""

from dataclasses import replace

from random_figures import WORDS

from cddiagram.sheet import Area, Line, Marker, Rectangle, Sheet, Text, fonts_for


def sheet(*more, **changed):
    """A page with a bit of everything; `changed` are attributes of the elements of that
    name.
    """
    fonts = fonts_for()

    def text(gid, x, y, words, size=8, **options):
        width = fonts.measure(
            words, size, options.get("bold", False), options.get("italic", False)
        )
        return Text(gid=gid, x=x, y=y, text=words, size=size, width=width, **options)

    elements = (
        Rectangle(gid="zebra", x=4, y=40, width=200, height=9, fill="zebra"),
        Line(gid="axis", points=((10, 20), (227.6, 20)), width=0.8, cap="projecting"),
        Line(gid="tick", points=((10, 20), (10, 24)), width=0.5),
        Line(
            gid="guide",
            points=((40, 30), (90, 30), (95, 36)),
            width=0.5,
            color="guide",
            dash=(2.0, 1.5),
        ),
        Marker(
            gid="disc",
            x=40,
            y=20,
            radius=2,
            fill="background",
            edge="foreground",
            edge_width=1,
        ),
        Marker(gid="diamond", x=60, y=20, radius=2.4, fill="accent", shape="diamond"),
        Area(gid="area", corners=((150, 30), (170, 24), (190, 36)), fill="band"),
        text("name", 6, 44.5, WORDS[0]),
        text("bold", 226, 10, "C4.5+m", anchor="right", bold=True, color="#b00000"),
        text(
            "cue",
            120,
            55,
            WORDS[1],
            size=7,
            anchor="center",
            italic=True,
            color="secondary",
        ),
        *more,
    )
    elements = tuple(
        replace(e, **changed.pop(e.gid, {})) if not isinstance(e, str) else e
        for e in elements
    )
    assert not changed, f"no element is called {list(changed)}"
    return Sheet(width=237.6, height=64.0, elements=elements)


FAULTS = {
    "letter": {"name": {"text": "Offlce AVATAR"}},
    "shifted": {"name": {"x": 6.3}},
    "raised": {"cue": {"y": 54.8}},
    "size": {"cue": {"size": 7.1}},
    "weight": {"bold": {"bold": False}},
    "text colour": {"bold": {"color": "#b10000"}},
    "line colour": {"axis": {"color": "#010000"}},
    "line width": {"axis": {"width": 0.78}},
    "line end": {"axis": {"cap": "butt"}},
    "line place": {"tick": {"points": ((10, 20), (10, 24.1))}},
    "dashes": {"guide": {"dash": (2.0, 1.4)}},
    "rim": {"disc": {"edge_width": 0.9}},
    "hollow": {"disc": {"fill": "foreground"}},
    "marker": {"diamond": {"x": 60.1}},
    "form": {"diamond": {"shape": "square"}},
    "area": {"area": {"corners": ((150, 30), (170, 24.1), (190, 36))}},
    "box": {"zebra": {"height": 9.1}},
}
