import { randomUUID } from 'node:crypto';
import { identifier } from 'embedded-supabase/database';
import { describe, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { color, save, size } from './grid.ts';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, attempt } from './people.ts';
import { newCustomers } from './races.ts';
import {
  call,
  callForOrder,
  designOf,
  freshTenant,
  listOptions,
  makeStore,
  move,
  orderOf,
  place,
  stockOf,
  variantOf,
} from './store.ts';

storeForEachTest({ tampers: true });

const variant = (name: string) => variantOf(db, store.hoodieId, name);

/** Changes a variant of the hoodie as a grid would: price, picture, SKU, or removal. */
const give = async (name: string, change: string) => {
  const { stock, ...row }: Record<string, string | undefined> = Object.fromEntries(
    change.split(', ').map((each) => each.split(' = ').map((part) => part.replaceAll("'", ''))),
  );
  const [now] = await db.owner`select id, stock from product_variants
    where product_id = ${store.hoodieId} and private.variant_name(option1, option2, option3) = ${name}`;
  for (const [column, value] of Object.entries(row))
    await db.owner`update product_variants set ${identifier(column)} = ${value ?? null} where id = ${now?.id}`;
  if (stock !== undefined)
    await db.owner`select private.adjust_stocks(array[${now?.id}]::uuid[], array[${Number(stock) - now?.stock}]::int[], '')`;
  await db.owner`select private.renew_products(array[${store.hoodieId}]::uuid[])`;
};

async function refusedLine(line: Record<string, unknown>) {
  const refusal = await shopper.refusal('select place_order($1::text::jsonb)', [
    JSON.stringify(orderOf(store, { lines: [{ quantity: 1, ...line }] })),
  ]);
  return { ...refusal, ...JSON.parse(refusal.hint ?? '{}') };
}

describe('an order', () => {
  test('names only a variant, and is sold it at its price, with its SKU and picture', async () => {
    await give('L / White', `price = 275.5, sku = 'INK-L-W', image = '/white.webp'`);
    const id = await variant('L / White');
    const order = await buy({ lines: [{ variant_id: id, quantity: 2 }] });
    expect(order).toMatchObject({
      subtotal: 551,
      lines: [
        {
          product_id: store.hoodieId,
          variant_id: id,
          sku: 'INK-L-W',
          image: '/white.webp',
          unit_price: 275.5,
          size: 'L',
          color: 'White',
          type: null,
          options: [
            { name: 'Size', value: 'L' },
            { name: 'Color', value: 'White' },
          ],
        },
      ],
    });
    expect(await stockOf(db, store.hoodieId, 'L / White')).toBe(18);
    expect(await stockOf(db, store.hoodieId)).toBe(20);
    const [moved] = await db.owner`
      select variant, delta, stock_after, reason from stock_movements where order_id = ${order.id}`;
    expect(moved).toEqual({ variant: 'L / White', delta: -2, stock_after: 18, reason: 'sale' });
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('is quoted by variant as well, for a cart from before variants too', async () => {
    await give('M / White', `sku = 'INK-M-W', stock = 3`);
    const quoted = await call(db, anonymous, 'select to_jsonb(quote_order($1::text::jsonb)) as value', [
      JSON.stringify({
        tenant_id: store.tenantId,
        lines: [{ product_id: store.hoodieId, size: 'm', color: 'white', quantity: 4 }],
      }),
    ]);
    const id = await variant('M / White');
    expect(quoted).toMatchObject({
      lines: [{ variant_id: id, sku: 'INK-M-W', stock: 3, problem: 'out_of_stock' }],
      problems: [{ variant_id: id, available: 3, message: 'Only 3 of Ink hoodie, M / White left.' }],
    });
  });

  test('is refused if sold out, with the combination in the message', async () => {
    await give('M / Black', 'stock = 0');
    expect(await refusedLine({ variant_id: await variant('M / Black') })).toMatchObject({
      detail: 'out_of_stock',
      message: 'Ink hoodie, M / Black is sold out.',
      available: 0,
    });
    await buy({ lines: [{ product_id: store.hoodieId, size: 'L', color: 'Black', quantity: 1 }] });
  });

  test('counts several lines of one variant together, and not those of others', async () => {
    const [black, white] = [await variant('M / Black'), await variant('M / White')];
    await buy({
      lines: [
        { variant_id: black, quantity: 12 },
        { variant_id: white, quantity: 12 },
      ],
    });
    expect(
      await shopper.attempt('select place_order($1::text::jsonb)', [
        JSON.stringify(
          orderOf(store, {
            lines: [
              { variant_id: black, quantity: 5 },
              { product_id: store.hoodieId, size: 'M', color: 'Black', quantity: 4 },
            ],
          }),
        ),
      ]),
    ).toMatchObject({ detail: 'out_of_stock', message: 'Only 8 of Ink hoodie, M / Black left.' });
  });

  test('is refused a combination that is not sold, does not exist, or belongs to another product or store', async () => {
    const other = await makeStore(db, freshTenant());
    const hidden = await variant('L / Black');
    await save(
      store.hoodieId,
      [size('M', 'L'), color('Black', 'White')],
      [
        { options: ['M', 'Black'] },
        { options: ['M', 'White'] },
        { options: ['L', 'Black'], is_active: false },
      ],
    );
    const { hoodieId: product_id } = store;
    for (const line of [
      { product_id, variant_id: hidden },
      { product_id, size: 'L', color: 'Black' },
      { product_id, size: 'L', color: 'White' },
      { product_id, variant_id: await variantOf(db, store.mugId) },
      { product_id, variant_id: randomUUID() },
      { product_id, variant_id: "'; drop table orders; --" },
    ]) {
      expect(await refusedLine(line)).toMatchObject({
        code: 'P0001',
        detail: 'unknown_option',
        line: 0,
        message: 'Ink hoodie does not come in the options you chose.',
      });
    }
    expect(await refusedLine({ variant_id: await variantOf(db, other.hoodieId, 'M / Black') })).toMatchObject(
      { detail: 'unknown_product' },
    );
    expect(await refusedLine({ variant_id: await variantOf(db, store.hiddenId) })).toMatchObject({
      detail: 'unknown_product',
    });
  });

  test('of a design uses the variant of its garment color, and none that the product lacks', async () => {
    const design = (color: string) => designOf(['Souk'], [], 'Hoodie', color);
    const line = { product_id: store.hoodieId, size: 'L' };
    await give('L / White', 'price = 300');
    const order = await buy({ lines: [{ ...line, quantity: 1, design: design('White') }] });
    expect(order.lines).toMatchObject([{ color: 'White', unit_price: 305 }]);
    expect(await stockOf(db, store.hoodieId, 'L / White')).toBe(19);
    expect(await refusedLine({ ...line, design: design('Purple') })).toMatchObject({
      detail: 'unknown_option',
    });
  });

  test('of a design on a product with further options to choose is refused, and says why', async () => {
    const fit = { name: 'Fit', values: ['Loose', 'Slim'] };
    await save(
      store.hoodieId,
      [size('M', 'L'), color('Black'), fit],
      [
        { options: ['M', 'Black', 'Loose'], stock: 5 },
        { options: ['L', 'Black', 'Slim'], stock: 5 },
      ],
    );
    const design = designOf(['Souk']);
    const printed = { product_id: store.hoodieId, size: 'M', design };
    expect(await refusedLine(printed)).toMatchObject({
      detail: 'option_required',
      message: expect.stringMatching(/^Ink hoodie cannot be printed on, because it comes in options/),
    });
    expect(await refusedLine({ product_id: store.hoodieId, size: 'M' })).toMatchObject({
      message: 'Choose the options of Ink hoodie.',
    });
    await save(store.hoodieId, [size('M', 'L'), color('Black')], [{ options: ['M', 'Black'], stock: 5 }]);
    expect(await refusedLine({ ...printed, size: '' })).toMatchObject({
      message: 'Choose the options of Ink hoodie.',
    });
    await buy({ lines: [{ ...printed, quantity: 1 }] });
  });

  test('keeps what it sold when variants are renamed or deleted, and restocks what still exists', async () => {
    const order = await buy({
      lines: [
        { variant_id: await variant('M / Black'), quantity: 1 },
        { variant_id: await variant('L / White'), quantity: 1 },
      ],
    });
    await listOptions(db, store.hoodieId, { size: 'M' });
    await move(db, shopper.identity, order.id, 'cancelled');
    const lines = await db.owner`
      select size, color, variant_id is null as gone from order_lines where order_id = ${order.id} order by position`;
    expect(lines).toEqual([
      { size: 'M', color: 'Black', gone: false },
      { size: 'L', color: 'White', gone: true },
    ]);
    expect(await checkLedger(db.owner)).toEqual([]);
  });
});

test('returned pieces go back to their variant, even when it is no longer sold', async () => {
  const order = await delivered();
  await give('M / Black', 'is_active = false');
  await admin.run(`select change_order_status($1, 'return_requested')`, [order.id]);
  await admin.run(`select change_order_status($1, 'returned', '', true)`, [order.id]);
  expect(await stockOf(db, store.hoodieId, 'M / Black')).toBe(20);
  const [row] = await db.owner`select stock from products where id = ${store.hoodieId}`;
  expect(row).toEqual({ stock: 60 });
  expect(await checkLedger(db.owner)).toEqual([]);
});

test('a replacement is the same variant in another size, and never a sold-out one', async () => {
  const order = await delivered();
  await give('L / Black', 'stock = 0');
  const replace = (): [string, string[]] => [
    `select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', $3)) as value`,
    [order.id, JSON.stringify([{ order_line_id: order.lines[0]?.id, size: 'l' }]), randomUUID()],
  ];
  expect(await shopper.refusal(...replace())).toMatchObject({
    message: 'Ink hoodie, L / Black is sold out.',
  });
  await give('L / Black', 'stock = 1');
  expect(await callForOrder(db, shopper.identity, ...replace())).toMatchObject({
    lines: [{ variant_id: await variant('L / Black'), size: 'L', color: 'Black' }],
  });
  expect(await stockOf(db, store.hoodieId, 'L / Black')).toBe(0);
});

test('forty buyers of the last three mediums while others buy large ones: three mediums, every large, no stock lost', async () => {
  await give('M / Black', 'stock = 3');
  const [medium, large] = [await variant('M / Black'), await variant('L / Black')];
  const people = await newCustomers(56);
  const outcomes = await Promise.all(
    people.map(async ({ identity }, i) => {
      const variant_id = i < 40 ? medium : large;
      const sent = JSON.stringify(orderOf(store, { lines: [{ variant_id, quantity: 1 }] }));
      const outcome = await attempt(db, identity, 'select place_order($1::text::jsonb)', [sent]);
      return `${i < 40 ? 'medium' : 'large'} ${'rows' in outcome ? 'ok' : outcome.detail}`;
    }),
  );
  const count = (what: string) => outcomes.filter((outcome) => outcome === what).length;
  expect([count('medium ok'), count('medium out_of_stock'), count('large ok')]).toEqual([3, 37, 16]);
  expect(await stockOf(db, store.hoodieId)).toBe(0);
  expect(await stockOf(db, store.hoodieId, 'L / Black')).toBe(4);
  expect(await checkLedger(db.owner)).toEqual([]);
});

test('a grid saved while people buy loses none of their orders, and never deadlocks with them', async () => {
  const people = await newCustomers(20);
  const options = [
    { name: 'Size', kind: 'size', values: ['M', 'L'] },
    { name: 'Color', kind: 'color', values: ['Black', 'White'] },
  ];
  const rows = ['M,Black', 'M,White', 'L,Black', 'L,White'].map((at, i) => ({
    options: at.split(','),
    stock: 30,
    stock_was: 20,
    sku: `S-${i}`,
  }));
  const save = async (version: number) =>
    admin.attempt('select save_product_variants($1, $2::text::int, $3::text::jsonb, $4::text::jsonb)', [
      ...[store.hoodieId, String(version), JSON.stringify(options), JSON.stringify(rows)],
    ]);
  const [opened] = await db.owner`select version from products where id = ${store.hoodieId}`;
  const [, , ...orders] = await Promise.all([
    save(opened?.version),
    save(opened?.version),
    ...people.map(({ identity }) => place(db, identity, orderOf(store))),
  ]);
  expect(orders).toHaveLength(20);
  expect(await stockOf(db, store.hoodieId)).toBe(10);
  expect(await checkLedger(db.owner)).toEqual([]);
});

test('variant sales are reported, and which of them run out', async () => {
  await give('M / Black', `sku = 'INK-M-B', stock = 3, price = 100`);
  await buy({ lines: [{ variant_id: await variant('M / Black'), quantity: 2 }] });
  await buy({ lines: [{ variant_id: await variant('L / Black'), quantity: 1 }] });
  const ask = (text: string) => admin.run(text, [store.tenantId]);
  expect(
    await ask(
      'select name, variant, sku, quantity::int, revenue::float8 as revenue from report_variants($1, current_date - 1, current_date + 1)',
    ),
  ).toEqual([
    { name: 'Ink hoodie', variant: 'L / Black', sku: null, quantity: 1, revenue: 250 },
    { name: 'Ink hoodie', variant: 'M / Black', sku: 'INK-M-B', quantity: 2, revenue: 200 },
  ]);
  await db.owner`
    update products set translations = '{"ar": {"name": "كوب", "description": "للشاي."}}' where id = ${store.mugId}`;
  expect(await ask('select to_jsonb(dashboard($1)) as value')).toMatchObject([
    {
      value: {
        running_out: [
          { id: store.hoodieId, variant: 'M / Black', sku: 'INK-M-B', stock: 1 },
          { id: store.mugId, variant: '', stock: 5, translations: { ar: { name: 'كوب' } } },
        ],
      },
    },
  ]);
  const rows = await ask(`select report_rows($1, 'variants', current_date - 1, current_date + 1) as value`);
  expect(rows[0]?.value).toHaveLength(2);
});

test('a sold variant that was deleted is reported by its old name', async () => {
  await buy({ lines: [{ variant_id: await variant('L / Black'), quantity: 1 }] });
  await db.owner`delete from product_variants where id = ${await variant('L / Black')}`;
  const rows = await admin.run(
    'select name, variant, quantity::int from report_variants($1, current_date - 1, current_date + 1)',
    [store.tenantId],
  );
  expect(rows).toEqual([{ name: 'Ink hoodie', variant: 'L / Black', quantity: 1 }]);
});
