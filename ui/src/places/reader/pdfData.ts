// Fonts, character maps and image decoders that a PDF may need and does not carry. They are part of
// the program, each a module of its own that is loaded when asked for; nothing is fetched.

const FILES = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
  ],
  { query: '?inline', import: 'default' },
);

const FOLDERS: Record<string, string> = {
  cMapUrl: 'cmaps',
  standardFontDataUrl: 'standard_fonts',
  wasmUrl: 'wasm',
};

/** What pdf.js calls to get one of its data files. */
export class BundledData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = FILES[`/node_modules/pdfjs-dist/${FOLDERS[kind]}/${filename}`];
    if (load === undefined) throw new Error(`pdf.js asked for ${kind} ${filename}`);
    return decodeBase64(await load());
  }
}

function decodeBase64(dataUrl: string): Uint8Array {
  const raw = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(raw, (character) => character.charCodeAt(0));
}
