"""Small nasty files, each with what comes of it: names and scores, or how the sentence
begins that refuses it.

Each was a defect once, or is what people, programs or malice leave in tables.
"""

#: What it is, suffix, content; algorithms, data sets and scores (names cut after 12
#: letters), or the sentence's begin.
CASES: tuple[tuple[str, str, bytes, str, str], ...] = (
    (
        "no lzma",
        "csv.xz",
        b"d  A  B\nx  1  2\ny  3  1\nz  4  1\n",
        "",
        "s.csv.xz cannot be decompressed (input format not supported by decoder). "
        "Decompress the file, or correct its suffix.",
    ),
    (
        "gzip with broken blocks",
        "csv.gz",
        bytes.fromhex("1f8b0800000000000003") + b"\xff" * 12,
        "",
        "s.csv.gz cannot be decompressed (error -3 while decompressing data: invalid "
        "block type). Decompress the file, or correct its suffix.",
    ),
    (
        "empty",
        "csv",
        b"",
        "",
        "s.csv is empty. Add a header and one line for each data set.",
    ),
    (
        "blanks alone",
        "csv",
        b" \n\t\n",
        "",
        "s.csv is empty. Add a header and one line for each data set.",
    ),
    (
        "comments alone",
        "csv",
        b"# a\n# b\n",
        "",
        ("s.csv contains only comments. Add a header and one line for each data set."),
    ),
    (
        "header alone",
        "csv",
        b"d,A,B\n",
        "",
        "s.csv has no rows after the header (line 1). Add a row for each data set.",
    ),
    (
        "one column",
        "csv",
        b"A\n1\n2\n",
        "",
        "s.csv has only one column. Separate the columns (a data set "
        "and two or more algorithms) with commas, semicolons or tabs.",
    ),
    (
        "byte-order mark",
        "csv",
        b"\xef\xbb\xbfd,A,B\nx,1,2\ny,3,1\nz,4,1\n",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "utf-16",
        "csv",
        b"\xff\xfed\x00,\x00A\x00,\x00B\x00\n\x00x\x00,\x001\x00,\x002\x00\n\x00y\x00,\x003\x00,\x001\x00\n\x00z\x00,\x004\x00,\x001\x00\n\x00",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "utf-32",
        "csv",
        b"\xff\xfe\x00\x00d\x00\x00\x00,\x00\x00\x00A\x00\x00\x00,\x00\x00\x00B\x00\x00\x00\n\x00\x00\x00x\x00\x00\x00,\x00\x00\x001\x00\x00\x00,\x00\x00\x002\x00\x00\x00\n\x00\x00\x00y\x00\x00\x00,\x00\x00\x003\x00\x00\x00,\x00\x00\x001\x00\x00\x00\n\x00\x00\x00z\x00\x00\x00,\x00\x00\x004\x00\x00\x00,\x00\x00\x001\x00\x00\x00\n\x00\x00\x00",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "latin-1",
        "csv",
        b"d,A,B\nM\xe9thode,1,2\ny,3,1\nz,4,1\n",
        "",
        "s.csv, line 2 is not UTF-8 text. ",
    ),
    (
        "cut utf-8",
        "csv",
        b"d,A,B\nx,1,2\ny,3,1\nz,4,1\n\xc3",
        "",
        "s.csv, line 5 is not UTF-8 text. ",
    ),
    (
        "carriage returns alone",
        "csv",
        b"d,A,B\rx,1,2\ry,3,1\rz,4,1\r",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "windows lines",
        "csv",
        b"d,A,B\r\nx,1,2\r\ny,3,1\r\nz,4,1\r\n",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "no last newline",
        "csv",
        b"d,A,B\nx,1,2\ny,3,1\nz,4,1",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "many last newlines",
        "csv",
        b"d,A,B\nx,1,2\ny,3,1\nz,4,1\n\n\n\n",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "semicolons",
        "csv",
        b"d;A;B\nx;1;2\ny;3;1\nz;4;1\n",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "tabs",
        "csv",
        b"d\tA\tB\nx\t1\t2\ny\t3\t1\nz\t4\t1\n",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "blanks divide",
        "csv",
        b"d  A  B\nx  1  2\ny  3  1\nz  4  1\n",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "mixed separators",
        "csv",
        b"d,A,B\nx;1;2\ny;3;1\n",
        "",
        "s.csv, line 2 has 1 cell, but the header has 3. Complete the line, "
        "and quote cells that contain the separator.",
    ),
    (
        "separator at the ends",
        "csv",
        b"d,A,B,\nx,1,2,\ny,3,1,\nz,4,1,\n",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "row numbers of pandas",
        "csv",
        b",d,A,B\n0,x,1,2\n1,y,3,1\n2,z,4,1\n",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "header of R",
        "csv",
        b"A,B\nx,1,2\ny,3,1\nz,4,1\n",
        "A,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "no header",
        "csv",
        b"x,1,2\ny,3,1\n",
        "",
        "s.csv, line 1, column 2: the columns '1', '2' have numbers as names",
    ),
    (
        "short line",
        "csv",
        b"d,A,B\nx,1\ny,3,1\n",
        "",
        "s.csv, line 2 has 2 cells, but the header has 3. Complete the line, "
        "and quote cells that contain the separator.",
    ),
    (
        "long line",
        "csv",
        b"d,A,B\nx,1,2,3\ny,3,1\n",
        "",
        "s.csv, line 2 has 4 cells, but the header has 3. Complete the line, "
        "and quote cells that contain the separator.",
    ),
    (
        "open quote",
        "csv",
        b'd,A,B\nx,"1,2\ny,3,1\n',
        "",
        "s.csv, line 2: the quotation marks do not match (unexpected end of data). "
        "Close or double the quotation marks.",
    ),
    (
        "text behind a quote",
        "csv",
        b'd,A,B\n"x"y,1,2\ny,3,1\n',
        "",
        "s.csv, line 2: the quotation marks do not match (',' expected after '\"'). "
        "Close or double the quotation marks.",
    ),
    (
        "quoted separator",
        "csv",
        b'd,A,B\n"x, 1",1,2\ny,3,1\nz,4,1\n',
        "A,B; x, 1,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "quoted newline",
        "csv",
        b'd,A,B\n"x\n1",1,2\ny,3,1\nz,4,1\n',
        "A,B; x\n1,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "doubled quotes",
        "csv",
        b'd,"A ""new""",B\nx,1,2\ny,3,1\nz,4,1\n',
        'A "new",B; x,y,z; 1,2 3,1 4,1',
        "",
    ),
    (
        "comment that looks like a row",
        "csv",
        b"d,A,B\nx,1,2\n#y,3,1\nz,4,1\nw,2,1\n",
        "A,B; x,z,w; 1,2 4,1 2,1",
        "",
    ),
    (
        "comment between quotes",
        "csv",
        b'd,A,B\n"x\n# no comment",1,2\ny,3,1\nz,4,1\n',
        "A,B; x\n# no comme,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "null byte in a name",
        "csv",
        b"d,A,B\nx\x00,1,2\ny,3,1\nz,4,1\n",
        "A,B; x�,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "null byte in a score",
        "csv",
        b"d,A,B\nx,1,2\ny,3\x00,1\nz,4,1\n",
        "",
        "s.csv, line 3, column 2 (data set 'y', algorithm 'A'): '3' is not a "
        "number. Enter a number, or leave the cell",
    ),
    (
        "cell of 200,000 letters",
        "csv",
        b"d,A,B\nx," + b"1" * 200000 + b",2\ny,1,2\n",
        "",
        "s.csv, line 2 begins a cell of more than 131,072 characters. Close the "
        "quotation mark, or shorten the cell.",
    ),
    (
        "title above the table",
        "csv",
        b"Results\n\nd,A,B\nx,1,2\ny,3,1\nz,4,1\n",
        "",
        "s.csv, line ",
    ),
    (
        "turned round",
        "csv",
        b"method,iris,wine,glass\nA,1,2,3\nB,3,1,2\n",
        "",
        "s.csv: the column 'method' suggests that the rows are algorithms. ",
    ),
    (
        "two header rows",
        "csv",
        b"d,A,B\n,acc,acc\nx,1,2\ny,3,1\n",
        "",
        "s.csv, line 2, column 1: the data set has no name. Add the name.",
    ),
    (
        "markdown table",
        "csv",
        b"| d | A | B |\n|---|---|---|\n| x | 1 | 2 |\n",
        "",
        "s.csv has only one column. Separate the columns (a data set "
        "and two or more algorithms) with commas, semicolons or tabs.",
    ),
    (
        "algorithm named empty",
        "csv",
        b"d,,B\nx,1,2\ny,3,1\nz,4,1\n",
        "",
        "s.csv, line 1, column 2: the column has no name. Add the name of the "
        "algorithm.",
    ),
    (
        "algorithm named blank",
        "csv",
        b"d,  ,B\nx,1,2\ny,3,1\nz,4,1\n",
        "",
        "s.csv, line 1, column 2: the column has no name. Add the name of the "
        "algorithm.",
    ),
    (
        "algorithm named script",
        "csv",
        b"d,<script>alert(1)</script>,B\nx,1,2\ny,3,1\nz,4,1\n",
        "<script>aler,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named entity",
        "csv",
        b"d,&amp;,B\nx,1,2\ny,3,1\nz,4,1\n",
        "&amp;,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named end of data",
        "csv",
        b"d,]]>,B\nx,1,2\ny,3,1\nz,4,1\n",
        "]]>,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named comment",
        "csv",
        b"d,-->,B\nx,1,2\ny,3,1\nz,4,1\n",
        "-->,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named escape",
        "csv",
        b"d,\x1b[31mred,B\nx,1,2\ny,3,1\nz,4,1\n",
        "�[31mred,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named one-byte escape",
        "csv",
        b"d,\xc2\x9b31m,B\nx,1,2\ny,3,1\nz,4,1\n",
        "�31m,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named null",
        "csv",
        b"d,A\x00,B\nx,1,2\ny,3,1\nz,4,1\n",
        "A�,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named not a character",
        "csv",
        b"d,A\xef\xbf\xbf,B\nx,1,2\ny,3,1\nz,4,1\n",
        "A�,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named other not a character",
        "csv",
        b"d,A\xef\xbf\xbe,B\nx,1,2\ny,3,1\nz,4,1\n",
        "A�,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named surrogate",
        "csv",
        b"d,A\xed\xa0\x80,B\nx,1,2\ny,3,1\nz,4,1\n",
        "",
        "s.csv, line 1 is not UTF-8 text. ",
    ),
    (
        "algorithm named bidi",
        "csv",
        b"d,\xe2\x80\xaeabc,B\nx,1,2\ny,3,1\nz,4,1\n",
        "\u202eabc,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named tex",
        "csv",
        b"d,\\input{/etc/passwd},B\nx,1,2\ny,3,1\nz,4,1\n",
        "\\input{/etc/,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named tex specials",
        "csv",
        b"d,$%_^~#{}\\,B\nx,1,2\ny,3,1\nz,4,1\n",
        "$%_^~#{}\\,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named formula",
        "csv",
        b"d,=cmd|' /C calc'!A0,B\nx,1,2\ny,3,1\nz,4,1\n",
        "=cmd|' /C ca,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named at",
        "csv",
        b"d,@SUM(1),B\nx,1,2\ny,3,1\nz,4,1\n",
        "",
        "s.csv, line 1, column 2: '@SUM(1)' does not look like an algorithm, "
        "because it summarises the others.",
    ),
    (
        "algorithm named percent",
        "csv",
        b"d,%n,B\nx,1,2\ny,3,1\nz,4,1\n",
        "%n,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named long",
        "csv",
        b"d," + b"x" * 10000 + b",B\nx,1,2\ny,3,1\nz,4,1\n",
        "xxxxxxxxxxxx,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named line separator",
        "csv",
        b"d,a\xe2\x80\xa8b,B\nx,1,2\ny,3,1\nz,4,1\n",
        "a\u2028b,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named next line",
        "csv",
        b"d,a\xc2\x85b,B\nx,1,2\ny,3,1\nz,4,1\n",
        "a b,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named newline",
        "csv",
        b'd,"a\nb",B\nx,1,2\ny,3,1\nz,4,1\n',
        "a\nb,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named emoji",
        "csv",
        b"d,\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb,B\nx,1,2\ny,3,1\nz,4,1\n",
        "👩\u200d💻,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named hebrew",
        "csv",
        b"d,\xd7\xa2\xd7\x91\xd7\xa8\xd7\x99\xd7\xaa,B\nx,1,2\ny,3,1\nz,4,1\n",
        "עברית,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named han",
        "csv",
        b"d,\xe4\xb8\xad\xe6\x96\x87,B\nx,1,2\ny,3,1\nz,4,1\n",
        "中文,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named combining",
        "csv",
        b"d,e\xcc\x81,B\nx,1,2\ny,3,1\nz,4,1\n",
        "é,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named quoted",
        "csv",
        b'd,"a""b",B\nx,1,2\ny,3,1\nz,4,1\n',
        'a"b,B; x,y,z; 1,2 3,1 4,1',
        "",
    ),
    (
        "algorithm named number",
        "csv",
        b"d,12,B\nx,1,2\ny,3,1\nz,4,1\n",
        "12,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named fraction",
        "csv",
        b"d,0.5,B\nx,1,2\ny,3,1\nz,4,1\n",
        "0.5,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named dots",
        "csv",
        b"d,..,B\nx,1,2\ny,3,1\nz,4,1\n",
        "..,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named template",
        "csv",
        b"d,{{7*7}},B\nx,1,2\ny,3,1\nz,4,1\n",
        "{{7*7}},B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named nan",
        "csv",
        b"d,nan,B\nx,1,2\ny,3,1\nz,4,1\n",
        "nan,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "algorithm named true",
        "csv",
        b"d,True,B\nx,1,2\ny,3,1\nz,4,1\n",
        "True,B; x,y,z; 1,2 3,1 4,1",
        "",
    ),
    (
        "data set named twice",
        "csv",
        b"d,A,B\ny,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 3, column 1: the data set 'y' is already in line 2. Rename one, "
        "or specify the column of run",
    ),
    (
        "data set named empty",
        "csv",
        b"d,A,B\n,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 1: the data set has no name. Add the name.",
    ),
    (
        "data set named mean",
        "csv",
        b"d,A,B\nmean,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2: 'mean' does not look like a data set, because it "
            "summarises the others."
        ),
    ),
    (
        "data set named average rank",
        "csv",
        b"d,A,B\nAverage rank,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2: 'Average rank' does not look like a data set, because "
        "it summarises the others.",
    ),
    (
        "data set named W/T/L",
        "csv",
        b"d,A,B\nW/T/L,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2: 'W/T/L' does not look like a data set, because it "
            "summarises the others."
        ),
    ),
    (
        "data set named std",
        "csv",
        b"d,A,B\nstd,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2: 'std' does not look like a data set, because it "
            "summarises the others."
        ),
    ),
    (
        "data set named script",
        "csv",
        b"d,A,B\n<img src=x onerror=alert(1)>,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; <img src=x o,y,z,w; 1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "data set named surrogate",
        "csv",
        b"d,A,B\n\xed\xbf\xbf,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2 is not UTF-8 text. ",
    ),
    (
        "data set named escape",
        "csv",
        b"d,A,B\n\x1b]0;t\x07,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; �]0;t�,y,z,w; 1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "data set named number",
        "csv",
        b"d,A,B\n3,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; 3,y,z,w; 1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "data set named na",
        "csv",
        b"d,A,B\nNA,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; NA,y,z,w; 1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "data set named fold",
        "csv",
        b"d,A,B\nfold 1,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; fold 1,y,z,w; 1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "data set named zero width",
        "csv",
        b"d,A,B\n\xe2\x80\x8b,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; \u200b,y,z,w; 1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "column named twice",
        "csv",
        b"d,B,B\nx,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 1, column 3: the algorithm 'B' is already in column 2. Rename "
            "one of them."
        ),
    ),
    (
        "column named number of instances",
        "csv",
        b"d,#instances,B\nx,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 1, column 2: '#instances' does not look like an algorithm, "
        "because it describes the data sets.",
    ),
    (
        "column named features",
        "csv",
        b"d,n_features,B\nx,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 1, column 2: 'n_features' does not look like an algorithm, "
        "because it describes the data sets.",
    ),
    (
        "column named time",
        "csv",
        b"d,time,B\nx,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 1, column 2: 'time' does not look like an algorithm, "
        "because it describes the data sets.",
    ),
    (
        "column named spread",
        "csv",
        b"d,B_std,B\nx,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 1, column 2: 'B_std' does not look like an algorithm, because it "
        "contains a measure of spread for 'B'.",
    ),
    (
        "column named measure",
        "csv",
        b"d,f1,B\nx,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "f1,B; x,y,z,w; 1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "column named mean",
        "csv",
        b"d,mean,B\nx,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 1, column 2: 'mean' does not look like an algorithm, "
        "because it summarises the others.",
    ),
    (
        "column named different case",
        "csv",
        b"d,b,B\nx,1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 1, column 3: 'b', 'B' differ only in case, spaces, hyphens, "
        "underscores or brackets.",
    ),
    (
        "score empty",
        "csv",
        b"d,A,B\nx,,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2: no score of 'A' on 'x'. Add the missing score, "
            "or pass missing='drop' to exclude such data sets"
        ),
    ),
    (
        "score blank",
        "csv",
        b"d,A,B\nx, ,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2: no score of 'A' on 'x'. Add the missing score, "
            "or pass missing='drop' to exclude such data sets"
        ),
    ),
    (
        "score NA",
        "csv",
        b"d,A,B\nx,NA,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2: no score of 'A' on 'x'. Add the missing score, "
            "or pass missing='drop' to exclude such data sets"
        ),
    ),
    (
        "score nan",
        "csv",
        b"d,A,B\nx,NaN,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2: no score of 'A' on 'x'. Add the missing score, "
            "or pass missing='drop' to exclude such data sets"
        ),
    ),
    (
        "score question mark",
        "csv",
        b"d,A,B\nx,?,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2: no score of 'A' on 'x'. Add the missing score, "
            "or pass missing='drop' to exclude such data sets"
        ),
    ),
    (
        "score dash",
        "csv",
        b"d,A,B\nx,\xe2\x80\x94,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2: no score of 'A' on 'x'. Add the missing score, "
            "or pass missing='drop' to exclude such data sets"
        ),
    ),
    (
        "score none",
        "csv",
        b"d,A,B\nx,None,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2: no score of 'A' on 'x'. Add the missing score, "
            "or pass missing='drop' to exclude such data sets"
        ),
    ),
    (
        "score infinite",
        "csv",
        b"d,A,B\nx,inf,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): 'inf' is infinite. "
            "Enter a finite score, or leave the"
        ),
    ),
    (
        "score minus infinite",
        "csv",
        b"d,A,B\nx,-Infinity,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '-Infinity' is "
            "infinite. Enter a finite score, or leave"
        ),
    ),
    (
        "score beyond doubles",
        "csv",
        b"d,A,B\nx,1e309,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '1e309' is "
            "infinite. Enter a finite score, or leave the"
        ),
    ),
    (
        "score 400 digits",
        "csv",
        b"d,A,B\nx,1" + b"0" * 400 + b",2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): "
        "'1000000000000000000000000000000000000000...' is",
    ),
    (
        "score 5000 digits",
        "csv",
        b"d,A,B\nx," + b"1" * 5000 + b",2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): "
        "'1111111111111111111111111111111111111111...' is",
    ),
    (
        "score smallest",
        "csv",
        b"d,A,B\nx,5e-324,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; x,y,z,w; 4.94066e-324,2 3,1 4,2 1,1",
        "",
    ),
    (
        "score largest",
        "csv",
        b"d,A,B\nx,1.7976931348623157e308,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; x,y,z,w; 1.79769e+308,2 3,1 4,2 1,1",
        "",
    ),
    (
        "score per cent",
        "csv",
        b"d,A,B\nx,94.6%,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '94.6%' is not "
        "a plain number. Write it without '%', as in the other cells.",
    ),
    (
        "score spread",
        "csv",
        b"d,A,B\nx,0.7 \xc2\xb1 0.1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '0.7 ± 0.1' is "
        "not a plain number. ",
    ),
    (
        "score brackets",
        "csv",
        b"d,A,B\nx,62.2 (0.5),2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '62.2 (0.5)' "
        "is not a plain number. ",
    ),
    (
        "score star",
        "csv",
        b"d,A,B\nx,0.7*,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '0.7*' is not "
        "a plain number. ",
    ),
    (
        "score latex",
        "csv",
        b"d,A,B\nx,$\\mathbf{62.2}$,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '$\\mathbf{62.2}$' is "
        "no",
    ),
    (
        "score decimal comma",
        "csv",
        b'd,A,B\nx,"0,62",2\ny,3,1\nz,4,2\nw,1,1\n',
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '0,62' is not "
        "a plain number. Pass decimal=',' if a comma",
    ),
    (
        "score thousands",
        "csv",
        b'd,A,B\nx,"76,728",2\ny,3,1\nz,4,2\nw,1,1\n',
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '76,728' may "
        "be a whole number or a decimal number. Pass",
    ),
    (
        "score thousands by blanks",
        "csv",
        b"d,A,B\nx,76 728,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '76 728' is "
        "not a plain number. Pass decimal='.' if",
    ),
    (
        "score underscore",
        "csv",
        b"d,A,B\nx,1_000,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '1_000' is not a "
        "number. Enter a number, or leave the",
    ),
    (
        "score arabic digits",
        "csv",
        b"d,A,B\nx,\xd9\xa3,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '٣' is not a "
        "number. Enter a number, or leave the cell",
    ),
    (
        "score hexadecimal",
        "csv",
        b"d,A,B\nx,0x10,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '0x10' is not a "
        "number. Enter a number, or leave the",
    ),
    (
        "score half exponent",
        "csv",
        b"d,A,B\nx,1e,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '1e' is not a "
        "number. Enter a number, or leave the cell",
    ),
    (
        "score two signs",
        "csv",
        b"d,A,B\nx,--1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '--1' is not a "
        "number. Enter a number, or leave the",
    ),
    (
        "score plus",
        "csv",
        b"d,A,B\nx,+1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; x,y,z,w; 1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "score point alone",
        "csv",
        b"d,A,B\nx,.,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        (
            "s.csv, line 2, column 2: no score of 'A' on 'x'. Add the missing score, "
            "or pass missing='drop' to exclude such data sets"
        ),
    ),
    (
        "score point first",
        "csv",
        b"d,A,B\nx,.5,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; x,y,z,w; 0.5,2 3,1 4,2 1,1",
        "",
    ),
    (
        "score point last",
        "csv",
        b"d,A,B\nx,5.,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; x,y,z,w; 5,2 3,1 4,2 1,1",
        "",
    ),
    (
        "score true",
        "csv",
        b"d,A,B\nx,true,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): 'true' is not a "
        "number. Enter a number, or leave the",
    ),
    (
        "score word",
        "csv",
        b"d,A,B\nx,x,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): 'x' is not a "
        "number. Enter a number, or leave the cell",
    ),
    (
        "score date",
        "csv",
        b"d,A,B\nx,2020-01-01,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '2020-01-01' is not a "
        "number. Enter a number, or leave",
    ),
    (
        "score formula",
        "csv",
        b"d,A,B\nx,=1+1,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '=1+1' is not a "
        "number. Enter a number, or leave the",
    ),
    (
        "score minus of typesetters",
        "csv",
        b"d,A,B\nx,\xe2\x88\x921,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; x,y,z,w; -1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "score null",
        "csv",
        b"d,A,B\nx,\x00,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2, column 2 (data set 'x', algorithm 'A'): '' is not a "
        "number. Enter a number, or leave the cell",
    ),
    (
        "score surrogate",
        "csv",
        b"d,A,B\nx,\xed\xa0\x80,2\ny,3,1\nz,4,2\nw,1,1\n",
        "",
        "s.csv, line 2 is not UTF-8 text. ",
    ),
    (
        "score zero below",
        "csv",
        b"d,A,B\nx,-0.0,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; x,y,z,w; 0,2 3,1 4,2 1,1",
        "",
    ),
    (
        "score formfeed",
        "csv",
        b"d,A,B\nx,1\x0c,2\ny,3,1\nz,4,2\nw,1,1\n",
        "A,B; x,y,z,w; 1,2 3,1 4,2 1,1",
        "",
    ),
    (
        "decimal commas",
        "csv",
        b"d;A;B\nx;0,5;0,25\ny;0,75;1,5\nz;1,0;0,1\n",
        "A,B; x,y,z; 0.5,0.25 0.75,1.5 1,0.1",
        "",
    ),
    (
        "comma that may be a thousand",
        "csv",
        b"d;A;B\nx;1,234;987\ny;2,345;876\n",
        "A,B; x,y; 1.234,987 2.345,876",
        "",
    ),
    (
        "dot that may be a thousand",
        "csv",
        b"d;A;B\nx;12.345;987\ny;23.456;876\n",
        "",
        "s.csv, line 2: '12.345' may be a whole number or a decimal number. Pass "
        "decimal=',' if the value is 12345",
    ),
    (
        "both notations",
        "csv",
        b"d;A;B\nx;0,5;0.25\ny;0,75;1.5\n",
        "",
        "s.csv: this looks like a long table, but it is unclear which column "
        "contains the algorithms ('d', 'A', 'B'). Pass",
    ),
    (
        "scores near the end of doubles",
        "csv",
        b"d,A,B\nx,1e308,0\ny,-1e308,1\nz,0,2\n",
        "A,B; x,y,z; 1e+308,0 -1e+308,1 0,2",
        "",
    ),
    (
        "tiny scores",
        "csv",
        b"d,A,B\nx,1e-320,2e-320\ny,3e-320,1e-320\nz,4e-320,1e-320\n",
        "A,B; x,y,z; 9.99989e-321,1.99998e-320 2.99997e-320,9.99989e-321 "
        "3.99996e-320,9.99989e-321",
        "",
    ),
    (
        "long",
        "csv",
        b"d,algorithm,run,score\nx,A,1,0\nx,A,2,2\nx,B,1,4\nx,B,2,1\ny,A,1,3\ny,A,2,0\ny,B,1,2\ny,B,2,4\nz,A,1,1\nz,A,2,3\nz,B,1,0\nz,B,2,2\n",
        "A,B; x,y,z; 1,2.5 1.5,3 2,1",
        "",
    ),
    (
        "long, score twice",
        "csv",
        b"d,algorithm,run,score\nx,A,1,0\nx,A,2,2\nx,B,1,4\nx,B,2,1\ny,A,1,3\ny,A,2,0\ny,B,1,2\ny,B,2,4\nz,A,1,1\nz,A,2,3\nz,B,1,0\nz,B,2,2\nx,A,1,3\n",
        "",
        "s.csv, line 14: the score of 'A' on 'x' (run 1) is already in line 2. "
        "Keep one.",
    ),
    (
        "long, a run missing",
        "csv",
        b"d,algorithm,run,score\nx,A,1,0\nx,A,2,2\nx,B,1,4\nx,B,2,1\ny,A,1,3\ny,B,1,2\ny,B,2,4\nz,A,1,1\nz,A,2,3\nz,B,1,0\nz,B,2,2\n",
        "",
        (
            "s.csv: 'A' has 1 run on 'y', but 'B' has 2. Add the missing runs, replace "
            "all runs by the means of the"
        ),
    ),
    (
        "long, no algorithm in a row",
        "csv",
        b"d,algorithm,run,score\nx,A,1,0\nx,A,2,2\nx,B,1,4\nx,B,2,1\ny,A,1,3\ny,A,2,0\ny,B,1,2\ny,B,2,4\nz,A,1,1\nz,A,2,3\nz,B,1,0\nz,B,2,2\nw,,1,3\n",
        "",
        "s.csv, line 14, column 2: the algorithm has no name. Add the name.",
    ),
    (
        "long, all of one missing",
        "csv",
        b"d,algorithm,run,score\nx,A,1,0\nx,A,2,2\nx,B,1,4\nx,B,2,1\ny,A,1,3\ny,A,2,0\nz,A,1,1\nz,A,2,3\nz,B,1,0\nz,B,2,2\n",
        "",
        (
            "s.csv: no score of 'B' on 'y'. Add the missing score, or pass "
            "missing='drop' to exclude such data sets"
        ),
    ),
    (
        "long, two measures",
        "csv",
        b"d,algorithm,metric,value\nx,A,acc,0\nx,A,f1,2\nx,B,acc,4\nx,B,f1,1\ny,A,acc,3\ny,A,f1,0\ny,B,acc,2\ny,B,f1,4\nz,A,acc,1\nz,A,f1,3\nz,B,acc,0\nz,B,f1,2\n",
        "",
        "s.csv: it is unclear which column of this long table contains the data sets "
        "('d', 'algorithm', 'metric', 'value'). Pass dataset_column.",
    ),
    (
        "long, unnamed index",
        "csv",
        b",d,method,fold,acc\n0,x,A,1,0.0\n1,x,A,2,0.2\n2,x,B,1,0.4\n3,x,B,2,0.1\n4,y,A,1,0.3\n5,y,A,2,0.0\n6,y,B,1,0.2\n7,y,B,2,0.4\n8,z,A,1,0.1\n9,z,A,2,0.3\n10,z,B,1,0.0\n11,z,B,2,0.2\n",
        "A,B; x,y,z; 0.1,0.25 0.15,0.3 0.2,0.1",
        "",
    ),
    (
        "folds of one data set",
        "csv",
        b"fold,A,B\n1,1,2\n2,3,1\n3,4,1\n",
        "",
        "s.csv contains one algorithm ('B'), but a comparison requires two or more.",
    ),
    (
        "one algorithm",
        "csv",
        b"d,A\nx,1\ny,2\n",
        "",
        "s.csv contains one algorithm ('A'), but a comparison requires two or more.",
    ),
    (
        "one data set",
        "csv",
        b"d,A,B\nx,1,2\n",
        "",
        "s.csv contains one data set ('x'), but a comparison requires two or more.",
    ),
    ("json, nothing", "json", b"", "", "s.json is empty"),
    ("json, null", "json", b"null", "", "s.json does not contain a table"),
    ("json, a number", "json", b"5", "", "s.json does not contain a table"),
    ("json, a text", "json", b'"x"', "", "s.json does not contain a table"),
    ("json, an empty list", "json", b"[]", "", "s.json does not contain a table"),
    ("json, an empty object", "json", b"{}", "", "s.json does not contain a table"),
    (
        "json, cut",
        "json",
        b'{"A": [1, 2',
        "",
        "s.json, line 1, column 12 is not valid JSON (Expecting ',' delimiter). "
        "Correct the file, or save the table as CSV.",
    ),
    (
        "json, digits",
        "json",
        b'{"A": [' + b"1" * 5000 + b', 2], "B": [3, 4]}',
        "",
        "s.json: the 2 scores of each algorithm ('A', 'B') have no names of data sets.",
    ),
    (
        "json, beyond doubles",
        "json",
        b'{"A": [1' + b"0" * 400 + b', 2], "B": [3, 4]}',
        "",
        "s.json: the 2 scores of each algorithm ('A', 'B') have no names of data sets.",
    ),
    (
        "json, surrogate",
        "json",
        b'{"algorithms":["A\\ud800","B"],"datasets":["x","y","z"],"scores":[[1,2],[3,4],[5,1]]}',
        "A�,B; x,y,z; 1,2 3,4 5,1",
        "",
    ),
    (
        "json, names that are equal but for blanks",
        "json",
        b'[{"data set":"x"," A":1,"A":2},{"data set":"y"," A":3,"A":1}]',
        "",
        (
            "s.json, column 3: the algorithm 'A' is already in column 2. Rename one of "
            "them."
        ),
    ),
    (
        "json, a blank name",
        "json",
        b'{"   ":{"x":1,"y":2},"B":{"x":3,"y":1}}',
        "",
        "s.json, column '': the column has no name. Add the name of the algorithm.",
    ),
    (
        "json, a name twice",
        "json",
        b'{"A":{"x":1},"A":{"x":2}}',
        "",
        "s.json: the name 'A' occurs twice in one object. Rename one occurrence.",
    ),
    (
        "json, deep",
        "json",
        b"" + b"[" * 100000 + b"",
        "",
        "s.json does not contain a table",
    ),
    (
        "json, objects for scores",
        "json",
        b'{"A":[{"a":1},2],"B":[3,4]}',
        "",
        "s.json does not contain a table",
    ),
    (
        "json, uneven columns",
        "json",
        b'{"A":[1,2],"B":[3]}',
        "",
        "s.json: the columns have different lengths",
    ),
    (
        "json, uneven rows",
        "json",
        b'{"algorithms":["A","B"],"datasets":["x"],"scores":[[1]]}',
        "",
        "s.json does not contain a table",
    ),
    (
        "json, true",
        "json",
        b'{"A":{"x":true,"y":1},"B":{"x":2,"y":3}}',
        "",
        "s.json (data set 'x', algorithm 'A'): 'True' is not a number. Enter a "
        "number, or leave the cell empty.",
    ),
    (
        "json, not utf-8",
        "json",
        b'{"A\xff":1}',
        "",
        "s.json, line 1 is not UTF-8 text. Save the file as UTF-8.",
    ),
    (
        "json, NaN",
        "json",
        b'{"A":{"x":NaN,"y":1},"B":{"x":2,"y":3}}',
        "",
        (
            "s.json: no score of 'A' on 'x'. Add the missing score, or pass "
            "missing='drop' to exclude such data sets"
        ),
    ),
    (
        "json, infinity",
        "json",
        b'{"A":{"x":Infinity,"y":1},"B":{"x":2,"y":3}}',
        "",
        (
            "s.json (data set 'x', algorithm 'A'): 'inf' is infinite. Enter a finite "
            "score, or leave the cell empty."
        ),
    ),
    (
        "json, good",
        "json",
        b'{"A":{"x":1,"y":3},"B":{"x":2,"y":1}}',
        "A,B; x,y; 1,2 3,1",
        "",
    ),
    (
        "json, utf-16",
        "json",
        b'\xff\xfe{\x00"\x00A\x00"\x00:\x00{\x00"\x00x\x00"\x00:\x001\x00,\x00"\x00y\x00"\x00:\x003\x00}\x00,\x00"\x00B\x00"\x00:\x00{\x00"\x00x\x00"\x00:\x002\x00,\x00"\x00y\x00"\x00:\x001\x00}\x00}\x00',
        "A,B; x,y; 1,2 3,1",
        "",
    ),
    (
        "xlsx that is empty",
        "xlsx",
        b"",
        "",
        "s.xlsx is empty. Add a header row and one row for each data set.",
    ),
    (
        "xlsx that is text",
        "xlsx",
        b"d,A,B\nx,1,2\ny,3,1\nz,4,1\n",
        "",
        "s.xlsx does not contain Excel data, despite its suffix. Change the "
        "suffix to .csv if it is a text file.",
    ),
    (
        "xls that is empty",
        "xls",
        b"",
        "",
        "s.xls is empty. Add a header row and one row for each data set.",
    ),
    (
        "xls that is text",
        "xls",
        b"d,A,B\nx,1,2\ny,3,1\nz,4,1\n",
        "",
        "s.xls does not contain Excel data, despite its suffix. Change the "
        "suffix to .csv if it is a text file.",
    ),
    (
        "parquet that is empty",
        "parquet",
        b"",
        "",
        "s.parquet is empty. Add a header row and one row for each data set.",
    ),
    (
        "parquet that is text",
        "parquet",
        b"d,A,B\nx,1,2\ny,3,1\nz,4,1\n",
        "",
        "s.parquet does not contain Parquet data, despite its suffix. Change the "
        "suffix to .csv if it is a text file.",
    ),
    (
        "xlsx that is cut",
        "xlsx",
        b"PK\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
        "",
        "s.xlsx cannot be read as Excel (File is not a zip file). Check the file, or "
        "save the table as CSV.",
    ),
    (
        "xls that is cut",
        "xls",
        b"\xd0\xcf\x11\xe0\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
        "",
        "s.xls cannot be read as Excel (Excel file format cannot be determined, you "
        "must specify an engine manually). Check the file",
    ),
    (
        "parquet that is cut",
        "parquet",
        b"PAR1\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00PAR1",
        "",
        "s.parquet cannot be read as Parquet (Could not open Parquet input source "
        "'<Buffer>': Couldn't deserialize",
    ),
    ("pdf named csv", "csv", b"%PDF-1.5\n\xff\xfe\x00", "", "s.csv"),
    (
        "zip named csv",
        "csv",
        b"PK\x03\x04\x14\x00\x00\x00",
        "",
        "s.csv has only one column. Separate the columns (a data set "
        "and two or more algorithms) with commas, semicolons or tabs.",
    ),
)
