import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool, type Pool } from 'embedded-supabase/database';
import { type EmbeddedPostgres, startPostgres } from 'embedded-supabase/postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// Every migration runs by itself, as at a hosted project.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const migrations = join(import.meta.dirname, '../../supabase/migrations');
const tenantId = 'inkthread';

let dataDir: string;
let server: EmbeddedPostgres;
/** Supabase's own superuser, which a project's owner does not get. */
let admin: Pool;
/** The role of a project's owner and of the Supabase CLI. */
let owner: Pool;
const warnings: string[] = [];

/** Tables, functions and types of Supabase's services, as text to compare. */
const servicesSchema = () => admin`
  select c.oid::regclass::text as thing, c.relowner::regrole::text as owner, c.relrowsecurity as rls, a.attname,
    format_type(a.atttypid, a.atttypmod) as type
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace::regnamespace::text in ('auth', 'storage', 'realtime')
  union all
  select p.oid::regprocedure::text, p.proowner::regrole::text, p.prosecdef, null, md5(p.prosrc)
  from pg_proc p where p.pronamespace::regnamespace::text in ('auth', 'storage', 'realtime')
  union all
  select t.tgrelid::regclass || ' ' || t.tgname, null, null, null, null
  from pg_trigger t where not t.tgisinternal
    and (select relnamespace from pg_class where oid = t.tgrelid)::regnamespace::text in ('auth', 'storage', 'realtime')
  order by 1, 4`;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-hosted-'));
  server = await startPostgres({ dataDir, database: 'project', durable: false });
  admin = openPool(server.address, 1);
  await admin.unsafe(await readFile(join(import.meta.dirname, '../support/hosted-supabase.sql'), 'utf8'));
  await admin`alter role postgres password 'of-the-project'`;
  owner = openPool({ ...server.address, user: 'postgres', password: 'of-the-project' }, 1);
  const client = await owner.connect();
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') warnings.push(String(message));
  });
  client.release();
});

afterAll(async () => {
  await owner?.end();
  await admin?.end();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("the migrations run as a project's postgres, and add only policies and the triggers for new and confirmed accounts to Supabase's own schemas", async () => {
  const before = await servicesSchema();
  const files = (await readdir(migrations)).sort();
  for (const file of files) {
    await owner.begin(async (sql) => sql.unsafe(await readFile(join(migrations, file), 'utf8')));
  }

  const triggers: unknown[] = ['auth.users account_made', 'auth.users contact_confirmed'];
  const after = await servicesSchema();
  expect(after.filter(({ thing }) => !triggers.includes(thing))).toEqual([...before]);
  expect(after.filter(({ thing }) => triggers.includes(thing))).toHaveLength(2);
  const policies = await admin<{ tables: string[] }[]>`
    select array_agg(distinct schemaname || '.' || tablename order by schemaname || '.' || tablename) as tables
    from pg_policies where schemaname in ('auth', 'storage', 'realtime')`;
  expect(policies[0]?.tables).toEqual(['realtime.messages', 'storage.objects']);
  expect(await owner`select count(*)::int as buckets from storage.buckets`).toEqual([{ buckets: 9 }]);
  expect(warnings).toEqual([]);
});

/** Runs a statement as the Data API does. */
function as(role: 'anon' | 'authenticated' | 'service_role', claims: Record<string, unknown>, text: string) {
  return owner.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ role, ...claims })}, true)`;
    await sql.unsafe(`set local role ${role}`);
    return sql.unsafe(text);
  });
}

test('a link creates an owner there, whose account nothing else opens', async () => {
  const [boss, token, claim] = [randomUUID(), 'a'.repeat(64), randomUUID()];
  await owner`insert into auth.users (id, email, phone) values (${boss}, 'boss@example.com', '201000000001')`;
  await owner`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${boss})`;
  const serve = (call: string) => as('service_role', {}, `select ${call} as answer`);
  await serve(`invite_owner('${token}', 'boss@example.com')`);
  expect(await serve(`to_jsonb(claim_owner_invitation('${token}', '${claim}'))`)).toEqual([
    { answer: { state: 'open', email: 'boss@example.com', user_id: boss } },
  ]);
  expect(await serve(`to_jsonb(redeem_owner_invitation('${token}', '${claim}', '${boss}'))`)).toEqual([
    { answer: { state: 'redeemed', was_owner: false, other_owners: [] } },
  ]);
  expect(await owner`select phone from auth.users where id = ${boss}`).toEqual([{ phone: null }]);
  expect(await owner`select 1 from auth.sessions`).toEqual([]);
});

test('the store’s features work there: people, search, orders, files, broadcasts and second factors', async () => {
  await owner`insert into tenants (id, name) values (${tenantId}, 'Ink')`;
  await owner`insert into settings (tenant_id) values (${tenantId})`;
  const [mona, ruler, product] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [mona, ruler]) {
    await owner`insert into auth.users (id, email) values (${id}, ${`${id}+${tenantId}@example.com`})`;
    await as(
      'authenticated',
      { sub: id },
      `select create_profile_with_tenant('${id}', '${tenantId}', '', 'Mona')`,
    );
  }
  // Supabase's auth service writes only to its own tables.
  const newcomer = { id: randomUUID(), data: JSON.stringify({ tenant_id: tenantId, name: 'Nour' }) };
  await admin.begin(async (sql) => {
    await sql`set local role supabase_auth_admin`;
    await sql`insert into auth.users (id, email, raw_user_meta_data)
      values (${newcomer.id}, ${`nour+${tenantId}@example.com`}, ${newcomer.data}::text::jsonb)`;
  });
  expect(await owner`select name, email from profiles where id = ${newcomer.id}`).toEqual([
    { name: 'Nour', email: 'nour@example.com' },
  ]);
  await owner`update user_roles set role = 'super_admin' where user_id = ${ruler}`;
  const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }];
  const staff = { sub: ruler, aal: 'aal1', amr };
  await as(
    'authenticated',
    staff,
    `insert into products (id, tenant_id, name, price, stock) values ('${product}', '${tenantId}', 'Ink hoodie', 250, 4)`,
  );

  expect(await as('anon', {}, `select name from search_products('${tenantId}', 'hodie')`)).toEqual([
    { name: 'Ink hoodie' },
  ]);
  const document = {
    tenant_id: tenantId,
    idempotency_key: randomUUID(),
    lines: [{ product_id: product, quantity: 1 }],
    address: {
      full_name: 'Mona Adel',
      phone: '01012345678',
      governorate: 'Cairo',
      city: 'Maadi',
      street: '9 Road 233',
    },
    payment_method: 'cash_on_delivery',
  };
  await as('authenticated', { sub: mona }, `select place_order('${JSON.stringify(document)}'::jsonb)`);
  expect(await owner`select stock from products where id = ${product}`).toEqual([{ stock: 3 }]);
  const topics = await owner`select distinct topic from realtime.messages order by topic`;
  expect(topics.map(({ topic }) => topic)).toEqual(
    expect.arrayContaining([`catalogue:${tenantId}`, `orders:${tenantId}`]),
  );

  const upload = (path: string) =>
    as(
      'authenticated',
      { sub: mona },
      `insert into storage.objects (bucket_id, name) values ('avatars', '${path}')`,
    );
  await upload(`${tenantId}/${mona}/me.png`);
  await expect(upload(`${tenantId}/${ruler}/me.png`)).rejects.toMatchObject({ code: '42501' });

  await owner`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${mona}, 'totp', 'verified', now(), now())`;
  expect(
    await as('authenticated', staff, `select remove_user_factors('${mona}', '${tenantId}') as removed`),
  ).toEqual([{ removed: 1 }]);

  const [{ id: order } = { id: '' }] = await owner`select id from orders where user_id = ${mona}`;
  await as('authenticated', { sub: mona }, `select cancel_order('${order}')`);
  const now = { sub: mona, amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) }] };
  const [taken] = await as('authenticated', now, `select export_personal_data('${tenantId}') as data`);
  expect(taken).toMatchObject({ data: { profile: { name: 'Mona' }, files: [{ bucket_id: 'avatars' }] } });
  await as('authenticated', now, `select delete_account('${tenantId}')`);
  expect(await owner`select id from auth.users where id = ${mona}`).toEqual([]);
  expect(await owner`select key from private.jobs where kind = 'remove_file'`).toEqual([
    { key: `avatars/${tenantId}/${mona}/me.png` },
  ]);
  expect(warnings).toEqual([]);
});
