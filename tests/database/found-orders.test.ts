import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOrderPage } from '../../app/admin/orders/data/read-admin-orders.ts';
import { orderFilter } from '../../app/admin/orders/model/order-filter.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { address, freshTenant, makeStore, orderOf, type Store } from './store.ts';

const tenantId = freshTenant();
let backend: TestBackend;
let store: Store;
let shopper: SupabaseClient<Database>;
let staff: SupabaseClient<Database>;
let order: { id: string; number: string };

async function signedUp(name: string): Promise<{ client: SupabaseClient<Database>; id: string }> {
  const client = backend.client();
  const email = `${name}-${tenantId}@example.com`;
  const { data } = await client.auth.signUp({ email, password: 'long-enough-password' });
  const id = data.user?.id ?? '';
  await backend.owner`insert into profiles (id, tenant_id, email, name) values (${id}, ${tenantId}, ${email}, ${name})`;
  return { client, id };
}

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  store = await makeStore(backend, tenantId);
  const [buyer, admin] = [await signedUp('Mona'), await signedUp('Adel')];
  [shopper, staff] = [buyer.client, admin.client];
  await backend.owner`insert into user_roles (user_id, tenant_id, role) values (${admin.id}, ${tenantId}, 'admin')`;
  const document = orderOf(store, {
    address: { ...address, full_name: 'Éloïse Fahmy', phone: '01098765432' },
  });
  const p_order = JSON.parse(JSON.stringify(document));
  ({ data: order } = await shopper.rpc('place_order', { p_order }).select('id, number').throwOnError());
  const other = JSON.parse(JSON.stringify(orderOf(store, { address })));
  await shopper.rpc('place_order', { p_order: other }).throwOnError();
});
afterAll(() => backend.close());

const found = async (typed: string) => {
  const filter = orderFilter(new URLSearchParams({ search: typed }));
  const { rows, count } = await readOrderPage(staff, [tenantId], filter);
  expect(count).toBe(rows.length);
  return rows.map(({ id }) => id);
};

test('staff find an order by its number, name and phone number in any format, and no other', async () => {
  for (const typed of [order.number, 'eloise', '01098765432', '+20 109 876 5432', '0109876'])
    expect(await found(typed), typed).toEqual([order.id]);
  expect(await found('mona')).toHaveLength(2);
  expect(await found('nobody of this name')).toEqual([]);
  const [row] = (
    await readOrderPage(staff, [tenantId], orderFilter(new URLSearchParams({ search: 'eloise' })))
  ).rows;
  expect(row).not.toHaveProperty('order_staff_facts');
});

test('an order is found by new words once its address has changed', async () => {
  await backend.owner`
    update orders set destination = destination || '{"full_name": "Youssef"}' where id = ${order.id}`;
  expect(await found('youssef')).toEqual([order.id]);
  expect(await found('eloise')).toEqual([]);
});

test('an order is found by its idempotency key by the person who placed it, and by nobody else', async () => {
  const document = orderOf(store, { idempotency_key: `key-of-${tenantId}` });
  const p_order = JSON.parse(JSON.stringify(document));
  const { data: placed } = await shopper.rpc('place_order', { p_order }).select('id').throwOnError();
  const byKey = { p_tenant_id: tenantId, p_idempotency_key: `key-of-${tenantId}` };
  const read = (client: SupabaseClient<Database>) =>
    client.rpc('order_by_key', byKey, { get: true }).select('id').maybeSingle().throwOnError();
  expect((await read(shopper)).data).toEqual(placed);
  expect((await read(staff)).data).toBeNull();
});
