import { createClient } from '@supabase/supabase-js';
import { auditFilter } from '../app/admin/audit/audit-filter.ts';
import { changesPerPage, listChanges } from '../app/admin/audit/read-audit.ts';
import { dealsPerPage, listDeals } from '../app/admin/content/deals/deals-data.ts';
import { discountsPerPage, listDiscounts } from '../app/admin/content/discounts/discounts-data.ts';
import { listReviews, reviewsPerPage } from '../app/admin/content/reviews/reviews-data.ts';
import { customersPerPage, listCustomers } from '../app/admin/customers/customers-data.ts';
import {
  listConversations,
  type MessageFilter,
  messagesPerPage,
} from '../app/admin/messages/messages-data.ts';
import { listOrders, ordersPerPage } from '../app/admin/orders/data/list-orders.ts';
import { orderFilter } from '../app/admin/orders/model/order-filter.ts';
import { listProducts, productsPerPage } from '../app/admin/products/data/read-products.ts';
import { productFilter } from '../app/admin/products/model/list-filter.ts';
import { listPeople, peoplePerPage } from '../app/admin/users/read-people.ts';
import { latestMessages } from '../app/chat/conversation-data.ts';
import type { Database } from '../app/lib/database.types.ts';
import { type BackOffice, openBackOffice, tenantId } from './back-office.ts';
import { atMost, type Figure } from './figures.ts';

const repetitions = 9;
/** What somebody still takes for at once, in ms. */
const atOnce = 300;
const sizes = { orders: 100_000, customers: 10_000, products: 10_000, others: 10_000 };
/** The stock from which a product is nearly sold out. */
const low = 5;

const asked = (address: string) => new URLSearchParams(address);

/** The lists as their pages ask for them: the first page, the last, ordered otherwise, searched. */
function listsOf({ url, conversation, headers: { apikey = '', ...headers } }: BackOffice) {
  const client = createClient<Database>(url, apikey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  });
  const orders = async (address: string) =>
    (await listOrders(client, tenantId, orderFilter(asked(address)))).orders;
  const products = async (address: string) =>
    (await listProducts(client, tenantId, productFilter(asked(address)), low)).products;
  const changes = async (address: string) =>
    (await listChanges(client, tenantId, auditFilter(asked(address)))).changes;
  const customers = async (filter: { sort?: '-spent' | '-orders'; search?: string; page?: number }) =>
    (await listCustomers(client, tenantId, { search: '', sort: '-joined', page: 1, ...filter })).customers;
  const lastOf = (rows: number, perPage: number) => Math.floor(rows / perPage);
  const last = (rows: number, perPage: number) => `page=${lastOf(rows, perPage)}`;
  const conversations = async (filter: Partial<MessageFilter>) =>
    (
      await listConversations(client, tenantId, {
        ...{ box: 'open', kind: 'all', search: '', sort: '-last', page: 1 },
        ...filter,
      })
    ).conversations;
  const reviews = async (page: number) =>
    (await listReviews(client, tenantId, { status: 'approved', sort: '-created', page })).reviews;
  const codes = async (filter: { search?: string; show?: 'vouchers'; page?: number }) =>
    (
      await listDiscounts(client, tenantId, {
        search: '',
        show: 'codes',
        sort: '-created',
        page: 1,
        ...filter,
      })
    ).discounts;
  const deals = async (page: number) => (await listDeals(client, tenantId, { sort: '-created', page })).deals;
  const people = async (filter: { search?: string; role?: 'user' | 'super_admin'; page?: number }) =>
    (await listPeople(client, tenantId, { search: '', role: undefined, sort: '-joined', page: 1, ...filter }))
      .people;
  return {
    'orders, first page': () => orders(''),
    'orders, page 20': () => orders('page=20'),
    'orders, last page': () => orders(last(sizes.orders, ordersPerPage)),
    'orders by total': () => orders('sort=-total'),
    'orders by delivery day': () => orders('sort=delivery'),
    'orders of a number': () => orders('search=IN-47'),
    'orders to ship': () => orders('status=confirmed,in_production'),
    'products, first page': () => products(''),
    'products, last page': () => products(last(sizes.products, productsPerPage)),
    'products by stock': () => products('sort=stock'),
    'products of a name': () => products('search=duct 47'),
    'audit, first page': () => changes(''),
    'audit, last page': () => changes(last(2 * sizes.products, changesPerPage)),
    'audit of a name': () => changes('search=duct 47'),
    'customers, first page': () => customers({}),
    'customers, last page': () => customers({ page: Math.floor(sizes.customers / customersPerPage) }),
    'customers by what they spent': () => customers({ sort: '-spent' }),
    'customers by orders': () => customers({ sort: '-orders' }),
    'customers of an email': () => customers({ search: 'b47' }),
    'messages, first page': () => conversations({}),
    // One in five is archived.
    'messages, last page': () => conversations({ page: lastOf(sizes.others * 0.8, messagesPerPage) }),
    'messages that wait': () => conversations({ box: 'waiting' }),
    'messages of a subject': () => conversations({ search: 'order 47' }),
    'a conversation': () => latestMessages(client, tenantId, conversation),
    'reviews, first page': () => reviews(1),
    'reviews, last page': () => reviews(lastOf(sizes.others / 3, reviewsPerPage)),
    'codes, first page': () => codes({}),
    'codes, last page': () => codes({ page: lastOf(sizes.others, discountsPerPage) }),
    'codes of some letters': () => codes({ search: 'c47' }),
    'vouchers, first page': () => codes({ show: 'vouchers' }),
    'vouchers, last page': () => codes({ show: 'vouchers', page: lastOf(sizes.others, discountsPerPage) }),
    'deals, first page': () => deals(1),
    'deals, last page': () => deals(lastOf(sizes.products, dealsPerPage)),
    'users, first page': () => people({}),
    'users, last page': () => people({ page: lastOf(sizes.customers, peoplePerPage) }),
    'users who are staff': () => people({ role: 'super_admin' }),
    'users who are not': () => people({ role: 'user' }),
    'users of an email': () => people({ search: 'b47' }),
  };
}

/** Every list of the back office over many rows, counted, asked for over HTTP as its page does. */
export async function listFigures(): Promise<Figure[]> {
  const office = await openBackOffice(sizes);
  try {
    const figures: Figure[] = [];
    for (const [name, ask] of Object.entries(listsOf(office))) {
      const times: number[] = [];
      for (let i = 0; i <= repetitions; i += 1) {
        const started = performance.now();
        const rows = await ask();
        // The first answer fills the caches.
        if (i > 0) times.push(performance.now() - started);
        if (rows.length === 0) throw new Error(`${name}: no rows`);
      }
      figures.push(atMost(name, times, atOnce, 'ms'));
    }
    return figures;
  } finally {
    await office.close();
  }
}
