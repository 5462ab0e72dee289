import { expect, it } from 'vitest';
import { brotliKilobytes, builtFiles, javascriptOf, textOf } from '../support/built-javascript.ts';

/** Heroes of the home pages: each store loads one of them. */
const heads = ['printer-hero', 'film-hero', 'lab-hero', 'marquee-hero', 'catalogue-hero', 'tabletop-landing'];

/** Nothing that visitors who only browse need: the backend's client, the designer, charts, form schemas. */
const forbidden = /supabase|watch-session|konva|designer|recharts|zod|schemas|admin|checkout/;

/** Texts that only those libraries or the refusals contain, in case a chunk bundles several modules. */
const forbiddenCode =
  /GoTrueClient|PostgrestBuilder|phx_join|Konva|recharts|ZodError|papaparse|discount_used_by_you/;

const pages = [
  ...heads.map((head) => ({
    name: `home with its ${head}`,
    files: () => javascriptOf('routes/home', [...builtFiles(head), ...builtFiles('open-banners')]),
    most: 145.9,
  })),
  { name: 'shop', files: () => javascriptOf('routes/catalog/shop'), most: 145 },
  { name: 'a product', files: () => javascriptOf('routes/catalog/product'), most: 149.5 },
];

it.each(pages)('visitors download at most $most KB of JavaScript for $name', ({ files, most }) => {
  const kilobytes = brotliKilobytes(files());
  // A much smaller value would mean that the files were not found.
  expect(kilobytes).toBeGreaterThan(60);
  expect(kilobytes).toBeLessThanOrEqual(most);
});

it.each(pages)('visitors download no code of the office or the designer for $name', ({ files }) => {
  // Eight letters before the ending are a hash, which may spell anything.
  expect(files().filter((file) => forbidden.test(file.slice(0, -'-12345678.js'.length)))).toEqual([]);
  expect(files().filter((file) => forbiddenCode.test(textOf(file)))).toEqual([]);
});

it('subscribing to changes, once a page is idle, loads at most 16 KB', () => {
  const shop = new Set(javascriptOf('routes/catalog/shop'));
  // The realtime client's entry is called module.js.
  const later = javascriptOf('routes/catalog/shop', builtFiles('module')).filter((file) => !shop.has(file));
  expect(brotliKilobytes(later)).toBeGreaterThan(5);
  expect(brotliKilobytes(later)).toBeLessThanOrEqual(16);
});

it.each(heads)('the build has a chunk for %s', (head) => {
  expect(builtFiles(head)).toHaveLength(1);
});
