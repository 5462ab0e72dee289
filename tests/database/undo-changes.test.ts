import { identifier } from 'embedded-supabase/database';
import { describe, expect, test } from 'vitest';
import { admin, db, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';

storeForEachTest();

type Entry = { id: number; action: string; entity: string; label: string; undone: boolean };
type Undone = { undone: number; left: number; refusal: { message: string } | null; next: number | null };

/** Top-level entries of the log, newest first. */
const entries = async (): Promise<Entry[]> => {
  const rows = await admin.run(
    `select id, action, entity, label, undone_at is not null as undone from audit_log
      where tenant_id = $1 and part_of is null order by id desc`,
    [store.tenantId],
  );
  return rows.map(({ id, action, entity, label, undone }) => ({
    id: Number(id),
    action: String(action),
    entity: String(entity),
    label: String(label),
    undone: undone === true,
  }));
};
const undo = (...ids: number[]) =>
  admin.value<Undone>('select to_jsonb(undo_changes($1, $2::text::bigint[])) as value', [
    store.tenantId,
    `{${ids.join()}}`,
  ]);
const staffDo = (statement: string) => admin.run(statement);
const rowsOf = (table: string) =>
  db.owner`select to_jsonb(t) - '{version,updated_at}'::text[] as row from ${identifier(table)} t
    where tenant_id = ${store.tenantId} order by id`;
const ours = () => `tenant_id = '${store.tenantId}'`;

describe('the trash', () => {
  test.each([
    ['categories', `insert into categories (tenant_id, name, description) values (#, 'Spare', 'For later')`],
    [
      'banners',
      `insert into banners (tenant_id, title, image_url, position) values (#, 'Sale', '/a.webp', 7)`,
    ],
    [
      'faq_questions',
      `insert into faq_questions (tenant_id, question, answer, position) values (#, 'When?', 'Soon.', 7)`,
    ],
    ['saved_replies', `insert into saved_replies (tenant_id, title, body) values (#, 'Late', 'On its way.')`],
    ['discounts', `insert into discounts (tenant_id, code, kind, value) values (#, 'WINTER', 'percent', 10)`],
    ['offers', `insert into offers (tenant_id, name, kind, value) values (#, 'Winter', 'percent', 10)`],
    [
      'delivery_slots',
      `insert into delivery_slots (tenant_id, day_of_week, from_time, to_time) values (#, 2, '06:00', '07:00')`,
    ],
    [
      'shipping_zones',
      `insert into shipping_zones (tenant_id, name, places, rates) values (#, 'Coast', '{Matrouh}', '[{"method": "standard", "fee": 80}]')`,
    ],
    [
      'search_synonyms',
      `insert into search_synonyms (tenant_id, words, one_way) values (#, '{gift,mug}', true)`,
    ],
  ])('gives rows of %s back as they were, and says so in the log', async (table, insert) => {
    await db.owner.unsafe(insert.replace('#', `'${store.tenantId}'`));
    const before = await rowsOf(table);
    const id = `(select id from ${table} where ${ours()} order by created_at desc limit 1)`;
    await staffDo(`delete from ${table} where id = ${id}`);
    const [deleted] = await entries();
    expect(deleted).toMatchObject({ action: 'delete', entity: table, undone: false });
    expect(await undo(deleted?.id ?? 0)).toMatchObject({ undone: 1, left: 0, next: null });
    expect(await rowsOf(table)).toEqual(before);
    const [restored, undone] = await entries();
    expect(restored).toMatchObject({ action: 'restore', label: deleted?.label });
    expect(undone).toEqual({ ...deleted, undone: true });
    await expect(undo(deleted?.id ?? 0)).rejects.toThrow('undone already');
  });

  test('restores a product with its category and its place in the store, from any way to it', async () => {
    const product = () => db.owner`select name, stock, is_active, category_id, deleted_at from products
      where id = ${store.hoodieId}`;
    const before = await product();
    const remove = () =>
      admin.value<{ change_id: string }>(
        `select to_jsonb(change_products($1, $2::text::uuid[], '{"kind": "delete"}')) as value`,
        [store.tenantId, `{${store.hoodieId}}`],
      );
    await remove();
    const [deleted] = await entries();
    expect(deleted).toMatchObject({ action: 'delete', entity: 'products', label: 'Ink hoodie' });
    await undo(deleted?.id ?? 0);
    expect(await product()).toEqual(before);

    const { change_id: changeId } = await remove();
    await staffDo(`select undo_product_change('${changeId}')`);
    expect((await entries()).find(({ action }) => action === 'delete')).toMatchObject({ undone: true });

    await remove();
    const restore = `select restore_deleted('${store.tenantId}', 'products', '{${store.hoodieId}}')`;
    await staffDo(restore);
    expect(await product()).toEqual(before);
    expect(await admin.refusal(restore)).toMatchObject({ detail: 'nothing_to_undo' });
  });

  test('restores one of several deleted together, and the rest when the step is undone', async () => {
    const all = [store.hoodieId, store.mugId, store.hiddenId];
    const waiting = async () =>
      (
        await db.owner`select id from products where tenant_id = ${store.tenantId} and deleted_at is not null`
      ).map(({ id }) => id);
    await admin.value(
      `select to_jsonb(change_products($1, $2::text::uuid[], '{"kind": "delete"}')) as value`,
      [store.tenantId, `{${all.join()}}`],
    );
    // The other entries are parts of this one.
    const [first] = await db.owner`select id, entity_id from audit_log
      where tenant_id = ${store.tenantId} and action = 'delete' and part_of is null`;
    const alone = await admin.value<Undone>(
      'select to_jsonb(undo_changes($1, $2::text::bigint[], p_parts => false)) as value',
      [store.tenantId, `{${first?.id}}`],
    );
    expect(alone).toEqual({ undone: 1, left: 0, refusal: null, next: null, above_ids: [] });
    expect((await waiting()).toSorted()).toEqual(all.filter((id) => id !== first?.entity_id).toSorted());
    await admin.value(
      `select to_jsonb(change_products($1, $2::text::uuid[], '{"kind": "delete"}')) as value`,
      [store.tenantId, `{${first?.entity_id}}`],
    );
    await staffDo(`select restore_deleted('${store.tenantId}', 'products', '{${first?.entity_id}}')`);
    expect(await waiting()).toHaveLength(2);
    expect(await undo(Number(first?.id))).toMatchObject({ undone: 2, left: 0 });
    expect(await waiting()).toEqual([]);
  });

  test('keeps deleted rows for 30 days, and is only for the store’s staff', async () => {
    await db.owner`insert into categories (tenant_id, name) values (${store.tenantId}, 'Spare')`;
    await staffDo(`delete from categories where name = 'Spare' and ${ours()}`);
    const [deleted] = await entries();
    const statement = `select undo_changes('${store.tenantId}', '{${deleted?.id}}')`;
    const shopper = await makePerson(db, store.tenantId, 'user');
    expect(await shopper.refusal(statement)).toMatchObject({ detail: 'staff_only' });
    await db.owner`update audit_log set created_at = now() - interval '31 days' where id = ${deleted?.id ?? 0}`;
    expect(await admin.refusal(statement)).toMatchObject({ detail: 'nothing_to_undo' });
    expect(
      await db.owner`select 1 from categories where name = 'Spare' and tenant_id = ${store.tenantId}`,
    ).toEqual([]);
  });
});

describe('undoing a change', () => {
  test('restores what it changed, unless somebody has changed that again', async () => {
    const price = async () =>
      (await db.owner`select price::int as price from products where id = ${store.hoodieId}`)[0]?.price;
    const before = await price();
    await staffDo(`update products set price = 99 where id = '${store.hoodieId}'`);
    const [first] = await entries();
    await staffDo(`update products set name = 'Ink hoody' where id = '${store.hoodieId}'`);
    await undo(first?.id ?? 0);
    expect(await price()).toBe(before);

    await staffDo(`update products set price = 98 where id = '${store.hoodieId}'`);
    const [second] = await entries();
    await staffDo(`update products set price = 97 where id = '${store.hoodieId}'`);
    await expect(undo(second?.id ?? 0)).rejects.toThrow(
      'Ink hoodie has been changed again since.'.replace('hoodie', 'hoody'),
    );
    expect(await price()).toBe(97);
  });

  test('restores stock on top of later sales', async () => {
    await staffDo(`select adjust_stock('${store.mugId}', 5, 'Delivery')`);
    const [counted] = await entries();
    const stock = async () =>
      (await db.owner`select stock from products where id = ${store.mugId}`)[0]?.stock;
    const after = await stock();
    await db.owner`update products set stock = stock - 2 where id = ${store.mugId}`;
    await undo(counted?.id ?? 0);
    expect(await stock()).toBe(Number(after) - 2 - 5);
  });

  test('of settings and of something new works, of an order or a role does not', async () => {
    const legal = `update settings set legal = legal || '{"terms": "Other"}' where ${ours()}`;
    const settings = () => db.owner`select legal from settings where tenant_id = ${store.tenantId}`;
    const before = await settings();
    await staffDo(legal);
    await undo((await entries())[0]?.id ?? 0);
    expect(await settings()).toEqual(before);

    await staffDo(`insert into categories (tenant_id, name) values ('${store.tenantId}', 'Fresh')`);
    const [added] = await entries();
    await db.owner`update products set category_id = (select id from categories where name = 'Fresh' and tenant_id = ${store.tenantId})
      where id = ${store.mugId}`;
    await expect(undo(added?.id ?? 0)).rejects.toThrow('Fresh is in use by now.');
    await db.owner`update products set category_id = null where id = ${store.mugId}`;
    await undo(added?.id ?? 0);
    expect((await entries())[0]).toMatchObject({ action: 'delete', label: 'Fresh' });

    await db.owner`insert into audit_log (tenant_id, action, entity, entity_id, before, after)
      values (${store.tenantId}, 'update', 'user_roles', ${admin.id}, '{"role": "user"}', '{"role": "admin"}')`;
    await expect(undo((await entries())[0]?.id ?? 0)).rejects.toThrow('undone already');
  });
});

describe('a job over many rows', () => {
  const states = (ids: number[]) =>
    admin.run('select parts, can_undo from audit_states($1, $2::text::bigint[]) order by id desc', [
      store.tenantId,
      `{${ids.join()}}`,
    ]);

  test('is one entry that is undone as a whole, except what was changed again', async () => {
    await admin.value(
      `select to_jsonb(change_products($1, $2::text::uuid[], '{"kind": "stock", "by": "set", "value": 50}')) as value`,
      [store.tenantId, `{${store.hoodieId},${store.mugId},${store.hiddenId}}`],
    );
    const [job, ...others] = await entries();
    expect(job).toMatchObject({ action: 'update', entity: 'products' });
    expect(others.filter(({ entity }) => entity === 'products')).toEqual([]);
    expect(await states([job?.id ?? 0])).toEqual([{ parts: 2, can_undo: true }]);
    await admin.value(
      `select to_jsonb(change_products($1, $2::text::uuid[], '{"kind": "delete"}')) as value`,
      [store.tenantId, `{${store.mugId}}`],
    );
    expect(await undo(job?.id ?? 0)).toMatchObject({
      undone: 2,
      left: 1,
      refusal: expect.objectContaining({ message: expect.stringContaining('Mug') }),
    });
    const [undoing] = await entries();
    expect(await states([undoing?.id ?? 0])).toEqual([{ parts: 1, can_undo: true }]);
  });

  test('in several parts is one entry per kind of change, and its undo comes in parts as well', async () => {
    const send = (rows: object[], changeId: string | null) =>
      admin.value<{ change_id: string }>(
        `select to_jsonb(import_products($1, $2::text::jsonb, false, nullif($3, '')::uuid)) as value`,
        [store.tenantId, JSON.stringify(rows), changeId ?? ''],
      );
    const lots = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => ({ row: from + at, set: { name: `Lot ${from + at}` } }));
    const { change_id: changeId } = await send(lots(0, 60), null);
    await send(lots(60, 110), changeId);
    const made = (await entries()).filter(({ entity }) => entity === 'products');
    expect(made).toMatchObject([{ action: 'insert', label: 'Lot 0' }]);
    const first = await undo(made[0]?.id ?? 0);
    expect(first).toMatchObject({ undone: 100, left: 0 });
    const rest = await admin.value<Undone>(
      'select to_jsonb(undo_changes($1, $2::text::bigint[], $3::text::bigint)) as value',
      [store.tenantId, `{${made[0]?.id}}`, String(first.next)],
    );
    expect(rest).toEqual({ undone: 10, left: 0, refusal: null, next: null, above_ids: [] });
    const undoable = 'select * from undoable_product_changes($1)';
    expect(await admin.run(undoable, [store.tenantId])).toEqual([]);
  });
});
