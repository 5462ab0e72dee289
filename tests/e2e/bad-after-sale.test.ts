import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

test('a request beyond an order’s limits is answered next to its field, with what is possible', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  watch,
}) => {
  watch.allow(/request_return|status of 400/);
  const brand = 'northblock';
  const buyer = await enrol(store, brand, ownName('Salma'));
  const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 200, stock: 50 });
  const order = await orderFor(store, brand, buyer, [{ product_id: cap.id, quantity: 3 }]);
  await order.move('confirmed');
  const staff = await hire(store, brand, 'admin');
  // More pieces than there are: the field clamps the number.
  await visitAs(staff, brand, `/admin/orders?order=${order.id}`);
  const items = page.getByRole('region', { name: 'Items' });
  const pieces = items.getByRole('spinbutton', { name: /^Pieces of / });
  await pieces.fill('9');
  await pieces.blur();
  await expect(pieces).toHaveValue('3');

  const dialog = page.getByRole('dialog');
  // Amounts that exceed what can be refunded.
  await order.move('in_production');
  await order.move('shipped');
  await order.move('delivered');
  const money = page.getByRole('region', { name: 'Money' });
  await money.getByRole('button', { name: 'Refund', exact: true }).click();
  const goodwill = dialog.getByLabel('Goodwill');
  const submit = dialog.getByRole('button', { name: /^Refund / });
  for (const [typed, message] of [
    ['-5', 'Enter an amount in pounds, such as 250 or 250.50.'],
    ['5000', 'At most [\\d.,]+ EGP can be taken off here.'],
  ] as const) {
    await goodwill.fill(typed);
    await submit.click();
    await expect(goodwill).toHaveAccessibleDescription(new RegExp(message));
  }
  const line = dialog.getByLabel(new RegExp(cap.name));
  await line.fill('600.01');
  await submit.click();
  await expect(line).toHaveAccessibleDescription(/At most 600 EGP can be taken off here\./);

  // A problem reported too late, on a page opened earlier.
  const phone = await somebodyElse();
  await visitAs(buyer, brand, `/account/orders/${order.id}`, phone);
  await phone.getByRole('button', { name: 'Report a problem' }).click();
  const report = phone.getByRole('dialog');
  await report.getByRole('checkbox', { name: cap.name }).check();
  await report.getByLabel('What is wrong?').fill('A seam is open');
  const dayBefore = { delivered_at: new Date(Date.now() - 25 * 3_600_000).toISOString() };
  await adminOf(store).from('shipments').update(dayBefore).eq('order_id', order.id).throwOnError();
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(report.getByText('Problems must be reported within 24 hours of delivery.')).toBeVisible();
  await expect(report.getByLabel('What is wrong?')).toHaveValue('A seam is open');
  await adminOf(store).from('orders').update(dayBefore).eq('id', order.id).throwOnError();
  await visit(brand, `/account/orders/${order.id}`, phone);
  await expect(
    phone.getByText('Problems can be reported within 24 hours of delivery. That time has passed.'),
  ).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Report a problem' })).toHaveCount(0);
});
