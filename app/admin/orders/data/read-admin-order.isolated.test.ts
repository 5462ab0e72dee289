import { createClient } from '@supabase/supabase-js';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { readOrder } from '#app/orders/read-orders.ts';
import { readAdminOrder } from './read-admin-orders.ts';

const id = '6a1f2c3e-0b4d-4e5f-8a6b-7c8d9e0f1a2b';
const asked: string[] = [];

const people = { names: [{ id: 'p1', name: 'Mona' }], customer: null, phone: { delivered: 2, refused: 1 } };

/** An order that replaces another one. */
const order = { id, replaces: [{ order: { id: 'o0', number: 'N-0' } }], replaced_by: [], order_lines: [] };

vi.mock('#app/lib/page-tenant.ts', () => ({
  pageTenant: () => 'inkthread',
  hostTenant: () => 'inkthread',
  pageOffice: () => undefined,
}));
vi.mock('#app/lib/supabase-browser.ts', () => ({
  hasStoredSession: () => false,
  sessionKey: () => '',
  loadSupabase: async () =>
    createClient<Database>('http://backend.test', 'key', {
      global: {
        fetch: async (address) => {
          const { pathname } = new URL(String(address));
          asked.push(pathname);
          return Response.json(pathname.endsWith('/orders') ? order : people);
        },
      },
    }),
}));

beforeEach(() => {
  asked.length = 0;
});

it('staff read an order with its shipments, returns and money in one request, what was said and sent in another, and its people in a third', async () => {
  const found = await readAdminOrder(id);
  expect(asked.toSorted()).toEqual(['/rest/v1/orders', '/rest/v1/orders', '/rest/v1/rpc/order_people']);
  expect(found?.people).toEqual({ ...people, names: { p1: 'Mona' } });
});

it('shoppers read their whole order in one request', async () => {
  await readOrder(id, 'u1');
  expect(asked).toEqual(['/rest/v1/orders']);
});
