import { expect, type Page } from '@playwright/test';
import { desk, type Viewport } from './viewports.ts';

/** Sets the browser's text size, in percent. */
async function setFontSize(percent: number, page: Page): Promise<void> {
  const settings = await page.context().newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
  await settings.detach();
}

/**
 * Texts and controls beyond the window's edges, with the excess in px. The page itself clips overflow, so
 * that nothing scrolls sideways; positions are what matters. Exempt are scrollable elements, marquees, deliberate
 * ellipses and ornaments.
 */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const may = (element: Element): boolean => {
      if (element.matches('body')) return false;
      const { overflowX, textOverflow, position, clipPath } = getComputedStyle(element);
      const meant =
        ['auto', 'scroll'].includes(overflowX) ||
        textOverflow === 'ellipsis' ||
        (['absolute', 'fixed'].includes(position) && clipPath !== 'none') ||
        element.matches('.marquee-track, [aria-hidden=true]');
      return meant || (element.parentElement ? may(element.parentElement) : true);
    };
    const found: string[] = [];
    const check = (element: Element, { left, right, width }: DOMRect, text: string) => {
      const far = Math.round(Math.max(-left, right - innerWidth));
      if (width > 0 && far > 0 && element.checkVisibility({ visibilityProperty: true }) && !may(element))
        found.push(`“${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}” by ${far} px`);
    };
    for (const place of document.querySelectorAll('header, main, footer, body > div > div > nav')) {
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.nodeValue?.trim() || !text.parentElement) continue;
        range.selectNodeContents(text);
        check(text.parentElement, range.getBoundingClientRect(), text.nodeValue);
      }
      for (const control of place.querySelectorAll('a, button, input, select, textarea, summary, [role]'))
        check(control, control.getBoundingClientRect(), control.textContent || control.outerHTML);
    }
    return [...new Set(found)];
  });
}

/**
 * Truncated texts: clipped by their box without an ellipsis.
 * @param clamped whether to include line-clamped texts, which end with an ellipsis
 */
export function cutTexts(page: Page, clamped = true): Promise<string[]> {
  return page.evaluate((clamped) => {
    return [...document.querySelectorAll<HTMLElement>('main *, header *, footer *')]
      .filter((element) => {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
        const { overflowX, overflowY, textOverflow, webkitLineClamp, display } = getComputedStyle(element);
        if (!clamped && webkitLineClamp !== 'none') return false;
        if (!own || textOverflow === 'ellipsis' || display === 'inline' || element.clientWidth < 2)
          return false;
        const wide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
        const high = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
        return (wide || high) && !element.matches('textarea, select, .sr-only, .sr-only *');
      })
      .map((element) => element.textContent?.trim() ?? '');
  }, clamped);
}

/** Horizontal scroll range of a page, in px. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Asserts that nothing on the open page is beyond the edges of a window. */
export async function expectToFit(page: Page, window: Viewport, name: string): Promise<void> {
  await page.setViewportSize(window);
  await expect.poll(() => overhang(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  await expect.poll(() => outside(page), `${name} at ${window.width} px`).toEqual([]);
}

/** Asserts that on the open page, on a desktop, doubled text is complete and inside the window. */
export async function expectToFitDouble(page: Page, name: string): Promise<void> {
  await setFontSize(200, page);
  await expectToFit(page, desk, `${name} with 200 % text`);
  await expect.poll(() => cutTexts(page), `${name} with 200 % text`).toEqual([]);
  await setFontSize(100, page);
}

/** The horizontal scroll range of the page's widest table, in px. */
export const tableOverhang = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('table')].map(({ parentElement: frame }) =>
        frame ? frame.scrollWidth - frame.clientWidth : 0,
      ),
    ),
  );
