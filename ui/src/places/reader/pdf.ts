// Opens a PDF with pdf.js in a worker of its own. Nothing is fetched: the bytes come from the vault,
// fonts from the file or the system. Ending it ends the worker and what it had read.

import type { PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { BundledData } from './pdfData';

const WORKER_START_MS = 5000;

export type PdfLibrary = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

export interface OpenPdf {
  library: PdfLibrary;
  document: PDFDocumentProxy;
  close: () => void;
}

export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const library = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { worker, end } = await startWorker(library);
  const task = library.getDocument({
    data: bytes,
    worker,
    BinaryDataFactory: BundledData,
    cMapPacked: true,
    isEvalSupported: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    enableXfa: false,
    disableAutoFetch: true,
    stopAtErrors: false,
  });
  const close = () => void task.destroy().finally(end);
  try {
    return { library, document: await task.promise, close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

interface Started {
  worker: PDFWorker;
  end: () => void;
}

/** Where the web view starts no worker for us, pdf.js does the same work on the page's thread. */
async function startWorker(library: PdfLibrary): Promise<Started> {
  try {
    const port = new Worker(workerUrl, { type: 'module' });
    await answers(port);
    const worker = library.PDFWorker.create({ port });
    return {
      worker,
      end: () => {
        worker.destroy();
        port.terminate();
      },
    };
  } catch {
    const handler: unknown = await import(/* @vite-ignore */ workerUrl);
    Object.assign(globalThis, { pdfjsWorker: handler });
    const worker = library.PDFWorker.create({});
    return { worker, end: () => worker.destroy() };
  }
}

/** pdf.js' worker says `ready` by itself once its script has run. */
function answers(port: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    port.addEventListener('message', () => resolve(), { once: true });
    port.addEventListener('error', () => reject(new Error('no worker')), { once: true });
    window.setTimeout(() => reject(new Error('no answer')), WORKER_START_MS);
  });
}
