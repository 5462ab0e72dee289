import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Enums } from '../../app/lib/database.types.ts';
import { PROJECT, type StoreProcess } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';
import { enrol, signedInAs } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

const brand = 'northblock';

/** The output of `npm run ledger:check` for the store, and its exit status. */
function checkLedger({ dataDir }: StoreProcess) {
  const { DATABASE_URL: _, SUPABASE_URL: __, ...environment } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['scripts/ledger-check.ts'], {
    cwd: PROJECT,
    encoding: 'utf8',
    env: { ...environment, SOUK_DATA: dataDir },
  });
  return { status, differences: stdout.split('\n').filter((line) => /NOT SO|^Not so/.test(line)) };
}

/** Enables bank transfers for shoppers; returns a function that restores the setting. */
async function takeTransfers(store: StoreProcess): Promise<() => Promise<void>> {
  const settings = adminOf(store).from('settings');
  const { data } = await settings.select('payment').eq('tenant_id', brand).single().throwOnError();
  const keep = async (payment: typeof data.payment) => {
    await settings.update({ payment }).eq('tenant_id', brand).throwOnError();
  };
  await keep({ ...data.payment, bankTransfer: true, bankDetails: 'IBAN EG38' });
  return () => keep(data.payment);
}

test('on a working day fifteen orders are confirmed, changed, packed, returned to sender, returned and settled, and everything adds up', async ({
  page,
  store,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  test.setTimeout(180_000);
  const buyer = await enrol(store, brand, ownName('Salma'));
  const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 200, stock: 60 });
  const belt = await stockProduct(store, { tenant_id: brand, name: ownName('Belt'), price: 90, stock: 9 });
  const shopper = await signedInAs(store, brand, buyer);
  const address = {
    full_name: buyer.name,
    phone: '01001234567',
    governorate: 'Cairo',
    city: 'Maadi',
    street: 'Road 9',
  };
  const buy = async (quantity: number, payment_method: Enums<'payment_method'> = 'cash_on_delivery') => {
    const { data } = await shopper
      .rpc('place_order', {
        p_order: {
          tenant_id: brand,
          lines: [{ product_id: cap.id, quantity }],
          address,
          idempotency_key: randomUUID(),
          shipping_method: 'standard',
          payment_method,
        },
      })
      .throwOnError();
    return data as { id: string; number: string; total: number };
  };
  const [twoShipments, fewer, more, refused, back] = [
    await buy(3),
    await buy(2),
    await buy(1),
    await buy(1),
    await buy(2),
  ];
  const closeTransfers = await takeTransfers(store);
  const prepaid = await buy(1, 'bank_transfer');
  await closeTransfers();
  for (let n = 0; n < 8; n += 1) await buy(1);

  const staff = await hire(store, brand, 'admin');
  const desk = await signedInAs(store, brand, staff);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(new Date());
  const totals = async () => {
    const { data } = await desk
      .rpc('report_totals', { p_tenant_id: brand, p_from: today, p_to: today })
      .single()
      .throwOnError();
    return data;
  };
  const dialog = page.getByRole('dialog');
  const list = `search=${buyer.name.replaceAll(' ', '+')}`;
  const queue = (name: string) => page.goto(new URL(`/admin/orders?queue=${name}&${list}`, page.url()).href);
  const open = (id: string) => page.goto(new URL(`/admin/orders?order=${id}`, page.url()).href);

  // Everything is confirmed, and the received transfer recorded.
  await visitAs(staff, brand, `/admin/orders?queue=to_confirm&${list}`);
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('row', { name: prepaid.number }).getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Confirm (13)' }).click();
  await seeToast(page, '13 orders confirmed');
  await open(prepaid.id);
  await page.getByLabel('Reference of the transfer').fill('TR 1');
  await page.getByRole('button', { name: 'Confirm payment' }).click();
  await seeToast(page, `Payment of order ${prepaid.number} confirmed`);

  // Three pieces ship in two shipments.
  await queue('to_pack');
  await page.getByRole('link', { name: twoShipments.number }).click();
  await expect(page.getByRole('heading', { name: `Order ${twoShipments.number}` })).toBeVisible();
  const items = page.getByRole('region', { name: 'Items' });
  await items.getByRole('spinbutton', { name: /^Pieces of / }).fill('2');
  await items.getByRole('button', { name: 'Pack 2 pieces' }).click();
  await dialog.getByLabel('Courier', { exact: false }).first().fill('Nile Riders');
  await dialog.getByRole('button', { name: 'Pack and hand over' }).click();
  await seeToast(page, 'Parcel packed and handed over');
  await expect(items.getByText('1 to pack')).toBeVisible();
  await keepPicture('working-day-order');

  // One of two pieces is cancelled.
  await open(fewer.id);
  await items.getByRole('spinbutton', { name: /^Pieces of / }).fill('1');
  await items.getByRole('button', { name: 'Cancel 1 piece' }).click();
  await dialog.getByLabel('Reason').fill('The last one is stained');
  await dialog.getByRole('button', { name: 'Cancel 1 piece' }).click();
  await seeToast(page, '1 piece cancelled');

  // A belt and a new street are proposed; the customer accepts.
  await open(more.id);
  await page.getByRole('button', { name: 'Change the order' }).click();
  await dialog.getByLabel('Search products').fill(belt.name);
  await dialog.getByRole('button', { name: belt.name }).click();
  await dialog.getByLabel('Change the delivery address').check();
  await dialog.getByLabel('Street').fill('Road 233');
  await dialog.getByRole('button', { name: 'Check the price' }).click();
  await expect(dialog.getByText(/^The order then costs /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Propose to the customer' }).click();
  await seeToast(page, 'The customer was asked');
  const phone = await somebodyElse();
  await visitAs(buyer, brand, '/account/orders', phone);
  await phone.getByRole('link', { name: more.number }).first().click();
  await expect(phone.getByText('The store suggests a change')).toBeVisible();
  await phone.getByRole('button', { name: 'Accept the change' }).click();
  await seeToast(phone, 'The order is changed');
  await expect(phone.getByText(belt.name).first()).toBeVisible();

  // Everything else is packed and handed over.
  await queue('to_pack');
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Pack and hand over (14)' }).click();
  await dialog.getByLabel('Courier').fill('Nile Riders');
  await dialog.getByRole('button', { name: 'Pack and hand over' }).click();
  await seeToast(page, '14 orders packed and handed over');

  // One is refused after a failed attempt, inspected and restocked; a prepaid one is returned too.
  await open(refused.id);
  const shipment = page.getByRole('listitem', { name: 'Parcel 1' });
  await shipment.getByRole('button', { name: 'Attempt failed' }).click();
  await seeToast(page, 'Parcel 1: Attempt failed');
  for (const { id } of [refused, prepaid]) {
    await open(id);
    await shipment.getByRole('button', { name: 'More for parcel 1' }).click();
    await page.getByRole('menuitem', { name: 'Came back' }).click();
    await seeToast(page, 'Parcel 1: Came back');
  }
  await queue('returned_to_sender');
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'All back to stock (2)' }).click();
  await dialog.getByRole('button', { name: 'All back to stock (2)' }).click();
  await seeToast(page, '2 orders are back in stock');

  // The others are delivered.
  await queue('on_the_way');
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Delivered (12)' }).click();
  await dialog.getByRole('button', { name: 'Delivered (12)' }).click();
  await seeToast(page, '12 orders delivered');

  // One of two pieces is returned, inspected, and discarded.
  await open(back.id);
  await page.getByRole('button', { name: 'Begin a return' }).click();
  await dialog.getByRole('spinbutton').fill('1');
  await dialog.getByLabel('Reason').fill('A seam is open');
  await dialog.getByRole('button', { name: 'Begin a return' }).click();
  await seeToast(page, 'Return begun');
  await queue('returns');
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Approve return (1)' }).click();
  await seeToast(page, '1 return approved');
  await open(back.id);
  const given = page.getByRole('listitem', { name: 'Return 1' });
  await given.getByLabel(/^Condition of /).selectOption('Damaged');
  await given.getByRole('button', { name: 'Book what came' }).click();
  await seeToast(page, 'Return 1 received');

  // The carrier pays the cash; refunds go out by transfer and as store credit.
  await queue('cash_outstanding');
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Settle cash' }).click();
  await page.getByLabel('Reference of the statement').fill('NR-49');
  await page.getByRole('button', { name: /^Settle / }).click();
  await seeToast(page, /settled$/);
  await queue('to_give_back');
  await page.getByRole('row', { name: prepaid.number }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Transferred (1)' }).click();
  await dialog.getByRole('button', { name: 'Transferred (1)' }).click();
  await seeToast(page, '1 order given back');
  await page.getByRole('row', { name: back.number }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'As store credit (1)' }).click();
  await dialog.getByRole('button', { name: 'As store credit (1)' }).click();
  await expect(page.getByText('Nothing waits here').or(page.getByText('No order fits'))).toBeVisible();

  // A customer orders by telephone.
  await page.goto(new URL('/admin/orders/new', page.url()).href);
  await page.getByLabel('Search products').fill(cap.name);
  await page.getByRole('button', { name: cap.name }).click();
  const customer = page.getByRole('region', { name: 'Customer' });
  await customer.getByLabel('Name', { exact: true }).fill(buyer.name);
  await customer.getByLabel('Phone', { exact: true }).fill('01012345678');
  const delivery = page.getByRole('region', { name: 'Delivery address' });
  await delivery.getByLabel('Governorate').selectOption('Cairo');
  await delivery.getByLabel('City').fill('Maadi');
  await delivery.getByLabel('Street').fill('9 Road 233');
  await page.getByRole('button', { name: 'Place order' }).click();
  await seeToast(page, /^Order \S+ placed$/);

  const { data: orders } = await desk
    .from('orders')
    .select('charged, received, given_back, at_carrier, status')
    .eq('customer_name', buyer.name)
    .throwOnError();
  expect(orders).toHaveLength(15);
  const piastres = (of: 'charged' | 'received' | 'given_back' | 'at_carrier') =>
    orders.reduce((sum, order) => sum + Math.round(order[of] * 100), 0);
  const cash = orders.filter(({ status }) => status === 'pending');
  expect(piastres('at_carrier')).toBe(0);
  // Order totals equal the money received and kept plus what the telephone order owes.
  expect(piastres('charged')).toBe(
    piastres('received') - piastres('given_back') + cash.reduce((sum, { charged }) => sum + charged * 100, 0),
  );
  const sums = await totals();
  await page.goto(new URL('/admin/dashboard', page.url()).href);
  const money = page.getByRole('region', { name: 'Money of the last 30 days' });
  await expect(money.getByRole('listitem').filter({ hasText: 'Cash with couriers' })).toContainText(
    `${sums.cash_with_carriers.toLocaleString('en-US')} EGP`,
  );
  await keepPicture('working-day-dashboard');
  await money.getByRole('link', { name: 'Cash with couriers' }).click();
  await expect(page.getByRole('heading', { name: 'Cash of couriers', level: 1 })).toBeVisible();
  expect(checkLedger(store)).toEqual({ status: 0, differences: [] });
});
