import { beforeEach, expect, it, vi } from 'vitest';
import { signInStaff } from './sign-in-staff.ts';

const session = { access_token: 'a', refresh_token: 'r', user: { id: 'u1' } };
const state = vi.hoisted(() => ({
  isRight: true,
  workplaces: [] as { tenant_id: string; capabilities: string[] }[],
  asked: [] as string[],
}));

vi.mock('#app/lib/supabase-browser.ts', () => ({
  loadIsolatedSupabase: async () => ({
    auth: {
      signInWithPassword: async ({ email }: { email: string }) => {
        state.asked.push(`password of ${email}`);
        return { data: { session: state.isRight ? session : null } };
      },
      signOut: async () => state.asked.push('signed out'),
    },
    rpc: async (name: string) => {
      state.asked.push(name);
      return { data: state.workplaces };
    },
  }),
  loadSupabase: async () => ({
    auth: {
      setSession: async () => {
        state.asked.push('signed in');
        return { error: null };
      },
    },
  }),
}));

beforeEach(() => {
  Object.assign(state, {
    isRight: true,
    workplaces: [{ tenant_id: 'casecraft', capabilities: ['orders.see'] }],
    asked: [],
  });
});

it('signs in by the address without a tenant mark whoever works in any store', async () => {
  expect(await signInStaff(' Amal@Example.com', 'right')).toBe(true);
  expect(state.asked).toEqual(['password of amal@example.com', 'my_workplaces', 'signed in']);
});

it('signs anybody else out again before the page notices', async () => {
  state.workplaces = [];
  expect(await signInStaff('guest@example.com', 'right')).toBe(false);
  expect(state.asked.at(-1)).toBe('signed out');
  expect(state.asked).not.toContain('signed in');
});

it('tries a wrong password once', async () => {
  state.isRight = false;
  expect(await signInStaff('amal@example.com', 'wrong')).toBe(false);
  expect(state.asked).toEqual(['password of amal@example.com']);
});
