import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO, readStore } from './demo-files.ts';

/** What is printed on the boxes in the pictures, by the folder of the game's pictures. */
const printed = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .parse(JSON.parse(await readFile(join(DEMO, 'meeplehouse/box-facts.json'), 'utf8')));
const { products } = await readStore('meeplehouse');

describe('the boxes of the games', () => {
  it.each(products.map((product) => [product.name, product] as const))(
    '%s says on its page what is printed on its box',
    (_name, { pictures, attributes }) => {
      const [, folder = ''] = pictures[0]?.file.split('/') ?? [];
      expect(printed[folder]).toBeDefined();
      expect(attributes).toMatchObject(printed[folder] ?? {});
    },
  );

  it('each say whether the rules are in Arabic', () => {
    const silent = products.filter(({ attributes }) => typeof attributes?.['Rules in Arabic'] !== 'boolean');
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
