import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { makeBuyer } from './ordering.ts';
import { enrol, orderFor } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

/** Counts clicks on a page. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset.clicks = '0';
    document.addEventListener(
      'pointerdown',
      () => {
        document.body.dataset.clicks = String(Number(document.body.dataset.clicks) + 1);
      },
      true,
    );
  });
  return async () => Number(await page.locator('body').getAttribute('data-clicks'));
}

test('ten orders are packed and handed over with at most twelve clicks, and the refused one is named and stays selected', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const brand = 'inkthread';
  const buyer = await enrol(store, brand, ownName('Salma'));
  const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 200, stock: 50 });
  const orders: Awaited<ReturnType<typeof orderFor>>[] = [];
  for (let n = 0; n < 11; n += 1)
    orders.push(await orderFor(store, brand, buyer, [{ product_id: cap.id, quantity: 1 }]));
  const [refused] = orders;
  if (!refused) throw new Error('no order');
  await visitAs(
    await hire(store, brand, 'admin'),
    brand,
    `/admin/orders?queue=to_confirm&search=${buyer.name.replaceAll(' ', '+')}`,
  );
  await expect(page.getByRole('row')).toHaveCount(12);
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Confirm (11)' }).click();
  await seeToast(page, '11 orders confirmed');
  await expect(page.getByText('No order fits')).toBeVisible();

  await page.goto(page.url().replace('to_confirm', 'to_pack'));
  await expect(page.getByRole('row')).toHaveCount(12);
  const clicks = await countClicks(page);
  await page.getByLabel('Choose all on this page').check();
  await keepPicture('admin-queue-to-pack');
  // A colleague cancels one of them; this page does not know yet.
  const reading = await holdRequests(page, '**/rest/v1/orders?*');
  await refused.move('cancelled');
  await page.getByRole('button', { name: 'Pack and hand over (11)' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Courier').fill('Nile Riders');
  await dialog.getByRole('button', { name: 'Pack and hand over' }).click();
  reading.release();
  await expect(dialog.getByText('10 of 11 orders done')).toBeVisible();
  await expect(dialog.getByRole('row', { name: refused.number })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await clicks()).toBeLessThanOrEqual(12);

  await page.goto(page.url().replace('to_pack', 'on_the_way'));
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Delivered (10)' }).click();
  await expect(dialog.getByText('Cash that the courier collected at the door')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delivered (10)' }).click();
  await seeToast(page, '10 orders delivered');

  await page.goto(page.url().replace('on_the_way', 'cash_outstanding'));
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Settle cash' }).click();
  await expect(page.getByRole('heading', { name: 'Cash of couriers', level: 1 })).toBeVisible();
  await expect(page.getByText(/^10 parcels: /)).toBeVisible();
  await page.getByLabel('Reference of the statement').fill('NR-48');
  await keepPicture('admin-settlement');
  await page.getByRole('button', { name: /^Settle / }).click();
  await seeToast(page, /settled$/);
  await expect(page.getByRole('table', { name: 'Settled before' })).toContainText('NR-48');
});

test('two of three pieces are shipped, returned to sender, inspected and sent again; one is returned and refunded after delivery', {
  tag: '@journey',
}, async ({ page, store, visit, visitAs, keepPicture }) => {
  const brand = 'northblock';
  const buyer = await makeBuyer(store, brand);
  const order = await buyer.buys(3);
  await visitAs(await hire(store, brand, 'admin'), brand, `/admin/orders?order=${order.id}`);
  await page.getByRole('button', { name: 'Confirmed' }).click();
  await seeToast(page, `Order ${order.number}: Confirmed`);
  const items = page.getByRole('region', { name: 'Items' });
  const dialog = page.getByRole('dialog');

  await items.getByRole('spinbutton', { name: /^Pieces of / }).fill('2');
  await items.getByRole('button', { name: 'Pack 2 pieces' }).click();
  await dialog.getByLabel('Courier', { exact: false }).first().fill('Nile Riders');
  await dialog.getByLabel('Tracking number').fill(ownName('T'));
  await dialog.getByLabel('Tracking address').fill('nile.example/1');
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await expect(dialog.getByText('Enter an address that begins with https://.')).toBeVisible();
  await dialog.getByLabel('Tracking address').fill('https://nile.example/1');
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await seeToast(page, 'Parcel packed');
  await expect(items.getByText('2 packed')).toBeVisible();
  await expect(items.getByText('1 to pack')).toBeVisible();

  const shipment = page.getByRole('listitem', { name: 'Parcel 1' });
  await shipment.getByRole('button', { name: 'Hand over' }).click();
  await seeToast(page, 'Parcel 1: Handed over');
  await shipment.getByRole('button', { name: 'Attempt failed' }).click();
  await seeToast(page, 'Parcel 1: Attempt failed');
  await shipment.getByRole('button', { name: 'More for parcel 1' }).click();
  await page.getByRole('menuitem', { name: 'Came back' }).click();
  await seeToast(page, 'Parcel 1: Came back');
  await shipment.getByRole('spinbutton', { name: /^Sent again: / }).fill('2');
  await keepPicture('admin-shipment-came-back');
  await shipment.getByRole('button', { name: 'Book what came back' }).click();
  await seeToast(page, 'What came back is booked');

  await items.getByRole('button', { name: 'Pack 3 pieces' }).click();
  await dialog.getByRole('button', { name: 'Pack and hand over' }).click();
  await seeToast(page, 'Parcel packed and handed over');
  const second = page.getByRole('listitem', { name: 'Parcel 2' });
  await second.getByRole('button', { name: 'Delivered' }).click();
  await expect(dialog.getByLabel('Cash the courier took')).toHaveValue(String(order.total));
  await dialog.getByRole('button', { name: 'Delivered' }).click();
  await seeToast(page, 'Parcel 2: Delivered');
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money.getByText(/lies with the courier/)).toBeVisible();

  await page.getByRole('button', { name: 'Begin a return' }).click();
  await dialog.getByRole('spinbutton').fill('1');
  await dialog.getByRole('button', { name: 'Begin a return' }).click();
  await expect(dialog.getByText('Say why, in up to 2,000 characters.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('One cap is torn');
  await dialog.getByRole('button', { name: 'Begin a return' }).click();
  const back = page.getByRole('listitem', { name: 'Return 1' });
  await expect(back.getByText('One cap is torn')).toBeVisible();
  await back.getByRole('button', { name: 'Approve the return' }).click();
  await expect(back.getByText('Tell the customer why.')).toBeVisible();
  await back.getByLabel('Answer to the customer').fill('The courier takes it back');
  await back.getByRole('button', { name: 'Approve the return' }).click();
  await seeToast(page, 'Return 1 approved');
  await back.getByLabel(/^Condition of /).selectOption('Damaged');
  await expect(back.getByLabel(/^What becomes of /)).toHaveValue('discard');
  await back.getByRole('button', { name: 'Book what came' }).click();
  await seeToast(page, 'Return 1 received');
  await expect(page.getByText('Partly returned', { exact: true }).first()).toBeVisible();

  const refund = money.getByRole('listitem', { name: 'Refund 1' });
  await refund.getByLabel('How it goes back').selectOption('As store credit');
  await refund.getByRole('button', { name: /^Give back / }).click();
  await seeToast(page, 'Refund 1: Given back');
  await money.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByLabel('Goodwill').fill('100000');
  await dialog.getByRole('button', { name: /^Refund / }).click();
  await expect(dialog.getByText(/^At most /)).toBeVisible();
  await dialog.getByLabel('Goodwill').fill('10.50');
  await dialog.getByRole('button', { name: /^Refund / }).click();
  await seeToast(page, /taken off order/);
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Parcel 1: Came back');
  await keepPicture('admin-order-after-sale');

  await page.getByRole('link', { name: 'Label of parcel 2' }).click();
  await expect(page.getByRole('article')).toContainText(order.number);
  const { data } = await adminOf(store)
    .from('orders')
    .select('user_id')
    .eq('id', order.id)
    .single()
    .throwOnError();
  await visit(brand, `/admin/customers?customer=${data.user_id}`);
  await expect(page.getByText('1 accepted, 1 not accepted')).toBeVisible();
});

test('a telephone order is placed for a new customer, with a discount that has a reason', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const brand = 'duoworks';
  const name = ownName('Hand print');
  await stockProduct(store, { tenant_id: brand, name, price: 300, stock: 4 });
  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/orders');
  await page.getByRole('link', { name: 'New order' }).click();
  await expect(page.getByRole('heading', { name: 'New order', level: 1 })).toBeVisible();
  const place = page.getByRole('button', { name: 'Place order' });
  await place.click();
  await expect(page.getByText('Add at least one item.')).toBeVisible();
  await expect(page.getByText('Enter the customer’s name.')).toBeVisible();
  await page.getByLabel('Search products').fill(name);
  await page.getByRole('button', { name }).click();
  const customer = page.getByRole('region', { name: 'Customer' });
  await customer.getByLabel('Name', { exact: true }).fill('Mona Adel');
  await customer.getByLabel('Phone', { exact: true }).fill('01012345678');
  const address = page.getByRole('region', { name: 'Delivery address' });
  await expect(address.getByLabel('Mobile number')).toHaveValue('01012345678');
  await address.getByLabel('Governorate').selectOption('Cairo');
  await address.getByLabel('City').fill('Maadi');
  await address.getByLabel('Street').fill('9 Road 233');
  await page.getByRole('textbox', { name: /^Discount by the store/ }).fill('20.50');
  await place.click();
  await expect(page.getByText('Say why the order costs less.')).toBeVisible();
  await page.getByLabel('Reason for the discount').fill('Waited too long last time');
  await keepPicture('admin-new-order');
  await place.click();
  await seeToast(page, /^Order \S+ placed$/);
  await expect(page.getByText('By phone', { exact: true })).toBeVisible();
  await expect(page.getByText('Mona Adel').first()).toBeVisible();
});
