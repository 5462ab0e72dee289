import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Design } from '../../app/designer/design.ts';
import { newImage, newText } from '../../app/designer/design-edits.ts';
import type { PrintFormat } from './print-process.ts';
import { type Printer, startPrinter } from './printer.ts';

let folder: string;
let printer: Printer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'printer-'));
  printer = startPrinter();
});
afterAll(async () => {
  printer.close();
  await rm(folder, { recursive: true, force: true });
});

const texts: Design = {
  version: 1,
  garment: 'Hoodie',
  color: 'black',
  elements: Array.from({ length: 40 }, (_, n) => newText(`t${n}`, 'front', `سوق Souk ${n}`, '#d1293d')),
};
const print = (design: Design, kind: PrintFormat, pictures: Record<string, string> = {}) => {
  const file = join(folder, `${crypto.randomUUID()}.${kind}`);
  return printer.print({ design, side: 'front', kind, pictures, file }).then(() => readFile(file));
};

it('prints one file at a time, however many are requested at once', async () => {
  const [png, svg] = await Promise.all([print(texts, 'png'), print(texts, 'svg')]);
  expect((await sharp(png).metadata()).density).toBe(300);
  expect(svg.toString()).toContain('<path');
});

it('lets the store respond while forty texts are printed', async () => {
  const start = process.threadCpuUsage();
  await print(texts, 'svg');
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(100);
});

it('says why a design cannot be printed, and prints the next', async () => {
  const source = 'designs:s/u/broken.png';
  const image = newImage('i', 'front', 'Hoodie', {
    source,
    name: 'a.png',
    pixelWidth: 400,
    pixelHeight: 400,
  });
  const file = join(folder, 'broken.png');
  await writeFile(file, 'no picture');
  await expect(print({ ...texts, elements: [image] }, 'png', { [source]: file })).rejects.toMatchObject({
    status: 422,
    message: 'A picture of this design cannot be read.',
  });
  await expect(print(texts, 'svg')).resolves.toBeInstanceOf(Buffer);
});

it('reports that its process ended early, and restarts for the next file', async () => {
  const unfinished = print(texts, 'png');
  const refused = expect(unfinished).rejects.toThrow('The print process ended');
  await setImmediate();
  printer.close();
  await refused;
  await expect(print(texts, 'svg')).resolves.toBeInstanceOf(Buffer);
});
