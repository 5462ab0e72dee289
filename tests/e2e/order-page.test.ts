import type { Page } from '@playwright/test';
import { orderWithHistory } from './after-sale.ts';
import { expect, test } from './fixtures.ts';
import { ownName } from './stock.ts';

/** Requests of the office's frame on every page: what is new, and the person's rights, once they are ten seconds old. */
const isOfFrame = (address: string, orderId: string) =>
  /\/rest\/v1\/(conversations\?|profiles\?|rpc\/(for_me|count_approval_requests|get_highest_role|my_workplaces|lacks_second_factor)$)/.test(
    address,
  ) ||
  (address.includes('/rest/v1/orders?') && !address.includes(orderId));

/**
 * Records the order page's requests from now on, except code and pictures; a repeated one, as after a live change, counts
 * once. Returns the paths.
 */
function noteRequests(page: Page, orderId: string): () => string[] {
  const asked = new Map<string, string>();
  page.on('request', (request) => {
    const address = request.url();
    const { pathname } = new URL(address);
    if (request.resourceType() === 'fetch' && pathname !== '/__manifest' && !isOfFrame(address, orderId))
      asked.set(`${request.method()} ${address}`, pathname);
  });
  return () => [...asked.values()].toSorted();
}

test('staff and the customer see an order with shipments, a return, a refund and cash with the carrier after at most four requests', async ({
  page,
  store,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  // The store with a carrier account, where the packed shipment can be booked.
  const brand = 'meeplehouse';
  const { id, number, buyer, staff } = await orderWithHistory(store, brand, ownName('Salma'));
  // From a page without live orders: the order list reloads when one changes.
  await visitAs(staff, brand, `/admin/customers?customer=${buyer.id}`);
  const row = page.getByRole('link', { name: number });
  await expect(row).toBeVisible();
  const staffAsked = noteRequests(page, id);
  await row.click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Parcel 2' }).getByLabel('Register with')).toBeVisible();
  for (const of of ['Return 1', 'Refund 1'])
    await expect(page.getByRole('listitem', { name: of }).first()).toBeVisible();
  await expect(page.getByText('1 accepted, 0 not accepted').first()).toBeVisible();
  // What happened to the order is read beside it.
  expect(staffAsked()).toEqual([
    '/carriers',
    '/rest/v1/orders',
    '/rest/v1/orders',
    '/rest/v1/rpc/order_people',
  ]);
  await keepPicture('admin-order-with-history');

  const phone = await somebodyElse();
  await visitAs(buyer, brand, '/account/orders', phone);
  const link = phone.getByRole('link', { name: number }).first();
  await expect(link).toBeVisible();
  const asked = noteRequests(phone, id);
  await link.click();
  await expect(phone.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  for (const of of ['Parcel 1', 'Return 1']) await expect(phone.getByText(of).first()).toBeVisible();
  expect(asked()).toEqual(['/rest/v1/orders', '/rest/v1/rpc/line_aftercare']);
  await keepPicture('order-with-history', phone);
});
