import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { presets } from '../../app/brands/presets.ts';
import { PROJECT, type StoreProcess } from '../support/store-process.ts';
import { examineStructure, wear } from './axe.ts';
import { cutTexts, expectToFit } from './expect-to-fit.ts';
import { expect } from './fixtures.ts';
import { mostShift } from './layout-shifts.ts';
import { facesInUse } from './steps.ts';
import { adminOf } from './stock.ts';
import { desk, phone } from './viewports.ts';

/** Browsers and systems, as session names contain them. */
const programs = ['Safari', 'Chrome', 'Firefox', 'Linux', 'Windows', 'Android'];

const latinWords = (text: string): string[] => text.match(/[A-Za-z]{2,}/g) ?? [];

/** The texts of an ICU message, without parameters and selector names. */
const plainMessage = (message: string): string =>
  message.replaceAll(/\{\s*\w+\s*(,\s*\w+\s*,?)?|\b(zero|one|two|few|many|other)\s*\{|<\/?\w+>/g, ' ');

/**
 * Latin words within the stores' own Arabic texts: names of brands, devices, units. Any other Latin word on an
 * Arabic page is untranslated.
 */
export async function knownLatinWords(store: StoreProcess): Promise<string[]> {
  const folder = join(PROJECT, 'app/i18n/texts/ar');
  const messages = readdirSync(folder).flatMap((file) =>
    Object.values<string>(JSON.parse(readFileSync(join(folder, file), 'utf8'))).map(plainMessage),
  );
  // Demo people, codes, internal notes of staff, and content that other tests left untranslated.
  const [products, untranslated, codes, orders, addresses, categories, people, settlements] =
    await Promise.all([
      adminOf(store).from('products').select('translations, brand').throwOnError(),
      adminOf(store).from('products').select('name, description').eq('translations', '{}').throwOnError(),
      adminOf(store).from('discounts').select('code').throwOnError(),
      adminOf(store).from('orders').select('number').throwOnError(),
      adminOf(store).from('addresses').select('street, city').throwOnError(),
      adminOf(store).from('categories').select('name, translations').throwOnError(),
      adminOf(store).from('profiles').select('name').throwOnError(),
      adminOf(store).from('settlements').select('reference').throwOnError(),
    ]);
  const texts = [
    ...messages,
    ...programs,
    JSON.stringify(presets.map(({ name, socialMedia, translations }) => [name, socialMedia, translations])),
    JSON.stringify([products.data, untranslated.data, codes.data, orders.data, addresses.data]),
    JSON.stringify([categories.data, people.data, settlements.data]),
  ];
  return [...new Set(texts.flatMap(latinWords).map((word) => word.toLowerCase()))];
}

/** Latin words on the page that are no names, codes or addresses, with their elements. */
function englishLeft(page: Page, known: string[]): Promise<string[]> {
  return page.evaluate((words) => {
    const allowed = new Set(words);
    const found = new Set<string>();
    const read = (text: string, place: string) => {
      // Addresses and codes are the same in every language.
      const rest = text.replaceAll(/\S+@\S+|https?:\S+|\S*\d\S*|\b[A-Z]{2,4}\b/g, ' ');
      for (const word of rest.match(/[A-Za-z]{3,}/g) ?? [])
        if (!allowed.has(word.toLowerCase())) found.add(`${word} in ${place}: ${text.trim().slice(0, 60)}`);
    };
    const elsewhere =
      '[lang=en], [translate=no], [dir=ltr], [dir=auto], bdi, script, style, option, textarea, svg';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (text.parentElement?.checkVisibility() && !text.parentElement.closest(elsewhere))
        read(text.nodeValue ?? '', text.parentElement.tagName);
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`body [${name}]`))
        if (!element.closest('[lang=en]')) read(element.getAttribute(name) ?? '', name);
    read(document.title, 'title');
    return [...found];
  }, known);
}

/** Overlapping lines of text, and grouped numbers that would be read in the wrong direction. */
function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines: {
      text: string;
      owner: Element;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }[] = [];
    const found: string[] = [];
    const floats = (element: Element | null): boolean => {
      if (!element || element === document.body) return false;
      const { position, clipPath, textOverflow, webkitLineClamp } = getComputedStyle(element);
      return (
        ['fixed', 'sticky', 'absolute'].includes(position) ||
        clipPath !== 'none' ||
        textOverflow === 'ellipsis' ||
        webkitLineClamp !== 'none' ||
        element.matches('[aria-hidden=true], .marquee-track') ||
        floats(element.parentElement)
      );
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const owner = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      if (!owner || !text || !owner.checkVisibility({ visibilityProperty: true })) continue;
      if (/\+\d{6}|\d{3,} \d{3,}/.test(text) && getComputedStyle(owner).direction === 'rtl')
        found.push(`a number reads from the wrong end: ${text.slice(0, 60)}`);
      for (const { 0: code, index } of (node.nodeValue ?? '').matchAll(
        /[A-Z]{2}-[A-Z\d]{3,}(?:-[A-Z\d]+)?/g,
      )) {
        range.setStart(node, index);
        range.setEnd(node, index + code.length);
        const rects = Array.from(range.getClientRects());
        const rows = new Set(rects.map(({ top }) => Math.round(top)));
        const room = owner.closest('h1, h2, h3, p, li, dd, td, div')?.clientWidth ?? 0;
        // A number longer than its line may wrap.
        const fits = rects.reduce((sum, { width }) => sum + width, 0) < room;
        if (rows.size > 1 && fits) found.push(`a code is broken: ${code}`);
      }
      if (floats(owner)) continue;
      range.selectNodeContents(node);
      for (const { left, right, top, bottom, height } of range.getClientRects())
        if (right - left > 4 && left >= 0 && right <= innerWidth)
          lines.push({
            text,
            owner,
            left: left + 2,
            right: right - 2,
            top: top + height * 0.3,
            bottom: bottom - height * 0.3,
          });
    }
    lines.forEach((one, at) => {
      for (const other of lines.slice(at + 1)) {
        const apart =
          one.right <= other.left ||
          other.right <= one.left ||
          one.bottom <= other.top ||
          other.bottom <= one.top;
        if (!apart && one.owner !== other.owner)
          found.push(`“${one.text.slice(0, 40)}” lies on “${other.text.slice(0, 40)}”`);
      }
    });
    return [...new Set(found)];
  });
}

/**
 * Problems of the open Arabic page, at 360 and 1280 px.
 * @param shifted layout shift since the page was opened (layout-shifts.ts)
 * @param known allowed Latin words; null on pages with staff's English texts
 * @param axe whether to run axe, which is redundant for pages checked in another brand
 */
export async function examineArabic(
  page: Page,
  path: string,
  shifted: () => Promise<number>,
  known: string[] | null,
  axe = true,
): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const root = await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
  expect(root, path).toEqual(['ar', 'rtl']);
  await facesInUse(page);
  const moved = await shifted();
  const found = moved > mostShift ? [`moved by itself by ${moved.toFixed(3)}`] : [];
  if (known) found.push(...(await englishLeft(page, known)).map((line) => `English: ${line}`));
  if (axe) found.push(...(await examineStructure(page, path)));
  else await wear(page, 'light');
  for (const window of [phone, desk]) {
    await expectToFit(page, window, path);
    const wrong = [
      ...(await cutTexts(page, false)).map((text) => `cut: ${text}`),
      ...(await misplaced(page)),
    ];
    found.push(...wrong.map((line) => `at ${window.width} px ${line}`));
  }
  return found.map((line) => `${path}: ${line}`);
}
