import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { atOnce } from './races.ts';
import { makeStore, type Store } from './store.ts';

let store: Store;
let admin: Person;
let orders: Order[];

interface Order {
  id: string;
  buyer: number;
  status: string;
  payment: string;
  /** The moment in UTC, and the shop's day then. */
  at: string;
  day: string;
  shipping: number;
  discount: number;
  code: string | null;
  lines: { product: number; piastres: number; quantity: number }[];
}

const sales = ['pending', 'confirmed', 'in_production', 'shipped', 'delivered', 'return_requested'];
const statuses = [...sales, 'cancelled', 'returned', 'awaiting_payment'];
const payments = ['unpaid', 'paid', 'paid', 'failed', 'refund_due', 'refunded'];
const notGivenBack = ['unpaid', 'paid', 'failed'];
const shopDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' });

/** Seeded pseudorandom numbers. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Orders of the year around the clock changes, many within minutes of the shop's midnight. */
function randomOrders(count: number): Order[] {
  const roll = dice(20_261);
  return Array.from({ length: count }, () => {
    const midnight = Date.UTC(2026, 0, 1 + roll(365), roll(2) ? 21 : 22);
    const at = new Date(midnight + (roll(2) ? roll(86_400) : roll(600) - 300) * 1000);
    const lines = Array.from({ length: 1 + roll(3) }, () => ({
      product: roll(3),
      piastres: 1 + roll(90_000),
      quantity: 1 + roll(4),
    }));
    const subtotal = lines.reduce((sum, line) => sum + line.piastres * line.quantity, 0);
    const code = roll(4) === 0 ? 'TEN' : null;
    return {
      id: randomUUID(),
      buyer: roll(5),
      status: statuses[roll(statuses.length)] ?? '',
      payment: payments[roll(payments.length)] ?? '',
      at: at.toISOString(),
      day: shopDay.format(at),
      shipping: roll(6_000),
      lines,
      code,
      discount: code ? roll(subtotal) : 0,
    };
  });
}

/** An order's cost, payments and refunds. */
function moneyOf(order: Order) {
  const total = pounds(totalOf(order));
  const { status, payment } = order;
  const isOver = status === 'cancelled' || status === 'returned' || !notGivenBack.includes(payment);
  return {
    charged: isOver ? '0' : total,
    received: notGivenBack.includes(payment) ? '0' : total,
    given_back: payment === 'refunded' ? total : '0',
  };
}

const subtotalOf = ({ lines }: Order) => lines.reduce((sum, line) => sum + line.piastres * line.quantity, 0);
const totalOf = (order: Order) => subtotalOf(order) - order.discount + order.shipping;
const sum = <Item>(items: Item[], amount: (item: Item) => number) =>
  items.reduce((total, item) => total + amount(item), 0);
const pounds = (piastres: number) => (piastres / 100).toFixed(2);
const within = (from: string, to: string) =>
  orders.filter(
    ({ status, payment, day }) =>
      sales.includes(status) && notGivenBack.includes(payment) && day >= from && day <= to,
  );

function grouped<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

let buyers: Person[];
let products: string[];

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'inkthread');
  admin = await makePerson(db, store.tenantId, 'admin');
  buyers = await atOnce(5, () => makePerson(db, store.tenantId));
  products = [store.hoodieId, store.mugId, store.hiddenId];
  orders = randomOrders(600);
  const rows = orders.map((order) => ({
    id: order.id,
    user_id: buyers[order.buyer]?.id ?? '',
    status: order.status,
    payment_status: order.payment,
    created_at: order.at,
    subtotal: pounds(subtotalOf(order)),
    discount_total: pounds(order.discount),
    shipping_total: pounds(order.shipping),
    total: pounds(totalOf(order)),
    ...moneyOf(order),
    discount_code: order.code,
    discount_id: order.code && store.discountId,
  }));
  const lines = orders.flatMap((order) => {
    let left = order.discount;
    return order.lines.map(({ product, piastres, quantity }, position) => {
      const share = Math.min(left, piastres * quantity);
      left -= share;
      return {
        order_id: order.id,
        product_id: products[product] ?? '',
        position,
        quantity,
        unit_price: pounds(piastres),
        discount_share: pounds(share),
      };
    });
  });
  await db.owner`
    insert into orders (id, tenant_id, number, user_id, status, payment_status, payment_method, created_at, subtotal, discount_total,
      shipping_total, total, charged, received, given_back, discount_code, discount_id, destination)
    select r.id, ${store.tenantId}, 'IN-' || r.id, r.user_id, r.status, r.payment_status,
      'cash_on_delivery', r.created_at, r.subtotal,
      r.discount_total, r.shipping_total, r.total, r.charged, r.received, r.given_back, r.discount_code, r.discount_id, '{}'
    from jsonb_populate_recordset(null::orders, ${JSON.stringify(rows)}::text::jsonb) r`;
  await db.owner`
    insert into payment_entries (tenant_id, order_id, kind, amount, created_at)
    select tenant_id, id, 'given_back', given_back, created_at from orders where given_back > 0`;
  await db.owner`
    insert into order_lines (tenant_id, order_id, product_id, position, name, unit_price, quantity, discount_share)
    select ${store.tenantId}, r.order_id, r.product_id, r.position, 'As sold', r.unit_price, r.quantity, r.discount_share
    from jsonb_populate_recordset(null::order_lines, ${JSON.stringify(lines)}::text::jsonb) r`;
});

const ask = (text: string, from: string, to: string) => admin.run(text, [store.tenantId, from, to]);

// A year, a month, the nights of the clock changes, a day of 23 hours, and an ordinary day.
const ranges: [string, string][] = [
  ['2026-01-01', '2026-12-31'],
  ['2026-03-01', '2026-03-31'],
  ['2026-04-23', '2026-04-25'],
  ['2026-04-24', '2026-04-24'],
  ['2026-10-29', '2026-10-30'],
  ['2026-07-15', '2026-07-15'],
];

describe.each(ranges)('from %s to %s, with random orders', (from, to) => {
  test('totals and days are right to the piastre', async () => {
    const sold = within(from, to);
    const back = (payment: string, since = from) => {
      const given = orders.filter(
        ({ day, ...order }) => order.payment === payment && day >= since && day <= to,
      );
      return given.length > 0 ? pounds(sum(given, totalOf)) : '0';
    };
    const [totals] = await ask(
      'select orders, revenue, items, discounts, shipping, customers, refunded, refund_due from report_totals($1, $2, $3)',
      from,
      to,
    );
    expect(totals).toEqual({
      orders: String(sold.length),
      revenue: sold.length > 0 ? pounds(sum(sold, totalOf)) : '0',
      items: String(sum(sold, (order) => sum(order.lines, (line) => line.quantity))),
      discounts: sold.length > 0 ? pounds(sum(sold, (order) => order.discount)) : '0',
      shipping: sold.length > 0 ? pounds(sum(sold, (order) => order.shipping)) : '0',
      customers: String(new Set(sold.map((order) => order.buyer)).size),
      refunded: back('refunded'),
      // Owed at the end of the period, including by earlier orders.
      refund_due: back('refund_due', ''),
    });
    const days = await ask(
      'select bucket::text, orders, revenue from report_sales($1, $2, $3) where orders > 0',
      from,
      to,
    );
    const [given] = await ask('select sum(refunded) as sum from report_sales($1, $2, $3)', from, to);
    expect(given?.sum).toBe(back('refunded'));
    const expected = [...grouped(sold, (order) => order.day)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(days).toEqual(
      expected.map(([bucket, of]) => ({
        bucket,
        orders: String(of.length),
        revenue: pounds(sum(of, totalOf)),
      })),
    );
  });

  test('products, categories, customers and codes are right to the piastre', async () => {
    const sold = within(from, to);
    const lines = sold.flatMap((order) => order.lines.map((line) => ({ ...line, order: order.id })));
    const byProduct = [...grouped(lines, (line) => products[line.product] ?? '')].map(([product_id, of]) => ({
      product_id,
      quantity: String(sum(of, (line) => line.quantity)),
      revenue: pounds(sum(of, (line) => line.piastres * line.quantity)),
      orders: String(new Set(of.map((line) => line.order)).size),
    }));
    const inOrder = (rows: Record<string, unknown>[]) =>
      rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    const answered = await ask(
      'select product_id, quantity, revenue, orders from report_products($1, $2, $3)',
      from,
      to,
    );
    expect(inOrder(answered)).toEqual(inOrder(byProduct));
    const categories = await ask('select name, revenue from report_categories($1, $2, $3)', from, to);
    const byCategory = grouped(lines, (line) => (line.product === 0 ? 'Hoodies' : 'Uncategorized'));
    expect(inOrder(categories)).toEqual(
      inOrder(
        [...byCategory].map(([name, of]) => ({
          name,
          revenue: pounds(sum(of, (line) => line.piastres * line.quantity)),
        })),
      ),
    );
    const customers = await ask(
      'select user_id, orders, revenue from report_customers($1, $2, $3)',
      from,
      to,
    );
    expect(inOrder(customers)).toEqual(
      inOrder(
        [...grouped(sold, (order) => buyers[order.buyer]?.id ?? '')].map(([user_id, of]) => ({
          user_id,
          orders: String(of.length),
          revenue: pounds(sum(of, totalOf)),
        })),
      ),
    );
    const coded = sold.filter((order) => order.code);
    expect(await ask('select uses, given, revenue from report_discounts($1, $2, $3)', from, to)).toEqual(
      coded.length === 0
        ? []
        : [
            {
              uses: String(coded.length),
              given: pounds(sum(coded, (order) => order.discount)),
              revenue: pounds(sum(coded, totalOf)),
            },
          ],
    );
  });
});
