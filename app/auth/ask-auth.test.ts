import { expect, it, vi } from 'vitest';
import { inkthread } from '#app/brands/inkthread.ts';

const line = vi.hoisted(() => ({ lost: false }));
vi.mock('#app/lib/supabase-browser.ts', () => ({
  loadSupabase: async () => {
    if (line.lost) throw new TypeError('Failed to fetch');
    return { auth: { signOut: async () => ({ error: null }) } };
  },
}));
vi.mock('#app/messages/words.ts', async (original) => {
  const words = await original<typeof import('#app/messages/words.ts')>();
  return { ...words, pageWords: words.wordsIn.bind(null, inkthread.defaultLanguage) };
});

const { askAuth } = await import('./ask-auth.ts');
const { explainAuthFailure } = await import('./failure.ts');

it('M42 M49 what asks the sign-in service says so when its code cannot be fetched', async () => {
  line.lost = true;
  const { error } = await askAuth((auth) => auth.signOut());
  expect(explainAuthFailure(error)).toBe('The store cannot be reached. Check your connection and try again.');
  line.lost = false;
  expect(await askAuth((auth) => auth.signOut())).toEqual({ error: null });
});
