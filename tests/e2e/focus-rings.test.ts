import { expect, test } from './fixtures.ts';
import { expectWholeRings } from './focus-rings.ts';
import { awake, putInCart } from './steps.ts';
import { demoPages, demoShopper, hire } from './stock.ts';

/** The store whose pages reach to the edges of the window. */
const BRAND = 'northblock';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a shopper’s keyboard sees the whole ring around what it reaches, on a wide screen and on a phone', async ({
  page,
  store,
  visit,
  visitAs,
  watch,
}) => {
  // A picture fetched ahead is of no use where the window changes before it is painted.
  watch.allow(/preloaded using link preload/);
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
  const { product } = await demoPages(store, BRAND);
  await visit(BRAND, product);
  await putInCart(page);
  await expectWholeRings(page, 'what is said after adding');
  for (const path of ['/', '/shop', product, '/cart']) {
    await visit(BRAND, path);
    await awake(page);
    await expectWholeRings(page, path);
  }
  await visitAs(demoShopper(BRAND), BRAND, '/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expectWholeRings(page, '/account');
});

test('so does the keyboard of staff, in lists, forms, dialogs and the palette of commands', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products');
  const main = page.getByRole('main');
  await expect(main.getByRole('row').nth(1)).toBeVisible();
  await expectWholeRings(page, 'the list of products');
  await main.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(main.getByRole('button', { name: 'Save product' })).toBeVisible();
  await expectWholeRings(page, 'a product');
  await visit(BRAND, '/admin/delivery-slots');
  await page.getByRole('button', { name: 'New slot' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectWholeRings(page, 'a dialog');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await expectWholeRings(page, 'the palette');
});
