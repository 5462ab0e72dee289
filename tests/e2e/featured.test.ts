import { letPass, stopClock } from './clock.ts';
import { expect, test } from './fixtures.ts';
import { noteRest } from './steps.ts';
import { desk } from './viewports.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 320, height: 700 } });

  test('the featured row advances again 5 s after it was moved by hand, and its cards fit the smallest screen', async ({
    page,
    visit,
  }) => {
    await stopClock(page);
    await visit('inkthread', '/');
    const carousel = page.locator('[aria-roledescription=carousel]').first();
    const row = carousel.getByRole('list').first();
    const first = row.getByRole('listitem').first();
    await letPass(page, 100);
    await first.scrollIntoViewIfNeeded();
    const [room, card] = await Promise.all([row.boundingBox(), first.boundingBox()]);
    expect(card?.width).toBeLessThanOrEqual(room?.width ?? 0);
    const offset = () => row.evaluate((list) => Math.round(list.scrollLeft));
    await carousel.getByRole('button', { name: 'Next' }).tap();
    await expect.poll(offset).toBe(Math.round((card?.width ?? 0) + 32));
    await page.clock.runFor(4900);
    expect(await offset()).toBe(Math.round((card?.width ?? 0) + 32));
    await page.clock.runFor(200);
    await expect.poll(offset).toBe(Math.round(2 * ((card?.width ?? 0) + 32)));
  });
});

test('the featured row pauses under the pointer, also after Pause and Play, moves when the pointer leaves, and wraps', async ({
  page,
  visit,
}) => {
  await page.setViewportSize(desk);
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
  await stopClock(page);
  await visit('casecraft');
  const row = page.locator('section[aria-roledescription="carousel"]');
  const offset = () =>
    row
      .getByRole('list')
      .first()
      .evaluate((list) => Math.round(list.scrollLeft));
  const moved = async (from: number, time: () => Promise<void>) => {
    // The browser scrolls the row, independently of the page's clock.
    const rested = await noteRest(row.getByRole('list').first());
    await time();
    await rested();
    const to = await offset();
    expect(to).not.toBe(from);
    return to;
  };
  await row.scrollIntoViewIfNeeded();
  const first = await moved(0, () => letPass(page, 4000));
  await row.getByRole('button', { name: 'Pause' }).click();
  await row.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(30_000);
  expect(await offset()).toBe(first);
  await page.mouse.move(5, 5);
  await moved(first, () => page.clock.runFor(4000));
  const furthest = await row
    .getByRole('list')
    .first()
    .evaluate((list) => {
      list.scrollTo({ left: list.scrollWidth, behavior: 'instant' });
      return Math.round(list.scrollLeft);
    });
  expect(furthest).toBeGreaterThan(first);
  await page.clock.runFor(4000);
  await expect.poll(offset, 'after the last comes the first').toBe(0);
});
