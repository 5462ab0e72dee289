import { beforeAll, expect, test, vi } from 'vitest';
import { operationsStatusOf } from '../../server/operations/operations-status.ts';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { call, makeStore, orderOf, place, type Store } from './store.ts';

let store: Store;
let owner: Person;

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'duoworks');
  await makeStore(db, 'inkthread');
  owner = await makePerson(db, store.tenantId);
  await db.owner`insert into user_roles (user_id, role) values (${owner.id}, 'super_admin')`;
});

const status = async () =>
  operationsStatusOf(await call(db, server, 'select to_jsonb(operations_status()) as value'));

test('the server counts orders and notifications, and which of them are late or given up', async () => {
  const shopper = await makePerson(db, store.tenantId);
  const buy = () => place(db, shopper.identity, orderOf(store, { payment_method: 'cash_on_delivery' }));
  const [first, second] = [await buy(), await buy()];
  expect(await status()).toMatchObject({
    orders: { pending: 2 },
    mails: { sent: 0, waiting: 2, late: 0, given_up: 0 },
    phones: { held: 0 },
    payments: { stuck: 0 },
    differences: { payments: 0, statements: 0 },
    jobs: { waiting: 2, failed: 0 },
  });
  await db.owner`update order_notifications set created_at = now() - interval '1 hour' where order_id = ${first.id}`;
  await db.owner`update order_notifications set expired_at = now() where order_id = ${second.id}`;
  expect((await status()).mails).toEqual({ sent: 0, waiting: 1, late: 1, given_up: 1 });
});

test('a refund that has not succeeded for an hour is stuck', async () => {
  const shopper = await makePerson(db, store.tenantId);
  const order = await place(db, shopper.identity, orderOf(store, { payment_method: 'online' }));
  await db.owner`
    insert into refunds (tenant_id, order_id, number, amount, way, state, updated_at)
    values (${store.tenantId}, ${order.id}, 1, 1, 'card', 'sending', now() - interval '2 hours')`;
  expect((await status()).payments).toEqual({ stuck: 1 });
});

test('an owner, by one role or several, reads the slowest statements without people’s input', async () => {
  const slow = "select pg_sleep(0.2), 'secret of a shopper' as typed";
  // PostgreSQL drops rarely run statements while others measure thousands; after a reset there is room.
  const found = await vi.waitFor(async () => {
    await db.owner`select pg_stat_statements_reset()`;
    await db.owner.unsafe(slow);
    const rows = await owner.run('select query, calls, mean_ms from slow_queries(200)');
    expect(JSON.stringify(rows)).not.toContain('secret of a shopper');
    const row = rows.find(({ query }) => String(query).startsWith('select pg_sleep'));
    if (!row) throw new Error('The statement is not among the slowest');
    return row;
  }, 20_000);
  expect(Number(found.calls)).toBeGreaterThan(0);
  expect(Number(found.mean_ms)).toBeGreaterThan(199);
  const several = await makePerson(db, store.tenantId, 'super_admin');
  await db.owner`
    insert into user_roles (user_id, tenant_id, role)
    select ${several.id}, id, 'super_admin' from tenants where id <> ${store.tenantId}`;
  expect(await several.run('select query from slow_queries(5)')).not.toEqual([]);
});

test("a super admin of one store does not read them, since they are every store's", async () => {
  const superAdmin = await makePerson(db, store.tenantId, 'super_admin');
  const refusal = await superAdmin.refusal('select * from slow_queries()');
  expect(refusal).toMatchObject({ code: '42501', detail: 'platform_owner_only' });
});

test('a database that does not measure its statements says so', async () => {
  await db.owner`drop extension pg_stat_statements`;
  const refusal = await owner.refusal('select * from slow_queries()');
  expect(refusal).toMatchObject({ code: 'P0001', detail: 'not_measured' });
});
