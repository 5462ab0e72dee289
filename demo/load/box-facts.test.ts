import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO, readStore } from './demo-files.ts';

/**
 * What the pictured boxes show, by the folder of the game's pictures: the cover, and the facts printed on it.
 */
const boxes = z
  .record(z.string(), z.strictObject({ cover: z.string(), facts: z.record(z.string(), z.unknown()) }))
  .parse(JSON.parse(await readFile(join(DEMO, 'meeplehouse/box-facts.json'), 'utf8')));
const { products } = await readStore('meeplehouse');

describe('the boxes of the games', () => {
  it.each(products.map((product) => [product.name, product] as const))(
    '%s says on its page what is printed on its box',
    (_name, { pictures, attributes }) => {
      const [, folder = ''] = pictures[0]?.file.split('/') ?? [];
      const facts = boxes[folder]?.facts;
      expect(Object.keys(facts ?? {})).toEqual(['Players', 'Playing time', 'Age']);
      expect(attributes).toMatchObject(facts ?? {});
    },
  );

  it('each wear a cover of their own', () => {
    const covers = Object.values(boxes).map(({ cover }) => cover);
    expect(covers.length).toBe(products.length);
    expect(new Set(covers).size).toBe(covers.length);
  });

  it('each say whether the rules are in Arabic', () => {
    const silent = products.filter(({ attributes }) => typeof attributes?.['Rules in Arabic'] !== 'boolean');
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
