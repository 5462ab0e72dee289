import { expect, it, vi } from 'vitest';

const line = vi.hoisted(() => ({ lost: false }));
vi.mock('#app/lib/supabase-browser.ts', () => ({
  loadSupabase: async () => {
    if (line.lost) throw new TypeError('Failed to fetch');
    return { auth: { signOut: async () => ({ error: null }) } };
  },
}));

// Another test file of this worker may have loaded it with the real client.
vi.resetModules();
const { authRequest } = await import('./auth-request.ts');
const { explainAuthFailure } = await import('./failure.ts');

it('a request whose client cannot be loaded reports that the store is unreachable', async () => {
  line.lost = true;
  const { error } = await authRequest((auth) => auth.signOut());
  expect(explainAuthFailure(error)).toBe('The store cannot be reached. Check your connection and try again.');
  line.lost = false;
  expect(await authRequest((auth) => auth.signOut())).toEqual({ error: null });
});
