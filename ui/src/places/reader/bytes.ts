// Spans count UTF-8 bytes, JavaScript counts UTF-16 units. This turns one into the other, and says
// null where a byte offset is inside a character or outside the text.

const STRIDE = 1024;

function width(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

export class ByteMap {
  readonly text: string;
  /** Byte offset of every STRIDE-th UTF-16 unit, moved forward past a surrogate pair. */
  private readonly marks: { unit: number; byte: number }[] = [{ unit: 0, byte: 0 }];
  readonly bytes: number;

  constructor(text: string) {
    this.text = text;
    let byte = 0;
    let next = STRIDE;
    for (let unit = 0; unit < text.length;) {
      const codePoint = text.codePointAt(unit) ?? 0;
      byte += width(codePoint);
      unit += codePoint > 0xffff ? 2 : 1;
      if (unit >= next) {
        this.marks.push({ unit, byte });
        next = unit + STRIDE;
      }
    }
    this.bytes = byte;
  }

  toUnit(byte: number): number | null {
    if (byte < 0 || byte > this.bytes) return null;
    let low = 0;
    let high = this.marks.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.marks[middle]?.byte ?? 0) <= byte) low = middle;
      else high = middle - 1;
    }
    let { unit, byte: at } = this.marks[low] ?? { unit: 0, byte: 0 };
    while (at < byte) {
      const codePoint = this.text.codePointAt(unit) ?? 0;
      at += width(codePoint);
      unit += codePoint > 0xffff ? 2 : 1;
    }
    return at === byte ? unit : null;
  }

  /** The byte offset of a UTF-16 unit. */
  toByte(unit: number): number {
    let low = 0;
    let high = this.marks.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.marks[middle]?.unit ?? 0) <= unit) low = middle;
      else high = middle - 1;
    }
    let { unit: at, byte } = this.marks[low] ?? { unit: 0, byte: 0 };
    while (at < unit && at < this.text.length) {
      const codePoint = this.text.codePointAt(at) ?? 0;
      byte += width(codePoint);
      at += codePoint > 0xffff ? 2 : 1;
    }
    return byte;
  }

  /** The text of a byte range, or null where the range does not fit the text. */
  slice(start: number, end: number): string | null {
    const [from, to] = [this.toUnit(start), this.toUnit(end)];
    return from === null || to === null || from > to ? null : this.text.slice(from, to);
  }
}
