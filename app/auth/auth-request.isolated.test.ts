import { expect, it, vi } from 'vitest';
import { authRequest } from './auth-request.ts';
import { explainAuthFailure } from './failure.ts';

const line = vi.hoisted(() => ({ lost: false }));
vi.mock('#app/lib/supabase-browser.ts', () => ({
  loadSupabase: async () => {
    if (line.lost) throw new TypeError('Failed to fetch');
    return { auth: { signOut: async () => ({ error: null }) } };
  },
}));

it('a request whose client cannot be loaded reports that the store is unreachable', async () => {
  line.lost = true;
  const { error } = await authRequest((auth) => auth.signOut());
  expect(explainAuthFailure(error)).toBe('The store cannot be reached. Check your connection and try again.');
  line.lost = false;
  expect(await authRequest((auth) => auth.signOut())).toEqual({ error: null });
});
