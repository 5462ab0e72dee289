import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { seeToast, signIn } from './steps.ts';
import { ownName, stockProduct } from './stock.ts';

const brand = 'inkthread';

test("a visitor's heart asks to sign in and survives a bad connection; hearts persist after a reload, on cards and product pages", async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/rest\/v1\/wishlists|Failed to load resource/);
  const { name } = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Wished tee'),
    price: 150,
    stock: 9,
  });
  const shopper = await enrol(store, brand, 'Salma Nabil');
  const main = page.getByRole('main');
  await visit(brand, `/shop?search=${encodeURIComponent(name)}`);
  await main.getByRole('button', { name: `Add to wishlist: ${name}` }).click();
  await seeToast(page, 'Please sign in');
  await expect(page).toHaveURL(/\/signin/);

  await page.route('**/rest/v1/wishlists*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await signIn(page, shopper);
  await seeToast(page, 'The wishlist was not saved');
  await expect(page).toHaveURL(/\/shop\?search=/);
  await page.unroute('**/rest/v1/wishlists*');
  await page.reload();
  await seeToast(page, 'Added to wishlist', name.slice(0, 10));
  const onCard = main.getByRole('button', { name: `Remove from wishlist: ${name}` });
  await expect(onCard).toBeVisible();
  await page.reload();
  await expect(onCard).toBeVisible();

  await main.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await main.getByRole('button', { name: 'Remove from wishlist', exact: true }).click();
  await seeToast(page, 'Removed from wishlist');
  const known = page.waitForResponse(/\/rest\/v1\/wishlists\?/);
  await page.reload();
  await known;
  await main.getByRole('button', { name: 'Add to wishlist', exact: true }).click();
  await seeToast(page, 'Added to wishlist');
  await page.goBack();
  await expect(onCard).toBeVisible();
  await onCard.click();
  await seeToast(page, 'Removed from wishlist');
  await visit(brand, '/account/wishlist');
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
});
