#!/usr/bin/env python3
"""Writes the seed corpus: tiny inputs of our own for every fuzz target, in corpus/TARGET/.

Run it after adding a seed here; what it writes is committed.
"""

import io
import struct
import zipfile
from pathlib import Path

HERE = Path(__file__).parent

MARKDOWN = """---
title: T
---
# One *two* `three`

1. a
   - b\\_c
2. [link](http://x "t") ![i](d.png)

| a | b |
|---|:-:|
| c \\| d | &amp; |

> quote<br>line

```rust
code
```

Term
: said[^1]

[^1]: note <b onclick=x>raw</b> <script>x</script>
"""

CONTRACT = """# 4 Terms

## 4.3 Force Majeure

"Force Majeure" means an event beyond control, except as in Section 4.3(a) or Annex II.

(a) The Food and Drug Administration (FDA) shall see Table 3 and [12].

"""

HTML = """<!DOCTYPE html><html lang=en><head><title>T</title><meta name="citation_doi" content="10.1/x">
</head><body><nav>menu</nav><article><h1>One</h1><p>a <b>b</b><sup>2</sup> <a href="javascript:x">l</a>
<ul><li>x<ol start=3><li>y</ol></ul><table><tr><th rowspan=2>a<th>b<tr><td colspan=2>c</table>
<pre><code>code</code></pre><img src=x onerror=y alt=z><svg><script>x</script></svg></article></body></html>"""

RTF = r"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}}{\info{\title T}{\author A}}
\pard\outlinelevel0\b One\b0\par \'e9\u8364? text{\*\generator x;}\par
\trowd\cellx100\cellx200\intbl a\cell b\cell\row \pard{\footnote note}\bin3 abc\par}"""

EMAIL = """From: =?utf-8?q?J=C3=B6?= <a@b.c>
To: d@e.f
Subject: =?iso-8859-1?B?SOk=?=
Date: Mon, 2 Nov 2026 10:00:00 +0100
Message-ID: <1@b.c>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: multipart/alternative; boundary=y

--y
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

caf=C3=A9 =
on
> quoted
--y
Content-Type: text/html

<p>caf&eacute;
--y--
--x
Content-Type: text/csv; name="a.csv"
Content-Disposition: attachment; filename*=utf-8''a.csv
Content-Transfer-Encoding: base64

YSxiCg==
--x--
"""

BIB = """@string{j = "Journal"}
@article{key, title = {A {B} \\'e}, author = "Doe, J. and {The Group}", journal = j # " two",
  year = 2026, doi = {10.1/x}, pages = {1--2}}
"""
RIS = "TY  - JOUR\r\nAU  - Doe, J.\r\nTI  - Title\r\nPY  - 2026/11/21\r\nDO  - 10.1/x\r\nER  - \r\n"
CSL = '[{"id":"a","type":"book","title":"T","author":[{"family":"D","given":"J"}],"issued":{"date-parts":[[2026,1]]},"ISBN":"978-3"}]'

WORD = """<w:document xmlns:w="w" xmlns:m="m" xmlns:r="r"><w:body>
<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>One</w:t></w:r></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>item</w:t><w:tab/><w:br/></w:r></w:p>
<w:p><w:r><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>x</w:delText></w:r></w:del>
<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>
<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>c</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr></w:tbl></w:body></w:document>"""
WORD_STYLES = '<w:styles xmlns:w="w"><w:style w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>'
WORD_NUMBERING = '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
WORD_NOTES = '<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p><w:r><w:t>note</w:t></w:r></w:p></w:footnote></w:footnotes>'

SLIDE = """<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>
<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Title</a:t></a:r></a:p></p:txBody></p:sp>
<p:sp><p:spPr><a:xfrm><a:off x="1" y="2"/></a:xfrm></p:spPr><p:txBody><a:p><a:pPr lvl="1"><a:buChar char="-"/></a:pPr><a:r><a:t>item</a:t></a:r><a:br/></a:p></p:txBody></p:sp>
<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody><a:p><a:r><a:t>c</a:t></a:r></a:p></a:txBody></a:tc><a:tc hMerge="1"/></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>
<p:grpSp><p:sp><p:txBody><a:p><a:fld><a:t>1</a:t></a:fld></a:p></p:txBody></p:sp></p:grpSp></p:spTree></p:cSld></p:sld>"""

SHEET = """<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>in</t></is></c></row>
<row r="3"><c r="A3" s="0"><v>45000.5</v></c><c r="B3" t="b"><v>1</v></c><c r="D3" t="e"><v>#N/A</v></c><c r="E3" t="str"><f>1+1</f><v>2</v></c></row>
</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>"""
STRINGS = '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><r><t>a|</t></r><r><t>b</t></r></si></sst>'

ODT = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>
<text:h text:outline-level="1">One</text:h><text:p>a<text:s text:c="3"/><text:tab/><text:line-break/><text:note><text:note-body><text:p>n</text:p></text:note-body></text:note></text:p>
<text:list><text:list-item><text:p>i</text:p><text:list><text:list-item><text:p>j</text:p></text:list-item></text:list></text:list-item></text:list>
<table:table><table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="2"><text:p>c</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table>
</office:text></office:body></office:document-content>"""

OPF = """<package xmlns="http://www.idpf.org/2007/opf" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:creator>D, J</dc:creator><dc:identifier id="i">978-3</dc:identifier><dc:date>2026</dc:date></metadata>
<manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="x" href="../x%20y.html" media-type="text/html"/></manifest><spine toc="ncx"><itemref idref="one"/><itemref idref="x" linear="no"/></spine></package>"""


def pdf(objects: list[str]) -> bytes:
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    return out + f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info << /Title (T) >> >>\nstartxref\n{start}\n%%EOF\n".encode()


def page(content: str) -> bytes:
    return pdf([
        "<< /Type /Catalog /Pages 2 0 R /Outlines << /First 6 0 R /Count 1 >> >>",
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "<< /Title (One) /Dest [3 0 R /XYZ 10 290 0] >>",
    ])


def archive(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            # a date of its own would make every run differ
            file.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def parts(*contents: str) -> bytes:
    """The contents of a package's parts, as the packaged targets part them."""
    return b"\0".join(content.encode() for content in contents)


LINES = "BT /F 20 Tf 20 270 Td (1 Title) Tj /F 10 Tf 0 -30 Td (left words here) Tj 140 0 Td (right words) Tj -140 -14 Td (- item) Tj 0 -200 Td (7) Tj ET"
def packed(value: object) -> bytes:
    """MessagePack, as far as seeds need it."""
    match value:
        case bytes():
            return b"\xc4" + bytes([len(value)]) + value
        case int():
            return b"\xd3" + struct.pack(">q", value)
        case str():
            return b"\xd9" + bytes([len(value)]) + value.encode()
        case list():
            return b"\xdc" + struct.pack(">H", len(value)) + b"".join(map(packed, value))
        case dict():
            pairs = (packed(key) + packed(item) for key, item in value.items())
            return b"\xde" + struct.pack(">H", len(value)) + b"".join(pairs)
    raise TypeError(type(value))


def slot(kind: int, fields: bytes, sealed: int = 0) -> bytes:
    """A key slot: what it says, then a frame around so many bytes."""
    body = fields + (b"\x01" + bytes(28 + sealed + 16) if sealed else b"")
    return bytes([kind]) + struct.pack(">H", len(body)) + body


def header(*slots: bytes, critical: int = 2, extensions: bytes = b"") -> bytes:
    """A vault's header between its magic and its proof."""
    fields = struct.pack(">HHB16sqqI", critical, 1, 1, bytes(range(16)), 3, 1, 1)
    return fields + bytes([len(slots)]) + b"".join(slots) + struct.pack(">H", len(extensions)) + extensions


def backup(*names: str) -> dict:
    """The body of a manifest with these files."""
    file = {"size_bytes": 5, "blake3": bytes(32), "changed_ns": 1, "inode": 2}
    files = [{"name": name, **file} for name in names]
    return {"vault_id": bytes(16), "taken_at": 3, "commit_seq": 41, "audit_head": bytes(32), "header_generation": 1, "files": files}


COSTS = struct.pack(">III", 64 << 10, 3, 4)
# one block as it is: magic, one byte of length, last block of five bytes
ZSTD = b"\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello"

SEEDS: dict[str, list[bytes]] = {
    "text": [b"Plain words.\n\nMore.", "café 漢字 אבג".encode("utf-16"), b"caf\xe9 \x93quoted\x94", b"\xef\xbb\xbf1. A\r\n\r\nB"],
    "markdown": [MARKDOWN.encode(), CONTRACT.encode(), b"Title\n===\n\n- [x] a\n\n    b\n***\n"],
    "html": [HTML.encode(), b"<div>" * 30 + b"x", b"<table><table><tr><td>a<p>b</table><select><option>x"],
    "pdf": [page(LINES), page("BT /F 9 Tf 0 1 -1 0 50 50 Tm [(ab) -300 (c)] TJ ET"), page("0 0 m 9 9 l S")],
    "csv": [b"a,b\n\"x,\"\"y\",2\n", b"a;b\n1;2;3\n\n", "a\tb\n|\té\n".encode("utf-16")],
    "rtf": [RTF.encode(), b"{\\rtf1{\\fonttbl}\\u-10179?\\u-8704? \\pntext 1.\\tab x}"],
    "email": [EMAIL.encode(), EMAIL.replace("\n", "\r\n").encode(), b"Subject: x\n\nbody"],
    "references": [BIB.encode(), RIS.encode(), CSL.encode(), b"@{,}"],
    "docx": [b"", parts(WORD, WORD_STYLES, WORD_NUMBERING, WORD_NOTES), archive({"word/document.xml": WORD.encode()})],
    "pptx": [b"", parts(SLIDE)],
    "spreadsheet": [b"", parts(SHEET, STRINGS), archive({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": ODT.replace("office:text", "office:spreadsheet").encode()})],
    "odt": [b"", parts(ODT)],
    "epub": [b"", parts(HTML, OPF)],
    "unpack": [archive({"a.md": b"# A", "b/c.txt": b"c"}), archive({"../a": b"x"}), archive({"a.zip": archive({"b": b"b"})}), archive({"a": b"\0" * 5000})],
    "render": [MARKDOWN.encode(), HTML.encode(), b"[a](javascript:x) <svg onload=x> &lt;script&gt;"],
    "protocol": [b"\x02\0\0\0\0\0\0\0\x81\xa5", b"\x0d\0\0\0\0\0\0\0\x81\xa7Refused\xa5Empty", b"\x07\0\0\0\0\0\0\0\xa6Render", page(LINES)[:300]],
    "chunk": [b"\x14\0" + MARKDOWN.encode(), b"\x28\0" + CONTRACT.encode(), b"\x05\x01\x07\x03\0\x20\0\0" + CONTRACT.encode()],
    "score": [MARKDOWN.encode(), HTML.encode()],
    # after the magic; the target adds proof and checksum
    "header": [header(slot(1, COSTS + bytes(48), 37)), header(slot(1, COSTS + bytes(48), 37), slot(2, bytes(72), 37), slot(9, b"later"), extensions=b"\x01\0\x04name\x07\0\x02??"), header(critical=3), b"\x02" + bytes(4) + b"k" * 32 + bytes(4) + b"l" * 32 + b"n" * 64],
    "frames": [b"\x01\0\0\0\x01" + bytes(24) + b"sealed and its tag", b"\0" + packed({"seq": 2, "at": 5, "action": "test", "subjects": ["a"], "detail": "", "previous": bytes(32), "state": bytes(32), "note": {"who": "owner", "collections": ["c"]}}), b"\0" + packed({"commit_seq": 2, "audit_head": bytes(32), "state": b"\0\x02" + bytes(40), "state_epoch": 1}), b"\x01\0\0\0\x05" + ZSTD, b"\0\x02" + bytes(40), b"LOCIANC\x1a\x01\0\0\0\x01" + bytes(60)],
    "manifest": [packed(backup("vault.hdr", "anchor", "db/CURRENT", "db/000009.sst", "0a.aside")), packed(backup("vault.hdr", "anchor", "db/CURRENT", "../x")), b"LOCIBAK\x1a\0\x01\0\0\0\x05hello"],
}

DICTIONARIES = {
    "markdown": ["# ", "## ", "- ", "1. ", "> ", "```", "|", "|-|", "\\x0A\\x0A", "[^1]", "[^1]: ", "](", "![", "<br>", "<!--", "-->", "&amp;", "---\\x0A", "**", "~~", "- [ ] "],
    "xml": ["<w:p>", "</w:p>", "<w:r>", "<w:t>", "<w:tbl>", "<w:tr>", "<w:tc>", "<w:gridSpan w:val=\\\"9\\\"/>", "<w:vMerge/>", "<w:numPr>", "<w:ilvl w:val=\\\"9\\\"/>", "<w:sdt>", "<w:ins>", "<w:hyperlink>", "<mc:AlternateContent>", "<m:oMath>", "<a:p>", "<a:r>", "<a:t>", "<a:tbl>", "<p:sp>", "<p:grpSp>", "<text:p>", "<text:h>", "<text:list>", "<table:table>", "<c r=\\\"A1\\\">", "<row>", "<v>", "<si>", "<![CDATA[", "]]>", "<!DOCTYPE", "<!ENTITY", "&amp;", "&#x0;", "&#1114112;", "xmlns:", "\\x00"],
    "html": ["<h1>", "<h6>", "<p>", "<div>", "<table>", "<tr>", "<td colspan=99>", "<th rowspan=0>", "<ul>", "<ol start=-1>", "<li>", "<pre>", "<code>", "<script>", "</script>", "<style>", "<svg>", "<math>", "<template>", "<select>", "<plaintext>", "<textarea>", "<a href=>", "<img alt=x>", "<br>", "<details>", "<figure>", "<sup>", "&lt;", "&#0;", "<meta name=", "content=", "<title>"],
    "pdf": ["obj", "endobj", "stream", "endstream", "xref", "trailer", "startxref", "%%EOF", "/Type", "/Page", "/Pages", "/Kids", "/Count", "/Contents", "/MediaBox", "/Resources", "/Font", "/Outlines", "/First", "/Next", "/Dest", "/ToUnicode", "/Rotate", "BT", "ET", "Tf", "Td", "Tm", "Tj", "TJ", "T*", "cm", " 0 R"],
    "rtf": ["{\\\\*\\\\", "\\\\par ", "\\\\pard ", "\\\\u-1?", "\\\\'ff", "\\\\bin9", "\\\\trowd", "\\\\cell ", "\\\\row ", "\\\\intbl ", "\\\\outlinelevel9", "\\\\fonttbl", "\\\\ansicpg932", "\\\\uc9", "\\\\footnote", "\\\\pict", "\\\\field", "\\\\fldinst", "\\\\fldrslt", "\\\\ls1", "\\\\ilvl9", "{", "}"],
}


def main() -> None:
    for target, seeds in SEEDS.items():
        folder = HERE / "corpus" / target
        folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds, 1):
            (folder / f"seed-{number}").write_bytes(seed)
    folder = HERE / "dictionaries"
    folder.mkdir(exist_ok=True)
    for name, words in DICTIONARIES.items():
        (folder / name).write_text("".join(f'"{word}"\n' for word in words))


if __name__ == "__main__":
    main()
