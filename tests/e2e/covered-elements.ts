import { expect, type Locator, type Page } from '@playwright/test';
import { hydrated } from './steps.ts';
import { desk, phone } from './viewports.ts';

/**
 * Controls and amounts on a page that a floating element covers.
 * @param step scrolls through the page in steps of this many px, and checks each position once it is stable
 */
export const coveredElements = (floating: Locator, step = 0): Promise<string[]> =>
  floating.evaluate(async (button, step) => {
    const covered = () => {
      if (!button.checkVisibility({ opacityProperty: true })) return [];
      const own = button.getBoundingClientRect();
      const under = document.querySelectorAll(
        'main :is([data-amount], button, input, select, textarea, summary), main a:not(article a), :is(header, footer) :is(a, button)',
      );
      return [...under]
        .filter((element) => element.checkVisibility({ opacityProperty: true }))
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        })
        .map((element) => `${element.tagName} ${element.textContent}`);
    };
    if (step === 0) return covered();
    const found: string[] = [];
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      scrollTo({ top, behavior: 'instant' });
      let left = ['not looked at'];
      for (let frames = 0; left.length > 0 && frames < 60; frames += 1) {
        await new Promise(requestAnimationFrame);
        left = covered();
      }
      found.push(...left.map((element) => `${element} at ${top} px`));
    }
    return found;
  }, step);

/** Asserts that a floating button covers nothing on the open page, and that on a phone it is in the bar next to the other content. */
export async function expectToCoverNothing(page: Page, name: string, path: string): Promise<void> {
  await hydrated(page);
  const floating = page.getByRole('button', { name, exact: true });
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  await page.setViewportSize(phone);
  const [own, whole] = await Promise.all([floating.boundingBox(), bar.boundingBox()]);
  expect(own && whole && own.y >= whole.y, `${path}: within the bar`).toBe(true);
  for (const entry of await bar.locator('a, button').all()) {
    const box = await entry.boundingBox();
    const apart = own && box && (box.x >= own.x + own.width || box.x + box.width <= own.x);
    expect(apart, `${path}: beside ${await entry.textContent()}`).toBe(true);
  }
  for (const window of [{ ...desk, width: 800 }, desk]) {
    await page.setViewportSize(window);
    expect(await coveredElements(floating, 130), `${path} at ${window.width} px`).toEqual([]);
  }
}
