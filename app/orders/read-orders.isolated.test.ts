import { createClient } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';

/** A person's 120 orders, newest first, one per hour. */
const placed = Array.from({ length: 120 }, (_, hours) => ({
  id: String(hours),
  created_at: new Date(Date.UTC(2026, 5, 1) - hours * 3_600_000).toISOString(),
  order_lines: [],
}));

/** Responds as the backend does to a paginated list. */
function answer(address: URL | RequestInfo): Response {
  const { searchParams } = new URL(String(address));
  const before = searchParams.get('created_at')?.replace(/^lt\./, '');
  const rows = placed.filter(({ created_at }) => !before || created_at < before);
  return Response.json(rows.slice(0, Number(searchParams.get('limit'))));
}

vi.mock('#app/lib/page-tenant.ts', () => ({ pageTenant: () => 'inkthread' }));
vi.mock('#app/lib/supabase-browser.ts', () => ({
  loadSupabase: async () =>
    createClient('http://backend.test', 'key', { global: { fetch: async (address) => answer(address) } }),
}));

const { readOrders } = await import('./read-orders.ts');

it('every order of a person can be reached, however many there are', async () => {
  const found: string[] = [];
  let before: string | undefined;
  let older = true;
  while (older) {
    const read = await readOrders('u1', before);
    found.push(...read.orders.map(({ id }) => id));
    older = read.older;
    before = read.orders.at(-1)?.created_at;
  }
  expect(found).toEqual(placed.map(({ id }) => id));
});
