import type { CDPSession, Locator, Page } from '@playwright/test';
import { areaOnSheet } from '../../app/garments/print-areas.ts';
import { expect, test } from './fixtures.ts';
import { noteRest } from './steps.ts';

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

type Point = readonly [x: number, y: number];

/** Touches: `press` puts fingers down, `slide` moves all of them in small steps, `lift` removes all. */
async function handOn(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  let down: readonly Point[] = [];
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) => {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    down = points;
  };
  return {
    press: (...points: Point[]) => send('touchStart', points),
    lift: () => send('touchEnd', []),
    async slide(...to: Point[]) {
      const from = down;
      for (let step = 1; step <= 8; step += 1) {
        const at = to.map(([x, y], i): Point => {
          const [fromX, fromY] = from[i] ?? [x, y];
          return [fromX + ((x - fromX) * step) / 8, fromY + ((y - fromY) * step) / 8];
        });
        await send('touchMove', at);
      }
    },
  };
}

/** Two points around a center, with their distance and the angle of their line in degrees. */
function around([x, y]: Point, distance: number, angle: number): [Point, Point] {
  const [dx, dy] = [
    (Math.cos((angle * Math.PI) / 180) * distance) / 2,
    (Math.sin((angle * Math.PI) / 180) * distance) / 2,
  ];
  return [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ];
}

const typedIn = async (page: Page, label: string) =>
  Number(await page.getByRole('spinbutton', { name: label, exact: true }).inputValue());

/** The page's scroll position and zoom. */
const pagePlace = (page: Page) =>
  page.evaluate(() => ({
    scrolled: scrollY,
    zoom: visualViewport?.scale,
    frame: document.scrollingElement?.scrollLeft,
  }));

/** The center of the print area, once the canvas is stable. */
async function middleOfPrint(table: Locator): Promise<{ middle: Point; perCm: number }> {
  await (await table.elementHandle())?.waitForElementState('stable');
  const box = await table.boundingBox();
  if (!box) throw new Error('The designer has no table');
  const printArea = areaOnSheet('Hoodie', 'front');
  const pixels = box.width / 1000;
  const middle: Point = [
    box.x + (printArea.x + printArea.width / 2) * pixels,
    box.y + (printArea.y + printArea.height / 2) * pixels,
  ];
  return { middle, perCm: printArea.unitsPerCm * pixels };
}

test('on a phone one finger moves the selection, two resize and rotate it, and the page does not scroll', async ({
  page,
  visit,
  keepPicture,
}) => {
  await visit('northblock', '/customize');
  await page.getByLabel('Garment').selectOption('Hoodie');
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.waitForFunction(() => document.fonts.check('20px "print-anton"'));
  const hand = await handOn(page);

  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  if (!heading) throw new Error('The page has no heading');
  await hand.press([heading.x + 20, 500]);
  await hand.slide([heading.x + 20, 300]);
  // Momentum scrolls the page after the finger has left.
  const rested = await noteRest(page.locator('html'));
  await hand.lift();
  await rested();
  await expect.poll(async () => (await pagePlace(page)).scrolled, 'a finger elsewhere scrolls').not.toBe(0);

  const table = page.getByRole('application');
  await table.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect(table.locator('canvas').first()).toBeVisible();
  const { middle: first } = await middleOfPrint(table);
  const before = await pagePlace(page);
  expect(await typedIn(page, 'Letter size (cm)')).toBe(6);

  // Both fingers are outside the text, because a small print leaves no room on it.
  await hand.press(...around(first, 140, 0));
  await hand.slide(...around(first, 70, 30));
  await hand.lift();
  await expect.poll(() => typedIn(page, 'Letter size (cm)')).toBeCloseTo(3, 1);
  await expect.poll(() => typedIn(page, 'Rotation (degrees)')).toBeCloseTo(30, 0);
  expect(await pagePlace(page)).toEqual(before);
  await keepPicture('northblock-customize-pinched-360');

  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(() => typedIn(page, 'Letter size (cm)'), 'a pinch is undone at once').toBe(6);
  await expect.poll(() => typedIn(page, 'Rotation (degrees)')).toBe(0);

  // Tapping the button may have scrolled the canvas into view.
  const { middle, perCm } = await middleOfPrint(table);
  const scrolled = await pagePlace(page);
  const [right, down] = [2.7, 3.6];
  const [x, y] = middle;
  const moved: Point = [x + right * perCm, y + down * perCm];
  await hand.press(middle);
  await hand.slide(moved);
  await hand.lift();
  const off = async (label: string, wanted: number) =>
    Math.abs((await typedIn(page, label)) - wanted) * perCm;
  await expect.poll(() => off('To the right', right)).toBeLessThan(2.5);
  await expect.poll(() => off('Down', down)).toBeLessThan(2.5);
  expect(await pagePlace(page)).toEqual(scrolled);

  // A second finger during a drag turns it into a pinch.
  await hand.press(moved);
  await hand.slide([moved[0], moved[1] - 30]);
  const [one, other] = around([moved[0], moved[1] - 30], 60, 0);
  await hand.press([moved[0], moved[1] - 30], other);
  await hand.slide(one, [other[0] + 60, other[1]]);
  await hand.lift();
  await expect.poll(() => typedIn(page, 'Letter size (cm)')).toBeGreaterThan(12);
  expect(await pagePlace(page)).toEqual(scrolled);

  await hand.press([x, y + 120]);
  await hand.lift();
  await expect(page.getByRole('spinbutton', { name: 'Letter size (cm)' })).toHaveCount(0);
  const zoomOut = page.getByRole('button', { name: 'Zoom out' });
  await expect(zoomOut).toBeDisabled();
  await page.getByRole('button', { name: 'Undo' }).tap();
  const { middle: last } = await middleOfPrint(table);
  const lastPlace = await pagePlace(page);
  // Above the text, which is in the lower right.
  const above: Point = [last[0], last[1] - 90];
  await hand.press(...around(above, 60, 0));
  await hand.slide(...around(above, 120, 0));
  await hand.lift();
  await expect(zoomOut).toBeEnabled();
  expect(await pagePlace(page)).toEqual(lastPlace);
  await keepPicture('northblock-customize-zoomed-360');
});

test('on a phone the garment stays visible while typing, texts fit automatically, and overflow is not sold', async ({
  page,
  visit,
}) => {
  await visit('inkthread', '/customize');
  await page.getByLabel('Garment').selectOption('Hoodie');
  await page.getByRole('group', { name: 'Size' }).getByText('L', { exact: true }).tap();
  await page.getByRole('button', { name: 'Add text' }).tap();
  const words = page.getByLabel('Text', { exact: true });
  await expect(words).toBeFocused();
  await page.waitForFunction(() => document.fonts.check('20px "print-anton"'));
  const preview = page.getByRole('application', { name: 'Design area, front' });
  const buy = page.getByRole('button', { name: 'Add to cart' });

  await page.keyboard.type('We only print what we would wear ourselves');
  await expect(page.getByRole('button', { name: 'Edit We only print' })).toBeVisible();
  expect(await typedIn(page, 'Letter size (cm)')).toBeLessThan(6);
  await expect(page.getByText('reaches beyond the print area')).toHaveCount(0);
  await expect(buy).toBeEnabled();
  await expect(words).toBeInViewport();
  await expect(preview).toBeInViewport({ ratio: 0.95 });
  await page.setViewportSize({ width: 360, height: 480 });
  await expect(page.getByRole('navigation', { name: 'Quick access' })).toBeHidden();
  await expect(words).toBeInViewport();
  await expect(preview).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 360, height: 780 });

  await page.getByRole('spinbutton', { name: 'To the right' }).fill('12');
  const warning = page.getByRole('status').filter({ hasText: 'reaches beyond the print area' });
  await expect(warning).toBeInViewport();
  await expect(preview).toBeInViewport({ ratio: 0.9 });
  await expect(buy).toBeDisabled();
  await expect(page.getByText('It can be ordered once all of it fits.')).toBeVisible();
  await warning.getByRole('button', { name: 'Make it fit' }).tap();
  await expect(warning).toHaveCount(0);
  await expect(buy).toBeEnabled();
});

test('on a short phone a focused field is between preview and bar, a warning under the garment, a new text next to the last', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await visit('inkthread', '/customize');
  const preview = page.getByRole('application', { name: 'Design area, front' });
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  const edges = async (part: Locator) => {
    const box = await part.boundingBox();
    if (!box) throw new Error('It is not on the page');
    return { top: box.y, bottom: box.y + box.height };
  };
  await page.getByRole('button', { name: 'Add text' }).tap();
  const words = page.getByLabel('Text', { exact: true });
  await expect(words).toBeFocused();
  for (const field of [
    words,
    page.getByLabel('Letter size (cm)'),
    page.getByLabel('Down', { exact: true }),
  ]) {
    await field.focus();
    await expect(async () => {
      const { top, bottom } = await edges(field);
      expect(top).toBeGreaterThanOrEqual((await edges(preview)).bottom);
      expect(bottom).toBeLessThanOrEqual((await edges(bar)).top);
    }).toPass({ timeout: 20_000 });
  }

  await page.getByRole('button', { name: 'Add text' }).tap();
  await expect(words).toBeFocused();
  await expect.poll(() => typedIn(page, 'Down')).toBeGreaterThan(3);
  await expect(page.getByText('reaches beyond the print area')).toHaveCount(0);
  await words.fill('');
  await words.pressSequentially('We only print what we would wear');
  await expect(words).toHaveValue(/^We only print what we\n/);

  await page.getByRole('spinbutton', { name: 'To the right' }).fill('12');
  const warning = page.getByRole('status').filter({ hasText: 'reaches beyond the print area' });
  await expect(warning).toBeVisible();
  expect((await edges(warning)).top).toBeGreaterThanOrEqual((await edges(preview)).bottom);
});
