import type { StoreProcess } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';
import { makeBuyer } from './ordering.ts';
import { signedInAs } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, ownPhone, stockProduct } from './stock.ts';

const brands = ['northblock', 'meeplehouse', 'inkthread'] as const;

/** Somebody who is an admin of three stores. */
async function hireInThree(store: StoreProcess) {
  const person = await hire(store, brands[0], 'admin');
  for (const tenantId of brands.slice(1)) {
    const { error } = await adminOf(store)
      .from('user_roles')
      .upsert(
        { user_id: person.id, tenant_id: tenantId, role: 'admin' },
        { onConflict: 'user_id,tenant_id' },
      );
    if (error) throw new Error(error.message);
  }
  return person;
}

test('a person of three stores sees their orders together, confirms those of two at once, opens one and comes back', {
  tag: '@journey',
}, async ({ page, store, visitAs }) => {
  const recipient = ownName('Recipient');
  const orders: string[] = [];
  for (const brand of brands) {
    const buyer = await makeBuyer(store, brand);
    orders.push((await buyer.buys(1, 'cash_on_delivery', recipient)).number);
  }
  const [first = '', second = '', third = ''] = orders;
  const staff = await hireInThree(store);
  const search = `search=${encodeURIComponent(recipient)}`;
  await visitAs(staff, brands[0], `/stores/all/admin/orders?${search}`);

  const rowOf = (number: string) => page.getByRole('row').filter({ hasText: number });
  await expect(rowOf(first)).toContainText('Northblock');
  await expect(rowOf(second)).toContainText('Meeple House');
  await expect(rowOf(third)).toContainText('Inkthread');

  const stores = page.getByRole('list', { name: 'Store' });
  await stores.getByRole('link', { name: 'Inkthread' }).click();
  await expect(rowOf(first)).toHaveCount(0);
  await expect(rowOf(third)).toBeVisible();
  await stores.getByRole('link', { name: 'All stores' }).click();
  await expect(rowOf(first)).toBeVisible();

  await page.getByLabel(`Choose ${first}`).check();
  await page.getByLabel(`Choose ${second}`).check();
  await page.getByRole('button', { name: 'Confirmed (2)' }).click();
  const outcome = page.getByRole('dialog');
  await expect(outcome.getByRole('heading')).toHaveText('2 orders moved to confirmed');
  await expect(outcome).toContainText('Meeple House: 1, Northblock: 1');
  await outcome.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('link', { name: second }).click();
  await expect(page.getByRole('heading', { name: `Order ${second}` })).toBeVisible();
  await expect(page).toHaveURL(/\/stores\/meeplehouse\/admin\/orders\?.*order=/);
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'All stores' })
    .click();
  await expect(page).toHaveURL(/\/stores\/all\/admin\/orders\?search=/);
  await expect(rowOf(second)).toContainText('Confirmed');
  await expect(rowOf(third)).toContainText('Received');
});

test('their drafts stand together with their stores’ marks, and a copied link leads to its own store', async ({
  page,
  store,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  const caller = ownName('Caller');
  const staff = await hireInThree(store);
  const client = await signedInAs(store, brands[0], staff);
  for (const brand of brands.slice(0, 2)) {
    const lamp = await stockProduct(store, { tenant_id: brand, name: ownName('Lamp'), price: 420, stock: 5 });
    const address = { full_name: caller, governorate: 'Cairo', city: 'Maadi', street: '9 Road 233' };
    await client
      .rpc('save_draft', {
        p_order: {
          tenant_id: brand,
          channel: 'phone',
          shipping_method: 'standard',
          customer: { name: caller, phone: ownPhone(), email: '' },
          address: { ...address, phone: ownPhone() },
          lines: [{ product_id: lamp.id, quantity: 1 }],
        },
      })
      .throwOnError();
  }
  await visitAs(staff, brands[0], '/stores/all/admin/orders');
  await page.getByRole('button', { name: 'More pages of orders' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Drafts']);
  await page.getByRole('menuitem', { name: 'Drafts' }).click();
  const drafts = page.getByRole('listitem', { name: caller });
  await expect(drafts).toHaveCount(2);
  await expect(drafts.filter({ hasText: 'Northblock' })).toHaveCount(1);
  await keepPicture('admin-drafts-of-all-stores');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const other = drafts.filter({ hasText: 'Meeple House' });
  await other.getByRole('button', { name: 'Copy link' }).click();
  await seeToast(page, 'Link copied');
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(address).hostname).toBe(`${brands[1]}.localhost`);
  const customer = await somebodyElse();
  await customer.goto(address);
  await expect(customer.getByRole('heading', { name: 'Your order, ready to pay' })).toBeVisible();

  await page.getByRole('list', { name: 'Store' }).getByRole('link', { name: 'Northblock' }).click();
  await expect(drafts).toHaveCount(1);
});
