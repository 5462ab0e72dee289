import { beforeEach, expect, it, vi } from 'vitest';
import { signInOwner } from './sign-in-owner.ts';

const session = { access_token: 'a', refresh_token: 'r', user: { id: 'u1' } };
const state = vi.hoisted(() => ({
  isRight: true,
  role: null as { role: string } | null,
  asked: [] as string[],
}));

vi.mock('#app/lib/supabase-browser.ts', () => {
  const query = {
    select: () => query,
    eq: (column: string, value: string) => {
      state.asked.push(`${column} = ${value}`);
      return query;
    },
    is: (column: string) => {
      state.asked.push(`${column} is null`);
      return query;
    },
    maybeSingle: async () => ({ data: state.role }),
  };
  return {
    loadIsolatedSupabase: async () => ({
      auth: {
        signInWithPassword: async ({ email }: { email: string }) => {
          state.asked.push(`password of ${email}`);
          return { data: { session: state.isRight ? session : null } };
        },
        signOut: async () => state.asked.push('signed out'),
      },
      from: () => query,
    }),
    loadSupabase: async () => ({
      auth: {
        setSession: async () => {
          state.asked.push('signed in');
          return { error: null };
        },
      },
    }),
  };
});

beforeEach(() => {
  Object.assign(state, { isRight: true, role: { role: 'super_admin' }, asked: [] });
});

it('signs an owner in by the address without a tenant mark, if the account itself holds the role', async () => {
  expect(await signInOwner(' Amal@Example.com', 'right')).toBe(true);
  expect(state.asked).toEqual([
    'password of amal@example.com',
    'user_id = u1',
    'tenant_id is null',
    'role = super_admin',
    'signed in',
  ]);
});

it('signs anybody else out again before the page notices', async () => {
  state.role = null;
  expect(await signInOwner('guest@example.com', 'right')).toBe(false);
  expect(state.asked.at(-1)).toBe('signed out');
  expect(state.asked).not.toContain('signed in');
});

it('tries a wrong password once', async () => {
  state.isRight = false;
  expect(await signInOwner('amal@example.com', 'wrong')).toBe(false);
  expect(state.asked).toEqual(['password of amal@example.com']);
});
