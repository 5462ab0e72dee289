import { expect, test } from './fixtures.ts';
import { holdResponse } from './held-requests.ts';
import { mailedLink } from './mailbox.ts';
import { enrol, signedInAs } from './people.ts';
import { choose, hydrated, seeToast, signIn } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';
import { stockVariants } from './stock-variants.ts';
import { atViewport, phone } from './viewports.ts';

const brand = 'inkthread';
const ask = 'Email me when it is back';

const stockHoodie = (store: Parameters<typeof stockVariants>[0]) =>
  stockVariants(
    store,
    brand,
    'Hoodie without black',
    [
      { name: 'Size', kind: 'size', values: ['M', 'L'] },
      { name: 'Color', kind: 'color', values: ['Black', 'White'] },
    ],
    [
      { options: ['M', 'Black'], stock: 0, price: 340 },
      { options: ['M', 'White'], stock: 4 },
      { options: ['L', 'Black'], stock: 4 },
    ],
  );

test('a shopper wishlists a sold-out variant, gets a mail when it is back, and moves it from the wishlist to the cart', async ({
  page,
  store,
  visit,
  keepPicture,
}) => {
  const { id, name, variantIds } = await stockHoodie(store);
  const [sought = ''] = variantIds;
  const shopper = await enrol(store, brand, 'Salma Nabil');
  const main = page.getByRole('main');
  await visit(brand, `/product/${id}`);
  await hydrated(page);
  await choose(page, 'Color', 'Black');
  await expect(main.getByRole('button', { name: ask })).toHaveCount(0);
  await main.getByText('M', { exact: true }).click();
  await main.getByRole('button', { name: ask }).click();
  await seeToast(page, 'Please sign in');
  await signIn(page, shopper);
  await expect(page).toHaveURL(new RegExp(`/product/${id}\\?variant=${sought}$`));
  await main.getByRole('button', { name: ask }).click();
  await expect(main.getByText('We will email you once when it is back.')).toBeVisible();
  await keepPicture('inkthread-stock-alert-1280');
  await main.getByRole('button', { name: 'Add to wishlist', exact: true }).click();
  await seeToast(page, 'Added to wishlist');
  await page.reload();
  await expect(main.getByRole('button', { name: 'Do not email me' })).toBeVisible();

  await visit(brand, '/account/wishlist');
  const wish = page
    .getByRole('region', { name: 'Products you saved' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(wish.getByText('340 EGP')).toBeVisible();
  await expect(wish.getByText('Black', { exact: true })).toBeVisible();
  await expect(wish.getByText('Sold out', { exact: true })).toBeVisible();
  await expect(wish.getByRole('button', { name: 'Do not email me' })).toBeVisible();
  await keepPicture('inkthread-wishlist-1280');
  await expect(wish.getByRole('link', { name })).toHaveAttribute(
    'href',
    new RegExp(`/product/hoodie-[^?]+\\?variant=${sought}$`),
  );

  const staff = await signedInAs(store, brand, await hire(store, brand, 'admin'));
  const restocked = await staff.rpc('adjust_stock', { p_product_id: id, p_delta: 2, p_variant_id: sought });
  expect(restocked.error).toBeNull();
  const link = await mailedLink(store, shopper.email, `Back in stock: ${name}, M / Black`);
  expect(link).toMatch(new RegExp(`/product/${id}\\?variant=${sought}$`));

  await page.reload();
  await wish.getByRole('button', { name: `Move to cart: ${name}` }).click();
  await seeToast(page, 'Item added to cart');
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
  await visit(brand, '/cart');
  await expect(main.getByText('Black · M')).toBeVisible();
  await expect(main.getByText('340 EGP').first()).toBeVisible();
});

test('no stock alert is offered for what is not restocked: a store without restocks, a discontinued combination, a product that staff excluded', async ({
  page,
  store,
  visit,
}) => {
  const main = page.getByRole('main');
  const drop = await stockProduct(store, {
    tenant_id: 'northblock',
    name: ownName('Drop'),
    price: 90,
    stock: 0,
  });
  await visit('northblock', `/product/${drop.id}`);
  await hydrated(page);
  await expect(main.getByText('It does not come back.')).toBeVisible();
  await expect(main.getByRole('button', { name: ask })).toHaveCount(0);

  const { id } = await stockHoodie(store);
  await visit(brand, `/product/${id}`);
  await hydrated(page);
  await choose(page, 'Color', 'White');
  await choose(page, 'Size', 'L');
  await expect(main.getByText('It does not come back.')).toBeVisible();
  await expect(main.getByRole('button', { name: ask })).toHaveCount(0);
  await choose(page, 'Color', 'Black');
  await choose(page, 'Size', 'M');
  await expect(main.getByText('It may come back.')).toBeVisible();
  await expect(main.getByRole('button', { name: ask })).toBeVisible();

  const last = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Last tee'),
    price: 90,
    stock: 0,
    restocks: false,
  });
  await visit(brand, `/product/${last.id}`);
  await hydrated(page);
  await expect(main.getByText('It does not come back.')).toBeVisible();
  await expect(main.getByRole('button', { name: ask })).toHaveCount(0);
});

test('a new stock alert is not undone by an earlier late response about whether one existed', async ({
  page,
  store,
  visitAs,
}) => {
  const { id, variantIds } = await stockHoodie(store);
  const shopper = await enrol(store, brand, 'Nour Sami');
  const main = page.getByRole('main');
  const known = await holdResponse(page, /\/rest\/v1\/stock_alerts\?/);
  await visitAs(shopper, brand, `/product/${id}?variant=${variantIds[0]}`);
  await known.answered;
  await main.getByRole('button', { name: ask }).click();
  await expect(main.getByText('We will email you once when it is back.')).toBeVisible();
  const late = page.waitForResponse(/\/rest\/v1\/stock_alerts\?/);
  known.release();
  await late;
  await expect(main.getByRole('button', { name: 'Do not email me' })).toBeVisible();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  await expect(main.getByText('We will email you once when it is back.')).toBeVisible();
});

atViewport(phone, () => {
  test('a stock alert is withdrawn on its page, and a failed one is reported', async ({
    page,
    store,
    visit,
    watch,
    keepPicture,
  }) => {
    const { id, variantIds } = await stockHoodie(store);
    const shopper = await enrol(store, brand, 'Omar Hany');
    const main = page.getByRole('main');
    watch.allow(/rest\/v1\/stock_alerts|Failed to load resource/);
    await visit(brand, `/signin?next=${encodeURIComponent(`/product/${id}?variant=${variantIds[0]}`)}`);
    await signIn(page, shopper);
    await page.route('**/rest/v1/stock_alerts*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    );
    await main.getByRole('button', { name: ask }).click();
    await seeToast(page, 'This was not saved');
    await page.unroute('**/rest/v1/stock_alerts*');
    await main.getByRole('button', { name: ask }).click();
    await main.getByRole('button', { name: 'Do not email me' }).click();
    await expect(main.getByText('We will email you once')).toHaveCount(0);
    await keepPicture('inkthread-stock-alert-360');
    const known = page.waitForResponse(/\/rest\/v1\/stock_alerts\?/);
    await page.reload();
    await known;
    await expect(main.getByRole('button', { name: ask })).toBeVisible();

    // On a phone, the wishlist has two columns: the button's text must fit.
    await main.getByRole('button', { name: 'Add to wishlist', exact: true }).click();
    await seeToast(page, 'Added to wishlist');
    await visit(brand, '/account/wishlist');
    const button = main.getByRole('button', { name: ask });
    await expect(button).toBeVisible();
    expect(await button.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
    await keepPicture('inkthread-wishlist-360');
  });
});
