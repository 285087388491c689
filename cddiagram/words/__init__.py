"""The words of a report: names of tests, sentences, captions, conclusions, the method,
the sources.
"""
