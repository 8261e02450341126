"""Pages as scanners give them, each beside the words that stand on it: material for `loci eval ocr`.

Text (of this project, or any named by --text) is set in fonts that Debian ships, in one to three
columns with tables, figures and titles across, printed at 150 to 300 dpi, then worsened as copying,
faxing and photographing do. The same seed makes the same pages. A page goes to `seen/` or `held/`
by the hash of its name: look into `seen/` only.

    python3 -m venv V && V/bin/pip install pillow numpy
    apt-get download fonts-liberation fonts-lmodern …, dpkg -x each into FONTS (see PACKAGES)
    V/bin/python tests/ocr/make_pages.py --fonts FONTS --out PAGES [--count 60] [--seed 1]
        [--columns 1 2 3] [--text FILE.txt, a paragraph a line]
"""

import argparse
import hashlib
import io
import random
import re
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

# Debian package: regular face, bold face
PACKAGES = {
    'fonts-liberation': [
        ('LiberationSerif-Regular.ttf', 'LiberationSerif-Bold.ttf'),
        ('LiberationSans-Regular.ttf', 'LiberationSans-Bold.ttf'),
        ('LiberationMono-Regular.ttf', 'LiberationMono-Bold.ttf'),
    ],
    'fonts-dejavu-core': [('DejaVuSans.ttf', 'DejaVuSans-Bold.ttf')],
    'fonts-lmodern': [('lmroman10-regular.otf', 'lmroman10-bold.otf')],
    'fonts-texgyre': [
        ('texgyrepagella-regular.otf', 'texgyrepagella-bold.otf'),
        ('texgyreheros-regular.otf', 'texgyreheros-bold.otf'),
        ('texgyrecursor-regular.otf', 'texgyrecursor-bold.otf'),
    ],
    'fonts-linuxlibertine': [('LinLibertine_R.otf', 'LinLibertine_RB.otf')],
    'fonts-ebgaramond': [('EBGaramond12-Regular.otf', 'EBGaramond12-Bold.otf')],
    'fonts-crosextra-carlito': [('Carlito-Regular.ttf', 'Carlito-Bold.ttf')],
    'fonts-crosextra-caladea': [('Caladea-Regular.ttf', 'Caladea-Bold.ttf')],
    'fonts-junicode': [('JunicodeTwoBeta-Regular.otf', 'JunicodeTwoBeta-Bold.otf')],
    'fonts-sil-gentium-basic': [('GenBkBasR.ttf', 'GenBkBasB.ttf')],
    'fonts-oldstandard': [('OldStandard-Regular.ttf', 'OldStandard-Bold.ttf')],
    'fonts-open-sans': [('OpenSans-Regular.ttf', 'OpenSans-Bold.ttf')],
}

# words that no file of this project has: names, accents, numbers
FOREIGN = [
    'Die Überprüfung der Maßnahmen erfolgte am 17. März 2024 in Köln; größere Abweichungen wurden '
    'nicht festgestellt.',
    'L’équipe a mesuré une différence de 4,7 % entre les deux séries, après correction des biais.',
    'El niño leyó el capítulo décimo, según la señora Muñoz, y contestó a las preguntas.',
    'Řehoř, Åström and Nuñez (2019) report a mean of 12.4 ± 0.8 mg/L (n = 212, p < 0.01).',
    'See https://example.org/a_b?q=1&r=2 or write to k.smith-jones@example.org (tel. +49 30 1234567).',
    'Order No. 2023/1115 of 31 May 2023 repeals Regulation (EU) No 995/2010 [OJ L 150, p. 206].',
]

HARMS = ['clean', 'blur', 'noise', 'jpeg', 'skew', 'shade', 'fax', 'low', 'photo', 'faint']


def paragraphs(root):
    """Prose of this project's own documents, markup taken off."""
    found = list(FOREIGN)
    for file in sorted([*root.glob('*.md'), *root.glob('docs/*.md'), *root.glob('assets/**/*.md')]):
        text = re.sub(r'```.*?```', '', file.read_text(encoding='utf-8'), flags=re.S)
        for part in re.split(r'\n\s*\n|\n(?=[-*#|])', text):
            part = re.sub(r'^[-*#> ]+|[*`_]{1,2}|\[|\]\([^)]*\)', '', part)
            part = ' '.join(part.split())
            if len(part) > 120 and '|' not in part and '<' not in part:
                found.append(part)
    return found


def can_show(font, text):
    """Leaves out words with letters that the face lacks."""
    missing = font.getmask('\uffff').getbbox(), bytes(font.getmask('\uffff'))

    def shown(letter):
        mask = font.getmask(letter)
        return letter == ' ' or (mask.getbbox(), bytes(mask)) != missing

    return ' '.join(w for w in text.split() if all(shown(letter) for letter in w))


def wrap(draw, font, text, width):
    lines, line = [], ''
    for word in text.split():
        longer = f'{line} {word}'.strip()
        if line and draw.textlength(longer, font=font) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return lines + [line] if line else lines


class Sheet:
    """A4 or Letter at a resolution, filled from the top, column after column."""

    def __init__(self, rng, faces, size_pt, dpi, columns):
        self.dpi, self.rng = dpi, rng
        width, height = rng.choice([(8.27, 11.69), (8.5, 11.0)])
        self.image = Image.new('L', (int(width * dpi), int(height * dpi)), 255)
        self.draw = ImageDraw.Draw(self.image)
        self.pixels = size_pt * dpi / 72
        self.body = ImageFont.truetype(faces[0], self.pixels)
        self.head = ImageFont.truetype(faces[1], self.pixels * 1.35)
        self.leading = self.pixels * rng.uniform(1.18, 1.4)
        # narrow columns have narrow gutters, and never one as narrow as the space between two words
        margin = dpi * rng.uniform(0.7, 1.1)
        gutter = max(dpi * rng.uniform(0.15, 0.35), self.pixels * 1.2)
        self.across = self.image.width - 2 * margin
        self.column_width = (self.across - gutter * (columns - 1)) / columns
        self.lefts = [margin + i * (self.column_width + gutter) for i in range(columns)]
        self.tops, self.bottom = [margin] * columns, self.image.height - margin
        self.justified = rng.random() < 0.6
        self.column, self.y, self.said = 0, margin, []

    def room(self, height):
        if self.y + height > self.bottom and self.column < len(self.lefts):
            self.column += 1
            self.y = self.tops[self.column] if self.column < len(self.lefts) else self.y
        return self.column < len(self.lefts)

    def write(self, text, font, leading):
        lines = wrap(self.draw, font, text, self.column_width)
        for number, line in enumerate(lines):
            if not self.room(leading):
                return False
            last = number + 1 == len(lines)
            self.line(line, font, filled=self.justified and font is self.body and not last)
            self.said.append(line)
            self.y += leading
        return True

    def line(self, line, font, filled):
        """One line of the column; a filled one is spaced to its right edge."""
        x, words = self.lefts[self.column], line.split(' ')
        if not filled or len(words) < 2:
            self.draw.text((x, self.y), line, font=font, fill=0)
            return
        widths = [self.draw.textlength(word, font=font) for word in words]
        space = (self.column_width - sum(widths)) / (len(words) - 1)
        for word, width in zip(words, widths):
            self.draw.text((x, self.y), word, font=font, fill=0)
            x += width + space

    def title(self, text, names):
        """Across all columns, in the middle: a title, and names below it."""
        top = self.tops[0]
        for words, font, leading in [(text, self.head, 1.8), (names, self.body, 1.4)]:
            for line in wrap(self.draw, font, words, self.across * 0.8):
                x = self.lefts[0] + (self.across - self.draw.textlength(line, font=font)) / 2
                self.draw.text((x, top), line, font=font, fill=0)
                self.said.append(line)
                top += self.pixels * leading
        self.tops = [top + self.leading] * len(self.tops)
        self.y = self.tops[0]

    def picture(self, column):
        """A picture without words on top of a column, which begins below it."""
        left, top = self.lefts[column], self.tops[column]
        height = self.column_width * self.rng.uniform(0.3, 0.7)
        box = (left, top, left + self.column_width, top + height)
        self.draw.rectangle(box, outline=90, width=max(1, self.dpi // 100))
        points = [(left + self.column_width * i / 9, top + height * self.rng.uniform(0.1, 0.9))
                  for i in range(10)]
        self.draw.line(points, fill=60, width=max(1, self.dpi // 75))
        self.tops[column] = top + height + self.leading
        self.y = self.tops[self.column]

    def heading(self, text):
        self.y += self.leading * 0.6
        more = self.write(text, self.head, self.leading * 1.35)
        self.y += self.leading * 0.3
        return more

    def paragraph(self, text):
        more = self.write(can_show(self.body, text), self.body, self.leading)
        self.y += self.leading * 0.6
        return more

    def table(self):
        """Ruled or open; said row by row."""
        columns, rows = self.rng.randint(3, 4), self.rng.randint(4, 7)
        if not self.room(self.leading * 1.5 * (rows + 1)):
            return False
        each, ruled = self.column_width / columns, self.rng.random() < 0.5
        names = ['Sample', 'Mean', 'Range', 'Share', 'Count', 'Year', 'Region', 'Method']
        for row in range(rows):
            cells = []
            for column in range(columns):
                number = f'{self.rng.uniform(0, 999):.{self.rng.randint(0, 2)}f}'
                cells.append(self.rng.choice(names) if row == 0 or column == 0 else number)
                x = self.lefts[self.column] + column * each
                self.draw.text((x + 6, self.y + 4), cells[-1], font=self.body, fill=0)
                if ruled:
                    box = (x, self.y, x + each, self.y + self.leading * 1.5)
                    self.draw.rectangle(box, outline=60, width=max(1, self.dpi // 150))
            self.said.append(' '.join(cells))
            self.y += self.leading * 1.5
        self.y += self.leading
        return True


def worsen(rng, image, harm, dpi):
    """What happened to the paper and the picture of it; gives the image and how it is saved."""
    noise = np.random.default_rng(rng.randint(0, 2**32))

    def add(image, sigma):
        pixels = np.asarray(image, dtype=np.float32)
        noisy = pixels + noise.normal(0, sigma, pixels.shape)
        return Image.fromarray(noisy.clip(0, 255).astype(np.uint8))

    def turn(image, degrees, ground=255):
        return image.rotate(degrees, resample=Image.BICUBIC, fillcolor=ground)

    def shade(image, depth):
        height, width = image.height, image.width
        across = np.linspace(0, 1, width)[None, :] ** 2 * depth
        down = np.linspace(0, 1, height)[:, None] * depth / 2
        return Image.fromarray((np.asarray(image) * (1 - across - down)).clip(0, 255).astype(np.uint8))

    if harm == 'blur':
        return image.filter(ImageFilter.GaussianBlur(rng.uniform(0.8, 1.4) * dpi / 200)), 'png'
    if harm == 'noise':
        return add(image, rng.uniform(18, 40)), 'png'
    if harm == 'jpeg':
        return image, f'jpg{rng.randint(18, 40)}'
    if harm == 'skew':
        return add(turn(image, rng.choice([-1, 1]) * rng.uniform(0.6, 3.0)), 6), 'jpg75'
    if harm == 'shade':
        return add(shade(image, rng.uniform(0.3, 0.5)), 8), 'jpg70'
    if harm == 'fax':
        soft = add(image.filter(ImageFilter.GaussianBlur(0.7 * dpi / 200)), 35)
        return soft.point(lambda v: 255 if v > 140 else 0).convert('1'), 'tif'
    if harm == 'low':
        scale = 110 / dpi
        size = (int(image.width * scale), int(image.height * scale))
        return image.resize(size, Image.BICUBIC), 'png'
    if harm == 'photo':
        dark = shade(image, 0.35).filter(ImageFilter.GaussianBlur(0.6 * dpi / 200))
        return add(turn(dark, rng.uniform(-2, 2), 90), 10), 'jpg55'
    if harm == 'faint':
        return add(image.point(lambda v: int(150 + v * 100 / 255)), 10), 'png'
    return image, 'png'


def save(image, path, how):
    if how.startswith('jpg'):
        image.convert('L').save(path.with_suffix('.jpg'), quality=int(how[3:]))
        return path.with_suffix('.jpg')
    if how == 'tif':
        image.save(path.with_suffix('.tif'), compression='group4')
        return path.with_suffix('.tif')
    image.save(path.with_suffix('.png'))
    return path.with_suffix('.png')


def as_pdf(path, dpi):
    """The picture as the only thing on a PDF's page, as scanners make them."""
    image = Image.open(path)
    buffer = io.BytesIO()
    image.convert('L').save(buffer, 'PDF', resolution=dpi)
    path.unlink()
    path.with_suffix('.pdf').write_bytes(buffer.getvalue())


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument('--fonts', type=Path, required=True)
    options.add_argument('--out', type=Path, required=True)
    options.add_argument('--count', type=int, default=60)
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--columns', type=int, nargs='+', default=[1, 1, 2])
    options.add_argument('--text', type=Path)
    chosen = options.parse_args()
    files = {file.name: file for file in chosen.fonts.rglob('*.[to]tf')}
    pairs = [pair for pairs in PACKAGES.values() for pair in pairs]
    faces = [(files[a], files[b]) for a, b in pairs if a in files and b in files]
    prose = paragraphs(Path(__file__).resolve().parents[2])
    if chosen.text:
        prose = FOREIGN + chosen.text.read_text(encoding='utf-8').splitlines()
    for number in range(chosen.count):
        rng = random.Random(chosen.seed * 1000 + number)
        harm = HARMS[number % len(HARMS)]
        pair = rng.choice(faces)
        dpi = rng.choice([150, 200, 200, 300])
        columns = rng.choice(chosen.columns)
        size = rng.choice([8, 9, 10, 11, 12, 14] if columns < 3 else [8, 9, 10])
        sheet = Sheet(rng, pair, max(size, 9) if harm == 'low' else size, dpi, columns)
        words = [' '.join(rng.choice(prose).split()[:count]) for count in (5, 9, 6)]
        if columns > 1 and rng.random() < 0.5:
            sheet.title(can_show(sheet.head, words[1]), can_show(sheet.body, words[2]))
        if columns > 1 and rng.random() < 0.4:
            sheet.picture(rng.randrange(columns))
        more = sheet.heading(can_show(sheet.head, words[0]))
        while more:
            kind = rng.random()
            if kind < 0.12:
                more = sheet.table()
            elif kind < 0.22:
                more = sheet.heading(' '.join(rng.choice(prose).split()[:4]))
            else:
                more = sheet.paragraph(rng.choice(prose))
        name = f's{chosen.seed}-{number:03}-{harm}-{pair[0].stem}-{size}pt-{dpi}dpi-{columns}col'
        held = int(hashlib.sha256(name.encode()).hexdigest(), 16) % 2
        folder = chosen.out / ('held' if held else 'seen')
        folder.mkdir(parents=True, exist_ok=True)
        image, how = worsen(rng, sheet.image, harm, dpi)
        saved = save(image, folder / name, how)
        if number % 3 == 2:
            as_pdf(saved, 110 if harm == 'low' else dpi)
        (folder / f'{name}.txt').write_text('\n'.join(sheet.said) + '\n', encoding='utf-8')


if __name__ == '__main__':
    main()
