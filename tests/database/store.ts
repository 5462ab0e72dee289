import { randomUUID } from 'node:crypto';
import type { Identity } from 'embedded-supabase/database';
import { presets } from '../../app/brands/presets.ts';
import { rowOfBrand } from '../../app/store/brand-row.ts';
import type { TestDatabase } from '../support/database.ts';

/** A store with every payment method, points, prints and one of each thing that an order may refer to. */
export interface Store {
  tenantId: string;
  categoryId: string;
  hoodieId: string;
  mugId: string;
  hiddenId: string;
  discountId: string;
  slotId: string;
  /** A day next week on which the slot is open. */
  slotDate: string;
}

export const address = {
  full_name: 'Mona Adel',
  phone: '01012345678',
  governorate: 'Cairo',
  city: 'Maadi',
  street: '9 Road 233',
};

/** A design with texts on the front and pictures on the back. */
export const designOf = (
  texts: readonly string[],
  sources: readonly string[] = [],
  garment = 'Hoodie',
  color = 'Black',
) => {
  const place = { x: 0, y: 0, rotation: 0 };
  const style = {
    font: 'anton',
    size: 6,
    color: '#ffffff',
    align: 'center',
    letterSpacing: 0,
    arc: 0,
    outline: null,
  };
  const size = { name: 'cat.png', width: 20, height: 20, pixelWidth: 800, pixelHeight: 800 };
  return {
    version: 1,
    garment,
    color,
    elements: [
      ...texts.map((text, n) => ({ kind: 'text', id: `t${n}`, side: 'front', ...place, text, ...style })),
      ...sources.map((source, n) => ({
        kind: 'image',
        id: `i${n}`,
        side: 'back',
        ...place,
        source,
        ...size,
      })),
    ],
  };
};

/** Stores a picture for a person's designs and returns its source. */
export async function storedPicture(
  db: Pick<TestDatabase, 'owner'>,
  tenantId: string,
  userId: string,
): Promise<string> {
  const name = `${tenantId}/${userId}/${randomUUID()}.png`;
  await db.owner`insert into storage.objects (bucket_id, name) values ('designs', ${name})`;
  return `designs:${name}`;
}

/** A store id that no other test uses. */
export const freshTenant = () => `t${randomUUID().slice(0, 8)}`;

/** Creates a store with every payment method and the products of `addGoods`; unpaid orders are allowed. */
export async function makeStore(db: Pick<TestDatabase, 'owner'>, tenantId: string): Promise<Store> {
  const sql = db.owner;
  await sql`insert into tenants (id, name) values (${tenantId}, ${tenantId})`;
  await sql`insert into settings (tenant_id, payment, customization, points, features) values (${tenantId},
    '{"cashOnDelivery": true, "bankTransfer": true, "onlinePayment": true}',
    '{"enabled": true, "textPrice": 5, "imagePrice": 30, "baseProductPrices": {"Hoodie": 150}}',
    '{"enabled": true, "earnRate": 1, "pointValue": 0.1}',
    '{"wishlist": true, "reviews": true, "loyalty": true, "liveChat": true}')`;
  await sql`insert into staff_settings (tenant_id, notes, unpaid_orders_limit, unpaid_pieces_limit)
    values (${tenantId}, 'Ring twice', null, null)`;
  return addGoods(db, tenantId);
}

/** Gives a store the brand of the first preset, and a domain. */
export async function addBrand(db: Pick<TestDatabase, 'owner'>, tenantId: string): Promise<void> {
  const row = { ...rowOfBrand(presets[0]), tenant_id: tenantId };
  const columns = Object.keys(row).join(', ');
  await db.owner.unsafe(
    `insert into brands (${columns}) select ${columns} from jsonb_populate_record(null::brands, $1::text::jsonb)`,
    [JSON.stringify(row)],
  );
  await db.owner`insert into store_domains (tenant_id, domain, is_main) values (${tenantId}, ${`${tenantId}.test`}, true)`;
}

/**
 * Gives a store two products on sale (a hoodie in four variants, 20 of each; a plain mug, 5), a hidden one, a discount
 * and a delivery slot.
 */
export async function addGoods(db: Pick<TestDatabase, 'owner'>, tenantId: string): Promise<Store> {
  const store = {
    tenantId,
    categoryId: randomUUID(),
    hoodieId: randomUUID(),
    mugId: randomUUID(),
    hiddenId: randomUUID(),
    discountId: randomUUID(),
    slotId: randomUUID(),
  };
  const sql = db.owner;
  await sql`insert into categories (id, tenant_id, name) values (${store.categoryId}, ${tenantId}, 'Hoodies')`;
  await sql`insert into products (id, tenant_id, category_id, name, price, stock, images, is_active) values
    (${store.hoodieId}, ${tenantId}, ${store.categoryId}, 'Ink hoodie', 250, 0, '["a.webp"]', true),
    (${store.mugId}, ${tenantId}, null, 'Mug', 99.99, 5, '[]', true),
    (${store.hiddenId}, ${tenantId}, null, 'Not yet', 10, 5, '[]', false)`;
  await giveOptions(db, store.hoodieId, { size: ['M', 'L'], color: ['Black', 'White'] }, 20);
  await sql`insert into discounts (id, tenant_id, code, kind, value) values
    (${store.discountId}, ${tenantId}, 'TEN', 'percent', 10)`;
  const [slot] = await sql<{ day: string }[]>`
    insert into delivery_slots (id, tenant_id, day_of_week, from_time, to_time, capacity)
    values (${store.slotId}, ${tenantId}, extract(dow from private.shop_time() + interval '7 days'), '10:00', '14:00', 3)
    returning (private.shop_time() + interval '7 days')::date::text as day`;
  return { ...store, slotDate: slot?.day ?? '' };
}

/** Gives a product options with all their combinations, and each variant a stock. */
async function giveOptions(
  { owner }: Pick<TestDatabase, 'owner'>,
  productId: string,
  options: Partial<Record<'size' | 'color' | 'type', string[]>>,
  pieces = 0,
): Promise<void> {
  await owner`
    select private.save_variants(p, g.grid -> 'options', (
      select jsonb_agg(v || jsonb_build_object('stock', ${pieces}::int)) from jsonb_array_elements(g.grid -> 'variants') v
    ))
    from products p cross join lateral private.listed_grid(p.id, ${JSON.stringify(options)}) g (grid) where p.id = ${productId}`;
}

type ProductRow = Record<string, unknown> & {
  size?: unknown;
  color?: unknown;
  type?: unknown;
  stock?: unknown;
};

/** Adds a product with the options of its sizes, colors and types, and its stock distributed over all combinations. */
export async function addProduct(db: Pick<TestDatabase, 'owner'>, row: ProductRow): Promise<string> {
  const { size, color, type, stock, ...columns } = row;
  const names = Object.keys(columns).join(', ');
  const [added] = await db.owner.unsafe<{ id: string }[]>(
    `insert into products (${names}) select ${names} from jsonb_populate_record(null::products, $1) returning id`,
    [JSON.stringify(columns)],
  );
  const id = added?.id ?? '';
  await listOptions(db, id, { size, color, type });
  if (stock) await setStock(db, id, Number(stock));
  return id;
}

/** Gives a product the options in the texts, as a product file does. */
export async function listOptions(
  { owner }: Pick<TestDatabase, 'owner'>,
  productId: string,
  lists: { size?: unknown; color?: unknown; type?: unknown },
): Promise<void> {
  await owner`
    select private.save_variants(p, g.grid -> 'options', g.grid -> 'variants')
    from products p
    cross join lateral private.listed_grid(
      p.id, private.imported_lists(jsonb_strip_nulls(${JSON.stringify(lists)}))) g (grid)
    where p.id = ${productId} and g.grid is not null`;
}

/** Sets a product's total stock, distributed over its variants as evenly as possible. */
export async function setStock(
  { owner }: Pick<TestDatabase, 'owner'>,
  productId: string,
  pieces: number,
): Promise<void> {
  await owner`
    select private.adjust_stocks(array_agg(v.id), array_agg(
      ${pieces}::int / v.of_all + (v.place <= ${pieces}::int % v.of_all)::int - v.stock), 'Counted')
    from (
      select id, stock, count(*) over ()::int as of_all, row_number() over (order by position) as place
      from product_variants where product_id = ${productId} and is_active
    ) v`;
}

/** An order document for one hoodie, cash on delivery, with its own key. */
export function orderOf(
  store: Pick<Store, 'tenantId' | 'hoodieId'>,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    tenant_id: store.tenantId,
    idempotency_key: randomUUID(),
    lines: [{ product_id: store.hoodieId, quantity: 1, size: 'M', color: 'Black' }],
    address,
    payment_method: 'cash_on_delivery',
    ...changes,
  };
}

export interface PlacedOrder {
  id: string;
  number: string;
  status: string;
  payment_status: string;
  subtotal: number;
  discount_total: number;
  shipping_total: number;
  points_used: number;
  points_earned: number;
  total: number;
  lines: {
    id: string;
    product_id: string | null;
    customization_id: string | null;
    unit_price: number;
    size: string | null;
  }[];
}

/** An order returned by a call, with its lines. */
export async function withLines(
  { owner }: Pick<TestDatabase, 'owner'>,
  order: Omit<PlacedOrder, 'lines'>,
): Promise<PlacedOrder> {
  const rows = await owner<{ line: PlacedOrder['lines'][number] }[]>`
    select to_jsonb(order_lines) as line from order_lines where order_id = ${order.id} order by position`;
  return { ...order, lines: rows.map(({ line }) => line) };
}

/** Places an order as a person. */
export async function place(
  db: TestDatabase,
  who: Identity,
  document: Record<string, unknown>,
): Promise<PlacedOrder> {
  const placed = 'select to_jsonb(place_order($1::text::jsonb)) as value';
  return withLines(db, await call<PlacedOrder>(db, who, placed, [JSON.stringify(document)]));
}

/** Moves an order as a person. */
export async function move(
  db: TestDatabase,
  who: Identity,
  orderId: string,
  ...path: string[]
): Promise<PlacedOrder> {
  let order: PlacedOrder | undefined;
  for (const status of path) {
    order = await call<PlacedOrder>(
      db,
      who,
      'select to_jsonb(change_order_status($1, $2::text::order_status)) as value',
      [orderId, status],
    );
  }
  if (!order) throw new Error('An order is moved along at least one step');
  return withLines(db, order);
}

/** The `value` of a statement run as a person. */
export async function call<T>(
  db: TestDatabase,
  who: Identity,
  text: string,
  parameters: string[] = [],
): Promise<T> {
  const [row] = await db.run(who, text, parameters);
  return row?.value as T;
}

/** Calls a function that returns an order, and returns it with its lines. */
export async function callForOrder(
  db: TestDatabase,
  who: Identity,
  text: string,
  parameters: string[] = [],
): Promise<PlacedOrder> {
  const order = await call<Omit<PlacedOrder, 'lines'>>(db, who, text, parameters);
  const [row] = await db.owner<Pick<PlacedOrder, 'lines'>[]>`
    select jsonb_agg(to_jsonb(order_lines) order by position) as lines from order_lines where order_id = ${order.id}`;
  return { ...order, lines: row?.lines ?? [] };
}

/** The current stock of a variant, named as "M / Black", by default of the first product. */
export async function stockOf(db: TestDatabase, productId: string, variant?: string): Promise<number> {
  const [row] = await db.owner<{ stock: number }[]>`
    select stock from product_variants
    where product_id = ${productId} and ${variant ?? null}::text is not distinct from
      case when ${variant ?? null}::text is not null then private.variant_name(option1, option2, option3) end
    order by position limit 1`;
  return row?.stock ?? Number.NaN;
}

/** The id of a variant, named as "M / Black". */
export async function variantOf(
  db: Pick<TestDatabase, 'owner'>,
  productId: string,
  variant = '',
): Promise<string> {
  const [row] = await db.owner<{ id: string }[]>`
    select id from product_variants
    where product_id = ${productId} and private.variant_name(option1, option2, option3) = ${variant}`;
  if (!row) throw new Error(`There is no ${variant}`);
  return row.id;
}
