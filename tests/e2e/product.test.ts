import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { facesInUse, hydrated } from './steps.ts';
import { adminOf, demoPages, filmedProduct, ownName, stockProduct } from './stock.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test("a product's video is in the gallery, loads only on demand, plays and pauses, by keyboard too", async ({
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
  // The pictures stick while the page scrolls; their size and position stay.
  const sizes = () =>
    page.evaluate(() => {
      const list = document.querySelector('video')?.closest('ul');
      const around = list?.closest('section')?.parentElement;
      return [list?.offsetWidth, list?.offsetHeight, around?.offsetHeight];
    });
  await hydrated(page);
  await facesInUse(page);
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

test('a product’s video waits for people who prefer less motion or less data', async ({
  page,
  store,
  visit,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'media') fetched.push(request.url());
  });
  for (const wish of ['less motion', 'less data']) {
    fetched.length = 0;
    await page.emulateMedia({ reducedMotion: wish === 'less motion' ? 'reduce' : 'no-preference' });
    if (wish === 'less data') {
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
  }
});

test('a video that fails to load says so and can be requested again', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/\.webm|Failed to load resource/);
  await page.route('**/*.webm', (route) => route.fulfill({ status: 503, body: '' }));
  await visit('inkthread', await filmedProduct(store, 'inkthread'));
  const gallery = page.getByRole('region', { name: 'Pictures' });
  const show = gallery.getByRole('button', { name: /^Show video/ });
  await expect(async () => {
    await show.click();
    await expect(show).toHaveAttribute('aria-current', 'true', { timeout: 2000 });
  }).toPass();
  await expect(gallery.getByText('The video could not be loaded. Press play to try again.')).toBeVisible();
  await page.unroute('**/*.webm');
  await gallery.getByRole('button', { name: 'Play the video' }).click();
  await expect
    .poll(() => gallery.locator('video').evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0);
  await expect(gallery.getByText('The video could not be loaded.', { exact: false })).toBeHidden();
});

test('a picture is enlarged by button, key and wheel and closed again; below are related and recently viewed products', async ({
  page,
  store,
  visit,
}) => {
  const shelf = { tenant_id: 'casecraft', stock: 9 };
  const seen = await stockProduct(store, { ...shelf, name: ownName('Seen case'), price: 50 });
  await visit('casecraft', `/product/${seen.id}`);
  await expect(page.getByRole('heading', { level: 1, name: seen.name })).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(seen.id);
  const { product } = await demoPages(store, 'casecraft');
  const { data } = await adminOf(store)
    .from('products')
    .update({ price: 75, original_price: 100 })
    .eq('id', product.replace('/product/', ''))
    .select('name')
    .single();
  const main = page.getByRole('main');
  const gallery = main.getByRole('region', { name: 'Pictures' });
  await expect(async () => {
    await visit('casecraft', product);
    await expect(gallery).toContainText('25 percent off', { timeout: 1_000 });
  }).toPass();

  const recent = main
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Recently viewed' }) });
  await expect(recent.getByRole('link')).toHaveText([seen.name]);
  await gallery
    .getByRole('button', { name: new RegExp(`^${data?.name}`) })
    .first()
    .click();
  const zoom = page.getByRole('dialog', { name: `Zoom: ${data?.name}` });
  const picture = zoom.getByRole('img');
  const width = async () => Math.round((await picture.boundingBox())?.width ?? 0);
  const left = async () => Math.round((await picture.boundingBox())?.x ?? 0);
  await expect(zoom.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  await expect(picture).toHaveJSProperty('complete', true);
  const whole = await width();
  await zoom.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBe(Math.round(whole * 1.5));
  const before = await left();
  await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeLessThan(before);
  await picture.locator('xpath=ancestor::div[2]').hover();
  await page.mouse.wheel(0, -100);
  await expect.poll(width).toBe(Math.round(whole * 1.8));
  for (let out = 0; out < 2; out += 1) await zoom.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(width).toBe(whole);
  await page.keyboard.press('Escape');
  await expect(zoom).toHaveCount(0);

  const related = main
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'You may also like' }) });
  await expect(related.getByRole('article')).toHaveCount(4);
  const shelfOf = main.getByRole('navigation', { name: 'Breadcrumb' }).locator('a[href^="/category/"]');
  const category = (await shelfOf.getAttribute('href')) ?? '';
  const neighbour = related.getByRole('link').first();
  const name = (await neighbour.textContent()) ?? '';
  await neighbour.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(shelfOf).toHaveAttribute('href', category);
  await expect(recent.getByRole('link')).toHaveText([data?.name ?? '', seen.name]);
});

test('an arrow key on a picture shows the next one and keeps the focus in the gallery', async ({
  page,
  store,
  visit,
}) => {
  await visit('meeplehouse', (await demoPages(store, 'meeplehouse')).product);
  await hydrated(page);
  const gallery = page.getByRole('region', { name: 'Pictures' });
  const focused = () => gallery.evaluate((section) => section.contains(document.activeElement));
  await gallery.getByRole('listitem').first().getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  await expect(gallery.getByRole('button', { name: 'Show picture 2' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect.poll(focused).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await expect(gallery.getByRole('button', { name: 'Show picture 1' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect.poll(focused).toBe(true);
});

test('the focus stays in the page when a pressed control disappears: all reviews are shown', async ({
  page,
  store,
  visit,
}) => {
  const product = await stockProduct(store, {
    tenant_id: 'inkthread',
    name: ownName('Well read tee'),
    price: 100,
    stock: 3,
  });
  const people = await Promise.all(
    ['Ali', 'Mona', 'Samir', 'Nadia', 'Omar'].map((name) => enrol(store, 'inkthread', name)),
  );
  await adminOf(store)
    .from('reviews')
    .insert(
      people.map(({ id, name }) => ({
        tenant_id: 'inkthread',
        product_id: product.id,
        user_id: id,
        rating: 5,
        body: `${name} likes it.`,
        status: 'approved' as const,
      })),
    )
    .throwOnError();
  await visit('inkthread', `/product/${product.id}`);
  await hydrated(page);
  const more = page.locator('#reviews').getByRole('button').last();
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#reviews').getByRole('article')).toHaveCount(5);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('going back in the browser keeps the chosen size, also before a color was chosen', async ({
  page,
  store,
  visit,
}) => {
  const piece = await stockProduct(store, {
    tenant_id: 'northblock',
    name: ownName('Two-way tee'),
    price: 90,
    stock: 5,
    size: 'M, L',
    color: 'Black, White',
  });
  await visit('northblock', `/product/${piece.id}`);
  const large = page.getByRole('main').getByRole('radio', { name: 'L', exact: true });
  await expect(async () => {
    await large.check({ force: true, timeout: 1000 });
    await expect(large).toBeChecked({ timeout: 1000 });
  }).toPass();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).first().click();
  await expect(page).not.toHaveURL(/\/product\//);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: piece.name })).toBeVisible();
  await expect(large).toBeChecked();
});
