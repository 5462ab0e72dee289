import sharp from 'sharp';
import { shopTimeInput } from '../../app/admin/ui/shop-time.ts';
import { expectToFit, tableOverhang } from './expect-to-fit.ts';
import { expect, test } from './fixtures.ts';
import { makeBuyer } from './ordering.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { phone } from './viewports.ts';

const BRAND = 'inkthread';

test.use({ viewport: phone });

test('on a phone the back office shows what matters, without needless scrolling', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/orders');
  await test.step('several orders are visible at once, and the filters unfold', async () => {
    const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('row');
    await expect(rows.nth(2)).toBeInViewport({ ratio: 1 });
    expect(await tableOverhang(page)).toBeLessThanOrEqual(0);

    const filters = page.getByRole('button', { name: /^Filters/ });
    await expect(page.getByLabel('Status')).toBeHidden();
    await filters.click();
    await page.getByLabel('Status').selectOption('Delivered');
    await expect(page).toHaveURL(/status=delivered/);
    await expect(rows.first()).toContainText('Delivered');
    await expect(filters).toHaveText('Filters (1)');
    await filters.click();
    await expect(page.getByLabel('Delivery day')).toBeHidden();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(filters).toHaveText('Filters');

    const returns = page.getByRole('link', { name: /^Returns/ });
    await visit(BRAND, '/admin/orders?queue=returns');
    await expect(returns).toBeInViewport({ ratio: 1 });
  });

  await test.step('every report shows all its figures without horizontal scrolling', async () => {
    await visit(BRAND, '/admin/reports');
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    for (const kind of [
      'products',
      'categories',
      'customers',
      'stock',
      'discounts',
      'slots',
      'refused_places',
      'files',
      'sales',
    ]) {
      await page.getByRole('main').getByRole('combobox', { name: 'Report' }).selectOption(kind);
      await expect(page).toHaveURL(new RegExp(`report=${kind}`));
      await expect(page.getByRole('table')).toBeVisible();
      expect(await tableOverhang(page), kind).toBeLessThanOrEqual(0);
    }
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /Orders: \d+.*Sales before: / })
        .first(),
    ).toBeVisible();
  });

  await test.step('a table that scrolls sideways has a shadow where there is more', async () => {
    const month = shopTimeInput(new Date().toISOString()).slice(0, 7);
    await visit(BRAND, `/admin/reports/months?month=${month}`);
    const frame = page.getByRole('main').getByRole('region', { name: 'VAT by rate' }).last();
    await frame.scrollIntoViewIfNeeded();
    expect(await tableOverhang(page)).toBeGreaterThan(0);
    /** The lightness of the last row at an edge of the frame, inside its border. */
    const lightAt = async (edge: 'start' | 'end') => {
      const shown = await frame.boundingBox();
      if (!shown) throw new Error('There is no table');
      const clip = { x: edge === 'start' ? shown.x + 3 : shown.x + shown.width - 6, width: 3 };
      const picture = await page.screenshot({ clip: { ...clip, y: shown.y + shown.height - 9, height: 4 } });
      return (await sharp(picture).greyscale().stats()).channels[0]?.mean ?? 0;
    };
    const [start, end] = [await lightAt('start'), await lightAt('end')];
    expect(start - end, 'more stands at the end').toBeGreaterThan(10);
    await frame.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await expect.poll(async () => (await lightAt('end')) - (await lightAt('start'))).toBeGreaterThan(10);
  });

  await test.step('a product’s price is visible while creating a deal, and so is the reason for a failed save', async () => {
    const name = ownName('A name that is longer than any phone is wide');
    await stockProduct(store, { tenant_id: BRAND, name, price: 400, stock: 5 });
    await visit(BRAND, '/admin/content?tab=deals');
    await page.getByRole('button', { name: 'New deal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Find a product').fill(name);
    await expect(dialog.getByRole('button', { name: `Choose ${name}` })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByText('400 EGP')).toBeInViewport({ ratio: 1 });

    await visit(BRAND, '/admin/delivery-slots');
    await page.getByRole('button', { name: 'New slot' }).click();
    await dialog.getByLabel('Sunday').check();
    await dialog.getByLabel('From').fill('10:00');
    await dialog.getByLabel('To').fill('14:00');
    await dialog.getByRole('button', { name: 'Save slot' }).click();
    await expect(dialog.getByText('Those days have a slot at this time already.')).toBeInViewport({
      ratio: 1,
    });
    await expect(dialog.getByRole('button', { name: 'Save slot' })).toBeInViewport({ ratio: 1 });
  });

  await test.step('an opened message is at the top of the page', async () => {
    const subject = ownName('Where is my cap');
    await adminOf(store)
      .from('conversations')
      .insert({ tenant_id: BRAND, kind: 'contact', name: 'Nour', email: 'nour@example.com', subject })
      .throwOnError();
    await visit(BRAND, '/admin/customers?tab=messages');
    await page.getByRole('row').filter({ hasText: subject }).getByRole('link').click();
    await expect(page.getByRole('heading', { name: subject })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Name, email or subject')).toBeHidden();
    await page.getByRole('link', { name: 'All messages' }).click();
    await expect(page.getByLabel('Name, email or subject')).toBeVisible();
  });

  await test.step('the dashboard and an order are no wider than the screen, whatever people typed', async () => {
    const name = 'A name that is longer than any phone is wide, and sells best of all';
    const { id } = await (await makeBuyer(store, BRAND, name)).buys(10);
    await visit(BRAND, '/admin/dashboard');
    await expect(page.getByRole('link', { name })).toBeVisible();
    await expectToFit(page, phone, 'the dashboard');

    const link = `https://shipments.example/${'A1b2C3d4'.repeat(32)}`;
    await visit(BRAND, `/admin/orders?order=${id}`);
    await page.getByLabel('Note', { exact: true }).fill(link);
    await expectToFit(page, phone, 'an order whose note is being written');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: link })).toBeVisible();
    await expectToFit(page, phone, 'an order with a note');
  });
});
