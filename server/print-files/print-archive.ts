import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { SIDES, type Side } from '../../app/garments/print-areas.ts';
import { HttpError } from '../http/http-error.ts';
import type { PrintLine } from './print-lines.ts';
import type { PrintFormat } from './print-process.ts';
import { isPrinted } from './print-svg.ts';

/** File in the archive that lists missing print files, with reasons. */
export const NOT_MADE = 'not-made.txt';

type MakeFile = (line: PrintLine, side: Side, kind: PrintFormat) => Promise<Uint8Array>;

/**
 * Names a print file by garment, color, size, order number and line, the order in which prints are sorted.
 */
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
 * Streams the print files of lines as a ZIP, one per printed side. Makes each file only after the previous
 * ones were consumed, so memory holds one at a time; lists unprintable ones in `not-made.txt`.
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
    // PNG is already compressed.
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
