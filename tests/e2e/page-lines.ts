import type { Page } from '@playwright/test';

/**
 * Words and order numbers that wrap over two lines, each as it is read. Words may break at their own hyphens. Paragraphs
 * are searched for order numbers only: long email addresses in them have to wrap.
 */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const orders = /[A-Z]{2}-[A-Z0-9]{5}-[A-Z0-9]{5}/gu;
    const ordersAndWords = new RegExp(`${orders.source}|[\\p{L}\\p{N}]+`, 'gu');
    const range = document.createRange();
    for (const place of document.querySelectorAll('main :is(h1, h2, h3, article, li, figure, p)')) {
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const content = text.nodeValue ?? '';
        const holder = text.parentElement;
        if (!holder?.checkVisibility() || holder.closest('.sr-only, select, textarea')) continue;
        for (const { 0: word, index } of content.matchAll(place.matches('p') ? orders : ordersAndWords)) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
          if (lines.size > 1) found.push(word);
        }
      }
    }
    return [...new Set(found)];
  });

/** How far in px the page's heading extends beyond its column. */
export const headingOverhang = (page: Page): Promise<number> =>
  page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const column = heading.parentElement?.getBoundingClientRect() ?? heading.getBoundingClientRect();
    return Math.round(range.getBoundingClientRect().right - column.right);
  });

/** How far in px rows of four or more cards end before the end of their list. */
export const gapsAfterCards = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main ul:has(> li:nth-child(4) > article)')].flatMap((list) => {
      const cards = [...list.children].map((card) => card.getBoundingClientRect().right);
      const gap = Math.round(list.getBoundingClientRect().right - Math.max(...cards));
      return gap > 1 ? [gap] : [];
    }),
  );

/** The right edges in px of the header's last control and of the widest part of the page below it. */
export const ends = (page: Page) =>
  page.evaluate(() => {
    const last = (selector: string) => {
      const shown = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
      return Math.max(...shown.map((element) => element.getBoundingClientRect().right));
    };
    return { header: last('header a, header button'), page: last('main :is(h1, section, article, form)') };
  });

/** Texts smaller than 12 px, and checkboxes smaller than 24 px. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = (element: Element) => element.checkVisibility({ opacityProperty: true });
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const holder = text.parentElement;
      if (!text.nodeValue?.trim() || !holder || holder.closest('.sr-only, svg') || !seen(holder)) continue;
      if (Number.parseFloat(getComputedStyle(holder).fontSize) < 12) found.push(text.nodeValue.trim());
    }
    for (const box of document.querySelectorAll<HTMLElement>('[type=checkbox]')) {
      if (seen(box) && box.offsetWidth > 2 && box.offsetWidth < 24) found.push(`box ${box.offsetWidth}`);
    }
    return [...new Set(found)];
  });

/** Overlapping neighbors in the header's row, and elements beyond the row; each with the excess in px. */
export const crowdedHeader = (page: Page): Promise<string[]> =>
  page
    .getByRole('banner')
    .locator('> div')
    .first()
    .evaluate((row) => {
      const parts = [...row.children]
        .map((part) => ({ part, box: part.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0)
        .sort((one, other) => one.box.left - other.box.left);
      const end = row.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(row).paddingRight);
      return parts
        .map(({ part, box }, place) => {
          const limit = parts[place + 1]?.box.left ?? end;
          return { far: Math.floor(box.left + part.scrollWidth - limit), text: part.textContent };
        })
        .filter(({ far }) => far > 0)
        .map(({ far, text }) => `“${text}” by ${far} px`);
    });
