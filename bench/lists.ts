import { createClient } from '@supabase/supabase-js';
import { auditFilter } from '../app/admin/audit/audit-filter.ts';
import { changesPerPage, listChanges } from '../app/admin/audit/read-audit.ts';
import { customersPerPage, listCustomers } from '../app/admin/customers/customers-data.ts';
import { listOrders, ordersPerPage } from '../app/admin/orders/list-orders.ts';
import { orderFilter } from '../app/admin/orders/order-filter.ts';
import { productFilter } from '../app/admin/products/list-filter.ts';
import { listProducts, productsPerPage } from '../app/admin/products/read-products.ts';
import type { Database } from '../app/lib/database.types.ts';
import { type BackOffice, openBackOffice, tenantId } from './back-office.ts';
import { atMost, type Figure } from './figures.ts';

const repetitions = 9;
/** What somebody still takes for at once, in ms. */
const atOnce = 300;
const sizes = { orders: 100_000, customers: 10_000, products: 10_000 };
/** The stock from which a product is nearly sold out. */
const low = 5;

const asked = (address: string) => new URLSearchParams(address);

/** The lists as their pages ask for them: the first page, the last, ordered otherwise, searched. */
function listsOf({ url, headers: { apikey = '', ...headers } }: BackOffice) {
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
  const customers = async (filter: { sort?: 'spent'; search?: string; page?: number }) =>
    (await listCustomers(client, tenantId, { search: '', sort: 'newest', page: 1, ...filter })).customers;
  const last = (rows: number, perPage: number) => `page=${Math.floor(rows / perPage)}`;
  return {
    'orders, first page': () => orders(''),
    'orders, page 20': () => orders('page=20'),
    'orders, last page': () => orders(last(sizes.orders, ordersPerPage)),
    'orders by total': () => orders('sort=total-down'),
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
    'customers by what they spent': () => customers({ sort: 'spent' }),
    'customers of an email': () => customers({ search: 'b47' }),
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
