import { CarrierSilence } from './carrier.ts';

const isPdf = (file: Uint8Array) => Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-';

/** Merges label files into one PDF, in order. @throws CarrierSilence when one of them is not a PDF */
export async function mergedPdf(files: readonly Uint8Array[]): Promise<Uint8Array> {
  if (!files.every(isPdf)) throw new CarrierSilence('a label that is no PDF');
  const [only, ...more] = files;
  if (only && more.length === 0) return only;
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const merged = await PDFDocument.create();
  for (const file of files) {
    const document = await PDFDocument.load(file);
    for (const page of await merged.copyPages(document, document.getPageIndices())) merged.addPage(page);
  }
  return merged.save();
}
