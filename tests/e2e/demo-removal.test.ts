import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startStoreProcess } from '../support/store-process.ts';
import { test as base, expect } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { seeToast, signIn } from './steps.ts';
import { adminOf, demoAccount, openAccount } from './stock.ts';
import { copyTemplate } from './store-template.ts';

/** Its own store, publicly reachable and with backups. */
const test = base.extend<object, { backups: string }>({
  backups: [
    async ({ browserName: _browser }, use, worker) => {
      const folder = join(process.env.SOUK_JOURNEYS ?? '', `backups-${worker.workerIndex}`);
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  store: [
    async ({ backups }, use, worker) => {
      const store = await startStoreProcess(copyTemplate(`demo-${worker.workerIndex}`), {
        SOUK_SEED: 'none',
        SOUK_ORIGIN: 'https://souk.example',
        SOUK_BACKUP_DIR: backups,
      });
      await use(store);
      expect(await store.stop()).toBe(0);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('an owner removes the demo, whose accounts are closed by then, and a customer’s order stays', async ({
  page,
  store,
  backups,
  visit,
  visitAs,
  somebodyElse,
  watch,
  keepPicture,
}) => {
  const customer = await enrol(store, 'inkthread', 'Salma Nabil');
  const products = adminOf(store).from('products');
  const { data: bought } = await products
    .select('id, name')
    .eq('tenant_id', 'inkthread')
    .eq('name', 'Say It in Ink tee')
    .single()
    .throwOnError();
  const order = await orderFor(store, 'inkthread', customer, [
    { product_id: bought.id, quantity: 1, size: 'L', color: 'navy' },
  ]);

  // Each office page warns the demo's staff.
  const office = await somebodyElse();
  await visitAs(demoAccount('inkthread', 'staff'), 'inkthread', '/admin/products', office);
  await expect(office.getByText(/Everybody can read the passwords of the demo’s accounts/)).toBeVisible();
  await office.close();

  const owner = await openAccount(store, 'inkthread', 'Nour the owner');
  await adminOf(store)
    .from('user_roles')
    .insert({ user_id: owner.id, tenant_id: null, role: 'super_admin' })
    .throwOnError();
  // Signing in is refused; a page with an injected session has no icon.
  watch.allow(/status of 40[013]|auth\/v1\/(token|user)/);
  const closed = await somebodyElse();
  await visit('inkthread', '/signin', closed);
  await signIn(closed, demoAccount('inkthread', 'staff'));
  await seeToast(
    closed,
    'Sign in failed',
    'This account was the demo’s. It is closed, since the store has an owner of its own.',
  );

  await visitAs(owner, 'inkthread', '/admin/settings');
  await page.getByRole('link', { name: 'Remove the demo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Remove the demo' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Products 219 1$/ })).toBeVisible();
  await expect(page.getByText('1 product that a customer has ordered stays')).toBeVisible();
  await keepPicture('inkthread-remove-demo');
  await page.getByRole('button', { name: 'Remove the demo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
  // After a backup.
  await expect(page.getByRole('heading', { name: 'The demo is removed' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/souk-before-demo-removal-.*\.tar\.gz/)).toBeVisible();
  expect((await readdir(backups)).filter((name) => name.includes('before-demo-removal'))).toHaveLength(1);
  const left = await adminOf(store).rpc('operations_status').throwOnError();
  expect(left.data.jobs).toMatchObject({ failed: 0 });
  // The mail of the customer's own order may wait: it is held for half a minute.
  expect(left.data.jobs?.waiting).toBeLessThanOrEqual(1);

  await page.goto(new URL('/admin/settings', page.url()).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Slow queries' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Remove the demo' })).toBeHidden();

  const shopper = await somebodyElse();
  await visitAs(customer, 'inkthread', `/account/orders/${order.id}`, shopper);
  await expect(shopper.getByText(bought.name).first()).toBeVisible();
  await visit('inkthread', '/shop', shopper);
  await expect(shopper.getByRole('link', { name: bought.name })).toBeHidden();
});
