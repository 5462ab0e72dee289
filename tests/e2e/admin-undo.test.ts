import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockBanners, stockProduct } from './stock.ts';

const BRAND = 'casecraft';

test.use({ viewport: { width: 1280, height: 800 } });

test('what staff delete goes to the trash, bulk deletion asks first, and every change can be undone from the log', async ({
  page,
  store,
  visit,
  visitAs,
  keepPicture,
}) => {
  const admin = adminOf(store);
  const word = ownName('Bin');
  await admin
    .from('categories')
    .insert({ tenant_id: BRAND, name: `${word} shelf`, description: 'For later' })
    .throwOnError();
  await stockBanners(store, BRAND, [`${word} banner`]);
  for (let n = 1; n <= 11; n += 1) {
    await stockProduct(store, { tenant_id: BRAND, name: `${word} case ${n}`, price: 60, stock: 4 });
  }
  const left = async (table: 'categories' | 'banners' | 'products') => {
    const rows = admin.from(table).select('id', { count: 'exact', head: true }).eq('tenant_id', BRAND);
    const column = table === 'banners' ? 'title' : 'name';
    const own = rows.like(column, `${word}%`);
    return (await (table === 'products' ? own.is('deleted_at', null) : own)).count;
  };
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products?tab=categories');
  await page.getByRole('button', { name: `Delete ${word} shelf` }).click();
  await seeToast(page, /^Deleted: /);
  await visit(BRAND, '/admin/content?tab=banners');
  await page.getByRole('button', { name: `Delete ${word} banner` }).click();
  await seeToast(page, /^Deleted: /);
  expect(await left('categories')).toBe(0);
  expect(await left('banners')).toBe(0);

  await visit(BRAND, `/admin/products?search=${encodeURIComponent(word)}`);
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Delete 11 rows?' });
  await expect(question).toContainText('They wait in the trash for 30 days');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await left('products')).toBe(11);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Delete 11' }).click();
  await seeToast(page, '11 products deleted');
  expect(await left('products')).toBe(0);

  await visit(BRAND, '/admin/dashboard?tab=trash');
  const trash = page.getByRole('table', { name: 'Trash' });
  await expect(trash.getByRole('row', { name: `${word} shelf` })).toContainText('Category');
  await keepPicture('admin-trash-1280');
  await trash.getByRole('button', { name: `Restore ${word} shelf` }).click();
  await seeToast(page, `Restored: ${word} shelf`);
  await expect(trash.getByText(`${word} shelf`)).toHaveCount(0);
  expect(await left('categories')).toBe(1);
  await trash.getByRole('checkbox', { name: `Choose ${word} case 1`, exact: true }).check();
  await trash.getByRole('checkbox', { name: `Choose ${word} banner` }).check();
  await page.getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name: 'Restore' }).click();
  await seeToast(page, '2 things restored');
  expect(await left('banners')).toBe(1);
  expect(await left('products')).toBe(1);

  await visit(BRAND, '/admin/dashboard?tab=changes&action=delete');
  const log = page.getByRole('table', { name: 'Changes' });
  const job = log.getByRole('row').filter({ hasText: `${word} case` });
  await expect(job).toHaveCount(1);
  await expect(job).toContainText('and 10 more');
  await job.getByRole('button', { name: 'Show all 11' }).click();
  await expect(job.getByRole('list', { name: 'Show all 11' }).locator('> li')).toHaveCount(11);
  await keepPicture('admin-changes-job-1280');
  await job.getByRole('button', { name: /^Undo this/ }).click();
  await seeToast(page, '10 changes undone');
  await expect(job.getByText('Undone', { exact: true })).toBeVisible();
  await expect(log.getByRole('row').filter({ hasText: `${word} shelf` })).toContainText('Undone');
  expect(await left('products')).toBe(11);

  await visit(BRAND, '/admin/settings?tab=shipping');
  const fee = page.getByLabel('Express delivery in EGP');
  const before = await fee.inputValue();
  await fee.fill('61');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await seeToast(page, /^Saved: /);
  await visit(BRAND, '/admin/dashboard?tab=changes&resource=settings');
  const setting = log.locator('tbody').getByRole('row').first();
  await expect(setting).toContainText(/Shipping: Express delivery in EGP:\s*was [\d.]+\s*→\s*is 61/);
  await setting.getByRole('button', { name: /^Undo this/ }).click();
  await seeToast(page, 'Undone');
  await visit(BRAND, '/admin/settings?tab=shipping');
  await expect(fee).toHaveValue(before);
});
