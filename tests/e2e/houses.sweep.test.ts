import type { Page } from '@playwright/test';
import { brands } from '../../app/brands/brands.ts';
import { wear } from './axe.ts';
import { expectToFit } from './expect-to-fit.ts';
import { expect, test } from './fixtures.ts';
import { demoPages, demoShopper } from './stock.ts';

const widths = [320, 360, 768, 1280, 1920, 2560];

/** Words, and numbers of orders, that stand on two lines, each as it is read. Words may part at a hyphen of their own. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    for (const place of document.querySelectorAll('main :is(h1, h2, h3, article, li, figure)')) {
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const said = text.nodeValue ?? '';
        const holder = text.parentElement;
        if (!holder?.checkVisibility() || holder.closest('.sr-only, select, textarea')) continue;
        for (const { 0: word, index } of said.matchAll(/[A-Z]{2}-[A-Z0-9]{5}-[A-Z0-9]{5}|[\p{L}\p{N}]+/gu)) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
          if (lines.size > 1) found.push(word);
        }
      }
    }
    return [...new Set(found)];
  });

/** How far in px the heading of the page reaches beyond the column that it stands in. */
const headingOverhang = (page: Page): Promise<number> =>
  page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const column = heading.parentElement?.getBoundingClientRect() ?? heading.getBoundingClientRect();
    return Math.round(range.getBoundingClientRect().right - column.right);
  });

/** How far in px rows of four cards or more stay away from the end of their list. */
const gapsAfterCards = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main ul:has(> li:nth-child(4) > article)')].flatMap((list) => {
      const cards = [...list.children].map((card) => card.getBoundingClientRect().right);
      const gap = Math.round(list.getBoundingClientRect().right - Math.max(...cards));
      return gap > 1 ? [gap] : [];
    }),
  );

/** The right edges in px of the last control of the header and of the widest part of the page below it. */
const ends = (page: Page) =>
  page.evaluate(() => {
    const last = (selector: string) => {
      const shown = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
      return Math.max(...shown.map((element) => element.getBoundingClientRect().right));
    };
    return { header: last('header a, header button'), page: last('main :is(h1, section, article, form)') };
  });

for (const { id: brand, design } of brands) {
  test(`the hero and tiles of ${brand} fit windows from 320 to 2560 px, break no word, and rows of cards fill theirs`, async ({
    page,
    visit,
    watch,
  }) => {
    // A picture that was fetched ahead for one width is not shown when the window gets another.
    watch.allow(/preloaded using link preload/);
    await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
    for (const path of ['/', '/shop', '/categories']) {
      await visit(brand, path);
      await wear(page, 'light');
      for (const width of widths) {
        await expectToFit(page, { width, height: 900 }, path);
        await expect.poll(() => brokenWords(page), `${path} at ${width} px`).toEqual([]);
        await expect.poll(() => headingOverhang(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
        await expect.poll(() => gapsAfterCards(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  });

  test(`the account of ${brand} ends where its header ends, and its orders keep their numbers on one line`, async ({
    page,
    store,
    visit,
    visitAs,
    watch,
  }) => {
    // As above.
    watch.allow(/preloaded using link preload/);
    await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
    const order = `/account/orders/${(await demoPages(store, brand)).order}`;
    await visitAs(demoShopper(brand), brand, '/account');
    for (const path of ['/account', '/account/orders', order]) {
      await visit(brand, path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await wear(page, 'light');
      for (const width of widths) {
        await expectToFit(page, { width, height: 900 }, path);
        // On the narrowest phones a long name may part beside its picture.
        if (width >= 360) await expect.poll(() => brokenWords(page), `${path} at ${width} px`).toEqual([]);
      }
      if (path === order) continue;
      for (const width of [1280, 1920, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        const { header, page: end } = await ends(page);
        // The board games' header is a pill, which is wider than the page by its own padding.
        const room = design.look === 'game-table' ? 40 : 1;
        expect(Math.abs(header - end), `${path} at ${width} px`).toBeLessThanOrEqual(room);
      }
    }
  });
}
