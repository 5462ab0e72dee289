import { expect, test } from './fixtures.ts';
import { enrol, orderFor, signedInAs } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

test('staff change a customer’s points with a reason, and copy, delete and restore a delivery slot', async ({
  page,
  store,
  visit,
  visitAs,
  watch,
}) => {
  const customer = await hire(store, 'meeplehouse', 'user');
  await visitAs(await hire(store, 'meeplehouse', 'admin'), 'meeplehouse', '/admin/customers');
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await page.getByLabel('Name, email or phone').fill(customer.email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('table').getByRole('link').click();

  watch.allow(/adjust_points|status of 400/);
  await page.getByRole('textbox', { name: 'Points' }).fill('−5');
  const reason = ownName('A torn box');
  const pointsForm = page.locator('form').filter({ has: page.getByRole('textbox', { name: 'Points' }) });
  await pointsForm.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Change points' }).click();
  await expect(page.getByText('Insufficient points for redemption')).toBeVisible();
  await page.getByRole('textbox', { name: 'Points' }).fill('40');
  await page.getByRole('button', { name: 'Change points' }).click();
  await seeToast(page, 'Points changed: 40 now');
  await expect(page.getByRole('row').filter({ hasText: reason })).toContainText('+40');
  const { data: log } = await adminOf(store)
    .from('audit_log')
    .select('label')
    .eq('tenant_id', 'meeplehouse')
    .eq('entity', 'point_entries')
    .eq('label', reason);
  expect(log).toHaveLength(1);

  await visit('meeplehouse', '/admin/delivery-slots');
  await page.getByRole('button', { name: 'New slot' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Friday').check();
  await dialog.getByLabel('From').fill('21:00');
  await dialog.getByLabel('To').fill('20:00');
  await dialog.getByRole('button', { name: 'Save slot' }).click();
  await expect(dialog.getByText('The end must come after the start.')).toBeVisible();
  await dialog.getByLabel('To').fill('22:30');
  await dialog.getByRole('button', { name: 'Save slot' }).click();
  await page.getByRole('button', { name: 'Copy Friday, 21:00–22:30' }).click();
  await dialog.getByLabel('Saturday').check();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Saturday, 21:00–22:30' }).click();
  await expect(page.getByRole('row').filter({ hasText: '21:00–22:30' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').filter({ hasText: '21:00–22:30' })).toHaveCount(2);
  await adminOf(store)
    .from('delivery_slots')
    .delete()
    .match({ tenant_id: 'meeplehouse', from_time: '21:00', to_time: '22:30' })
    .throwOnError();
});

test('a caller is found by their number in any format: in the palette, among orders and among customers', async ({
  page,
  store,
  visitAs,
}) => {
  const brand = 'northblock';
  const caller = await enrol(store, brand, ownName('Caller'));
  const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 90, stock: 5 });
  const order = await orderFor(store, brand, caller, [{ product_id: cap.id, quantity: 1 }]);
  const staff = await hire(store, brand, 'admin');
  await visitAs(staff, brand, '/admin/orders');
  await page.getByLabel('Search orders').fill('+20 100 123 45');
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole('link', { name: order.number })).toBeVisible();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to anything' });
  await palette.getByRole('combobox').fill('0100 123-4567');
  await expect(palette.getByRole('option', { name: caller.name }).first()).toContainText(order.number);
  await palette.getByRole('option', { name: caller.email }).click();
  await expect(page.getByRole('heading', { level: 1, name: caller.name })).toBeVisible();
  await expect(page.getByRole('link', { name: '01001234567' })).toHaveAttribute('href', 'tel:01001234567');

  const digits = String(Date.now()).slice(-7);
  const phone = `+20 155 ${digits}`;
  const { data: profile } = await adminOf(store)
    .from('profiles')
    .select('user_id:id, tenant_id')
    .eq('email', caller.email)
    .single()
    .throwOnError();
  await adminOf(store)
    .from('profile_phones')
    .insert({ ...profile, phone })
    .throwOnError();
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(order.number.slice(-3).toLowerCase());
  await expect(palette.getByRole('option', { name: order.number })).toBeVisible();
  await palette.getByRole('combobox').fill(digits.slice(-3));
  await expect(palette.getByRole('option', { name: caller.email })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Name, email or phone').fill('0100 123 4567');
  await expect(page.getByRole('row').filter({ hasText: caller.name })).toBeVisible();
  await page.getByLabel('Name, email or phone').fill(staff.email);
  await expect(page.getByText('No customers here'), 'staff are no customers').toBeVisible();
});

test('a customer’s card counts every order and says how many brought no revenue', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const brand = 'duoworks';
  const customer = await enrol(store, brand, ownName('Thinks again'));
  const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 90, stock: 9 });
  // After email, phone and date of joining.
  const orders = () => page.getByRole('definition').nth(3);
  const line = { product_id: cap.id, quantity: 1 };
  const order = () => orderFor(store, brand, customer, [line], 'bank_transfer');
  await (await order()).pay('transfer 1');
  await visitAs(await hire(store, brand, 'admin'), brand, `/admin/customers?customer=${customer.id}`);
  await expect(orders()).toHaveText('1');

  await (await order()).move('cancelled');
  await order();
  await page.reload();
  await expect(orders()).toHaveText('3 (2 cancelled, given back or awaiting payment)');
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(3);
  await keepPicture('admin-customer-orders-1280');
});

test('staff tag a customer, add a note, and block them: the checkout tells the customer, and the list finds them', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  keepPicture,
  watch,
}) => {
  const brand = 'northblock';
  watch.allow(/place_order|status of 400/);
  const customer = await enrol(store, brand, ownName('Never home'));
  const tag = ownName('Cairo');
  await visitAs(await hire(store, brand, 'admin'), brand, `/admin/customers?customer=${customer.id}`);
  const kept = page.getByRole('region', { name: 'For staff' });
  await kept.getByLabel('Tags').fill(`VIP, ${tag}`);
  await kept.getByLabel('Note').fill('Rings after six');
  await kept.getByLabel('Block: neither orders nor reviews').check();
  await kept.getByRole('button', { name: 'Save' }).click();
  await expect(kept.getByText('Say why this customer is blocked.')).toBeVisible();
  await kept.getByLabel('Why they are blocked').fill('Three parcels came back');
  await kept.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Saved what staff keep about the customer');
  await expect(page.getByRole('main').getByText('Blocked', { exact: true })).toBeVisible();
  await keepPicture('admin-customer-blocked-1280');

  const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 90, stock: 5 });
  const shopper = await somebodyElse();
  await visit(brand, `/product/${cap.id}`, shopper);
  await shopper.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await seeToast(shopper, 'Item added to cart');
  await visitAs(customer, brand, '/checkout', shopper);
  await shopper.getByLabel('Full name').fill('Omar Nabil');
  await shopper.getByLabel('Mobile number').fill('0100 123 4567');
  await shopper.getByLabel('Governorate').selectOption('Cairo');
  await shopper.getByLabel('City').fill('Maadi');
  await shopper.getByLabel('Street').fill('Road 9');
  await shopper.getByRole('button', { name: 'Place order' }).click();
  await expect(shopper.getByRole('alert')).toContainText('This account cannot order here.');
  await expect(shopper.getByText('Three parcels came back')).toHaveCount(0);

  await visit(brand, '/admin/customers');
  await page.getByLabel('Show').selectOption('Blocked');
  await page.getByLabel('Tags').selectOption(`Tag: ${tag}`);
  const row = page.getByRole('table').getByRole('row').filter({ hasText: customer.name });
  await expect(row).toContainText(tag);
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(1);
  await keepPicture('admin-customers-blocked-1280');
});

test('staff find a customer of another shop in a list of their own, with what they agreed to and their old orders', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const brand = 'meeplehouse';
  const name = ownName('Mona');
  const email = `${name.replace(' ', '.')}@example.com`.toLowerCase();
  const staff = await hire(store, brand, 'admin');
  const client = await signedInAs(store, brand, staff);
  const file = { source: 'shopify', file_name: 'customers_export.csv' };
  const person = { name, email, phone: '01012345678' };
  const consent = { email_consent: { state: 'given', at: '2023-01-02T00:00:00Z' } };
  await client
    .rpc('import_customers', {
      ...{ p_tenant_id: brand, p_import: file, p_dry: false },
      p_customers: [{ row: 2, ...person, ...consent, tags: ['VIP'] }],
    })
    .throwOnError();
  const number = `#${Date.now()}`;
  await client
    .rpc('import_orders', {
      ...{ p_tenant_id: brand, p_import: { ...file, file_name: 'orders_export.csv' }, p_dry: false },
      p_orders: [
        {
          ...{ row: 2, number, placed_at: '2024-03-05T14:00:00+02:00', state: 'delivered', customer: person },
          ...{ address: { governorate: 'Cairo', city: 'Maadi', street: 'Road 9' }, payment_method: 'online' },
          ...{ lines: [{ name: 'White Mug', quantity: 1, price: 30 }], total: 30, paid: 30 },
        },
      ],
    })
    .throwOnError();

  await visitAs(staff, brand, '/admin/customers');
  await page.getByRole('tab', { name: 'From another shop' }).click();
  await page.getByLabel('Search by name, email address or phone number').fill(name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await keepPicture('admin-imported-customers');
  await page.getByRole('table').getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const facts = page.getByLabel('About this customer');
  await expect(facts).toContainText(email);
  await expect(facts).toContainText('Agreed, 2 Jan 2023');
  await expect(page.getByRole('region', { name: 'Orders in the other shop' })).toContainText('30 EGP');
  await keepPicture('admin-imported-customer');
  await page.setViewportSize({ width: 360, height: 800 });
  await keepPicture('admin-imported-customer-360');
});
