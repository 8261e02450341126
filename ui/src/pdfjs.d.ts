// pdf.js ships no types for its worker; it is only handed on.
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
