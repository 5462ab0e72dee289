import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';

test('staff book shipments with a carrier, download its labels, book a pickup and read its statement', async ({
  page,
  store,
  bosta,
  visitAs,
  keepPicture,
}) => {
  const brand = 'meeplehouse';
  const buyer = await enrol(store, brand, ownName('Salma'));
  const game = await stockProduct(store, { tenant_id: brand, name: ownName('Game'), price: 200, stock: 50 });
  const orders: Awaited<ReturnType<typeof orderFor>>[] = [];
  for (let n = 0; n < 3; n += 1)
    orders.push(await orderFor(store, brand, buyer, [{ product_id: game.id, quantity: 1 }]));
  for (const { move } of orders) await move('confirmed');
  const staff = await hire(store, brand, 'admin');

  await visitAs(staff, brand, '/admin/settings?tab=shipping');
  const accounts = page.getByRole('region', { name: 'Couriers' });
  await expect(accounts.getByRole('listitem').filter({ hasText: 'Bosta' })).toContainText('On');
  await expect(accounts.getByRole('listitem').filter({ hasText: 'Mylerz' })).toContainText('MYLERZ_USERNAME');
  await keepPicture('admin-carrier-accounts');

  const query = `search=${buyer.name.replaceAll(' ', '+')}`;
  await visitAs(staff, brand, `/admin/orders?queue=to_pack&${query}`);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Pack (3)' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Register with').selectOption('Bosta');
  await keepPicture('admin-pack-for-carrier');
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await seeToast(page, '3 orders packed');
  const numbers = orders.map(({ number }) => `${number}/1`);
  const deliveries = bosta.deliveries.filter(({ businessReference }) => numbers.includes(businessReference));
  expect(deliveries).toHaveLength(3);

  await page.goto(page.url().replace('to_pack', 'to_hand_over'));
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Choose all on this page').check();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '3 courier labels' }).click();
  expect((await downloading).suggestedFilename()).toBe('labels.pdf');
  await page.getByRole('button', { name: 'Pick-up by Bosta' }).click();
  await keepPicture('admin-pick-up');
  await dialog.getByRole('button', { name: 'Book pick-up' }).click();
  await seeToast(page, /^Bosta comes on /);

  const [first, short, missing] = deliveries;
  if (!first || !short || !missing) throw new Error('Bosta has no shipment');
  for (const delivery of [first, short, missing]) {
    bosta.move(delivery, 45);
    const answer = await fetch(`http://127.0.0.1:${store.port}/carriers/bosta/callback`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bosta.webhookSecret}` },
      body: JSON.stringify(bosta.callbackOf(delivery)),
    });
    expect(answer.status).toBe(200);
  }

  await page.goto(new URL('/admin/orders/settlements', page.url()).href);
  const statement = page.getByRole('region', { name: 'Read a courier’s statement' });
  await statement.getByLabel('Whose statement').selectOption('Bosta');
  await statement.getByLabel('Covers deliveries up to').fill('2100-01-01');
  const rows = [`${first.trackingNumber},${first.cod},35`, `${short.trackingNumber},150.5,35`, '12345,10,35'];
  const choose = () =>
    statement.getByLabel('Statement as a CSV or Excel file').setInputFiles({
      name: 'bosta-7.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Parcel,Cash,Cost', ...rows].join('\n')),
    });
  await choose();
  // An ambiguous column is confirmed by a person once, then remembered.
  const matching = statement.getByRole('form', { name: 'Match the columns' });
  await expect(matching.getByLabel('Parcel')).toHaveValue('number');
  await expect(statement.getByRole('button', { name: /^Settle/ })).toHaveCount(0);
  await keepPicture('admin-statement-columns');
  await matching.getByLabel('Parcel').selectOption('Leave out');
  await expect(matching.getByText('Choose one column for Tracking number.')).toBeVisible();
  await matching.getByLabel('Parcel').selectOption('Tracking number');
  await matching.getByRole('button', { name: 'Try it with these columns' }).click();
  await expect(
    statement.getByText(/^Read as: Tracking number: Parcel · Collected amount: Cash/),
  ).toBeVisible();
  await choose();
  const lines = statement.getByRole('table', { name: 'Lines of the statement' });
  for (const outcome of ['As collected', 'Short', 'No such parcel', 'Missing'])
    await expect(lines.getByText(outcome, { exact: true })).toBeVisible();
  await keepPicture('admin-statement');
  await statement.getByRole('button', { name: 'Settle 1 line, keep 3 that differ' }).click();
  await seeToast(page, '1 line settled');

  const differences = page.getByRole('region', { name: 'Differences in statements' });
  const ofShort = differences.getByRole('listitem').filter({ hasText: short.trackingNumber });
  await ofShort.getByRole('button', { name: /^Take / }).click();
  await expect(ofShort.getByText('Write how it is settled.')).toBeVisible();
  await ofShort.getByLabel('How is it settled?').fill('Half was paid');
  await keepPicture('admin-differences');
  await ofShort.getByRole('button', { name: /^Take / }).click();
  await seeToast(page, 'Difference settled');
  await expect(ofShort).toHaveCount(0);
  await expect(differences.getByRole('listitem').filter({ hasText: missing.trackingNumber })).toBeVisible();
});
