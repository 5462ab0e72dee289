import { createClient } from '@supabase/supabase-js';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { readOrder } from '#app/orders/read-orders.ts';
import { readAdminOrder } from './read-admin-orders.ts';

const id = '6a1f2c3e-0b4d-4e5f-8a6b-7c8d9e0f1a2b';
const asked: string[] = [];

/** An order that replaces another one, with what staff did to it. */
const order = {
  id,
  placed_by: null,
  replaces: [{ order: { id: 'o0', number: 'N-0' } }],
  replaced_by: [],
  order_lines: [],
  order_events: [{ id: 'e', actor_id: 'p1' }],
  shipments: [
    { id: 's1', shipment_events: [{ actor_id: 'p2' }] },
    { id: 's2', shipment_events: [{ actor_id: 'p1' }] },
  ],
  returns: [],
  refunds: [],
  order_edits: [],
  payment_entries: [{ actor_id: 'p3' }],
};

vi.mock('#app/lib/page-tenant.ts', () => ({ pageTenant: () => 'inkthread' }));
vi.mock('#app/lib/supabase-browser.ts', () => ({
  loadSupabase: async () =>
    createClient<Database>('http://backend.test', 'key', {
      global: {
        fetch: async (address) => {
          const { pathname } = new URL(String(address));
          asked.push(pathname);
          return Response.json(
            pathname.endsWith('/orders') ? order : [{ id: 'p1', name: 'Mona', email: '' }],
          );
        },
      },
    }),
}));

beforeEach(() => {
  asked.length = 0;
});

it('staff read an order with its parcels, returns, money and replacements in one request, and who did it in another', async () => {
  const found = await readAdminOrder(id);
  expect(asked).toEqual(['/rest/v1/orders', '/rest/v1/profiles']);
  expect(found?.names).toEqual({ p1: 'Mona' });
});

it('shoppers read all of their order in one request', async () => {
  await readOrder(id, 'u1');
  expect(asked).toEqual(['/rest/v1/orders']);
});
