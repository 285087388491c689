"""Tables of the package as files of the tests."""

from cddiagram.data import read_example


def without_comments(name):
    """Return an example without its comments, which state a direction that some tests
    turn.
    """
    lines = read_example(name).splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b"#"))
