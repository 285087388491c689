"""What every layer may use, and nobody outside: files, records, arrays, exact numbers,
texts.
"""
