"""Page geometry in points, the elements of figures, and their writers."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Axes
    from cddiagram.sheet.axis import AxisScale as AxisScale
    from cddiagram.sheet.axis import Ticks as Ticks

    # Colours of roles
    from cddiagram.sheet.colors import contrast as contrast
    from cddiagram.sheet.colors import ink as ink
    from cddiagram.sheet.colors import palette as palette
    from cddiagram.sheet.elements import CORNERS as CORNERS

    # Elements of a layout
    from cddiagram.sheet.elements import Area as Area
    from cddiagram.sheet.elements import Box as Box
    from cddiagram.sheet.elements import Element as Element
    from cddiagram.sheet.elements import Line as Line
    from cddiagram.sheet.elements import Marker as Marker
    from cddiagram.sheet.elements import Measure as Measure
    from cddiagram.sheet.elements import NamedSheet as NamedSheet
    from cddiagram.sheet.elements import Rectangle as Rectangle
    from cddiagram.sheet.elements import Sheet as Sheet
    from cddiagram.sheet.elements import Text as Text
    from cddiagram.sheet.elements import like_shapes as like_shapes
    from cddiagram.sheet.elements import unique_ids as unique_ids

    # Families of algorithms
    from cddiagram.sheet.families import SHAPES as SHAPES
    from cddiagram.sheet.families import AlgorithmFamily as AlgorithmFamily

    # Fitting a figure to its page
    from cddiagram.sheet.fitting import SHORTER_NAMES as SHORTER_NAMES
    from cddiagram.sheet.fitting import SMALLER_TYPE as SMALLER_TYPE
    from cddiagram.sheet.fitting import check_hope as check_hope
    from cddiagram.sheet.fitting import fit as fit

    # The header of figures
    from cddiagram.sheet.header import HeaderItems as HeaderItems
    from cddiagram.sheet.header import Ruler as Ruler
    from cddiagram.sheet.header import cue_width as cue_width
    from cddiagram.sheet.header import draw_cue as draw_cue

    # Labels of points
    from cddiagram.sheet.labels import Label as Label
    from cddiagram.sheet.labels import enters as enters
    from cddiagram.sheet.labels import overlap as overlap
    from cddiagram.sheet.labels import place_labels as place_labels

    # Legends and decision markers
    from cddiagram.sheet.legend import FILLED as FILLED
    from cddiagram.sheet.legend import REFERENCE as REFERENCE
    from cddiagram.sheet.legend import Key as Key
    from cddiagram.sheet.legend import KeyEntry as KeyEntry
    from cddiagram.sheet.legend import decision_marker as decision_marker
    from cddiagram.sheet.look import PALETTES as PALETTES
    from cddiagram.sheet.look import POINTS_PER_INCH as POINTS_PER_INCH
    from cddiagram.sheet.look import VENUES as VENUES

    # The look of a figure
    from cddiagram.sheet.look import Look as Look
    from cddiagram.sheet.look import check_choice as check_choice
    from cddiagram.sheet.look import check_flag as check_flag
    from cddiagram.sheet.look import is_number as is_number
    from cddiagram.sheet.look import option_texts as option_texts
    from cddiagram.sheet.look import page_width as page_width
    from cddiagram.sheet.look import small_type as small_type
    from cddiagram.sheet.look import widths_from as widths_from

    # Text widths
    from cddiagram.sheet.meter import TextMeter as TextMeter

    # Axes on which a layout is drawn with matplotlib
    from cddiagram.sheet.mpl.figure import box_of as box_of
    from cddiagram.sheet.mpl.figure import width_for as width_for

    # Installed fonts
    from cddiagram.sheet.mpl.fonts import InstalledFonts as InstalledFonts
    from cddiagram.sheet.mpl.fonts import installed_families as installed_families
    from cddiagram.sheet.mpl.fonts import is_mathtext as is_mathtext

    # Files written by matplotlib
    from cddiagram.sheet.mpl.saving import to_bytes as to_bytes

    # Algorithm names in a figure
    from cddiagram.sheet.names import BrokenNames as BrokenNames
    from cddiagram.sheet.names import Names as Names
    from cddiagram.sheet.names import display_names as display_names
    from cddiagram.sheet.names import label_of as label_of
    from cddiagram.sheet.names import text_box as text_box
    from cddiagram.sheet.names import text_or_none as text_or_none
    from cddiagram.sheet.output import Output as Output
    from cddiagram.sheet.output import make_output as make_output

    # The page of a figure
    from cddiagram.sheet.page import Page as Page

    # Small multiples
    from cddiagram.sheet.panels import Panel as Panel
    from cddiagram.sheet.panels import Panels as Panels

    # File formats
    from cddiagram.sheet.saving import FORMATS as FORMATS
    from cddiagram.sheet.saving import ONLY_IN as ONLY_IN
    from cddiagram.sheet.saving import format_of as format_of

    # Scales of values, and their axes
    from cddiagram.sheet.scale import Axis as Axis
    from cddiagram.sheet.scale import ValueScale as ValueScale

    # Moving positions apart
    from cddiagram.sheet.spreading import spread as spread

    # The SVG writer of the sheet
    from cddiagram.sheet.svg_writer import Mark as Mark
    from cddiagram.sheet.svg_writer import in_states as in_states
    from cddiagram.sheet.svg_writer import svg_of as svg_of

    # A sheet as TikZ
    from cddiagram.sheet.tikz_writer import tikz_picture as tikz_picture

    # Typefaces
    from cddiagram.sheet.typeface import Fonts as Fonts
    from cddiagram.sheet.typeface import Typeface as Typeface
    from cddiagram.sheet.typeface import fonts_for as fonts_for

    # Line breaking for names and notes
    from cddiagram.sheet.wrapping import VERSUS as VERSUS
    from cddiagram.sheet.wrapping import wrap as wrap

_HOMES = {
    "AlgorithmFamily": "cddiagram.sheet.families",
    "Area": "cddiagram.sheet.elements",
    "Axis": "cddiagram.sheet.scale",
    "AxisScale": "cddiagram.sheet.axis",
    "Box": "cddiagram.sheet.elements",
    "BrokenNames": "cddiagram.sheet.names",
    "CORNERS": "cddiagram.sheet.elements",
    "Element": "cddiagram.sheet.elements",
    "FILLED": "cddiagram.sheet.legend",
    "FORMATS": "cddiagram.sheet.saving",
    "Fonts": "cddiagram.sheet.typeface",
    "HeaderItems": "cddiagram.sheet.header",
    "InstalledFonts": "cddiagram.sheet.mpl.fonts",
    "Key": "cddiagram.sheet.legend",
    "KeyEntry": "cddiagram.sheet.legend",
    "Label": "cddiagram.sheet.labels",
    "Line": "cddiagram.sheet.elements",
    "Look": "cddiagram.sheet.look",
    "Mark": "cddiagram.sheet.svg_writer",
    "Marker": "cddiagram.sheet.elements",
    "Measure": "cddiagram.sheet.elements",
    "NamedSheet": "cddiagram.sheet.elements",
    "Names": "cddiagram.sheet.names",
    "ONLY_IN": "cddiagram.sheet.saving",
    "Output": "cddiagram.sheet.output",
    "PALETTES": "cddiagram.sheet.look",
    "POINTS_PER_INCH": "cddiagram.sheet.look",
    "Page": "cddiagram.sheet.page",
    "Panel": "cddiagram.sheet.panels",
    "Panels": "cddiagram.sheet.panels",
    "REFERENCE": "cddiagram.sheet.legend",
    "Rectangle": "cddiagram.sheet.elements",
    "Ruler": "cddiagram.sheet.header",
    "SHAPES": "cddiagram.sheet.families",
    "SHORTER_NAMES": "cddiagram.sheet.fitting",
    "SMALLER_TYPE": "cddiagram.sheet.fitting",
    "Sheet": "cddiagram.sheet.elements",
    "Text": "cddiagram.sheet.elements",
    "TextMeter": "cddiagram.sheet.meter",
    "Ticks": "cddiagram.sheet.axis",
    "Typeface": "cddiagram.sheet.typeface",
    "VENUES": "cddiagram.sheet.look",
    "VERSUS": "cddiagram.sheet.wrapping",
    "ValueScale": "cddiagram.sheet.scale",
    "box_of": "cddiagram.sheet.mpl.figure",
    "check_choice": "cddiagram.sheet.look",
    "check_flag": "cddiagram.sheet.look",
    "check_hope": "cddiagram.sheet.fitting",
    "contrast": "cddiagram.sheet.colors",
    "cue_width": "cddiagram.sheet.header",
    "decision_marker": "cddiagram.sheet.legend",
    "display_names": "cddiagram.sheet.names",
    "draw_cue": "cddiagram.sheet.header",
    "enters": "cddiagram.sheet.labels",
    "fit": "cddiagram.sheet.fitting",
    "fonts_for": "cddiagram.sheet.typeface",
    "format_of": "cddiagram.sheet.saving",
    "in_states": "cddiagram.sheet.svg_writer",
    "ink": "cddiagram.sheet.colors",
    "installed_families": "cddiagram.sheet.mpl.fonts",
    "is_mathtext": "cddiagram.sheet.mpl.fonts",
    "is_number": "cddiagram.sheet.look",
    "label_of": "cddiagram.sheet.names",
    "like_shapes": "cddiagram.sheet.elements",
    "make_output": "cddiagram.sheet.output",
    "option_texts": "cddiagram.sheet.look",
    "overlap": "cddiagram.sheet.labels",
    "page_width": "cddiagram.sheet.look",
    "palette": "cddiagram.sheet.colors",
    "place_labels": "cddiagram.sheet.labels",
    "small_type": "cddiagram.sheet.look",
    "spread": "cddiagram.sheet.spreading",
    "svg_of": "cddiagram.sheet.svg_writer",
    "text_box": "cddiagram.sheet.names",
    "text_or_none": "cddiagram.sheet.names",
    "tikz_picture": "cddiagram.sheet.tikz_writer",
    "to_bytes": "cddiagram.sheet.mpl.saving",
    "unique_ids": "cddiagram.sheet.elements",
    "width_for": "cddiagram.sheet.mpl.figure",
    "widths_from": "cddiagram.sheet.look",
    "wrap": "cddiagram.sheet.wrapping",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # otherwise type checkers would accept every name
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
