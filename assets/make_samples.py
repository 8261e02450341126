#!/usr/bin/env python3
"""Makes samples/*.pdf and samples/*.docx from sources/*.txt. Standard library only, same bytes every time.

A source is one block a line: `#`, `##`, `###` headings, `- ` list items, `|` table rows, `_ ` small print,
`=== columns`, `=== column` and `=== page` (PDF only), anything else a paragraph.

samples/ is what the app offers to a fresh vault; its other four files are written by hand. Aldwick Marsh, its people
and all its figures are invented, for anyone to use as they like.
"""
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
PAGE_WIDTH, PAGE_HEIGHT, MARGIN, GUTTER = 595, 842, 64, 24  # A4, points

# Advance widths of Helvetica for ASCII 32 to 126, in thousandths of the font size (Adobe's core 14 metrics).
WIDTHS = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
    556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556,
    556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
    500, 500, 500, 334, 260, 334, 584,
]


def blocks(name):
    """The source's blocks as (mark, text)."""
    for line in (HERE / "sources" / f"{name}.txt").read_text(encoding="ascii").splitlines():
        for mark in ("### ", "## ", "# ", "- ", "|", "_ ", "=== "):
            if line.startswith(mark):
                yield mark.strip(), line[len(mark):]
                break
        else:
            yield "", line


def width(text, size):
    return sum(WIDTHS[ord(letter) - 32] for letter in text) * size / 1000


def wrap(text, size, limit):
    """Greedy lines no wider than `limit` points."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > limit:
            yield line
            longer = word
        line = longer
    yield line


class Pdf:
    """Text set top down, in one column or two; a page is a list of content-stream operators."""

    STYLES = {  # mark: font, size, line height, space above
        "#": ("B", 17, 21, 0), "##": ("B", 12, 16, 9), "###": ("B", 10.5, 14, 6),
        "_": ("I", 9, 12, 3), "": ("R", 10.5, 14, 5), "-": ("R", 10.5, 14, 3),
    }

    def __init__(self):
        self.pages = []
        self.new_page(1)

    def new_page(self, columns):
        self.pages.append([])
        self.columns, self.column, self.top = columns, 0, PAGE_HEIGHT - MARGIN
        self.measure = (PAGE_WIDTH - 2 * MARGIN - GUTTER * (columns - 1)) / columns

    def left(self):
        return MARGIN + self.column * (self.measure + GUTTER)

    def text(self, x, y, font, size, line):
        safe = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        self.pages[-1].append(f"BT /{font} {size} Tf {x:.2f} {y:.2f} Td ({safe}) Tj ET")

    def room(self, height):
        """Goes on in the next column or page when `height` points are not left."""
        if self.top - height < MARGIN:
            self.next_column()

    def next_column(self):
        if self.column + 1 < self.columns:
            self.column, self.top = self.column + 1, PAGE_HEIGHT - MARGIN
        else:
            self.new_page(self.columns)

    def block(self, mark, text):
        font, size, height, above = self.STYLES[mark]
        indent = 14 if mark == "-" else 0
        keep = 3 * height if mark.startswith("#") else height  # a heading never stands alone
        self.room(above + keep)
        self.top -= above
        for number, line in enumerate(wrap(text, size, self.measure - indent)):
            self.room(height)
            self.top -= height
            if indent and number == 0:
                self.text(self.left() + 3, self.top, font, size, "-")
            self.text(self.left() + indent, self.top, font, size, line)

    def table(self, rows):
        height, column = 16, self.measure / len(rows[0])
        self.room(height * len(rows) + 10)
        self.top -= 6
        for number, row in enumerate(rows):
            self.top -= height
            for at, cell in enumerate(row):
                self.text(self.left() + at * column + 2, self.top + 4, "R" if number else "B", 9.5, cell)
            right = self.left() + self.measure
            self.pages[-1].append(f"0.5 w {self.left():.2f} {self.top:.2f} m {right:.2f} {self.top:.2f} l S")
        self.top -= 4

    def bytes(self, title):
        fonts = [("R", "Helvetica"), ("B", "Helvetica-Bold"), ("I", "Helvetica-Oblique")]
        first_page = 3 + len(fonts)
        kids = " ".join(f"{first_page + 2 * at} 0 R" for at in range(len(self.pages)))
        resources = " ".join(f"/{key} {3 + at} 0 R" for at, (key, _) in enumerate(fonts))
        objects = [
            "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>",
            f"<< /Type /Pages /Kids [{kids}] /Count {len(self.pages)} >>",
        ]
        for _, font in fonts:
            objects.append(f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>")
        for at, operators in enumerate(self.pages):
            operators.append(f"BT /R 9 Tf {PAGE_WIDTH / 2:.2f} 36 Td ({at + 1}) Tj ET")
            stream = "\n".join(operators)
            objects.append(
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {PAGE_WIDTH} {PAGE_HEIGHT}] "
                f"/Resources << /Font << {resources} >> >> /Contents {first_page + 2 * at + 1} 0 R >>"
            )
            objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(f"<< /Title ({title}) >>")
        out, offsets = "%PDF-1.4\n", []
        for number, body in enumerate(objects, 1):
            offsets.append(len(out))
            out += f"{number} 0 obj\n{body}\nendobj\n"
        table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
        out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n"
        return (out + f"startxref\n{out.index('xref' + chr(10) + '0 ')}\n%%EOF\n").encode("ascii")


def grouped(name):
    """Blocks, with the rows of a table gathered into one."""
    rows = []
    for mark, text in blocks(name):
        if rows and mark != "|":
            yield "|", rows
            rows = []
        if mark == "|":
            rows.append(text.split("|"))
        else:
            yield mark, text
    if rows:
        yield "|", rows


def make_pdf(name):
    pdf, title = Pdf(), ""
    for mark, content in grouped(name):
        if (mark, content) == ("===", "column"):
            pdf.next_column()
        elif mark == "===":
            pdf.new_page(2 if content == "columns" else 1)
        elif mark == "|":
            pdf.table(content)
        else:
            title = title or content
            pdf.block(mark, content)
    (HERE / "samples" / f"{name}.pdf").write_bytes(pdf.bytes(title))


WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml"
STYLES = {"#": "Title", "##": "Heading1", "###": "Heading2", "-": "ListParagraph", "_": "Subtitle"}


def paragraph(mark, text):
    style = f'<w:pStyle w:val="{STYLES[mark]}"/>' if mark else ""
    if mark == "-":
        style += '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    return f'<w:p><w:pPr>{style}</w:pPr><w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def table(rows):
    def row(cells):
        return "<w:tr>" + "".join(f"<w:tc>{paragraph('', cell)}</w:tc>" for cell in cells) + "</w:tr>"
    return '<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr>' + "".join(map(row, rows)) + "</w:tbl>"


def style(identifier, name, size, level=None):
    outline = f'<w:pPr><w:outlineLvl w:val="{level}"/></w:pPr>' if level is not None else ""
    return (f'<w:style w:type="paragraph" w:styleId="{identifier}"><w:name w:val="{name}"/>{outline}'
            f'<w:rPr><w:sz w:val="{size}"/></w:rPr></w:style>')


def docx_parts(body, title):
    document = f"{TYPES}.document.main+xml"
    return {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{document}"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{TYPES}.styles+xml"/>'
        f'<Override PartName="/word/numbering.xml" ContentType="{TYPES}.numbering+xml"/>'
        f'<Override PartName="/docProps/core.xml" '
        f'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>',
        "_rels/.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/>'
        f'<Relationship Id="r2" Type="{PACKAGE}/relationships/metadata/core-properties" '
        f'Target="docProps/core.xml"/></Relationships>',
        "docProps/core.xml": f'{HEAD}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(title)}</dc:title></cp:coreProperties>',
        "word/_rels/document.xml.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{OFFICE}/styles" Target="styles.xml"/>'
        f'<Relationship Id="r2" Type="{OFFICE}/numbering" Target="numbering.xml"/></Relationships>',
        "word/document.xml": f'{HEAD}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'{HEAD}<w:styles xmlns:w="{WORD}">' + style("Title", "Title", 36)
        + style("Subtitle", "Subtitle", 18) + style("Heading1", "heading 1", 28, 0)
        + style("Heading2", "heading 2", 24, 1) + style("ListParagraph", "List Paragraph", 21) + "</w:styles>",
        "word/numbering.xml": f'{HEAD}<w:numbering xmlns:w="{WORD}"><w:abstractNum w:abstractNumId="0">'
        f'<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl></w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
    }


def make_docx(name):
    content = [(mark, text) for mark, text in grouped(name) if mark != "==="]
    body = "".join(table(text) if mark == "|" else paragraph(mark, text) for mark, text in content)
    with zipfile.ZipFile(HERE / "samples" / f"{name}.docx", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, xml in docx_parts(body, content[0][1]).items():
            archive.writestr(zipfile.ZipInfo(path, (2024, 1, 1, 0, 0, 0)), xml, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    make_pdf("carbon-in-young-mud")
    make_docx("monitoring-protocol")
