import { expect, test } from './fixtures.ts';
import { holdRequests, withMethod } from './held-requests.ts';
import { enrol } from './people.ts';
import { inEnglish, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockBanners, stockProduct } from './stock.ts';
import { desk, phone } from './viewports.ts';

test('input typed while settings are being saved stays, and is saved next', async ({
  page,
  store,
  visitAs,
}) => {
  await visitAs(await hire(store, 'northblock', 'admin'), 'northblock', '/admin/settings?tab=contact');
  const [phone, address] = [page.getByLabel('Phone'), page.getByLabel(inEnglish('Address'))];
  const saving = await holdRequests(page, '**/rest/v1/settings?*', withMethod('PATCH'));
  await phone.fill('+20 100 222 3333');
  await page.keyboard.press('Control+S');
  await saving.asked;
  await address.fill('7 Late Street, Cairo');
  saving.release();
  await seeToast(page, 'Saved: Contact');
  await expect(address).toHaveValue('7 Late Street, Cairo');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.keyboard.press('Control+S');
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  await expect(address).toHaveValue('7 Late Street, Cairo');
  const { data } = await adminOf(store)
    .from('settings')
    .select('contact')
    .eq('tenant_id', 'northblock')
    .single();
  expect(data?.contact).toMatchObject({ contactPhone: '+20 100 222 3333', address: '7 Late Street, Cairo' });
});

test('input typed while a product is being saved stays, and a failure appears where it was saved', async ({
  page,
  store,
  visit,
  visitAs,
  watch,
}) => {
  await test.step('input typed while a product is being saved stays, and is not taken for another person’s version', async () => {
    const product = await stockProduct(store, {
      tenant_id: 'casecraft',
      name: ownName('Slow case'),
      price: 90,
      stock: 3,
    });
    await visitAs(await hire(store, 'casecraft', 'admin'), 'casecraft', `/admin/products/edit/${product.id}`);
    const [price, brand] = [
      page.getByLabel('Price in EGP', { exact: true }),
      page.getByLabel(inEnglish('Brand')),
    ];
    const saving = await holdRequests(page, '**/rest/v1/products?*', withMethod('PATCH'));
    await price.fill('95.50');
    await page.keyboard.press('Control+S');
    await saving.asked;
    await brand.fill('Late & Sons');
    saving.release();
    await seeToast(page, /^Saved: /);
    await expect(brand).toHaveValue('Late & Sons');
    await page.keyboard.press('Control+S');
    await expect(page.getByText('Not saved yet')).toHaveCount(0);
    await expect(brand).toHaveValue('Late & Sons');
    const { data } = await adminOf(store)
      .from('products')
      .select('price, brand')
      .eq('id', product.id)
      .single();
    expect(data).toEqual({ price: 95.5, brand: 'Late & Sons' });
  });

  await test.step('a failed product save shows its reason where it was saved, on a desktop and on a phone', async () => {
    watch.allow(/(answer|status of) 403/);
    const brand = 'casecraft';
    const refused = 'Not today';
    const product = { tenant_id: brand, name: ownName('Refused case'), price: 90, stock: 3 };
    const { id } = await stockProduct(store, product);
    await page.route('**/rest/v1/products?*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { code: 'P0001', details: 'not_today', message: refused } })
        : route.fallback(),
    );
    await visit(brand, `/admin/products/edit/${id}`);
    await page.getByLabel(inEnglish('Brand')).fill('Refused & Sons');
    await page.keyboard.press('Control+S');
    const why = page.getByRole('alert').filter({ hasText: refused });
    for (const viewport of [desk, phone]) {
      await page.setViewportSize(viewport);
      await page.getByLabel(inEnglish('Brand')).scrollIntoViewIfNeeded();
      await expect(why).toBeInViewport({ ratio: 1 });
    }
  });
});

test('a banner saved late closes no other editor, and one with a refused move returns to its stored position', async ({
  page,
  store,
  visitAs,
  watch,
}) => {
  await test.step('a banner saved late does not close one opened since', async () => {
    const [first, second] = [ownName('Slow banner'), ownName('Quick banner')];
    await stockBanners(store, 'meeplehouse', [first, second]);
    await visitAs(await hire(store, 'meeplehouse', 'admin'), 'meeplehouse', '/admin/content');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: `Edit ${first}` }).click();
    await dialog.getByLabel(inEnglish('Description')).fill('Saved in the end');
    const saving = await holdRequests(page, '**/rest/v1/banners?*', withMethod('PATCH'));
    await dialog.getByRole('button', { name: 'Save banner' }).click();
    await saving.asked;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: `Edit ${second}` }).click();
    await dialog.getByLabel(inEnglish('Description')).fill('Being written');
    saving.release();
    await expect(page.getByText('Saved in the end')).toBeAttached();
    await expect(dialog.getByLabel(inEnglish('Description'))).toHaveValue('Being written');
  });

  await test.step('a refused move returns a banner to its stored position', async () => {
    watch.allow(/(answer|status of) 403/);
    const brand = 'northblock';
    const titles = ['One', 'Two', 'Three'].map(ownName);
    const [one = '', two = '', three = ''] = titles;
    await stockBanners(store, brand, titles, 3_000);
    await visitAs(await hire(store, brand, 'admin'), brand, '/admin/content');
    const rows = page
      .getByRole('table', { name: 'Banners' })
      .locator('tbody')
      .getByRole('row')
      .filter({ hasText: /One|Two|Three/ });
    await expect(rows).toContainText([one, two, three]);
    let asked = 0;
    await page.route('**/rpc/order_banners*', (route) => {
      asked += 1;
      if (asked === 1) return route.fallback();
      return route.fulfill({ status: 403, json: { code: 'P0001', message: 'Not today' } });
    });
    const storing = await holdRequests(page, '**/rpc/order_banners*', withMethod('POST'));
    const moveUp = () => page.getByRole('button', { name: `Move ${three} up` }).click();
    await moveUp();
    await expect(rows).toContainText([one, three, two]);
    await storing.asked;
    await moveUp();
    await expect(rows).toContainText([three, one, two]);
    storing.release();
    await seeToast(page, 'The order was not saved');
    await expect(rows).toContainText([one, three, two]);
  });
});

test('a late response neither closes another person’s dialog nor goes unreported', async ({
  page,
  store,
  visitAs,
  visit,
  watch,
}) => {
  await test.step('a role granted late does not close another person’s dialog', async () => {
    const people = await Promise.all([
      enrol(store, 'duoworks', ownName('Slow')),
      enrol(store, 'duoworks', ownName('Quick')),
    ]);
    const [slow, quick] = people.map(({ name }) =>
      page.getByRole('button', { name: `Change role of ${name}` }),
    );
    if (!slow || !quick) throw new Error('Nobody was enrolled');
    await visitAs(await hire(store, 'duoworks', 'super_admin'), 'duoworks', '/admin/users');
    await slow.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Role').selectOption('Admin');
    const giving = await holdRequests(page, '**/rpc/set_user_role*', withMethod('POST'));
    await dialog.getByRole('button', { name: 'Make Admin' }).click();
    await giving.asked;
    await dialog.getByRole('button', { name: 'Close' }).click();
    await quick.click();
    await dialog.getByLabel('Role').selectOption('Super admin');
    giving.release();
    await expect(page.locator('tr', { hasText: people[0]?.name ?? '' })).toContainText('Admin');
    await expect(dialog.getByRole('button', { name: 'Make Super admin' })).toBeEnabled();
  });

  await test.step('a refusal after its dialog was closed is still shown', async () => {
    watch.allow(/(answer|status of) 403/);
    const brand = 'duoworks';
    const person = await enrol(store, brand, ownName('Slow'));
    const title = ownName('Refused banner');
    await stockBanners(store, brand, [title]);
    const refused = 'Not today';
    const refuse = (address: string) =>
      page.route(address, (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({ status: 403, json: { code: 'P0001', details: 'not_today', message: refused } }),
      );
    const dialog = page.getByRole('dialog');

    await visitAs(await hire(store, brand, 'super_admin'), brand, '/admin/users');
    await refuse('**/rpc/set_user_role*');
    const giving = await holdRequests(page, '**/rpc/set_user_role*', withMethod('POST'));
    await page.getByRole('button', { name: `Change role of ${person.name}` }).click();
    await dialog.getByLabel('Role').selectOption('Admin');
    await dialog.getByRole('button', { name: 'Make Admin' }).click();
    await giving.asked;
    await dialog.getByRole('button', { name: 'Close' }).click();
    giving.release();
    await seeToast(page, refused);

    await visit(brand, '/admin/content');
    await refuse('**/rest/v1/banners?*');
    const saving = await holdRequests(page, '**/rest/v1/banners?*', withMethod('PATCH'));
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    await dialog.getByLabel(inEnglish('Description')).fill('Never saved');
    await dialog.getByRole('button', { name: 'Save banner' }).click();
    await saving.asked;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    saving.release();
    await seeToast(page, new RegExp(`${refused}$`));

    await page.unroute('**/rest/v1/banners?*');
    const late = await holdRequests(page, '**/rest/v1/banners?*', withMethod('PATCH'));
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    await dialog.getByLabel(inEnglish('Description')).fill('Written late');
    await dialog.getByRole('button', { name: 'Save banner' }).click();
    await late.asked;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await adminOf(store)
      .from('banners')
      .update({ description: 'Written before' })
      .eq('title', title)
      .throwOnError();
    late.release();
    await seeToast(page, 'Not saved: somebody saved a newer version meanwhile');
  });
});
