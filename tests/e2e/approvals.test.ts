import { clientAt } from '../support/client.ts';
import type { StoreProcess } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { seeToast } from './steps.ts';
import { demoAccount, hire, publishableKeyOf } from './stock.ts';
import { phone } from './viewports.ts';

const BRAND = 'northblock';

/** A super admin, and somebody who may give customers up to 50 pounds a day as store credit. */
async function staffOf(store: StoreProcess) {
  const owner = await hire(store, BRAND, 'super_admin');
  // Another owner of all stores would close the demo's accounts, which other tests use.
  const asOwner = clientAt(`http://127.0.0.1:${store.port}`, publishableKeyOf(store));
  const { error } = await asOwner.auth.signInWithPassword(demoAccount(BRAND, 'super admin'));
  if (error) throw error;
  const { data: roleId } = await asOwner
    .rpc('save_staff_role', {
      p_tenant_id: BRAND,
      p_name: `Desk of ${owner.email}`.slice(0, 60),
      p_translations: {},
      p_capabilities: ['money.give_credit'],
      p_ceilings: { 'money.give_credit': 50 },
    })
    .throwOnError();
  const helper = await hire(store, BRAND, 'user');
  await asOwner
    .rpc('grant_staff_role', { p_user_id: helper.id, p_tenant_id: BRAND, p_role_id: roleId })
    .throwOnError();
  return { owner, helper };
}

test.describe('at a phone’s width', () => {
  test.use({ viewport: phone });

  test('somebody asks for what lies above their ceiling, an owner approves it, and it is done', async ({
    page,
    store,
    visitAs,
    somebodyElse,
    watch,
  }) => {
    // What lies above the ceiling is refused.
    watch.allow(/adjust_store_credit|status of 400/);
    const { owner, helper } = await staffOf(store);
    const customer = await enrol(store, BRAND, 'Hoda Samir');
    await visitAs(helper, BRAND, `/admin/customers?customer=${customer.id}`);
    const form = page.getByRole('form', { name: 'Adjust store credit' });
    await form.getByLabel(/^Amount/).fill('200');
    await form.getByLabel(/^Reason/).fill('Came late');
    await form.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Ask for approval?' });
    await expect(dialog.getByText(/You can give .*50.* more as store credit today/)).toBeVisible();
    await dialog.getByLabel(/^Note/).fill('She waited two weeks');
    await dialog.getByRole('button', { name: 'Ask for approval' }).click();
    await seeToast(page, 'Request sent');

    const desk = await somebodyElse();
    await visitAs(owner, BRAND, '/admin/requests', desk);
    const request = desk.getByRole('listitem').filter({ hasText: 'She waited two weeks' });
    await expect(
      request.getByRole('heading', { name: /Give .*200.* as store credit · Hoda Samir/ }),
    ).toBeVisible();
    await request.getByRole('button', { name: 'Approve' }).click();
    await expect(request.getByText(/^Approved by Staff of the test/)).toBeVisible();

    await seeToast(page, 'Your request was approved and done');
    await page.getByRole('button', { name: 'Show' }).click();
    // The form still holds what was refused.
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('listitem').getByText(/^Approved by Staff of the test/)).toBeVisible();
    await visitAs(helper, BRAND, `/admin/customers?customer=${customer.id}`);
    await expect(page.getByText(/200.* to spend/)).toBeVisible();
  });
});
