import { expect, test } from './fixtures.ts';
import { enrol, orderFor, signedInAs } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

test('a bulk hand-over is undone from its toast by keyboard before customers are notified, except shipments that moved on', async ({
  page,
  store,
  visitAs,
}) => {
  const brand = 'casecraft';
  const buyer = await enrol(store, brand, ownName('Hala'));
  const phoneCase = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Case'),
    price: 200,
    stock: 50,
  });
  const orders: Awaited<ReturnType<typeof orderFor>>[] = [];
  for (let n = 0; n < 3; n += 1)
    orders.push(await orderFor(store, brand, buyer, [{ product_id: phoneCase.id, quantity: 1 }]));
  for (const { move } of orders) await move('confirmed');
  const colleague = await signedInAs(store, brand, await hire(store, brand, 'admin'));
  const ids = orders.map(({ id }) => id);
  const shipments = async () => {
    const { data } = await adminOf(store)
      .from('shipments')
      .select('id, state, order_id')
      .in('order_id', ids)
      .order('state')
      .throwOnError();
    return data;
  };
  /** The order ids of "on its way" mails. */
  const mails = async () => {
    const { data } = await adminOf(store)
      .from('order_notifications')
      .select('order_id')
      .in('order_id', ids)
      .eq('kind', 'shipped')
      .throwOnError();
    return data.map((mail) => mail.order_id);
  };

  const search = `search=${buyer.name.replaceAll(' ', '+')}`;
  await visitAs(await hire(store, brand, 'admin'), brand, `/admin/orders?queue=to_pack&${search}`);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Pack and hand over (3)' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Courier').fill('Nile Riders');
  await dialog.getByRole('button', { name: 'Pack and hand over' }).click();
  await seeToast(page, '3 orders packed and handed over');
  // Focusing the toast keeps it open.
  await page.keyboard.press('F8');
  const undo = page.getByRole('region', { name: /notifications/i }).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  expect(await mails()).toHaveLength(3);

  // A colleague marks one as delivered.
  const [arrived] = await shipments();
  if (!arrived) throw new Error('no shipment');
  await colleague
    .rpc('move_shipments', { p_shipment_ids: [arrived.id], p_state: 'delivered' })
    .throwOnError();

  await page.keyboard.press('F8');
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(undo).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await seeToast(
    page,
    '2 parcels are packed again and not handed over',
    'This parcel is delivered and cannot become packed.',
  );
  expect((await shipments()).map(({ state }) => state)).toEqual(['packed', 'packed', 'delivered']);
  // Only customers with a shipped order get the mail.
  expect(await mails()).toEqual([arrived.order_id]);

  // They are packed again, ready to be handed over.
  await page.goto(page.url().replace('to_pack', 'to_hand_over'));
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Hand over (2)' }).click();
  await expect(dialog).toContainText('Until it leaves in 30 seconds, you can undo this.');
  await dialog.getByRole('button', { name: 'Hand over (2)' }).click();
  await seeToast(page, '2 orders handed over');
  await expect(page.getByText('Nothing waits here').or(page.getByText('No order fits'))).toBeVisible();
  expect((await mails()).length).toBe(3);
});
