import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { newAddress, PASSWORD } from 'embedded-supabase/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { tenantEmail } from '../../app/auth/account-contacts.ts';
import { ensureProfile } from '../../app/auth/profile.ts';
import { sessionUserOf } from '../../app/auth/session-user.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { freshTenant, makeStore, type Store } from './store.ts';

let backend: TestBackend;
let store: Store;
let other: Store;

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  store = await makeStore(backend, freshTenant());
  other = await makeStore(backend, freshTenant());
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

/** A person who has just signed up on the store's page. */
async function newcomer({ tenantId }: Store, data: object = {}, email = newAddress()) {
  const client: SupabaseClient<Database> = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data: made, error } = await client.auth.signUp({
    email: tenantEmail(email, tenantId),
    password: PASSWORD,
    options: { data: { name: 'Mona Adel', original_email: email, tenant_id: tenantId, ...data } },
  });
  if (error || !made.user) throw error ?? new Error('Nobody was made');
  return { client, user: made.user, email, owner: { id: made.user.id, tenantId, email, name: 'Mona Adel' } };
}

/** A person whose account has no store, such as one from Google, and no profile yet. */
const stranger = (place: Store) => newcomer(place, { tenant_id: undefined });

const rungs = [
  { broken: [], name: 'Mona Adel', failures: 0 },
  { broken: ['with_tenant'], name: null, failures: 1 },
  { broken: ['with_tenant', 'simple'], name: 'Mona Adel', failures: 2 },
  { broken: ['with_tenant', 'simple', 'insert'], name: null, failures: 3 },
] as const;

const breaking = {
  with_tenant: 'execute on function create_profile_with_tenant(uuid, text, text, text)',
  simple: 'execute on function create_simple_profile(uuid, text, text)',
  insert: 'insert (email, name) on profiles',
};

describe('creating a profile', () => {
  test.each(rungs)('succeeds when $broken fail', async ({ broken, name, failures }) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { client, user, owner, email } = await stranger(store);
    for (const rung of broken) await backend.owner.unsafe(`revoke ${breaking[rung]} from authenticated`);
    try {
      expect(await ensureProfile(client, owner)).toMatchObject({ id: owner.id, tenant_id: store.tenantId });
    } finally {
      for (const rung of broken) await backend.owner.unsafe(`grant ${breaking[rung]} to authenticated`);
    }
    expect(logged).toHaveBeenCalledTimes(failures);
    const [row] = await backend.owner`select name, email from profiles where id = ${owner.id}`;
    expect(row).toEqual({ name, email: email.toLowerCase() });
    expect((await sessionUserOf(client, user, store.tenantId)).role).toBe('user');
    expect(await backend.owner`select role, tenant_id from user_roles where user_id = ${owner.id}`).toEqual([
      { role: 'user', tenant_id: store.tenantId },
    ]);
    // What a lower rung left out is filled in from the account at the next sign-in.
    expect(await backend.owner`select name from profiles where id = ${owner.id}`).toEqual([
      { name: 'Mona Adel' },
    ]);
  });

  test('that fails entirely leaves a person signed in without a profile, and only logs it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { client, user, email } = await stranger(store);
    await backend.owner.unsafe('revoke insert on profiles from authenticated');
    for (const rung of ['with_tenant', 'simple'] as const)
      await backend.owner.unsafe(`revoke ${breaking[rung]} from authenticated`);
    try {
      expect(await sessionUserOf(client, user, store.tenantId)).toMatchObject({
        email,
        name: 'Mona Adel',
        role: 'user',
      });
    } finally {
      await backend.owner.unsafe(
        'grant insert (id, tenant_id, email, name, avatar, created_at, updated_at) on profiles to authenticated',
      );
      for (const rung of ['with_tenant', 'simple'] as const)
        await backend.owner.unsafe(`grant ${breaking[rung]} to authenticated`);
    }
    expect(logged).toHaveBeenCalledTimes(4);
  });

  test('is not attempted when the lookup fails for another reason', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { client, owner } = await stranger(store);
    await backend.owner.unsafe('revoke select on profiles from authenticated');
    try {
      expect(await ensureProfile(client, owner)).toBeNull();
    } finally {
      await backend.owner.unsafe('grant select on profiles to authenticated');
    }
    expect(logged).toHaveBeenCalledWith('The profile could not be read', '42501');
    expect(await backend.owner`select 1 from profiles where id = ${owner.id}`).toEqual([]);
  });
});

test('a role that cannot be read counts as user, or as the person’s last known role', async () => {
  const { client, user } = await stranger(store);
  const first = await sessionUserOf(client, user, store.tenantId);
  expect(first.role).toBe('user');
  expect(await backend.owner`select role from user_roles where user_id = ${user.id}`).toEqual([
    { role: 'user' },
  ]);
  await backend.owner`update user_roles set role = 'admin' where user_id = ${user.id}`;
  const promoted = await sessionUserOf(client, user, store.tenantId);
  expect(promoted.role).toBe('admin');
  const lookup = 'execute on function get_highest_role(uuid, text)';
  await backend.owner.unsafe(`revoke ${lookup} from authenticated`);
  try {
    expect((await sessionUserOf(client, user, store.tenantId)).role).toBe('user');
    expect((await sessionUserOf(client, user, store.tenantId, promoted)).role).toBe('admin');
    expect((await sessionUserOf(client, user, store.tenantId, { ...promoted, id: 'x' })).role).toBe('user');
  } finally {
    await backend.owner.unsafe(`grant ${lookup} to authenticated`);
  }
});

test('one address in three stores is three separate people', async () => {
  const email = newAddress();
  const third = await makeStore(backend, freshTenant());
  const lives = [];
  for (const place of [store, other, third]) {
    const { client, user } = await newcomer(place, { name: `Mona of ${place.tenantId}` }, email);
    lives.push({ client, user, place, person: await sessionUserOf(client, user, place.tenantId) });
    await client
      .from('wishlists')
      .insert({ user_id: user.id, tenant_id: place.tenantId, product_id: place.mugId });
  }
  expect(new Set(lives.map(({ user }) => user.id)).size).toBe(3);
  for (const { client, user, place, person } of lives) {
    expect(person).toMatchObject({ email, name: `Mona of ${place.tenantId}`, role: 'user' });
    const { data: profiles } = await client.from('profiles').select('tenant_id, email');
    expect(profiles).toEqual([{ tenant_id: place.tenantId, email }]);
    const { data: wishes } = await client.from('wishlists').select('user_id, product_id');
    expect(wishes).toEqual([{ user_id: user.id, product_id: place.mugId }]);
  }
});

describe('a person who claims a higher role', () => {
  test('by their metadata, gets nothing of another store or role', async () => {
    const { client, user } = await newcomer(store);
    await sessionUserOf(client, user, store.tenantId);
    const claimed = { tenant_id: other.tenantId, role: 'super_admin', original_email: 'boss@example.com' };
    await client.auth.updateUser({ data: claimed });
    await client.auth.refreshSession();
    for (const tenantId of [store.tenantId, other.tenantId]) {
      const { data: role } = await client.rpc('get_highest_role', {
        user_id: user.id,
        p_tenant_id: tenantId,
      });
      expect(role ?? 'user').toBe('user');
      expect(
        (await client.from('settings').update({ store: {} }).eq('tenant_id', tenantId).select()).data ?? [],
      ).toEqual([]);
    }
    const again = await sessionUserOf(client, user, other.tenantId);
    expect(again.role).toBe('user');
    expect((await client.from('profiles').select('id')).data?.every(({ id }) => id === user.id)).toBe(true);
    const roles =
      await backend.owner`select role, tenant_id from user_roles where user_id = ${user.id} order by role`;
    expect(roles.every(({ role }) => role === 'user')).toBe(true);
    const rows = await backend.owner`select email from profiles where id = ${user.id}`;
    expect(rows.map(({ email }) => email)).not.toContain('boss@example.com');
  });

  test('by naming somebody else in every call of an account, changes nothing of theirs', async () => {
    const victim = await newcomer(store);
    await sessionUserOf(victim.client, victim.user, store.tenantId);
    const theirs = { user_id: victim.user.id, tenant_id: store.tenantId };
    const home = {
      full_name: 'Mona',
      phone: '01012345678',
      governorate: 'Cairo' as const,
      city: 'Maadi',
      street: '9',
    };
    await victim.client.from('addresses').insert({ ...theirs, ...home });
    await victim.client.from('wishlists').insert({ ...theirs, product_id: store.mugId });
    const state = async () => ({
      profile: await backend.owner`select * from profiles where id = ${victim.user.id}`,
      roles: await backend.owner`select * from user_roles where user_id = ${victim.user.id}`,
      addresses: await backend.owner`select * from addresses where user_id = ${victim.user.id}`,
      wishes: await backend.owner`select * from wishlists where user_id = ${victim.user.id}`,
    });
    const before = await state();
    expect(before.addresses).toHaveLength(1);
    expect(before.wishes).toHaveLength(1);

    const { client, user } = await newcomer(store);
    await sessionUserOf(client, user, store.tenantId);
    const named = { p_user_id: victim.user.id, p_tenant_id: store.tenantId, p_email: 'x@y.z' };
    const refused = [
      await client.rpc('create_profile_with_tenant', { ...named, p_name: 'Mine' }),
      await client.rpc('create_simple_profile', named),
      await client.rpc('get_highest_role', { user_id: victim.user.id, p_tenant_id: store.tenantId }),
      await client.rpc('set_user_role', {
        p_user_id: victim.user.id,
        p_tenant_id: store.tenantId,
        p_role: 'user',
      }),
      await client.rpc('remove_user_factors', { p_user_id: victim.user.id, p_tenant_id: store.tenantId }),
      await client.rpc('count_user_factors', { p_user_ids: [victim.user.id], p_tenant_id: store.tenantId }),
      await client.from('profiles').upsert({ id: victim.user.id, tenant_id: store.tenantId, name: 'Mine' }),
      await client.from('user_roles').insert({ user_id: user.id, tenant_id: other.tenantId, role: 'admin' }),
      await client.from('addresses').insert({ ...theirs, ...home }),
      await client.from('wishlists').insert({ ...theirs, product_id: store.hoodieId }),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => '42501'));
    const unseen = [
      await client.from('profiles').update({ name: 'Mine' }).eq('id', victim.user.id).select(),
      await client.from('addresses').update({ city: 'Giza' }).eq('user_id', victim.user.id).select(),
      await client.from('addresses').delete().eq('user_id', victim.user.id).select(),
      await client.from('wishlists').delete().eq('user_id', victim.user.id).select(),
      await client.from('profiles').select().eq('id', victim.user.id),
      await client.from('addresses').select().eq('user_id', victim.user.id),
      await client.from('orders').select().eq('user_id', victim.user.id),
    ];
    expect(unseen.map(({ data }) => data)).toEqual(unseen.map(() => []));
    expect(await state()).toEqual(before);
  });
});
