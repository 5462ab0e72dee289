import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { SIDES, type Side } from '../../app/garments/print-areas.ts';
import { HttpError } from '../http/http-error.ts';
import type { PrintLine } from './print-lines.ts';
import type { PrintFormat } from './print-process.ts';
import { isPrinted } from './print-svg.ts';

/** File of an archive that says which print files are not in it, and why. */
export const NOT_MADE = 'not-made.txt';

type MakeFile = (line: PrintLine, side: Side, kind: PrintFormat) => Promise<Uint8Array>;

/** Names a print file by garment, color, size, order number and line: what prints are sorted by. */
export function archivedName(
  { design, color, size, name }: PrintLine,
  side: Side,
  kind: PrintFormat,
): string {
  const parts = [design.garment, color ?? design.color, size, name, side].filter(
    (part) => part !== null && part !== '',
  );
  return `${parts.join('-').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')}.${kind}`;
}

/**
 * Packs the print files of lines into a ZIP, one for each printed side, in parts to send. A file is made once those before
 * it were taken, so one at a time is in memory; what cannot be printed is named in `not-made.txt`.
 */
export async function* printArchive(
  lines: readonly PrintLine[],
  kind: PrintFormat,
  make: MakeFile,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  const taken = () => {
    const made = parts;
    parts = [];
    return made;
  };
  const add = (name: string, content: Uint8Array) => {
    // PNG is compressed already.
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(content, true);
    return taken();
  };
  const notMade: string[] = [];
  for (const line of lines) {
    for (const side of SIDES.filter((printed) => isPrinted(line.design, printed))) {
      const name = archivedName(line, side, kind);
      try {
        yield* add(name, await make(line, side, kind));
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        notMade.push(`${name}: ${error.message}`);
      }
    }
  }
  if (notMade.length > 0) yield* add(NOT_MADE, strToU8(`${notMade.join('\n')}\n`));
  zip.end();
  yield* taken();
}
