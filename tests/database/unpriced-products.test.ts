import { describe, expect, test } from 'vitest';
import { add, product, write } from './grid.ts';
import { admin, buy, store, storeForEachTest } from './own-store.ts';

storeForEachTest();

const unpriced = async () => {
  const [row] = await admin.run(
    `insert into products (tenant_id, name, is_active) values ($1, 'Lamp', false) returning id, price`,
    [store.tenantId],
  );
  expect(row?.price).toBeNull();
  return String(row?.id);
};

const change = (id: string, change: unknown) =>
  [
    'select to_jsonb(change_products($1, $2::text::uuid[], $3::text::jsonb)) as value',
    [store.tenantId, `{${id}}`, JSON.stringify(change)],
  ] as const;

const imported = async (set: Record<string, unknown>, id?: string) => {
  const rows = [{ row: 2, ...(id ? { id } : {}), set }];
  const report = await admin.value<{ rows: Record<string, unknown>[] }>(
    'select to_jsonb(import_products($1, $2::text::jsonb, false)) as value',
    [store.tenantId, JSON.stringify(rows)],
  );
  return report.rows[0];
};

describe('a product without a price', () => {
  test('is stored hidden, and cannot be put on sale by any means', async () => {
    const id = await unpriced();
    const refusal = { detail: 'price_missing', message: 'Lamp has no price. Give it one before it is sold.' };
    const activate = `update products set is_active = true where id = $1`;
    expect(await admin.refusal(activate, [id])).toMatchObject(refusal);
    const [sql, values] = change(id, { kind: 'is_active', value: true });
    expect(await admin.refusal(sql, [...values])).toMatchObject(refusal);
    const insert = `insert into products (tenant_id, name) values ($1, 'Lamp')`;
    expect(await admin.refusal(insert, [store.tenantId])).toMatchObject(refusal);
    const add = `select add_product($1, '{"name": "Lamp"}', '[]', '[{"options": []}]')`;
    expect(await admin.refusal(add, [store.tenantId])).toMatchObject(refusal);
    expect(await imported({ is_active: true }, id)).toMatchObject({
      outcome: 'refused',
      column: 'price',
      message: refusal.message,
    });
    expect(await product(id)).toMatchObject({ is_active: false, price: null, min_price: null });
  });

  test('cannot be ordered', async () => {
    const lines = [{ product_id: await unpriced(), quantity: 1 }];
    await expect(buy({ lines })).rejects.toMatchObject({
      message: 'A product in your cart is no longer sold.',
    });
  });

  test('is sold once it has one, even 0', async () => {
    const id = await unpriced();
    await write(id, 'price = 0, is_active = true');
    expect(await product(id)).toMatchObject({ price: 0, is_active: true, min_price: 0 });
  });

  test('loses its price only while it is hidden', async () => {
    const id = await add({ price: 5 });
    const clear = 'update products set price = null where id = $1';
    expect(await admin.refusal(clear, [id])).toMatchObject({ detail: 'price_missing' });
    await write(id, 'price = null, is_active = false');
    expect(await product(id)).toMatchObject({ price: null });
  });

  test('is imported hidden from a file, and the result says so', async () => {
    const row = await imported({ name: 'Shade', is_active: true });
    expect(row).toMatchObject({ outcome: 'added', unpriced: true });
    expect(await product(String(row?.id))).toMatchObject({ is_active: false, price: null });
    expect(await imported({ name: 'Free shade', price: 0 })).toMatchObject({ unpriced: null });
  });

  test('stays without one when prices change together, until one is set', async () => {
    const id = await unpriced();
    const price = (by: string, value: number) =>
      admin.value(...spread(change(id, { kind: 'price', by, value, strike: false })));
    await price('percent', 10);
    await price('amount', 5);
    expect(await product(id)).toMatchObject({ price: null });
    await price('set', 20);
    expect(await product(id)).toMatchObject({ price: 20 });
  });
});

function spread([sql, values]: ReturnType<typeof change>): [string, string[]] {
  return [sql, [...values]];
}
