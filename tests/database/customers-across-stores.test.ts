import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, shopper, store, storeForEachTest } from './own-store.ts';
import { attempt, errorMessage, makePerson, type Person, personOf } from './people.ts';
import { address, freshTenant, makeStore, move, orderOf, place, type Store } from './store.ts';

storeForEachTest();

let owner: Person;
let other: Store;

beforeEach(async () => {
  owner = await makePerson(db, store.tenantId, 'super_admin');
  other = await makeStore(db, freshTenant());
  await db.owner`insert into user_roles (user_id, tenant_id, role) values (${owner.id}, ${other.tenantId}, 'super_admin')`;
});

/** The address of the store's shopper without the store's mark. */
const typed = () => shopper.email.replace(`+${store.tenantId}@`, '@');

/** An account with an email address in a store; confirmed unless said otherwise. */
async function makeAccount(tenantId: string, email: string, confirmed = true): Promise<Person> {
  const id = randomUUID();
  await db.owner`insert into auth.users (id, email, email_confirmed_at)
    values (${id}, ${email}, ${confirmed ? new Date() : null})`;
  await db.owner`insert into profiles (id, tenant_id, name) values (${id}, ${tenantId}, 'Mona')`;
  await db.owner`insert into user_roles (user_id, tenant_id, role) values (${id}, ${tenantId}, 'user')`;
  return personOf(db, id, email);
}

const inOther = (email = typed()) => email.replace('@', `+${other.tenantId}@`);

const across = (person = owner, customer = shopper.id) =>
  db.run(person.identity, 'select * from customer_across_stores($1, $2::text::uuid)', [
    store.tenantId,
    customer,
  ]);

/** Makes the shopper's second account, in the other store. */
const secondAccount = () => makeAccount(other.tenantId, inOther());

describe('a customer of several stores', () => {
  test('is recognised by the confirmed address that they typed in each', async () => {
    const account = await secondAccount();
    expect(await across()).toMatchObject([
      { tenant_id: other.tenantId, user_id: account.id, same_email: true, same_phone: false, name: 'Mona' },
    ]);
  });

  test('is shown with what they bought, did not accept, and where they are blocked or marked', async () => {
    const account = await secondAccount();
    const buy = () => place(db, account.identity, orderOf(other, { address }));
    const [kept, back] = [await buy(), await buy()];
    await move(db, owner.identity, kept.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    await move(db, owner.identity, back.id, 'confirmed', 'in_production', 'shipped');
    await db.run(
      owner.identity,
      `select move_shipments(array_agg(id), 'returned_to_sender') from shipments where order_id = $1::text::uuid`,
      [back.id],
    );
    await db.owner`insert into customer_records (tenant_id, user_id, tags, blocked_reason)
      values (${other.tenantId}, ${account.id}, '{wholesale}', 'Never pays')`;
    const [row] = await across();
    expect(row).toMatchObject({
      delivered: '1',
      refused: '1',
      tags: ['wholesale'],
      blocked_reason: 'Never pays',
    });
    expect(Number(row?.spent)).toBeGreaterThan(0);
    expect(row?.last_order_at).not.toBeNull();
  });

  test('is recognised by a confirmed number, which is one account in all stores', async () => {
    await db.owner`update auth.users set email_confirmed_at = null, phone = ${`2010${shopper.id.replaceAll(/\D/g, '').padEnd(8, '0').slice(0, 8)}`},
      phone_confirmed_at = now() where id = ${shopper.id}`;
    await db.owner`insert into profiles (id, tenant_id) values (${shopper.id}, ${other.tenantId})`;
    expect(await across()).toMatchObject([{ user_id: shopper.id, same_email: false, same_phone: true }]);
    await db.owner`update auth.users set phone_confirmed_at = null where id = ${shopper.id}`;
    expect(await across()).toEqual([]);
  });

  test.each(['here', 'there'])('is not recognised by an address that is not confirmed %s', async (where) => {
    const account = await makeAccount(other.tenantId, inOther(), where !== 'there');
    if (where === 'here')
      await db.owner`update auth.users set email_confirmed_at = null where id = ${shopper.id}`;
    expect(account.id).not.toBe(shopper.id);
    expect(await across()).toEqual([]);
  });

  test('is nobody whose profile only claims the address, or whose address bears another mark', async () => {
    const stranger = await makePerson(db, other.tenantId);
    await db.owner`update profiles set email = ${typed()} where id = ${stranger.id}`;
    await makeAccount(other.tenantId, typed().replace('@', '+elsewhere@'));
    expect(await across()).toEqual([]);
  });

  test('is shown only from stores where the caller may see customers across stores', async () => {
    await secondAccount();
    const admin = await makePerson(db, store.tenantId, 'admin');
    expect(
      await errorMessage(db, admin.identity, 'select * from customer_across_stores($1, $2::text::uuid)', [
        store.tenantId,
        shopper.id,
      ]),
    ).toMatchObject({ detail: 'super_admin_only' });
    await db.owner`update user_roles set role = 'admin' where user_id = ${owner.id} and tenant_id = ${other.tenantId}`;
    expect(await across()).toEqual([]);
  });

  test('is nobody who works in the other store', async () => {
    const account = await secondAccount();
    await db.owner`update user_roles set role = 'admin' where user_id = ${account.id}`;
    expect(await across()).toEqual([]);
  });
});

test('a shopper sees no trace of another store', async () => {
  const account = await secondAccount();
  await place(db, account.identity, orderOf(other));
  const seen = async () =>
    Promise.all(
      [
        `select tenant_id from profiles`,
        `select tenant_id from orders`,
        `select tenant_id from user_roles`,
        `select tenant_id from customer_records`,
      ].map((text) => db.run(shopper.identity, text)),
    );
  for (const { tenant_id } of (await seen()).flat()) expect(tenant_id).toBe(store.tenantId);
  expect(
    await attempt(db, shopper.identity, 'select * from customer_across_stores($1, $2::text::uuid)', [
      store.tenantId,
      shopper.id,
    ]),
  ).toMatchObject({ detail: 'staff_only' });
});

test('nothing that a visitor can call asks who is a customer of another store', async () => {
  const rows = await db.owner`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosrc ~ 'profiles_of_person'
      and (has_function_privilege('anon', p.oid, 'execute') or p.prosrc !~ 'customers[.]see_across')`;
  expect(rows).toEqual([]);
});
