import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { Design } from '../../app/designer/design.ts';
import type { Side } from '../../app/garments/print-areas.ts';
import { HttpError } from '../http/http-error.ts';
import { type DownloadPicture, readPrintPictures } from './print-pictures.ts';
import { printPng } from './print-png.ts';
import { printSvg } from './print-svg.ts';

export type PrintFormat = 'png' | 'svg';

/** A print file to make. */
export interface PrintJob {
  design: Design;
  side: Side;
  kind: PrintFormat;
  /** Files of the design's pictures, by source. */
  pictures: Record<string, string>;
  /** Where to write the print file. */
  file: string;
}

/** `null` if the file was written; otherwise the error, with a response status if the design cannot be printed. */
export type PrintOutcome = { status?: number; message: string } | null;

async function make({ design, side, kind, pictures, file }: PrintJob): Promise<void> {
  const read: DownloadPicture = (source) => readFile(pictures[source] ?? '');
  const print =
    kind === 'png'
      ? await printPng(design, side, read)
      : printSvg(design, side, await readPrintPictures(design, side, read));
  await writeFile(file, print);
}

// Serving pages has priority. No picture is printed twice.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
process.on('disconnect', () => process.exit());
process.on('message', (job: PrintJob) => {
  make(job).then(
    () => process.send?.(null),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      process.send?.(error instanceof HttpError ? { status: error.status, message } : { message });
    },
  );
});
