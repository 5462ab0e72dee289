import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { seeToast, signIn } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

test('a review is written by a person who received the product, appears once staff approve it, and counts in the stars', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
}) => {
  const brand = 'inkthread';
  const product = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Reviewed tee'),
    price: 150,
    stock: 9,
  });
  const shopper = await enrol(store, brand, 'Laila Fathy');
  const order = await orderFor(store, brand, shopper, [{ product_id: product.id, quantity: 1 }]);
  const path = `/product/${product.id}`;
  await visit(brand, `/signin?next=${encodeURIComponent(path)}`);
  const may = page.waitForResponse(/\/rpc\/can_review$/);
  await signIn(page, shopper);
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  const reviews = page.locator('#reviews');
  const write = reviews.getByRole('button', { name: 'Write a review' });
  expect(await (await may).json()).toBe(false);
  await expect(reviews, 'what nobody has reviewed has no part for reviews').toBeHidden();
  await expect(write).toHaveCount(0);
  for (const status of ['confirmed', 'in_production', 'shipped', 'delivered'] as const)
    await order.move(status);
  await page.reload();
  await write.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await expect(dialog.getByText('Choose how many stars.')).toBeVisible();
  await dialog.getByText('4 stars').click();
  await dialog.getByLabel('Title').fill('Heavier than it looks');
  await dialog.getByLabel('Review').fill('The print is still white after ten washes.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await write.click();
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await expect(dialog.getByLabel('Review')).toHaveValue('The print is still white after ten washes.');
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await seeToast(page, 'Thank you for your review');
  await expect(write).toHaveCount(0);

  const guest = await somebodyElse();
  // A page subscribes after it has been open for a while.
  const listens = guest.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await visit(brand, path, guest);
  await expect(guest.locator('#reviews')).toHaveCount(0);
  await listens;
  const office = await somebodyElse();
  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/content?tab=reviews', office);
  await office.getByRole('button', { name: 'Approve the review by Laila' }).click();
  await seeToast(office, `Approved: ${product.name}`);
  // The open page updates live, and new renders include the review.
  await expect(guest.locator('#reviews')).toContainText('Heavier than it looks');
  await guest.reload();
  await expect(guest.locator('#reviews')).toContainText('4.0 of 5 from 1 review');
  const data = await guest.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join()).toMatch(/"aggregateRating":\{[^}]*"ratingValue":"?4/);
});

test('a store without reviews shows no rating, not to search engines either', async ({
  page,
  store,
  visit,
}) => {
  const rated = { price: 100_000, rating: 4.4, review_count: 7, featured: true };
  const ratingsOf = async (tenant_id: string) => {
    const product = await stockProduct(store, { ...rated, tenant_id, name: ownName('Rated thing') });
    await visit(tenant_id, `/shop?search=${encodeURIComponent(product.name)}`);
    const card = page.getByRole('region', { name: 'Products' }).getByRole('article');
    await expect(card).toContainText(product.name);
    const onCard = (await card.textContent())?.includes('4.4');
    await visit(tenant_id, `/product/${product.id}`);
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const link = page.locator('a[href$="#reviews"]');
    return [onCard, await link.count(), data.join().includes('aggregateRating')];
  };
  expect(await ratingsOf('inkthread')).toEqual([true, 1, true]);
  expect(await ratingsOf('duoworks')).toEqual([false, 0, false]);
});

test('an Arabic review next to an English one has its own direction, for shoppers and for staff', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
}) => {
  const brand = 'inkthread';
  const tee = await stockProduct(store, { tenant_id: brand, name: ownName('Read tee'), price: 90, stock: 3 });
  const review = { tenant_id: brand, product_id: tee.id, status: 'approved' as const, rating: 5 };
  const texts = [
    { title: 'ممتاز Oversize', body: 'القماش ثقيل (240 GSM)', staff_reply: 'شكرا لك', direction: 'rtl' },
    { title: 'Great (ممتاز)', body: 'Heavy fabric', staff_reply: 'Thank you', direction: 'ltr' },
  ];
  await adminOf(store)
    .from('reviews')
    .insert(texts.map(({ direction: _, ...text }) => ({ ...review, ...text })))
    .throwOnError();
  const office = await somebodyElse();
  const list = '/admin/content?tab=reviews&status=approved';
  await visit(brand, `/product/${tee.id}`);
  await visitAs(await hire(store, brand, 'admin'), brand, list, office);
  const cells = office.getByRole('row').filter({ hasText: tee.name });
  for (const { title, body, staff_reply, direction } of texts) {
    for (const text of [title, body, staff_reply])
      await expect(page.locator('#reviews').getByText(text, { exact: true }), text).toHaveCSS(
        'direction',
        direction,
      );
    const cell = cells.filter({ hasText: title });
    for (const text of [title, body])
      await expect(cell.getByText(text, { exact: true }), text).toHaveCSS('direction', direction);
  }
});
