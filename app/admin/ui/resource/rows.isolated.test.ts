import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { addRow, saveRow, switchRows } from './rows.ts';

/** Requests to the backend, and the rows it reports as changed. */
const asked: { method: string; query: string; body: unknown }[] = [];
let changed: { id: string }[];

vi.mock('#app/lib/supabase-browser.ts', async (original) => ({
  ...(await original<typeof import('#app/lib/supabase-browser.ts')>()),
  loadSupabase: async () =>
    createClient<Database>('http://store.test', 'key', {
      global: {
        fetch: async (input, init) => {
          const { pathname, search } = new URL(String(input));
          const body: unknown = init?.body ? JSON.parse(String(init.body)) : null;
          asked.push({ method: init?.method ?? 'GET', query: decodeURIComponent(pathname + search), body });
          return Response.json(changed);
        },
      },
    }),
}));

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: { tenant: 'inkthread' } } });
  asked.length = 0;
  changed = [{ id: 'b1' }];
});
afterEach(() => vi.unstubAllGlobals());

const opened = { id: 'b1', version: 3 };

it('a row is saved in its store over the version it was opened with', async () => {
  expect(await saveRow('banners', opened, { title: 'Sale' }, async () => null)).toBeNull();
  expect(asked).toEqual([
    {
      method: 'PATCH',
      query: '/rest/v1/banners?tenant_id=eq.inkthread&id=eq.b1&version=eq.3&select=id',
      body: { title: 'Sale' },
    },
  ]);
});

it('a newer version is returned instead of being overwritten', async () => {
  changed = [];
  const newer = { id: 'b1', version: 4 };
  expect(await saveRow('banners', opened, { title: 'Sale' }, async () => newer)).toBe(newer);
});

it('a row is added with a client-side id, so that a repeated request does not add it twice', async () => {
  await addRow('faq_questions', { tenant_id: 'inkthread', question: 'When?', answer: 'Soon.' });
  expect(asked).toMatchObject([{ method: 'POST', body: { question: 'When?', id: expect.any(String) } }]);
});

it('rows switch in one request, an empty selection sends none, and a switch that changes no row fails', async () => {
  await switchRows('discounts', [], true);
  expect(asked).toEqual([]);
  await switchRows('discounts', ['b1', 'b2'], false);
  expect(asked[0]).toMatchObject({ method: 'PATCH', body: { is_active: false } });
  expect(asked[0]?.query).toContain('id=in.(b1,b2)');
  changed = [];
  await expect(switchRows('discounts', ['b1'], true)).rejects.toThrow();
});
