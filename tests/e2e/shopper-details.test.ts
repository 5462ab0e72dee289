import { expect, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { enrol } from './people.ts';
import { hydrated, putInCart, signIn } from './steps.ts';
import { adminOf, demoPages, demoShopper, ownName, stockProduct } from './stock.ts';
import { desk } from './viewports.ts';

test.beforeEach(async ({ page }) => {
  // Without the pop-up, which would cover the page.
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
});

test('the tail of a Q is complete, and pictures scrolled out of view are no tab stops', async ({
  page,
  store,
  visit,
}) => {
  await page.setViewportSize(desk);
  await visit('northblock', '/faq');
  const tail = await page.getByRole('heading', { level: 1 }).evaluate(async (heading) => {
    await document.fonts.ready;
    const mark = document.createElement('span');
    mark.style.display = 'inline-block';
    heading.append(mark);
    const style = getComputedStyle(heading);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const below = pen?.measureText('Q').actualBoundingBoxDescent ?? Number.NaN;
    const edge = heading.closest('header')?.getBoundingClientRect().bottom ?? Number.NaN;
    return edge - mark.getBoundingClientRect().bottom - below;
  });
  expect(tail, 'room below it').toBeGreaterThanOrEqual(0);

  const { product } = await demoPages(store, 'inkthread');
  await visit('inkthread', product);
  const gallery = page.getByRole('region', { name: 'Pictures' });
  const slides = gallery.getByRole('list').first().locator('li');
  expect(await slides.count()).toBeGreaterThan(1);
  const open = () => slides.evaluateAll((all) => all.map((slide) => !slide.hasAttribute('inert')));
  await expect.poll(open).toEqual(Array.from({ length: await slides.count() }, (_, index) => index === 0));
  await gallery.getByRole('button', { name: 'Show picture 2' }).click();
  await expect.poll(async () => (await open()).slice(0, 2)).toEqual([false, true]);
});

test('the checkout leads only back, names only what it offers, and says when a code has expired', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const piece = await stockProduct(store, {
    tenant_id: 'duoworks',
    name: ownName('Quiet piece'),
    price: 120,
    stock: 5,
  });
  const code = ownName('OVER').replace(/\W/g, '').toUpperCase();
  await adminOf(store)
    .from('discounts')
    .insert({ tenant_id: 'duoworks', code, kind: 'percent', value: 10, is_active: false })
    .throwOnError();
  await visit('duoworks', `/product/${piece.id}`);
  await putInCart(page);
  await visitAs(await enrol(store, 'duoworks', 'Quiet Shopper'), 'duoworks', '/checkout');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Duoworks', 'Back to the cart']);
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByRole('button')).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main).not.toContainText(/not set up|demo/i);
  await expect(main.getByText('You see our account once the order is placed.')).toBeVisible();
  await page.getByLabel('Discount code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('This discount code has expired.')).toBeVisible();
});

test('an offer in the pop-up has its headline once and a button, and the account says where the store answers no messages', async ({
  page,
  visit,
  watch,
}) => {
  await page.addInitScript(() => sessionStorage.removeItem('souk-banners-closed'));
  await visit('casecraft', '/');
  const popup = page.getByRole('dialog', { name: 'Promotions' });
  await expect(popup.getByText('See the offer').filter({ visible: true })).toBeVisible({ timeout: 15_000 });
  const title = (await popup.locator('.display').filter({ visible: true }).textContent()) ?? '';
  await expect(popup.getByText(title, { exact: true })).toHaveCount(1);
  await expect(popup.getByRole('img', { name: title })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await visit('casecraft', '/signin');
  await signIn(page, demoShopper('casecraft'));
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  watch.allow(/\/(auth|rest)\/v1\/|Failed to (fetch|load)/);
  const silent = await holdRequests(page, /\/(auth|rest)\/v1\//);
  await visit('casecraft', '/account');
  const noAnswer = page.getByText('The store does not answer. We keep trying.').first();
  await expect(noAnswer).toBeVisible({ timeout: 5_000 });
  const loadedAnew = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Try again' }).click();
  await loadedAnew;
  await expect(noAnswer).toBeVisible();
  // The page recovers by itself once the server responds.
  silent.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});

test('customers find their offers if the store has loyalty offers, and none otherwise', async ({
  page,
  visitAs,
}) => {
  for (const [brand, code] of [
    ['inkthread', 'FIRSTPRINT'],
    ['northblock', ''],
  ] as const) {
    await visitAs(demoShopper(brand), brand, '/account');
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    const offers = page.getByRole('region', { name: 'Offers for you' });
    await expect(offers).toHaveCount(code ? 1 : 0);
    if (code) await expect(offers.getByText(code, { exact: true })).toBeVisible();
  }
});

test('a Casecraft shopper chooses their phone once, and a Duoworks page tells about both makers', async ({
  page,
  store,
  visit,
}) => {
  await visit('casecraft', '/');
  await hydrated(page);
  await page.getByLabel('Choose your phone').selectOption('Pixel 9');
  await page.getByRole('link', { name: 'Show what fits Pixel 9' }).click();
  await expect(page).toHaveURL(/\/shop\?type=Pixel\+9$/);
  const names = page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 3 });
  await expect(names.filter({ hasText: 'Pixel 9' }).first()).toBeVisible();
  // Other tests' matching cases have other names.
  for (const name of await names.allTextContents()) expect(name).not.toMatch(/iPhone|Galaxy/);
  // A case for several phones opens with theirs chosen.
  await page
    .getByRole('region', { name: 'Products' })
    .getByRole('link', { name: /^CC-304/ })
    .first()
    .click();
  const phones = page.getByRole('group', { name: 'Choose your phone' });
  await expect(phones.getByRole('radio', { name: 'Pixel 9', exact: true })).toBeChecked();
  await expect(phones.getByRole('radio', { name: 'Pixel 9 Pro' })).not.toBeChecked();
  await visit('casecraft', '/');
  await expect(page.getByLabel('Choose your phone')).toHaveValue('Pixel 9');
  await visit('casecraft', '/shop');
  await page.getByRole('button', { name: 'Show what fits Pixel 9' }).click();
  await expect(page).toHaveURL(/\/shop\?type=Pixel\+9$/);

  const { data } = await adminOf(store)
    .from('categories')
    .select('id, name')
    .eq('tenant_id', 'duoworks')
    .throwOnError();
  expect(data.length).toBeGreaterThan(3);
  for (const { id, name } of data.filter((category) => category.name.includes('×'))) {
    await visit('duoworks', `/category/${id}`);
    const pair = page.getByRole('region', { name: 'The two behind it' });
    const [one = '', other = ''] = name.split(' × ');
    await expect(pair.getByRole('term')).toHaveText([one, other]);
    for (const about of await pair.getByRole('definition').allTextContents())
      expect(about.length, name).toBeGreaterThan(40);
    await expect(pair.getByRole('heading', { name: 'How it came about' })).toBeVisible();
    await expect(pair.getByRole('heading', { name: 'The pieces' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Products' }).getByRole('article').first()).toBeVisible();
  }
});

test('a phone selected with arrow keys is not opened before the button is pressed', async ({
  page,
  visit,
}) => {
  await visit('casecraft', '/');
  await hydrated(page);
  const phone = page.getByLabel('Choose your phone');
  // Each arrow key changes a closed list; `selectOption` does so on every operating system.
  for (const passed of ['iPhone 16 Pro Max', 'iPhone 16 Pro', 'iPhone 16 Plus']) {
    await phone.selectOption(passed);
    await expect(page.getByRole('link', { name: `Show what fits ${passed}`, exact: true })).toBeVisible();
  }
  await expect(page).toHaveURL(/\/$/);
  await phone.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/shop\?type=iPhone\+16\+Plus$/);
  await phone.selectOption('iPhone 16');
  await expect(page).toHaveURL(/\/shop\?type=iPhone\+16\+Plus$/);
  await page.getByRole('button', { name: 'Show what fits iPhone 16', exact: true }).click();
  await expect(page).toHaveURL(/\/shop\?type=iPhone\+16$/);
  await expect(phone).toBeFocused();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a message to the store is sent as form data', async ({ page, store, visit, watch }) => {
    watch.allow(/\.js csp$/);
    await visit('meeplehouse', '/contact');
    const subject = ownName('No script');
    const form = page.getByRole('main').locator('form');
    await form.getByLabel('Name').fill('Mona Said');
    await form.getByLabel('Email').fill('mona@example.com');
    await form.getByLabel('Subject').fill(subject);
    await form.getByLabel('Message').fill('A piece is missing.');
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Thank you. We have your message and answer by email.')).toBeVisible();
    const { data } = await adminOf(store)
      .from('conversations')
      .select('tenant_id, messages(body)')
      .eq('subject', subject);
    expect(data).toEqual([{ tenant_id: 'meeplehouse', messages: [{ body: 'A piece is missing.' }] }]);
  });
});
