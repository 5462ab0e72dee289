import { expect, test } from './fixtures.ts';
import { filmedProduct } from './stock.ts';

test("M21 a product's video is in the gallery, is fetched only when asked for, plays and pauses, by keyboard too", async ({
  page,
  store,
  visit,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'media') fetched.push(request.url());
  });
  await visit('meeplehouse', await filmedProduct(store, 'meeplehouse'));
  const gallery = page.getByRole('region', { name: 'Pictures' });
  const show = gallery.getByRole('button', { name: /^Show video/ });
  const video = gallery.locator('video');
  const playing = () => video.evaluate((one: HTMLVideoElement) => !one.paused && one.currentTime > 0);
  await expect(show).toBeVisible();
  // The pictures follow whoever scrolls; their size and the length of the page stay.
  const sizes = () =>
    page.evaluate(() => {
      const list = document.querySelector('video')?.closest('ul');
      return [list?.offsetWidth, list?.offsetHeight, document.documentElement.scrollHeight];
    });
  const before = await sizes();
  expect(fetched).toEqual([]);

  await expect(async () => {
    await show.click();
    await expect(show).toHaveAttribute('aria-current', 'true', { timeout: 2000 });
  }).toPass();
  await expect.poll(playing).toBe(true);
  expect(fetched).not.toEqual([]);
  expect(await video.evaluate((one: HTMLVideoElement) => one.loop && one.muted)).toBe(true);
  expect(await sizes(), 'nothing moved').toEqual(before);
  await gallery.getByRole('button', { name: 'Pause the video' }).click();
  await expect.poll(playing).toBe(false);

  await gallery.getByRole('button', { name: 'Play the video' }).press('Enter');
  await expect.poll(playing).toBe(true);
  await gallery.getByRole('button', { name: 'Pause the video' }).press('Space');
  await expect.poll(playing).toBe(false);

  await gallery.getByRole('button', { name: 'Play the video' }).press('Space');
  await expect.poll(playing).toBe(true);
  await gallery.getByRole('button', { name: 'Show picture 1' }).press('Enter');
  await expect.poll(playing, 'a video that is out of sight rests').toBe(false);
});

for (const wish of ['less motion', 'less data'] as const) {
  test(`M21 the video of a product waits for people who ask for ${wish}`, async ({ page, store, visit }) => {
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'media') fetched.push(request.url());
    });
    if (wish === 'less motion') await page.emulateMedia({ reducedMotion: 'reduce' });
    else {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
    }
    await visit('casecraft', await filmedProduct(store, 'casecraft'));
    const gallery = page.getByRole('region', { name: 'Pictures' });
    const show = gallery.getByRole('button', { name: /^Show video/ });
    await expect(async () => {
      await show.click();
      await expect(show).toHaveAttribute('aria-current', 'true', { timeout: 2000 });
    }).toPass();
    const play = gallery.getByRole('button', { name: 'Play the video' });
    await expect(play).toBeVisible();
    expect(fetched).toEqual([]);
    await play.click();
    await expect
      .poll(() => gallery.locator('video').evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeGreaterThan(0);
  });
}

test('M21 a video that cannot be had says so and can be asked for again', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/film\.webm|Failed to load resource/);
  await page.route('**/film.webm', (route) => route.fulfill({ status: 503, body: '' }));
  await visit('inkthread', await filmedProduct(store, 'inkthread'));
  const gallery = page.getByRole('region', { name: 'Pictures' });
  const show = gallery.getByRole('button', { name: /^Show video/ });
  await expect(async () => {
    await show.click();
    await expect(show).toHaveAttribute('aria-current', 'true', { timeout: 2000 });
  }).toPass();
  await expect(gallery.getByText('The video could not be loaded. Press play to try again.')).toBeVisible();
  await page.unroute('**/film.webm');
  await gallery.getByRole('button', { name: 'Play the video' }).click();
  await expect
    .poll(() => gallery.locator('video').evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0);
  await expect(gallery.getByText('The video could not be loaded.', { exact: false })).toBeHidden();
});
