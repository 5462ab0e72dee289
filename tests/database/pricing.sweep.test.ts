import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type PriceSettings, type Prints, priceRules, unitPrice } from '../../app/cart/unit-price.ts';
import {
  type OrderTotals,
  orderTotals,
  type PriceDiscount,
  type TotalsSettings,
  totalsRules,
} from './order-totals.ts';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { designOf } from './store.ts';

const worlds = 50;
const cartsInAWorld = 200;

let shopper: Person;

databaseForFile();
beforeAll(async () => {
  await db.owner`insert into tenants (id, name) values ('priced', 'Priced')`;
  await db.owner`insert into settings (tenant_id) values ('priced')`;
  shopper = await makePerson(db, 'priced');
});

interface Discount {
  kind: PriceDiscount['kind'];
  /** Percent, or pounds. */
  value: number;
  minimum: number;
}

interface Cart {
  lines: {
    product: number | null;
    prints: { garment: number; texts: number; images: number } | null;
    quantity: number;
  }[];
  discount: number | null;
  express: boolean;
  points: number;
}

interface World {
  settings: PriceSettings & TotalsSettings;
  products: number[];
  discounts: Discount[];
  balance: number;
  carts: Cart[];
}

const garments = ['Hoodie', 'Sweatshirt', 'Regular T-shirt', 'Boxy T-shirt'];
const hundredths = (max: number, min = 0) => fc.integer({ min, max }).map((n) => n / 100);
// Small prices beside big ones: they hide rounding errors.
const price = fc.oneof(hundredths(500), hundredths(200_000), hundredths(9_999_999));

const settings: fc.Arbitrary<PriceSettings & TotalsSettings> = fc.record({
  shipping: fc.record({
    freeShippingThreshold: fc.option(fc.oneof(hundredths(100_000), fc.constant(0)), { nil: null }),
    defaultShippingFee: hundredths(10_000),
    expressShippingFee: hundredths(20_000),
  }),
  customization: fc.record({
    textPrice: hundredths(5_000),
    imagePrice: hundredths(9_000),
    baseProductPrices: fc.record(
      Object.fromEntries(garments.map((garment) => [garment, hundredths(50_000)])),
    ),
  }),
  points: fc.record({
    enabled: fc.boolean(),
    earnRate: hundredths(10_000),
    pointValue: fc.oneof(hundredths(100, 1), hundredths(100_000, 1)),
  }),
});

const discount: fc.Arbitrary<Discount> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), value: hundredths(10_000, 1), minimum: fc.constant(0) }),
  fc.record({
    kind: fc.constant('fixed' as const),
    value: hundredths(50_000, 1),
    minimum: hundredths(30_000),
  }),
  fc.record({
    kind: fc.constant('free_shipping' as const),
    value: fc.constant(0),
    minimum: hundredths(30_000),
  }),
);

const cart: fc.Arbitrary<Cart> = fc.record({
  lines: fc.array(
    fc
      .record({
        product: fc.option(fc.nat(7), { nil: null }),
        prints: fc.option(
          fc.record({ garment: fc.nat(garments.length - 1), texts: fc.nat(4), images: fc.nat(3) }),
          { nil: null, freq: 2 },
        ),
        quantity: fc.integer({ min: 1, max: 9 }),
      })
      .map((line) => (line.product === null && line.prints === null ? { ...line, product: 0 } : line)),
    { minLength: 1, maxLength: 5 },
  ),
  discount: fc.option(fc.nat(4), { nil: null, freq: 3 }),
  express: fc.boolean(),
  points: fc.oneof(fc.constant(0), fc.nat(500), fc.nat(100_000)),
});

const world: fc.Arbitrary<World> = fc.record({
  settings,
  products: fc.array(price, { minLength: 8, maxLength: 8 }),
  discounts: fc.array(discount, { minLength: 5, maxLength: 5 }),
  balance: fc.nat(100_000),
  carts: fc.array(cart, { minLength: cartsInAWorld, maxLength: cartsInAWorld }),
});

const printsOf = (line: Cart['lines'][number]): Prints | null =>
  line.prints && { ...line.prints, garment: garments[line.prints.garment] ?? '' };

/** The totals by the rules, in piastres. */
function byRules({ settings, products, discounts, balance }: World, { lines, ...cart }: Cart): OrderTotals {
  const rules = priceRules(settings);
  const priced = lines.map((line) => ({
    unit:
      unitPrice(line.product === null ? null : piastres(products[line.product]), printsOf(line), rules) ?? 0,
    quantity: line.quantity,
  }));
  const subtotal = priced.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0);
  const code = cart.discount === null ? undefined : discounts[cart.discount];
  const counts = code !== undefined && subtotal >= piastres(code.minimum);
  return orderTotals(
    {
      lines: priced,
      discount: counts ? { kind: code.kind, value: piastres(code.value) } : null,
      shippingMethod: cart.express ? 'express' : 'standard',
      points: cart.points <= balance ? cart.points : 0,
    },
    totalsRules(settings),
  );
}

const piastres = (pounds: number | undefined) => Math.round((pounds ?? Number.NaN) * 100);

/** The totals by the database, in piastres. */
async function byDatabase(world: World): Promise<OrderTotals[]> {
  const ids = world.products.map(() => randomUUID());
  const tag = randomUUID().slice(0, 8);
  const { shipping, customization, points } = world.settings;
  await db.owner`update settings set shipping = ${JSON.stringify({ ...shipping })}, points = ${JSON.stringify({ ...points })},
    customization = ${JSON.stringify({ ...customization, enabled: true, baseProductPrices: { ...customization.baseProductPrices } })}
    where tenant_id = 'priced'`;
  await db.owner`insert into products (id, tenant_id, name, price, stock)
    select id, 'priced', 'Thing', price, 1000000 from unnest(${ids}::uuid[], ${world.products.map(String)}::numeric[]) as p (id, price)`;
  await db.owner`insert into discounts (tenant_id, code, kind, value, minimum_subtotal)
    select 'priced', ${tag} || '-' || n, kind::discount_kind, value, minimum
    from unnest(${world.discounts.map((d) => d.kind)}::text[], ${world.discounts.map((d) => String(d.value))}::numeric[],
      ${world.discounts.map((d) => String(d.minimum))}::numeric[]) with ordinality as d (kind, value, minimum, n)`;
  await db.owner`update profiles set points = ${world.balance} where id = ${shopper.id}`;
  const documents = world.carts.map((cart) => ({
    tenant_id: 'priced',
    lines: cart.lines.map((line) => ({
      product_id: line.product === null ? null : ids[line.product],
      quantity: line.quantity,
      design:
        line.prints &&
        designOf(
          Array.from({ length: line.prints.texts }, () => 'Souk'),
          Array.from({ length: line.prints.images }, () => `local:${crypto.randomUUID()}`),
          garments[line.prints.garment],
        ),
    })),
    discount_code: cart.discount === null ? null : `${tag}-${cart.discount + 1}`,
    shipping_method: cart.express ? 'express' : 'standard',
    points: cart.points,
  }));
  const rows = await shopper.run(
    `select q.subtotal::numeric * 100 as subtotal, q.discount_total::numeric * 100 as discount,
       q.shipping_total::numeric * 100 as shipping, q.points_used::int as "pointsUsed",
       q.points_value::numeric * 100 as "pointsValue", q.points_earned::int as "pointsEarned",
       q.total::numeric * 100 as total
     from jsonb_array_elements($1::text::jsonb) with ordinality as d (document, n), quote_order(document) q order by n`,
    [JSON.stringify(documents)],
  );
  return rows.map((row) => ({
    subtotal: Number(row.subtotal),
    discount: Number(row.discount),
    shipping: Number(row.shipping),
    pointsUsed: Number(row.pointsUsed),
    pointsValue: Number(row.pointsValue),
    pointsEarned: Number(row.pointsEarned),
    total: Number(row.total),
  }));
}

test(`over ${worlds * cartsInAWorld} random carts the cart and the database agree to the piastre`, async () => {
  await fc.assert(
    fc.asyncProperty(world, async (world) => {
      const decided = await byDatabase(world);
      expect(decided).toEqual(world.carts.map((cart) => byRules(world, cart)));
    }),
    { numRuns: worlds, endOnFailure: true },
  );
}, 600_000);
