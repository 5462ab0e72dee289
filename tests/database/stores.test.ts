import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { neutralBrand } from '../../app/brands/neutral.ts';
import { rowOfBrand } from '../../app/store/brand-row.ts';
import { defaultSettings } from '../../server/tenants.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeWorld } from './attack-world.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, attempt, makePerson, type Person, server } from './people.ts';
import { freshTenant, makeStore, move } from './store.ts';

storeForEachTest();

let owner: Person;
beforeEach(async () => {
  owner = await makeOwner(db);
});

/** An owner of the installation, who has a profile in the test's store. */
async function makeOwner(where: TestDatabase, tenantId = store.tenantId): Promise<Person> {
  const person = await makePerson(where, tenantId);
  await where.owner`update user_roles set tenant_id = null, role = 'super_admin' where user_id = ${person.id}`;
  return person;
}

const removal = 'select remove_store($1, $2)';
const refused = async (who: Person, text: string, ...values: string[]) =>
  (await who.refusal(text, values)).detail;
const setState = (state: string) =>
  db.owner.unsafe(`update settings set state = '${state}' where tenant_id = '${store.tenantId}'`);

describe('a store that an owner makes', () => {
  const making = 'select create_store($1, $2::text::jsonb, $3::text::jsonb, $4::text::jsonb)';
  const documents = (id: string) => {
    const brand = neutralBrand({ id, name: 'دلتا', look: 'concrete', sells: 'garments' });
    const questions = [
      { question: 'Who?', answer: 'We.', translations: { ar: { question: 'من؟' } }, position: 0 },
    ];
    return [rowOfBrand(brand), defaultSettings(brand), questions].map((one) => JSON.stringify(one));
  };

  test('is closed, last, has its brand, settings and questions, and the storage of the others', async () => {
    const id = freshTenant();
    await db.owner`insert into storage_limits (tenant_id, storage_limit_mb) values (${store.tenantId}, 300)`;
    await owner.run(making, [id, ...documents(id)]);
    const [made] = await db.owner`
      select tenant.name, settings.state, settings.version, brand.look, brand.version as brand_version, room.storage_limit_mb,
        (select array_agg(question) from faq_questions question_of where question_of.tenant_id = tenant.id) as questions,
        tenant.position > all (select other.position from tenants other where other.id <> tenant.id) as is_last,
        (select array_agg(noted.actor_id) from audit_log noted where noted.tenant_id = tenant.id and entity = 'tenants') as logged
      from tenants tenant join settings on settings.tenant_id = tenant.id join brands brand on brand.tenant_id = tenant.id
      join storage_limits room on room.tenant_id = tenant.id where tenant.id = ${id}`;
    expect(made).toMatchObject({
      name: 'دلتا',
      state: 'closed',
      version: 1,
      look: 'concrete',
      brand_version: 1,
    });
    expect(made).toMatchObject({
      storage_limit_mb: 300,
      questions: ['Who?'],
      is_last: true,
      logged: [owner.id],
    });
  });

  test('is made by no one else', async () => {
    const ruler = await makePerson(db, store.tenantId, 'super_admin');
    for (const who of [ruler, admin, shopper])
      expect(await refused(who, making, freshTenant(), ...documents('x'))).toBe('platform_owner_only');
    expect(await attempt(db, anonymous, making, [freshTenant(), ...documents('x')])).toMatchObject({
      code: '42501',
    });
  });

  test.each([
    ['', 'store_id_invalid'],
    ['a', 'store_id_invalid'],
    ['Delta', 'store_id_invalid'],
    ['دلتا', 'store_id_invalid'],
    ['delta-', 'store_id_invalid'],
    ['del--ta', 'store_id_invalid'],
    ['9delta', 'store_id_invalid'],
    ['d'.repeat(31), 'store_id_invalid'],
    ['admin', 'store_id_reserved'],
    ['www', 'store_id_reserved'],
  ])('is not called “%s”', async (id, detail) => {
    expect(await refused(owner, making, id, ...documents('x'))).toBe(detail);
  });

  test('takes no short name of another store, or one that an account bears', async () => {
    expect(await refused(owner, making, store.tenantId, ...documents('x'))).toBe('store_id_taken');
    const id = freshTenant();
    await db.owner`insert into auth.users (id, email) values (${randomUUID()}, ${`mona+${id}@example.com`})`;
    expect(await refused(owner, making, id, ...documents('x'))).toBe('store_id_taken');
  });
});

describe('a store that an owner removes', () => {
  test('is closed, named and settled before, and its owner owns the installation', async () => {
    const ruler = await makePerson(db, store.tenantId, 'super_admin');
    expect(await refused(ruler, removal, store.tenantId, store.tenantId)).toBe('platform_owner_only');
    expect(await refused(owner, removal, store.tenantId, store.tenantId)).toBe('store_not_closed');
    expect(await refused(owner, removal, 'nowhere', 'nowhere')).toBe('unknown_store');
    const order = await buy();
    await setState('closed');
    expect(await refused(owner, removal, store.tenantId, 'Something else')).toBe('store_name_differs');
    expect(await owner.refusal(removal, [store.tenantId, store.tenantId])).toMatchObject({
      detail: 'store_has_open_orders',
      hint: '{"count": 1}',
    });
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    // The carrier still has its cash.
    expect(await refused(owner, removal, store.tenantId, store.tenantId)).toBe('store_has_open_orders');
    const [unchanged] =
      await db.owner`select count(*)::int as products from products where tenant_id = ${store.tenantId}`;
    expect(unchanged?.products).toBeGreaterThan(0);
  });

  test('keeps its orders and invoices for its owners, who only read there; nobody else finds anything', async () => {
    const order = await buy();
    await move(db, admin.identity, order.id, 'confirmed', 'cancelled');
    await setState('closed');
    await owner.run(removal, [store.tenantId, ` ${store.tenantId} `]);
    const numbers = async (who: Person) =>
      (await who.run('select number from orders where tenant_id = $1', [store.tenantId])).map(
        ({ number }) => number,
      );
    expect([await numbers(owner), await numbers(admin), await numbers(shopper)]).toEqual([
      [order.number],
      [],
      [],
    ]);
    const may = await owner.run(
      'select unnest(capabilities) as name from my_workplaces() where tenant_id = $1',
      [store.tenantId],
    );
    expect(may.every(({ name }) => /\.see/.test(String(name)))).toBe(true);
    const add = "insert into banners (tenant_id, title) values ($1, 'Sale')";
    expect(await owner.attempt(add, [store.tenantId])).toMatchObject({ code: '42501' });
    expect(await refused(owner, "select change_store_state($1, 'open')", store.tenantId)).toBe(
      'super_admin_only',
    );
    expect(await refused(owner, removal, store.tenantId, store.tenantId)).toBe('store_gone');
    const opening = await db.run(anonymous, 'select state from store_opening($1)', [store.tenantId]);
    expect(opening).toEqual([{ state: 'gone' }]);
    const [entry] =
      await db.owner`select action, entity, actor_id from audit_log where tenant_id = ${store.tenantId}`;
    expect(entry).toEqual({ action: 'delete', entity: 'tenants', actor_id: owner.id });
  });

  test('has its domains until another store takes them', async () => {
    const domain = `${store.tenantId}.test`;
    await db.owner`insert into store_domains (tenant_id, domain) values (${store.tenantId}, ${domain})`;
    const other = await makeStore(db, freshTenant());
    const ruler = await makePerson(db, other.tenantId, 'super_admin');
    const take = 'insert into store_domains (tenant_id, domain) values ($1, $2)';
    expect(await ruler.attempt(take, [other.tenantId, domain])).toMatchObject({
      code: '23505',
    });
    await setState('closed');
    await owner.run(removal, [store.tenantId, store.tenantId]);
    await ruler.run(take, [other.tenantId, domain]);
    const holders = await db.owner`select tenant_id from store_domains where domain = ${domain}`;
    expect(holders).toEqual([{ tenant_id: other.tenantId }]);
  });

  test('takes no new customers, and is not called gone without having been removed', async () => {
    expect(
      await refused(
        await makePerson(db, store.tenantId, 'super_admin'),
        "select change_store_state($1, 'gone')",
        store.tenantId,
      ),
    ).toBe('store_name_differs');
    await setState('closed');
    await db.run(server, removal, [store.tenantId, store.tenantId]);
    const late = await makePerson(db, store.tenantId, null);
    const joining = db.owner`insert into profiles (id, tenant_id, name) values (${late.id}, ${store.tenantId}, 'Late')`;
    await expect(joining).rejects.toThrow('This store is gone.');
  });
});

describe('a removed store with rows in every table', () => {
  let all: TestDatabase;
  beforeAll(async () => {
    all = await createTestDatabase();
  });
  afterAll(() => all.drop());

  /** What stays: what the store was, and its ledger. The other tables have none of its rows. */
  const kept = new Set([
    ...[
      'tenants',
      'settings',
      'brands',
      'store_domains',
      'storage_limits',
      'audit_log',
      'shipping_zones',
      'delivery_slots',
    ],
    ...[
      'shipping_zone_places',
      'delivery_bookings',
      'discounts',
      'discount_uses',
      'offers',
      'offer_uses',
      'profiles',
      'profile_staff_facts',
    ],
    ...[
      'orders',
      'order_lines',
      'order_events',
      'order_staff_facts',
      'order_keys',
      'order_edits',
      'order_edit_staff_facts',
    ],
    ...[
      'shipments',
      'shipment_lines',
      'shipment_events',
      'shipment_staff_facts',
      'carrier_bookings',
      'carrier_pickups',
    ],
    ...[
      'payments',
      'payment_events',
      'payment_entries',
      'payment_reports',
      'payment_differences',
      'transfers',
    ],
    ...['invoices', 'invoice_lines', 'invoice_counters', 'refunds', 'refund_lines', 'refund_staff_facts'],
    ...['invoice_addresses', 'carrier_claims', 'day_closes', 'day_close_lines', 'day_close_acts'],
    ...[
      'settlements',
      'settlement_differences',
      'returns',
      'return_lines',
      'exchange_allowances',
      'print_runs',
    ],
    ...['order_notifications', 'sales_ledger', 'pieces_ledger', 'demo_invoices', 'demo_stores'],
  ]);

  test('has only its ledger left, without its people, and the other store has everything', async () => {
    const world = await makeWorld(all);
    const person = await makeOwner(all, 'inkthread');
    const tables = await all.owner<{ schema: string; name: string }[]>`
      select space.nspname as schema, c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
      join pg_namespace space on space.oid = c.relnamespace and space.nspname in ('public', 'private')
      where a.attname = 'tenant_id' order by 1, 2`;
    const counts = async (tenantId: string) => {
      const found: Record<string, number> = {};
      for (const { schema, name } of tables) {
        const [row] = await all.owner.unsafe<{ rows: number }[]>(
          `select count(*)::int as rows from ${schema}.${name} where tenant_id = $1`,
          [tenantId],
        );
        found[name] = row?.rows ?? 0;
      }
      return found;
    };
    // As if everything were delivered and paid: the ways there are other tests' matter.
    await all.owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update orders set status = 'cancelled', payment_status = 'unpaid' where tenant_id = 'inkthread'`;
      await sql`update shipment_staff_facts set carrier_owes = 0 where tenant_id = 'inkthread'`;
      await sql`update returns set state = 'closed' where tenant_id = 'inkthread'`;
      await sql`update settings set state = 'closed' where tenant_id = 'inkthread'`;
    });
    const foreign = await counts('casecraft');
    const before = await counts('inkthread');
    const [name] = await all.owner<{ name: string }[]>`select name from tenants where id = 'inkthread'`;
    await all.run(person.identity, removal, ['inkthread', name?.name ?? '']);
    const after = await counts('inkthread');
    const left = Object.entries(after).filter(([table, rows]) => rows > 0 && !kept.has(table));
    expect(left).toEqual([]);
    for (const table of ['orders', 'invoices', 'payment_entries', 'brands', 'settings'])
      expect([table, after[table]]).toEqual([table, before[table]]);
    expect([after.profiles, after.user_roles]).toEqual([1, 0]);
    expect(await counts('casecraft')).toEqual(foreign);
    const [people] = await all.owner`
      select exists (select 1 from auth.users where id = ${world.victim.id}) as victim,
        exists (select 1 from auth.users where id = ${person.id}) as owner,
        (select count(*)::int from orders where tenant_id = 'inkthread'
          and (user_id is not null or customer_name <> '' or customer_email <> '')) as named`;
    expect(people).toEqual({ victim: false, owner: true, named: 0 });
  });
});
