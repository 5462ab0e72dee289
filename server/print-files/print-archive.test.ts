import { strFromU8, strToU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { Design } from '../../app/designer/design.ts';
import { newText } from '../../app/designer/design-edits.ts';
import type { Side } from '../../app/garments/print-areas.ts';
import { HttpError } from '../http/http-error.ts';
import { archivedName, NOT_MADE, printArchive } from './print-archive.ts';
import type { PrintLine } from './print-lines.ts';

const lineOf = (name: string, sides: readonly Side[], more: Partial<PrintLine> = {}): PrintLine => ({
  design: {
    version: 1,
    garment: 'Hoodie',
    color: 'black',
    elements: sides.map((side) => newText(side, side, 'Souk', '#d1293d')),
  } satisfies Design,
  tenantId: 'inkthread',
  userId: '',
  color: 'Black',
  size: 'M',
  name,
  ...more,
});

async function unzipped(parts: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = [];
  for await (const part of parts) chunks.push(part);
  const files = unzipSync(Buffer.concat(chunks));
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]));
}

it('an archive has a file per printed side, named by garment, color, size, order number and line', async () => {
  const lines = [lineOf('IT-1001-1', ['front', 'back']), lineOf('IT-1001-2', ['back'], { size: 'XL' })];
  const files = await unzipped(
    printArchive(lines, 'svg', async ({ name }, side) => strToU8(`${name} ${side}`)),
  );
  expect(files).toEqual({
    'Hoodie-Black-M-IT-1001-1-front.svg': 'IT-1001-1 front',
    'Hoodie-Black-M-IT-1001-1-back.svg': 'IT-1001-1 back',
    'Hoodie-Black-XL-IT-1001-2-back.svg': 'IT-1001-2 back',
  });
});

it('a name in any language becomes a safe file name', () => {
  const odd = lineOf('IT-1-1', ['front'], { color: 'أخضر فاتح', size: '../2XL: "wide"' });
  expect(archivedName(odd, 'front', 'png')).toBe('Hoodie-أخضر-فاتح-2XL-wide-IT-1-1-front.png');
});

it('a file is made only after the previous ones were consumed', async () => {
  const made: string[] = [];
  const lines = ['A-1', 'A-2', 'A-3'].map((name) => lineOf(name, ['front']));
  const parts = printArchive(lines, 'png', async ({ name }) => {
    made.push(name);
    return strToU8(name);
  });
  await parts.next();
  expect(made).toEqual(['A-1']);
  await parts.return(undefined);
  expect(made).toEqual(['A-1']);
});

it('unprintable lines are listed in a file, and the others are included', async () => {
  const lines = ['A-1', 'A-2'].map((name) => lineOf(name, ['front']));
  const files = await unzipped(
    printArchive(lines, 'png', async ({ name }) => {
      if (name === 'A-1') throw new HttpError(422, 'A picture of this design is missing.');
      return strToU8('print');
    }),
  );
  expect(files).toEqual({
    'Hoodie-Black-M-A-2-front.png': 'print',
    [NOT_MADE]: 'Hoodie-Black-M-A-1-front.png: A picture of this design is missing.\n',
  });
});

it('an archive breaks off on a failure, so that it never looks complete', async () => {
  const parts = printArchive([lineOf('A-1', ['front'])], 'png', async () => {
    throw new Error('the disk is full');
  });
  await expect(unzipped(parts)).rejects.toThrow('the disk is full');
});
