"""Tables read back from Markdown by a reader of CommonMark with tables."""

from markdown_it import MarkdownIt

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

#: What may be in a line: texts, pictures, and what the writer itself sets.
ALLOWED = {
    "text",
    "text_special",
    "image",
    "strong_open",
    "strong_close",
    "em_open",
    "em_close",
    "html_inline",
    "softbreak",
}


def said(inline):
    """Give the text of a line as it is read, and check that nothing else is in it."""
    assert {token.type for token in inline.children} <= ALLOWED, inline.content
    tags = {token.content for token in inline.children if token.type == "html_inline"}
    assert tags <= {"<span>", "</span>", "<ins>", "</ins>"}
    return "".join(
        token.content for token in inline.children if token.type.startswith("text")
    )


def read_tables(text):
    """Give the rows of every table, as read."""
    tables, inside = [], False
    for token in READER.parse(text):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            tables[-1].append([])
        elif token.type in ("th_open", "td_open"):
            inside = True
        elif token.type == "inline" and inside:
            tables[-1][-1].append(said(token))
            inside = False
    return tables
