"""Inline elements of sentences, single lines of text, LaTeX output, and errors."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Exceptions, and functions that compose their messages
    from cddiagram.text.errors import CddiagramError as CddiagramError
    from cddiagram.text.errors import Complaint as Complaint
    from cddiagram.text.errors import InputError as InputError
    from cddiagram.text.errors import LayoutError as LayoutError
    from cddiagram.text.errors import OutputError as OutputError
    from cddiagram.text.errors import UsageError as UsageError
    from cddiagram.text.errors import check_alpha as check_alpha
    from cddiagram.text.errors import check_count as check_count
    from cddiagram.text.errors import check_pair as check_pair
    from cddiagram.text.errors import choose_from as choose_from
    from cddiagram.text.errors import joined as joined
    from cddiagram.text.errors import likely_level as likely_level
    from cddiagram.text.errors import listed as listed
    from cddiagram.text.errors import nearest as nearest
    from cddiagram.text.grammar import better_direction as better_direction

    # Words that depend on a count or on the direction of scores
    from cddiagram.text.grammar import counted as counted
    from cddiagram.text.grammar import inflect as inflect

    # Sentences with names, options, formulas and citations
    from cddiagram.text.inlines import ISOLATES as ISOLATES
    from cddiagram.text.inlines import Citation as Citation
    from cddiagram.text.inlines import Formula as Formula
    from cddiagram.text.inlines import Name as Name
    from cddiagram.text.inlines import Option as Option
    from cddiagram.text.inlines import Phrase as Phrase
    from cddiagram.text.inlines import RichText as RichText
    from cddiagram.text.inlines import TextPart as TextPart
    from cddiagram.text.inlines import citation_runs as citation_runs
    from cddiagram.text.inlines import cite as cite
    from cddiagram.text.inlines import commas as commas
    from cddiagram.text.inlines import finished as finished
    from cddiagram.text.inlines import join as join
    from cddiagram.text.inlines import marked as marked
    from cddiagram.text.inlines import phrase as phrase
    from cddiagram.text.inlines import sentences as sentences
    from cddiagram.text.inlines import typed as typed

    # Names and messages on a single line
    from cddiagram.text.lines import DOLLAR as DOLLAR
    from cddiagram.text.lines import as_text as as_text
    from cddiagram.text.lines import is_nothing as is_nothing
    from cddiagram.text.lines import name as name
    from cddiagram.text.lines import one_line as one_line
    from cddiagram.text.lines import sentence as sentence

    # Literal text for LaTeX
    from cddiagram.text.tex import PREAMBLE as PREAMBLE
    from cddiagram.text.tex import tex_description as tex_description
    from cddiagram.text.tex import tex_text as tex_text

    # Right-to-left text in LaTeX
    from cddiagram.text.tex_direction import directed as directed

_HOMES = {
    "CddiagramError": "cddiagram.text.errors",
    "Citation": "cddiagram.text.inlines",
    "Complaint": "cddiagram.text.errors",
    "DOLLAR": "cddiagram.text.lines",
    "Formula": "cddiagram.text.inlines",
    "ISOLATES": "cddiagram.text.inlines",
    "InputError": "cddiagram.text.errors",
    "LayoutError": "cddiagram.text.errors",
    "Name": "cddiagram.text.inlines",
    "Option": "cddiagram.text.inlines",
    "OutputError": "cddiagram.text.errors",
    "PREAMBLE": "cddiagram.text.tex",
    "Phrase": "cddiagram.text.inlines",
    "RichText": "cddiagram.text.inlines",
    "TextPart": "cddiagram.text.inlines",
    "UsageError": "cddiagram.text.errors",
    "as_text": "cddiagram.text.lines",
    "better_direction": "cddiagram.text.grammar",
    "check_alpha": "cddiagram.text.errors",
    "check_count": "cddiagram.text.errors",
    "check_pair": "cddiagram.text.errors",
    "choose_from": "cddiagram.text.errors",
    "citation_runs": "cddiagram.text.inlines",
    "cite": "cddiagram.text.inlines",
    "commas": "cddiagram.text.inlines",
    "counted": "cddiagram.text.grammar",
    "directed": "cddiagram.text.tex_direction",
    "finished": "cddiagram.text.inlines",
    "inflect": "cddiagram.text.grammar",
    "is_nothing": "cddiagram.text.lines",
    "join": "cddiagram.text.inlines",
    "joined": "cddiagram.text.errors",
    "likely_level": "cddiagram.text.errors",
    "listed": "cddiagram.text.errors",
    "marked": "cddiagram.text.inlines",
    "name": "cddiagram.text.lines",
    "nearest": "cddiagram.text.errors",
    "one_line": "cddiagram.text.lines",
    "phrase": "cddiagram.text.inlines",
    "sentence": "cddiagram.text.lines",
    "sentences": "cddiagram.text.inlines",
    "tex_description": "cddiagram.text.tex",
    "tex_text": "cddiagram.text.tex",
    "typed": "cddiagram.text.inlines",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
