"""The figures of comparisons: what each says, where it stands, and the function that
draws it.
"""
