import { createClient, type User } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { SessionEnded, sessionUserOf } from './session-user.ts';

const id = '0b0f6c1e-4a52-4d0c-9f6d-1d1f8f3a7c11';

/** A client whose backend has one profile, and the changes it received. */
function backendWith(profile: object, role = () => Response.json('user'), capabilities: string[] = []) {
  const changes: string[] = [];
  const client = createClient<Database>('http://store.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => {
        const url = String(input);
        if (init?.method === 'PATCH') changes.push(String(init.body));
        if (url.includes('/rpc/get_highest_role')) return role();
        if (url.includes('/rpc/my_workplaces'))
          return Response.json([{ tenant_id: 'inkthread', capabilities }]);
        return Response.json([{ id, tenant_id: 'inkthread', name: 'Mona', metadata: {}, ...profile }]);
      },
    },
  });
  return { client, changes };
}

const account = (email: string, original: string): User => ({
  id,
  aud: 'authenticated',
  app_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
  email,
  user_metadata: { original_email: original, avatar: 'https://example.com/from-google.png' },
});

it('shows the address as typed, while it is the one the person signs in with', async () => {
  const { client, changes } = backendWith({ email: 'mona@example.com' });
  const asTyped = await sessionUserOf(
    client,
    account('mona+inkthread@example.com', 'Mona@Example.com'),
    'inkthread',
  );
  expect(asTyped.email).toBe('Mona@Example.com');
  const claimed = await sessionUserOf(
    client,
    account('mona+inkthread@example.com', 'boss@example.com'),
    'inkthread',
  );
  expect(claimed.email).toBe('mona@example.com');
  expect(changes).toEqual([]);
});

it('updates the profile when the address has changed', async () => {
  const { client, changes } = backendWith({ email: 'old@example.com' });
  const moved = await sessionUserOf(
    client,
    account('new+inkthread@example.com', 'old@example.com'),
    'inkthread',
  );
  expect(moved.email).toBe('new@example.com');
  expect(changes).toEqual(['{"email":"new@example.com"}']);
});

it('prefers an uploaded picture to the account’s, and ignores one stored elsewhere', async () => {
  const mona = account('mona+inkthread@example.com', 'mona@example.com');
  const avatarWith = async (avatar: string) =>
    (
      await sessionUserOf(
        backendWith({ email: 'mona@example.com', metadata: { avatar } }).client,
        mona,
        'inkthread',
      )
    ).avatar;
  expect(await avatarWith(`inkthread/${id}/${id}.webp`)).toBe(
    `http://store.test/storage/v1/object/public/avatars/inkthread/${id}/${id}.webp`,
  );
  expect(await avatarWith('https://spy.example/pixel.png')).toBe('https://example.com/from-google.png');
});

it('is nobody once signed out elsewhere, and keeps earlier rights when they cannot be read', async () => {
  const mona = account('mona+inkthread@example.com', 'mona@example.com');
  const refusing = (code: string, status: number) =>
    backendWith({ email: 'mona@example.com' }, () => Response.json({ code, message: '' }, { status })).client;
  await expect(sessionUserOf(refusing('PT401', 401), mona, 'inkthread')).rejects.toThrow(SessionEnded);
  const before = await sessionUserOf(backendWith({}).client, mona, 'inkthread');
  const staff = { ...before, role: 'admin' as const, capabilities: ['orders.see'] };
  expect(await sessionUserOf(refusing('57014', 500), mona, 'inkthread', staff)).toMatchObject({
    role: 'admin',
    capabilities: ['orders.see'],
  });
});

it('reads the role, and what all roles together allow', async () => {
  const mona = account('mona+inkthread@example.com', 'mona@example.com');
  const as = (role: string, capabilities: string[]) =>
    sessionUserOf(backendWith({}, () => Response.json(role), capabilities).client, mona, 'inkthread');
  const packing = ['orders.see', 'orders.pack'];
  expect(await as('admin', packing)).toMatchObject({ role: 'admin', capabilities: packing });
  expect(await as('user', packing)).toMatchObject({ role: 'user', capabilities: packing });
  expect(await as('user', [])).toMatchObject({ role: 'user', capabilities: [] });
});
