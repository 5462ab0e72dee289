import type { Page } from '@playwright/test';
import { orderWithHistory } from './after-sale.ts';
import { expect, test } from './fixtures.ts';
import { ownName } from './stock.ts';

/** Notes what a page asks its server for from now on, beside its code and its pictures. */
function noteRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

test('staff and the customer see an order with parcels, a return, a refund and cash with the courier after at most three requests', async ({
  page,
  store,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  // The store that has an account with a courier, which the parcel that is packed can be registered with.
  const brand = 'meeplehouse';
  const { number, buyer, staff } = await orderWithHistory(store, brand, ownName('Salma'));
  await visitAs(staff, brand, `/admin/orders?search=${number}`);
  const row = page.getByRole('link', { name: number });
  await expect(row).toBeVisible();
  const staffAsked = noteRequests(page);
  await row.click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Parcel 2' }).getByLabel('Register with')).toBeVisible();
  for (const of of ['Return 1', 'Refund 1'])
    await expect(page.getByRole('listitem', { name: of }).first()).toBeVisible();
  await expect(page.getByText('1 accepted, 0 not accepted').first()).toBeVisible();
  expect(staffAsked.toSorted()).toEqual(['/carriers', '/rest/v1/orders', '/rest/v1/rpc/order_people']);
  await keepPicture('admin-order-with-history');

  const phone = await somebodyElse();
  await visitAs(buyer, brand, '/account/orders', phone);
  const link = phone.getByRole('link', { name: number }).first();
  await expect(link).toBeVisible();
  const asked = noteRequests(phone);
  await link.click();
  await expect(phone.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  for (const of of ['Parcel 1', 'Return 1']) await expect(phone.getByText(of).first()).toBeVisible();
  expect(asked.toSorted()).toEqual(['/rest/v1/order_status_transitions', '/rest/v1/orders']);
  await keepPicture('order-with-history', phone);
});
