"""The colours of roles, which are derived from the colours of the text and the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cddiagram._util import Record
from cddiagram._util.lazy import lazy_pattern
from cddiagram.sheet.families import tone
from cddiagram.sheet.rc import setting
from cddiagram.text import UsageError, joined

_RGB = tuple[float, float, float]

#: The default colours of the page and of the text. They can be used without loading
#: matplotlib.
_PLAIN = {"white": (1.0, 1.0, 1.0), "black": (0.0, 0.0, 0.0)}

_HEX = lazy_pattern("#[0-9A-Fa-f]{6}")

#: Maps each role to the proportion of the background colour in its mixture. The rest of
#: the mixture is the foreground colour.
_MIXED = {
    "foreground": 0.0, "secondary": 0.38, "leader": 0.52, "guide": 0.80, "band": 0.894, "zebra": 0.945,
    "background": 1.0,
    "shade-1": 0.35, "shade-2": 0.50, "shade-3": 0.64, "shade-4": 0.78,
}  # fmt: skip

#: Dark pages require different proportions, because thin lines and pale fills are less
#: visible on them.
_MIXED_ON_DARK = _MIXED | {"guide": 0.70, "band": 0.865, "zebra": 0.92}

#: The accent colour is blue on light pages and sky blue on dark pages. Both are colours
#: of Okabe and Ito, which can be distinguished with all types of colour vision.
_ACCENT_ON_LIGHT = "#0072b2"
_ACCENT_ON_DARK = "#56b4e9"

#: Each scale consists of three fills. On white pages, the first fill is the lightest
#: and the last fill is the darkest. On dark pages, the scale is inverted, so that the
#: fill of the largest value always has the highest contrast with the page. The grey
#: values of the three fills are 0.83, 0.60 and 0.31, which differ by at least 0.15.
_BLUE = ("#c9d7e8", "#7f9fc4", "#2f5688")
_OCHRE = ("#ebd2ab", "#c9923f", "#7c4707")
#: Each scale consists of three pale fills. They are used for cells that contain three
#: lines of text and are next to white cells. On a white page, the grey values of these
#: fills are 0.87, 0.74 and 0.60. These grey values differ by at least 0.13, and black
#: text is readable on all fills.
_PALE_BLUE = ("#d4dfee", "#aabfdb", "#7f9fc4")
_PALE_OCHRE = ("#f6d9b0", "#edb268", "#d68c3c")
#: Maps each role to its fills on light pages and on dark pages, from the smallest to
#: the largest value.
_SCALES = {
    "level": (_BLUE, _BLUE[::-1]),
    "equal": (_OCHRE, _OCHRE[::-1]),
    "better": (_PALE_BLUE, _BLUE[::-1]),
    "worse": (_PALE_OCHRE, _OCHRE[::-1]),
}

#: The first line is drawn in the text colour. All other lines are drawn in these
#: colours: a grey and all colours of Okabe and Ito except yellow. On light pages, a
#: dark gold replaces the orange, whose contrast is too low; a darker orange would
#: resemble vermilion.
_LINES_ON_LIGHT = (
    "#0072b2",
    "#d55e00",
    "#cc79a7",
    "#009e73",
    "#56b4e9",
    "#a08a00",
    "#7f7f7f",
)
_LINES_ON_DARK = (
    "#0072b2",
    "#d55e00",
    "#cc79a7",
    "#009e73",
    "#56b4e9",
    "#e69f00",
    "#7f7f7f",
)

#: The first ratio is the minimum contrast between marks and the page. The second ratio
#: is the minimum contrast between text and the page.
_SEEN, _READ = 3.0, 4.5

#: If the contrast of a colour is too low, it is moved towards the text colour in this
#: many steps. Line colours are moved in smaller steps, so that they remain distinct.
_STEPS, _FINE_STEPS = 10, 20

#: A page is considered dark if its luminance is below this number.
_DARK = 0.2


def luminance(color: str | _RGB) -> float:
    """Return the relative luminance of an opaque colour, from 0 (black) to 1 (white)
    (WCAG 2.2).
    """
    red, green, blue = map(_linear, _rgb(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    """Return the linear intensity of an sRGB channel."""
    if channel <= 0.04045:
        return channel / 12.92
    return float(((channel + 0.055) / 1.055) ** 2.4)


def contrast(first: str | _RGB, second: str | _RGB) -> float:
    """Return the contrast ratio of two opaque colours, from 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def palette(page: Any = None, text: Any = None) -> Mapping[str, str]:
    """Return the colour of each role, by default for the current rc settings."""
    if text is None:
        text = setting("text.color")
    if page is None:
        page = setting("figure.facecolor")
    foreground = _rgb(text)
    background = _opaque(page, foreground)
    shares, accent, lines = _MIXED, _ACCENT_ON_LIGHT, _LINES_ON_LIGHT
    if luminance(background) < _DARK:
        shares, accent, lines = _MIXED_ON_DARK, _ACCENT_ON_DARK, _LINES_ON_DARK

    def visible(color: str, ratio: float, steps: int = _STEPS) -> str:
        return _hex(_visible(_rgb(color), foreground, background, ratio, steps))

    inks = {}
    for role, share in shares.items():
        inks[role] = _hex(_mix(foreground, background, share))
    # On mid-grey pages, this call changes the accent colour.
    inks["accent"] = visible(accent, _READ)
    for number, line in enumerate((inks["foreground"], *lines), start=1):
        inks[f"line-{number}"] = visible(line, _SEEN, _FINE_STEPS)
    extremes = [inks["foreground"], inks["background"], "#000000", "#ffffff"]
    for scale in _SCALES:
        for number, fill in enumerate(_fills(scale, background), start=1):
            inks[f"{scale}-{number}"] = _hex(fill)
            inks[f"on-{scale}-{number}"] = _readable(extremes, fill)
    return Record(inks)


def _readable(colors: list[str], fill: _RGB) -> str:
    """Return the first colour that is readable as text on a fill. If there is none,
    return the colour with the highest contrast.
    """
    contrasts = [contrast(color, fill) for color in colors]
    for color, ratio in zip(colors, contrasts, strict=True):
        if ratio >= _READ:
            return color
    return colors[contrasts.index(max(contrasts))]


def is_opaque(color: Any) -> bool:
    """Return whether a colour has no transparency."""
    return _rgba(color)[3] == 1


def ink(color: str | None, inks: Mapping[str, str]) -> str:
    """Convert a role, a palette colour or a literal colour to ``"#rrggbb"``, and None
    to ``"none"``.

    Raises
    ------
    UsageError
        If the colour is unknown.
    """
    if color is None:
        return "none"
    if color in inks:
        return inks[color]
    if literal := tone(color):
        foreground, background = _rgb(inks["foreground"]), _rgb(inks["background"])
        return _hex(_visible(_rgb(literal), foreground, background, _READ))
    try:
        return _hex(_rgb(color))
    except ValueError:
        raise UsageError(
            f"unknown color '{color}'. Use a matplotlib colour name or '#rrggbb'."
        ) from None


def faint_warning(given: Mapping[str, str], inks: Mapping[str, str]) -> str | None:
    """Return a warning about names whose colours have a low contrast with the page, or
    None if there are no such names (WCAG 2.2, 1.4.11).
    """
    background = inks["background"]
    faint = []
    for name, color in given.items():
        ratio = contrast(ink(color, inks), background)
        if ratio < _SEEN:
            faint.append(f"the contrast of '{name}' is {ratio:.1f}")
    if not faint:
        return None
    way = "darker"
    if luminance(background) < _DARK:
        way = "lighter"
    return (
        f"colours need a contrast of at least {_SEEN:g} with the page, but "
        f"{joined(faint)}. Use a {way} colour."
    )


def _rgba(color: Any) -> tuple[float, ...]:
    """Return the red, green, blue and alpha channels of a colour. Matplotlib is loaded
    unless the colour is a tuple of numbers, ``"#rrggbb"``, ``"white"`` or ``"black"``.
    """
    if isinstance(color, tuple) and len(color) in (3, 4):
        if all(isinstance(part, float) and 0 <= part <= 1 for part in color):
            return (*color, 1.0)[:4]
    elif isinstance(color, str) and _HEX.fullmatch(color):
        red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return red, green, blue, 1.0
    elif isinstance(color, str) and color in _PLAIN:
        return (*_PLAIN[color], 1.0)
    from matplotlib.colors import to_rgba

    return to_rgba(color)


def _rgb(color: Any) -> _RGB:
    red, green, blue, _ = _rgba(color)
    return red, green, blue


def _hex(color: _RGB) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in color)


def _mix(start: _RGB, end: _RGB, share: float | _RGB) -> _RGB:
    """Interpolate between two colours. `share` is one fraction, or one fraction for
    each channel.
    """
    shares = share
    if not isinstance(shares, tuple):
        shares = (shares, shares, shares)
    channels = zip(start, end, shares, strict=True)
    red, green, blue = (first + part * (last - first) for first, last, part in channels)
    return red, green, blue


def _visible(
    color: _RGB,
    foreground: _RGB,
    background: _RGB,
    least_contrast: float,
    steps: int = _STEPS,
) -> _RGB:
    """Move a colour towards the foreground until it has at least this contrast with the
    background.
    """
    for step in range(steps + 1):
        candidate = _mix(color, foreground, step / steps)
        if contrast(candidate, background) >= least_contrast:
            return candidate
    return foreground


def _fills(scale: str, page: _RGB) -> list[_RGB]:
    """Return the fills of a scale, blended with the page colour: multiplied on light
    pages ("multiply") and screened on dark pages ("screen").
    """
    on_light, on_dark = _SCALES[scale]
    if luminance(page) < _DARK:
        return [_mix(_rgb(fill), (1.0, 1.0, 1.0), page) for fill in on_dark]
    return [_mix((0.0, 0.0, 0.0), _rgb(fill), page) for fill in on_light]


def _opaque(page: Any, foreground: _RGB) -> _RGB:
    """Return the opaque colour of a page. Transparent pages are assumed to be on white
    paper, or on a black slide if the text is light.
    """
    red, green, blue, alpha = _rgba(page)
    behind = (1.0, 1.0, 1.0)
    if luminance(foreground) > 0.5:
        behind = (0.0, 0.0, 0.0)
    return _mix(behind, (red, green, blue), alpha)
