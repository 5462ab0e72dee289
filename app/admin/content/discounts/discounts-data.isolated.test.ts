import { createClient } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { readDiscount } from './discounts-data.ts';

vi.mock('#app/lib/supabase-browser.ts', async (original) => ({
  ...(await original<typeof import('#app/lib/supabase-browser.ts')>()),
  loadSupabase: async () =>
    createClient<Database>('http://store.test', 'key', {
      global: {
        fetch: async (input) =>
          String(input).includes('/rpc/')
            ? Response.json({ code: '42501', message: 'staff only' }, { status: 403 })
            : Response.json([]),
      },
    }),
}));

it('a code hidden from the user reads as missing, without a request for its uses', async () => {
  expect(await readDiscount('d1')).toBeUndefined();
});
