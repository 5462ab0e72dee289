import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { lookOf } from '../../app/brands/looks/looks.ts';
import { presets } from '../../app/brands/presets.ts';
import { languagePrefix, languages } from '../../app/i18n/languages.ts';
import { javascriptWithLazyOf, textOf } from '../support/built-javascript.ts';
import type { StoreProcess } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';

/** Limit for an inlined style sheet, in thousands of compressed bytes. */
const mostOfSheet = 13;
/**
 * Limits for a cached page in thousands of brotli bytes: 24 products with all filters are the largest, and Arabic texts are
 * longer, also in addresses.
 */
const most = { en: { home: 27.4, product: 29.1, shop: 29.4 }, ar: { home: 28.8, product: 30.2, shop: 31 } };
/** Milliseconds until a requested page is recompressed at the highest level. */
const settled = 10_500;

/** Routes that load only the first pages' style sheet. */
const firstRoutes = [
  'root',
  'routes/home',
  'routes/catalog/shop',
  'routes/catalog/product',
  'routes/catalog/category',
  'routes/catalog/categories',
  'routes/catalog/deals',
  'routes/content/faq',
  'routes/content/contact',
  'routes/not-found',
];

/** A page as a browser receives it. */
async function load(store: StoreProcess, brand: string, path: string) {
  const asked = request({
    host: '127.0.0.1',
    port: store.port,
    path,
    headers: { host: `${brand}.localhost:${store.port}`, 'accept-encoding': 'br' },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  return { kilobytes: bytes.length / 1_000, html: brotliDecompressSync(bytes).toString() };
}

/** The compressed size of a text, in thousands of bytes. */
const kilobytesOf = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }).length / 1_000;

/** The inlined style sheet of a page, after the brand's fonts and tokens. */
const sheetIn = (html: string) => html.match(/<style[^>]*>.*?(@layer.*?)<\/style>/s)?.[1] ?? '';

/** Style sheets that a page links. */
const linkedIn = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => textOf(href)).join('');

/** Classes that a style sheet has rules for. */
const classesOf = (css: string) =>
  new Set([...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1')));

const words = (text: string) => text.split(/\s+/);

/** Events and options with the same names as utilities. */
const namesakes = new Set(['blur', 'resize']);

test('cached pages of home, shop and product are small in every brand and in every language', async ({
  store,
}) => {
  const pages: { path: string; brand: string; most: number }[] = [];
  for (const language of languages) {
    const prefix = languagePrefix(language);
    for (const { id } of presets) {
      const { html } = await load(store, id, `${prefix}/shop`);
      const product = html.match(/href="([^"]*\/product\/[^"?]+)"/)?.[1] ?? '';
      const paths = { home: prefix || '/', shop: `${prefix}/shop`, product } as const;
      for (const name of ['home', 'shop', 'product'] as const) {
        const path = paths[name];
        pages.push({ path, brand: id, most: most[language][name] });
        const sheet = sheetIn((await load(store, id, path)).html);
        // A much smaller value would mean that the sheet was not found.
        expect(sheet.length).toBeGreaterThan(30_000);
        expect(kilobytesOf(sheet), `the style sheet in ${path} of ${id}`).toBeLessThanOrEqual(mostOfSheet);
      }
    }
  }
  await delay(settled);
  for (const { brand, path, most } of pages) {
    const kilobytes = async () => (await load(store, brand, path)).kilobytes;
    await expect.poll(kilobytes, `${path} of ${brand}`).toBeLessThanOrEqual(most);
  }
});

test('the cart’s style sheet has all rules of the first pages, and the back office’s has all rules', async ({
  store,
}) => {
  const shopping = classesOf(linkedIn((await load(store, 'inkthread', '/cart')).html));
  const backOffice = classesOf(linkedIn((await load(store, 'inkthread', '/admin/orders')).html));
  expect(shopping.size).toBeGreaterThan(500);
  expect([...shopping].filter((name) => !backOffice.has(name))).toEqual([]);
  for (const { id } of presets) {
    const sheet = sheetIn((await load(store, id, '/')).html);
    const utilities = sheet.slice(sheet.indexOf('@layer utilities{'));
    const own = /^(dark|light|dark-ground|light-ground|\d.*)$/;
    const missing = [...classesOf(utilities)].filter((name) => !shopping.has(name) && !own.test(name));
    expect(missing, id).toEqual([]);
  }
});

test('the first pages show nothing whose rules are only in later style sheets', async ({ store }) => {
  const later = classesOf(linkedIn((await load(store, 'inkthread', '/admin/orders')).html));
  const first = new Set<string>();
  for (const brand of presets) {
    const sheet = classesOf(sheetIn((await load(store, brand.id, '/')).html));
    for (const name of sheet) first.add(name);
    const { header, footer, card, tile, story, listing, product, help, message, popup, bottomBar, empty } =
      lookOf(brand.design);
    const parts = [
      header,
      footer,
      card,
      tile,
      story,
      listing,
      product,
      help,
      message,
      popup,
      bottomBar,
      empty,
    ];
    const named = parts
      .flatMap((part) => Object.values<unknown>(part))
      .flatMap((names) => words(String(names)));
    expect(named.filter((name) => later.has(name) && !sheet.has(name))).toEqual([]);
    for (const path of ['/', '/shop', '/categories', '/deals', '/faq', '/contact', '/nowhere']) {
      const { html } = await load(store, brand.id, path);
      const shown = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => words(names));
      expect(
        shown.filter((name) => later.has(name) && !sheet.has(name)),
        path,
      ).toEqual([]);
    }
  }
  // What opens on these pages but has its own files: dialogs, heroes, the chat.
  for (const file of javascriptWithLazyOf(firstRoutes)) {
    const texts = [...textOf(file).matchAll(/`([^`]*)`|"([^"]*)"/g)];
    const used = texts.flatMap(([, one, other]) => words(one ?? other ?? ''));
    const missing = used.filter((name) => later.has(name) && !first.has(name) && !namesakes.has(name));
    expect(missing, file).toEqual([]);
  }
});
