"""What PDF and SVG files show, read by nobody who wrote them: letters and shapes in
points from the upper left corner.

`letters_and_shapes` follows the operators of a page, `shapes_of_svg` the elements of a
drawing; `differences` says in words what two of them do not have in common. What
neither can know, how the outlines of an embedded font look and what lies on top, is for
the pictures that other programs make of the files (`pixels`).
"""

import math
import re
import shutil
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy as np
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import ContentStream

#: What is the same place across and down, in points. In PDF matplotlib rounds the way
#: from each letter to the next to 1/64 pt, which is more than a tenth of a point at the
#: end of a long name; in SVG the same letters are shapes, and rounded far less.
LETTERS_APART, SHAPES_APART = (0.25, 0.02), (0.02, 0.02)
#: How far the first letter of a text may stand from its place on the sheet, and the end
#: of the last.
ENDS_APART = 0.02


@dataclass(frozen=True, kw_only=True)
class Letter:
    """One glyph: what readers copy for it, where it begins on its line, and where the
    next would.
    """

    text: str
    font: str
    size: float
    color: str
    x: float
    y: float
    end: float


@dataclass(frozen=True, kw_only=True)
class Shape:
    """One outline; of curves only the box is known, as two writers make the same disc
    of other pieces.
    """

    style: tuple
    curved: bool
    corners: tuple


@dataclass(frozen=True, kw_only=True)
class Picture:
    """What a file shows."""

    width: float
    height: float
    letters: tuple = ()
    shapes: tuple = ()


def differences(one, other):
    """Say what two pictures do not have in common; nothing if they are the same."""
    found = []
    size = (one.width - other.width, one.height - other.height)
    if max(map(abs, size)) > 1e-4:
        found.append(
            f"the page is {one.width} x {one.height}, and {other.width} x "
            f"{other.height}"
        )
    letters = [
        [
            ((e.text, e.font, round(e.size, 3), e.color), ((e.x, e.y),))
            for e in picture.letters
            if e.text.strip()
        ]
        for picture in (one, other)
    ]
    shapes = [
        [((e.style, e.curved, len(e.corners)), e.corners) for e in picture.shapes]
        for picture in (one, other)
    ]
    return [
        *found,
        *_unmatched(*letters, LETTERS_APART),
        *_unmatched(*shapes, SHAPES_APART),
    ]


def _unmatched(ones, others, apart):
    """List what has no partner of the same kind in the same place, `apart` across and
    down at most.
    """
    kinds = defaultdict(lambda: ([], []))
    for number, elements in enumerate((ones, others)):
        for kind, places in elements:
            kinds[kind][number].append(places)
    for kind, (left, right) in kinds.items():
        alone, free = [], np.array(right, dtype=float)
        for places in left:
            far = (
                (np.abs(free - np.array(places)) / apart).max(axis=(1, 2))
                if len(free)
                else np.array([math.inf])
            )
            if far.min() <= 1:
                free = np.delete(free, far.argmin(), axis=0)
            else:
                alone.append(
                    f"{_point(places[0])} (off by {far.min():.2f} of what is allowed)"
                )
        if alone or len(free):
            yield (
                f"{kind}: alone in one {alone[:4]}, in the other "
                f"{[_point(places[0]) for places in free[:4]]}"
            )


def _far(places, others):
    return max(
        max(abs(a - c), abs(b - d))
        for (a, b), (c, d) in zip(places, others, strict=True)
    )


def _point(place):
    return f"{place[0]:.2f} {place[1]:.2f}"


def misplaced(picture, sheet):
    """Say which texts of a sheet are not in the picture, letter by letter, from one end
    of their place to the other.
    """
    letters = sorted((e for e in picture.letters if e.text.strip()), key=lambda e: e.x)
    for text in (e for e in sheet.elements if hasattr(e, "text")):
        here = [
            e
            for e in letters
            if abs(e.y - text.baseline) < ENDS_APART
            and text.left - ENDS_APART < e.x < text.left + text.width
            and abs(e.size - text.size) < 1e-3
        ]
        if "".join(e.text for e in here) != "".join(text.text.split()):
            yield (
                f"{text.text!r} at {text.left:.2f} {text.baseline:.2f} is "
                f"{''.join(e.text for e in here)!r}"
            )
        elif here and text.text.strip() == text.text:
            before, after = here[0].x - text.left, here[-1].end - text.left - text.width
            if max(abs(before), abs(after)) > ENDS_APART:
                yield (
                    f"{text.text!r} begins {before:.3f} pt and ends {after:.3f} pt "
                    "after its place"
                )


# -- PDF -------------------------------------------------------------------------------


def letters_and_shapes(path):
    """Read the only page of a PDF."""
    reader = PdfReader(path, strict=True)
    (page,) = reader.pages
    box = page.mediabox
    reading = _Page(reader, float(box.height))
    reading.run(page.get_contents(), page["/Resources"], (1, 0, 0, 1, 0, 0), _START)
    return Picture(
        width=float(box.width),
        height=float(box.height),
        letters=tuple(reading.letters),
        shapes=tuple(reading.shapes),
    )


#: The state of graphics at the start of a page.
_START = {
    "fill": "#000000", "stroke": "#000000", "width": 1.0, "dash": (), "cap": "butt", "join": "miter", "alpha": (1, 1),
}  # fmt: skip
_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")


def _times(first, second):
    """Multiply two matrices of PDF: the first is applied first."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _at(matrix, x, y):
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _hex(parts):
    return "#" + "".join(f"{round(255 * float(part)):02x}" for part in parts)


class _Page:
    """Follows the operators of a page and of the forms that it calls."""

    def __init__(self, reader, height):
        self.reader, self.height = reader, height
        self.letters, self.shapes, self.fonts = [], [], {}

    def run(self, content, resources, matrix, state):
        """Follow one stream of operators."""
        state, kept, parts = dict(state), [], []
        text = line = matrix
        for operands, operator in ContentStream(content, self.reader).operations:
            name = operator.decode("latin-1")
            numbers = [float(o) for o in operands if isinstance(o, int | float)]
            if name == "q":
                kept.append((matrix, dict(state)))
            elif name == "Q":
                matrix, state = kept.pop()
            elif name == "cm":
                matrix = _times(numbers, matrix)
            elif name in ("g", "rg"):
                state["fill"] = _hex(numbers * (3 // len(numbers)))
            elif name in ("G", "RG"):
                state["stroke"] = _hex(numbers * (3 // len(numbers)))
            elif name == "w":
                state["width"] = numbers[0]
            elif name == "d":
                state["dash"] = tuple(round(float(number), 3) for number in operands[0])
            elif name in "Jj":
                state["cap" if name == "J" else "join"] = (
                    _CAPS if name == "J" else _JOINS
                )[int(numbers[0])]
            elif name == "gs":
                extra = resources["/ExtGState"][operands[0]]
                state["alpha"] = extra.get("/ca", 1), extra.get("/CA", 1)
            elif name == "m":
                parts.append([False, _at(matrix, *numbers)])
            elif name == "l":
                parts[-1].append(_at(matrix, *numbers))
            elif name in "cvy":
                parts[-1][0] = True
                parts[-1].append(_at(matrix, *numbers[-2:]))
            elif name == "re":
                x, y, w, h = numbers
                parts.append(
                    [
                        False,
                        *(
                            _at(matrix, *at)
                            for at in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
                        ),
                    ]
                )
            elif name in ("f", "F", "f*", "S", "s", "B", "B*", "b", "b*"):
                self._paint(
                    parts, state, fill=name not in "Ss", stroke=name[0] in "SsBb"
                )
                parts = []
            elif name == "n":
                parts = []
            elif name == "Do":
                form = resources["/XObject"][operands[0]].get_object()
                inner = _times(
                    [
                        float(number)
                        for number in form.get("/Matrix", (1, 0, 0, 1, 0, 0))
                    ],
                    matrix,
                )
                self.run(form, form.get("/Resources", resources), inner, state)
            elif name == "BT":
                text = line = (1, 0, 0, 1, 0, 0)
            elif name in ("Td", "TD"):
                text = line = _times((1, 0, 0, 1, *numbers), line)
            elif name == "Tm":
                text = line = tuple(numbers)
            elif name == "Tf":
                font, size = (
                    self._font(resources["/Font"].raw_get(operands[0])),
                    numbers[-1],
                )
            elif name in ("Tj", "TJ"):
                for piece in operands[0] if name == "TJ" else operands[:1]:
                    if isinstance(piece, int | float):
                        text = _times(
                            (1, 0, 0, 1, -float(piece) * size / 1000, 0), text
                        )
                    else:
                        text = self._show(piece, font, size, text, matrix, state)
            elif name not in (
                "h",
                "ET",
                "cs",
                "CS",
                "W",
                "W*",
                "i",
                "ri",
                "BDC",
                "BMC",
                "EMC",
            ):
                raise AssertionError(f"the operator {name} is not known here")

    def _paint(self, parts, state, *, fill, stroke):
        style = (
            ("fill", state["fill"] if fill else None),
            (
                "stroke",
                (state["stroke"], round(state["width"], 3), state["dash"])
                if stroke
                else None,
            ),
            ("cap", state["cap"]),
            ("join", state["join"]),
            (
                "alpha",
                (state["alpha"][0] if fill else 1, state["alpha"][1] if stroke else 1),
            ),
        )
        for curved, *corners in parts:
            shape = _shape(style, curved, [(x, self.height - y) for x, y in corners])
            self.shapes += [] if shape is None else [shape]

    def _font(self, reference):
        key = getattr(reference, "idnum", id(reference))
        if key not in self.fonts:
            self.fonts[key] = Font(reference.get_object())
        return self.fonts[key]

    def _show(self, piece, font, size, text, matrix, state):
        data = getattr(piece, "original_bytes", piece)
        for place in range(0, len(data), font.bytes):
            code = int.from_bytes(data[place : place + font.bytes], "big")
            _, b, c, d, x, y = _times(text, matrix)
            assert abs(b) < 1e-9 > abs(c), "a text is turned"
            wide = font.widths[code] * size / 1000
            self.letters.append(
                Letter(
                    text=font.characters[code],
                    font=font.name,
                    size=size * d,
                    color=state["fill"],
                    x=x,
                    y=self.height - y,
                    end=x + wide * d,
                )
            )
            text = _times((1, 0, 0, 1, wide, 0), text)
        return text


class Font:
    """An embedded font: name, characters and widths (in thousandths of the size) by
    code.
    """

    def __init__(self, entry):
        self.entry = entry
        self.name = entry["/BaseFont"].partition("+")[2]
        self.characters = dict(
            _mapped(entry["/ToUnicode"].get_data().decode("latin-1"))
        )
        self.bytes = 2 if entry["/Subtype"] == "/Type0" else 1
        self.inner = (
            entry["/DescendantFonts"][0].get_object() if self.bytes == 2 else entry
        )
        self.widths = defaultdict(lambda: float(self.inner.get("/DW", 1000)))
        if self.bytes == 1:
            widths = entry["/Widths"].get_object()
            self.widths |= {
                code: float(width)
                for code, width in enumerate(widths, start=int(entry["/FirstChar"]))
            }
            return
        items = list(self.inner["/W"].get_object())
        while items:
            first, second = int(items.pop(0)), items.pop(0)
            if isinstance(second, list):
                self.widths |= {
                    first + place: float(width) for place, width in enumerate(second)
                }
            else:
                width = float(items.pop(0))
                self.widths |= dict.fromkeys(range(first, int(second) + 1), width)

    @property
    def file(self):
        """The embedded file."""
        return self.inner["/FontDescriptor"]["/FontFile2"].get_data()

    @property
    def glyphs(self):
        """Number of the glyph in the file by code."""
        table = self.inner.get("/CIDToGIDMap", "/Identity")
        if table == "/Identity":
            return {code: code for code in self.characters}
        numbers = table.get_data()
        return {
            code: int.from_bytes(numbers[2 * code : 2 * code + 2], "big")
            for code in self.characters
        }


def _mapped(cmap):
    """Read a ToUnicode map: codes and texts."""
    for block in re.findall(r"beginbfchar(.*?)endbfchar", cmap, re.DOTALL):
        for code, target in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            yield int(code, 16), bytes.fromhex(target).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", cmap, re.DOTALL):
        for low, high, one, several in re.findall(
            r"<(\w+)>\s*<(\w+)>\s*(?:<(\w+)>|\[([^]]*)\])", block
        ):
            targets = re.findall(r"\w+", several) or [
                f"{int(one, 16) + step:0{len(one)}x}"
                for step in range(int(high, 16) - int(low, 16) + 1)
            ]
            for step, target in enumerate(targets):
                yield int(low, 16) + step, bytes.fromhex(target).decode("utf-16-be")


def fonts_of(path):
    """List the fonts of the only page of a PDF."""
    (page,) = PdfReader(path, strict=True).pages
    return [Font(entry.get_object()) for entry in page["/Resources"]["/Font"].values()]


def _shape(style, curved, corners):
    if curved:
        xs, ys = zip(*corners, strict=True)
        corners = [(min(xs), min(ys)), (max(xs), max(ys))]
    elif len(corners) > 2 and _far([corners[0]], [corners[-1]]) < 1e-6:
        corners = corners[:-1]
    filled, stroked = (dict(style)[kind] is not None for kind in ("fill", "stroke"))
    if filled and not stroked and len(corners) < 3 and not curved:
        return None  # no ink: there are contours of one point in fonts
    silent = [
        *(["cap"] if filled or not stroked else []),
        *(["join"] if curved or not stroked or len(corners) < 3 else []),
    ]
    style = tuple(part for part in style if part[0] not in silent)
    return Shape(
        style=style,
        curved=curved,
        corners=tuple(_turned(corners) if filled else _forwards(corners)),
    )


def _turned(corners):
    """Begin a closed outline at its upper left corner, to the right: where a writer
    begins is of no account.
    """
    start = min(
        range(len(corners)),
        key=lambda i: (round(corners[i][1], 2), round(corners[i][0], 2)),
    )
    corners = [*corners[start:], *corners[:start]]
    back = [corners[0], *corners[:0:-1]]
    return min(
        corners, back, key=lambda path: [(round(x, 2), round(y, 2)) for x, y in path]
    )


def _forwards(corners):
    return min(
        corners,
        corners[::-1],
        key=lambda path: [(round(x, 2), round(y, 2)) for x, y in path],
    )


# -- SVG -------------------------------------------------------------------------------

_SVG, _LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
_INHERITED = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
)


def shapes_of_svg(path):
    """Read an SVG file whose texts are outlines: each contour of a letter is a
    shape.
    """
    root = ElementTree.parse(path).getroot()
    left, top, width, height = map(float, root.get("viewBox").split())
    assert (left, top) == (0, 0)
    assert (root.get("width"), root.get("height")) == (
        f"{root.get('viewBox').split()[2]}pt",
        f"{root.get('viewBox').split()[3]}pt",
    )
    named = {element.get("id"): element for element in root.iter() if element.get("id")}
    style = {
        "fill": "#000000",
        "stroke": "none",
        "stroke-width": "1",
        "stroke-linecap": "butt",
    }
    for sheet in root.iter(f"{_SVG}style"):
        rules = re.fullmatch(r"\s*\*\s*\{([^}]*)\}\s*", sheet.text)
        style |= _declared(rules.group(1))
    shapes = []
    _follow(root, (1, 0, 0, 1, 0, 0), style, (named, width, height), shapes)
    return Picture(width=width, height=height, shapes=tuple(shapes))


def _declared(text):
    return {
        key.strip(): value.strip()
        for key, _, value in (part.partition(":") for part in text.split(";"))
        if value
    }


def _follow(element, matrix, style, page, shapes):
    tag = element.tag.removeprefix(_SVG)
    if not element.tag.startswith(_SVG) or tag in (
        "defs",
        "metadata",
        "style",
        "title",
        "desc",
    ):
        return
    own = {
        name: element.get(name) for name in _INHERITED if element.get(name)
    } | _declared(element.get("style", ""))
    style = style | own
    matrix = _times(_transform(element.get("transform", "")), matrix)
    if tag == "use":
        shift = (1, 0, 0, 1, float(element.get("x", 0)), float(element.get("y", 0)))
        _follow(
            page[0][element.get(_LINK).removeprefix("#")],
            _times(shift, matrix),
            style,
            page,
            shapes,
        )
    elif tag in ("path", "rect", "circle"):
        scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        painted = _painted(style, scale)
        parts = (
            list(_traced(element.get("d", "")))
            if tag == "path"
            else [_simple(tag, element, page)]
        )
        for curved, *corners in parts:
            shape = _shape(
                painted, curved, [_at(matrix, *corner) for corner in corners]
            )
            shapes += [] if shape is None else [shape]
    elif tag not in ("svg", "g"):
        raise AssertionError(f"the element {tag} is not known here")
    else:
        for child in element:
            _follow(child, matrix, style, page, shapes)


def _transform(text):
    matrix = (1, 0, 0, 1, 0, 0)
    for kind, inner in reversed(re.findall(r"(\w+)\(([^)]*)\)", text)):
        numbers = [float(number) for number in re.split(r"[\s,]+", inner.strip())]
        if kind == "translate":
            numbers = (1, 0, 0, 1, numbers[0], (*numbers, 0)[1])
        elif kind == "scale":
            numbers = (numbers[0], 0, 0, numbers[-1], 0, 0)
        else:
            assert kind == "matrix", kind
        matrix = _times(matrix, numbers)
    return matrix


def _painted(style, scale):
    stroke = None
    if style["stroke"] != "none" and float(style["stroke-width"]):
        dash = style.get("stroke-dasharray", "none")
        lengths = (
            ()
            if dash == "none"
            else tuple(round(float(x), 3) for x in re.split(r"[\s,]+", dash))
        )
        stroke = (
            _color(style["stroke"]),
            round(float(style["stroke-width"]) * scale, 3),
            lengths,
        )
    fill = None if style["fill"] == "none" else _color(style["fill"])
    cap, join = style["stroke-linecap"], style.get("stroke-linejoin", "miter")
    return (
        ("fill", fill),
        ("stroke", stroke),
        ("cap", cap),
        ("join", join),
        ("alpha", float(style.get("opacity", 1))),
    )


def _color(text):
    assert re.fullmatch("#([0-9a-f]{3}){1,2}", text), text
    return text if len(text) == 7 else "#" + "".join(2 * digit for digit in text[1:])


def _simple(tag, element, page):
    def number(name, whole=0.0):
        text = element.get(name, "0")
        return whole * float(text[:-1]) / 100 if text.endswith("%") else float(text)

    if tag == "circle":
        x, y, r = number("cx"), number("cy"), number("r")
        return [True, (x - r, y - r), (x + r, y + r)]
    x, y, w, h = (
        number("x"),
        number("y"),
        number("width", page[1]),
        number("height", page[2]),
    )
    return [False, (x, y), (x + w, y), (x + w, y + h), (x, y + h)]


#: How many numbers a command of a path takes, and how many of the last are its end.
_TAKES = {"M": 2, "L": 2, "Q": 4, "C": 6, "H": 1, "V": 1, "T": 2, "S": 4}


def _traced(path):
    """Give the parts of a path: whether they are curved, and the points on them."""
    part, place, start = None, (0.0, 0.0), (0.0, 0.0)
    for command, inner in re.findall(
        r"([A-Za-z])([^A-Za-z]*)", re.sub(r"e-\d+", "", path)
    ):
        if command in "zZ":
            place = start
            continue
        numbers = [
            float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", inner)
        ]
        kind, relative = command.upper(), command.islower()
        takes = _TAKES[kind]
        assert len(numbers) % takes == 0, (command, inner)
        for at in range(0, len(numbers), takes):
            end = numbers[at : at + takes][-2:]
            if kind in "HV":
                end = (
                    [end[0] + place[0] * relative, place[1]]
                    if kind == "H"
                    else [place[0], end[0] + place[1] * relative]
                )
            elif relative:
                end = [end[0] + place[0], end[1] + place[1]]
            place = tuple(end)
            if kind == "M" and at == 0:
                if part is not None:
                    yield part
                part, start = [False], place
            elif kind in "QCTS":
                part[0] = True
            part.append(place)
    if part is not None:
        yield part


# -- pictures --------------------------------------------------------------------------


def pixels(path, dpi=300, *, transparent=False):
    """Let poppler draw a PDF: rows of red, green, blue, 0 to 255."""
    target = path.with_suffix("")
    extra = ["-transp"] if transparent else []
    command = [
        "pdftocairo",
        "-png",
        "-singlefile",
        "-r",
        str(dpi),
        *extra,
        str(path),
        f"{target}-drawn",
    ]
    subprocess.run(command, check=True, timeout=300, capture_output=True)
    return loaded(f"{target}-drawn.png", "RGBA" if transparent else "RGB")


def drawn_by_ghostscript(path, dpi=300):
    """Let Ghostscript draw an EPS file or a PDF: rows of red, green, blue, 0 to 255."""
    target = path.with_name(f"{path.name}-drawn.png")
    smooth = ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"]
    told(
        "gs",
        path,
        *_GHOSTSCRIPT,
        *smooth,
        "-sDEVICE=png16m",
        f"-r{dpi}",
        f"-sOutputFile={target}",
    )
    return loaded(target)


def by_ghostscript(path):
    """Let Ghostscript make a PDF of an EPS file, as large as that says it is."""
    target = path.with_name(f"{path.name}.pdf")
    told("gs", path, *_GHOSTSCRIPT, "-sDEVICE=pdfwrite", f"-sOutputFile={target}")
    return target


_GHOSTSCRIPT = ("-dSAFER", "-q", "-dNOPAUSE", "-dBATCH", "-dEPSCrop")


def loaded(path, mode="RGB"):
    """Give the pixels of a picture."""
    with Image.open(path) as image:
        return np.asarray(image.convert(mode)).astype(np.int16)


def unlike(one, other, block=8):
    """Say how far apart two pictures are, of 255: on average; and at most in a small
    block, letting ink move a pixel.

    Programs that draw letters move each to a pixel of its own, so that a thousandth of
    a point can become a whole one.
    """
    assert one.shape == other.shape, (one.shape, other.shape)
    beyond = (
        np.maximum(_beyond(one, other), _beyond(other, one)).max(axis=-1).astype(float)
    )
    rows, columns = (length // block * block for length in beyond.shape)
    blocks = (
        beyond[:rows, :columns]
        .reshape(rows // block, block, columns // block, block)
        .mean(axis=(1, 3))
    )
    return float(np.abs(one - other).max(axis=-1).mean()), float(blocks.max())


def _beyond(one, other):
    """Give by how much each pixel is lighter or darker than all of its neighbourhood in
    the other picture.
    """
    padded = np.pad(other, ((1, 1), (1, 1), (0, 0)), mode="edge")
    rows, columns = one.shape[:2]
    around = [padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3)]
    return np.maximum(
        np.maximum(one - np.maximum.reduce(around), np.minimum.reduce(around) - one), 0
    )


def told(program, path, *options):
    """Give what a program of poppler, or Ghostscript, says of a file; it has nothing to
    remark.
    """
    assert shutil.which(program)
    done = subprocess.run(
        [program, *options, str(path), *(["-"] if program == "pdftotext" else [])],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout
