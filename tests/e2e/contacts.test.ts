import { clientAt } from '../support/client.ts';
import type { StoreProcess } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { demoAccount, hire, ownName, ownPhone, publishableKeyOf, stockProduct } from './stock.ts';

const BRAND = 'northblock';

/** Somebody who sees orders and customers, and no phone number or address in full. */
async function clerkOf(store: StoreProcess) {
  // Another owner of all stores would close the demo's accounts, which other tests use.
  const asOwner = clientAt(`http://127.0.0.1:${store.port}`, publishableKeyOf(store));
  const { error } = await asOwner.auth.signInWithPassword(demoAccount(BRAND, 'super admin'));
  if (error) throw error;
  const clerk = await hire(store, BRAND, 'user');
  const { data: roleId } = await asOwner
    .rpc('save_staff_role', {
      p_tenant_id: BRAND,
      p_name: `Clerk ${clerk.email}`.slice(0, 60),
      p_translations: {},
      p_capabilities: ['orders.see', 'customers.see'],
    })
    .throwOnError();
  await asOwner
    .rpc('grant_staff_role', { p_user_id: clerk.id, p_tenant_id: BRAND, p_role_id: roleId })
    .throwOnError();
  return clerk;
}

test('staff without the right see where an order goes and the last digits of the number, and find it by the whole one', async ({
  page,
  store,
  visitAs,
}) => {
  const caller = await enrol(store, BRAND, ownName('Caller'));
  const cap = await stockProduct(store, { tenant_id: BRAND, name: ownName('Cap'), price: 90, stock: 5 });
  const number = ownPhone();
  const order = await orderFor(
    store,
    BRAND,
    caller,
    [{ product_id: cap.id, quantity: 1 }],
    'cash_on_delivery',
    number,
  );
  await visitAs(await clerkOf(store), BRAND, `/admin/orders?search=${number.slice(0, 8)}`);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: order.number })).toHaveCount(0);
  await page.getByLabel('Search orders').fill(number);
  await page.getByRole('link', { name: order.number }).click();

  await expect(page.getByRole('heading', { name: order.number })).toBeVisible();
  await expect(page.getByText(`•••••••${number.slice(-4)}`).first()).toBeVisible();
  await expect(page.getByText('Maadi')).toBeVisible();
  await expect(page.getByText('Phone and address in full are not part of your role.')).toBeVisible();
  await expect(page.getByText('Road 9')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Packing slip' })).toHaveCount(0);

  await page.getByRole('link', { name: caller.name }).click();
  await expect(page.getByRole('heading', { name: caller.name, level: 1 })).toBeVisible();
  await expect(page.getByText(`•••••••${number.slice(-4)}`)).toBeVisible();
  expect(await page.content()).not.toContain(number);
});
