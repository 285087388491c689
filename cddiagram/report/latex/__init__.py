"""What only LaTeX needs: tables that fit the page, literal texts, pieces to be read in,
and the PDF.
"""
