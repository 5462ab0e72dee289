import { createClient } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { auditFilter } from '../../audit/audit-filter.ts';
import { readAllAudit, readAllTrash } from '../../audit/read-audit.ts';
import { readAllDeals } from '../../content/deals/deals-data.ts';
import { readAllDiscounts } from '../../content/discounts/discounts-data.ts';
import { readAllReviews } from '../../content/reviews/reviews-data.ts';
import { readAllConversations } from '../../conversations/conversations-data.ts';
import { readAllCustomers } from '../../customers/customers-data.ts';
import { readAllAdminOrders } from '../../orders/data/read-admin-orders.ts';
import { orderFilter } from '../../orders/model/order-filter.ts';
import { readAllPeople } from '../../users/read-people.ts';

type Stored = { id: string };
const idOf = (at: number) => String(at).padStart(4, '0');
const cells = { price: 5, images: [], messages: [], created_at: '2026-01-01', before: null, after: null };
/** The backend's current rows, by id. */
let stored: Stored[] = [];

/** Returns a page of rows after a key or an offset; then somebody removes the first row and inserts one before it. */
function page(after: string | null, limit: number, offset = 0): Stored[] {
  const rows = stored.filter(({ id }) => after === null || id > after).slice(offset, offset + limit);
  stored = [{ ...cells, id: '0000' }, ...stored.filter(({ id }) => id !== '0000' && id !== rows[0]?.id)];
  return rows;
}

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input));
  const asked = JSON.parse(String(init?.body ?? '{}'));
  if (pathname.endsWith('/customers_after')) return Response.json(page(asked.p_after ?? null, asked.p_limit));
  if (pathname.includes('/rpc/') || pathname.endsWith('/user_roles')) return Response.json([]);
  const after = searchParams.get('id')?.replace('gt.', '') ?? null;
  const sorted = searchParams.get('order')?.split(',').at(0)?.replace('.asc', '');
  expect(sorted).toBe('id');
  return Response.json(page(after, Number(searchParams.get('limit')), Number(searchParams.get('offset'))));
}

vi.mock('#app/lib/supabase-browser.ts', async (original) => ({
  ...(await original<typeof import('#app/lib/supabase-browser.ts')>()),
  loadSupabase: async () =>
    createClient<Database>('http://backend.example', 'key', { global: { fetch: answer } }),
}));

const sort = 'created' as const;
const exports: Record<string, () => Promise<{ id: string | number }[]>> = {
  users: () => readAllPeople({ search: '', role: undefined, sort: 'name', page: 1 }),
  customers: () =>
    readAllCustomers(['duoworks'], { search: '', sort: 'name', tag: '', blocked: false, page: 1 }),
  orders: () => readAllAdminOrders(['duoworks'], orderFilter(new URLSearchParams())),
  deals: () => readAllDeals(sort),
  discounts: () => readAllDiscounts({ search: '', show: 'codes', sort, page: 1 }),
  reviews: () => readAllReviews({ status: 'pending', sort, page: 1 }),
  conversations: () =>
    readAllConversations(['duoworks'], {
      box: 'open',
      kind: 'all',
      whose: '',
      search: '',
      sort: 'last',
      page: 1,
    }),
  trash: readAllTrash,
  audit: () => readAllAudit(auditFilter(new URLSearchParams())),
};

test.each(Object.entries(exports))(
  'an export of %s has each row once, although rows come and go while it is read',
  async (_, read) => {
    const before = Array.from({ length: 1_201 }, (_row, at) => ({ ...cells, id: idOf(at + 1) }));
    stored = before;
    const ids = (await read()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(before.map(({ id }) => id));
  },
);
