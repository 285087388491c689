"""The sections of a report: what each holds, and the cells and hints that they are made
of.
"""
