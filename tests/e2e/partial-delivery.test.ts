import { expect, test } from './fixtures.ts';
import { makeBuyer } from './ordering.ts';
import { signedInAs } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire } from './stock.ts';

test('one of two pieces is taken, undone and taken again; a lost parcel is sent again, claimed and paid', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const brand = 'northblock';
  const buyer = await makeBuyer(store, brand);
  const [taken, lost] = [await buyer.buys(2), await buyer.buys(2)];
  const staff = await hire(store, brand, 'admin');
  const desk = await signedInAs(store, brand, staff);
  for (const { id } of [taken, lost]) {
    await desk.rpc('change_order_status', { p_order_id: id, p_status: 'confirmed' }).throwOnError();
    const { data } = await desk
      .rpc('pack_order', { p_order_id: id, p_shipment: { carrier_name: 'Nile Riders' } })
      .throwOnError();
    await desk.rpc('move_shipments', { p_shipment_ids: [data.id], p_state: 'handed_over' }).throwOnError();
  }
  const dialog = page.getByRole('dialog');

  await visitAs(staff, brand, `/admin/orders?order=${taken.id}`);
  const parcel = page.getByRole('listitem', { name: 'Parcel 1' });
  const takeOne = async () => {
    await parcel.getByRole('button', { name: 'Delivered' }).click();
    await dialog.getByRole('button', { name: 'Decrease quantity' }).click();
    await expect(dialog.getByLabel('Cash the courier took')).toHaveValue(String(taken.total - 250));
    await keepPicture('admin-taken-in-part');
    await dialog.getByRole('button', { name: 'Delivered' }).click();
    await seeToast(page, 'Parcel 1: 1 taken, 1 given back');
  };
  await takeOne();
  const rest = page.getByRole('listitem', { name: 'Parcel 2' });
  await expect(rest.getByText('Given back at the door, from parcel 1')).toBeVisible();
  await parcel.getByRole('button', { name: 'Undo the delivery' }).click();
  await seeToast(page, 'Parcel 1 is on its way again, as before');
  await takeOne();
  await page
    .getByRole('listitem', { name: 'Parcel 3' })
    .getByRole('button', { name: 'Book what came back' })
    .click();
  await seeToast(page, 'What came back is booked');
  const order = await adminOf(store)
    .from('orders')
    .select('status, charged, at_carrier')
    .eq('id', taken.id)
    .single();
  expect(order.data).toEqual({
    status: 'delivered',
    charged: taken.total - 250,
    at_carrier: taken.total - 250,
  });

  await page.goto(page.url().replace(taken.id, lost.id));
  await parcel.getByRole('button', { name: 'More for parcel 1' }).click();
  await page.getByRole('menuitem', { name: 'Lost' }).click();
  await expect(dialog.getByRole('radio', { name: /^Send it again/ })).toBeChecked();
  await keepPicture('admin-lost-parcel');
  await dialog.getByRole('button', { name: 'Book as lost' }).click();
  await seeToast(page, 'Parcel 1 is booked as lost');
  await expect(page.getByRole('region', { name: 'Items' }).getByText('2 to pack')).toBeVisible();
  await expect(parcel.getByText('Still to be made')).toBeVisible();
  await parcel.getByRole('button', { name: 'Claim', exact: true }).click();
  await dialog.getByLabel('The courier’s reference').fill('NR-7');
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click();
  await seeToast(page, 'Claim noted');

  await page.goto(new URL('/admin/orders/settlements', page.url()).href);
  const claim = page
    .getByRole('region', { name: 'Claims against couriers' })
    .getByRole('listitem')
    .filter({ hasText: lost.number });
  await expect(claim).toContainText('NR-7');
  await keepPicture('admin-claims');
  await claim.getByRole('button', { name: 'The courier answered' }).click();
  await dialog.getByLabel('Amount paid').fill('300');
  await dialog.getByRole('button', { name: 'The courier answered' }).click();
  await seeToast(page, 'Answer booked');
  await expect(claim).toHaveCount(0);
  const { data: entries } = await adminOf(store)
    .from('payment_entries')
    .select('amount')
    .eq('order_id', lost.id)
    .eq('kind', 'compensated')
    .throwOnError();
  expect(entries).toEqual([{ amount: 300 }]);
});
