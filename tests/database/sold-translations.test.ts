import { expect, test } from 'vitest';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { server } from './people.ts';
import { takeAlerts, takeMails } from './queued-notifications.ts';
import { inProduction, moveShipment, pack, piecesOf } from './shipments.ts';
import { call, designOf, orderOf, type PlacedOrder, variantOf } from './store.ts';

storeForEachTest({ tampers: true });

const arabic = { ar: { name: 'هودي الحبر', values: { Black: 'أسود', M: 'وسط' } } };

/** Translates the hoodie and its option values to Arabic. */
async function translateHoodie(name = 'هودي الحبر'): Promise<void> {
  await db.owner`
    update products set translations = ${JSON.stringify({ ar: { name, description: 'قطن ثقيل' } })}::text::jsonb where id = ${store.hoodieId}`;
  for (const [option, values] of [
    ['Color', { Black: 'أسود', White: 'أبيض' }],
    ['Size', { M: 'وسط', L: 'كبير' }],
  ] as const)
    await db.owner`
      update product_options set translations = ${JSON.stringify({ ar: { values } })}::text::jsonb
      where product_id = ${store.hoodieId} and lower(name) = lower(${option})`;
}

const linesOf = ({ id }: Pick<PlacedOrder, 'id'>) =>
  db.owner`select name, translations from order_lines where order_id = ${id} order by position`;

test('an order keeps its products’ Arabic names, even after they are renamed', async () => {
  await translateHoodie();
  const order = await buy();
  await translateHoodie('هودي آخر');
  expect(await linesOf(order)).toEqual([{ name: 'Ink hoodie', translations: arabic }]);
});

test('untranslated products have no other names in an order', async () => {
  const order = await buy();
  await translateHoodie();
  expect(await linesOf(order)).toEqual([{ name: 'Ink hoodie', translations: {} }]);
});

test('a replacement in another size keeps the name as sold, and has its size’s current name', async () => {
  await translateHoodie();
  const order = await delivered();
  await translateHoodie('هودي آخر');
  const [line] = order.lines;
  const again = await shopper.value<PlacedOrder>(
    `select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', $3)) as value`,
    [order.id, JSON.stringify([{ order_line_id: line?.id, size: 'L' }]), crypto.randomUUID()],
  );
  expect(await linesOf(again)).toEqual([
    {
      name: 'Ink hoodie',
      translations: { ar: { name: 'هودي الحبر', values: { ...arabic.ar.values, L: 'كبير' } } },
    },
  ]);
});

test('an edit names added products in both languages', async () => {
  await translateHoodie();
  const order = await buy({ lines: [{ product_id: store.mugId, quantity: 1 }] });
  await admin.value('select to_jsonb(edit_order($1::text::uuid, $2::text::jsonb)) as value', [
    order.id,
    JSON.stringify({ add: [{ product_id: store.hoodieId, quantity: 1, size: 'M', color: 'Black' }] }),
  ]);
  const [edit] = await db.owner`select id, added from order_edits where order_id = ${order.id}`;
  expect(edit?.added).toMatchObject([{ name: 'Ink hoodie', translations: arabic }]);
  await shopper.value('select to_jsonb(decide_edit($1::text::uuid, true)) as value', [edit?.id]);
  expect(await linesOf(order)).toMatchObject([{ translations: {} }, { translations: arabic }]);
});

test('an invoice, a shipment notification and one about cancelled pieces name products in both languages', async () => {
  await translateHoodie();
  const order = await inProduction(3);
  const [line] = order.lines;
  await admin.value('select to_jsonb(cancel_pieces($1::text::uuid, $2::text::jsonb)) as value', [
    order.id,
    JSON.stringify([{ order_line_id: line?.id, quantity: 1 }]),
  ]);
  await moveShipment(await pack(order, piecesOf(order, 2)), 'handed_over');
  const documents = await db.owner`
    select part.name, part.translations from invoice_lines part join invoices invoice on invoice.id = part.invoice_id
    where invoice.order_id = ${order.id} and part.kind = 'line'`;
  expect(documents).toEqual([{ name: 'Ink hoodie', translations: arabic }]);
  await db.owner`update private.jobs set run_at = now() from order_notifications message where message.id::text = key and message.order_id = ${order.id}`;
  const messages = await call<{ kind: string; about: unknown }[]>(db, server, takeMails);
  const aboutOf = (kind: string) => messages.find((message) => message.kind === kind)?.about;
  const pieces = { name: 'Ink hoodie', translations: arabic };
  expect(aboutOf('pieces_cancelled')).toEqual({ cancelled: [{ ...pieces, quantity: 1 }] });
  expect(aboutOf('shipped')).toMatchObject({ shipment: { pieces: [{ ...pieces, quantity: 2 }] } });
});

test('a designed garment is named by its type, in its order, invoice and notifications', async () => {
  const order = await inProduction(2, {
    lines: [{ quantity: 2, design: designOf(['Souk']), size: 'M', color: 'black' }],
  });
  await moveShipment(await pack(order, piecesOf(order, 2)), 'handed_over');
  const garment = { name: 'Custom Hoodie', garment: 'Hoodie' };
  expect(order.lines).toMatchObject([{ ...garment, product_id: null, translations: {} }]);
  const documents = await db.owner`
    select part.name, part.garment from invoice_lines part join invoices invoice on invoice.id = part.invoice_id
    where invoice.order_id = ${order.id} and part.kind = 'line'`;
  expect(documents).toEqual([garment]);
  await db.owner`update private.jobs set run_at = now() from order_notifications message where message.id::text = key and message.order_id = ${order.id}`;
  const messages = await call<{ kind: string; about: unknown }[]>(db, server, takeMails);
  expect(messages.find(({ kind }) => kind === 'shipped')?.about).toMatchObject({
    shipment: { pieces: [{ ...garment, quantity: 2 }] },
  });
});

test('a refusal names products in both languages, with the values of a sold-out variant', async () => {
  await translateHoodie();
  const line = { product_id: store.hoodieId, size: 'M', color: 'Black' };
  const quote = await shopper.value<{ problems: unknown[] }>(
    'select to_jsonb(quote_order($1::text::jsonb)) as value',
    [JSON.stringify(orderOf(store, { lines: [{ ...line, quantity: 21 }] }))],
  );
  expect(quote.problems).toMatchObject([
    {
      code: 'out_of_stock',
      message: 'Only 20 of Ink hoodie, M / Black left.',
      translations: { ar: { name: 'هودي الحبر, وسط / أسود' } },
    },
  ]);
  const order = await buy({ lines: [{ ...line, quantity: 1 }] });
  const asked = JSON.stringify([{ order_line_id: order.lines[0]?.id, quantity: 2 }]);
  const refusal = await db
    .run(shopper.identity, 'select cancel_pieces($1::text::uuid, $2::text::jsonb)', [order.id, asked])
    .catch(({ hint }: { hint: string }) => JSON.parse(hint));
  expect(refusal).toMatchObject({ name: 'Ink hoodie', translations: arabic, open: 1 });
});

test('a refusal of stock or a price names the product or its variant to staff in both languages', async () => {
  await translateHoodie();
  const refusal = (statement: string, ...parameters: string[]) =>
    admin.run(statement, parameters).then(
      () => undefined,
      ({ detail, hint }: { detail: string; hint: string }) => ({ detail, ...JSON.parse(hint) }),
    );
  const change = (given: object) =>
    refusal(
      'select change_products($1, $2::text::uuid[], $3::text::jsonb)',
      ...[store.tenantId, `{${store.hoodieId}}`, JSON.stringify(given)],
    );
  expect(await change({ kind: 'stock', by: 'add', value: -500 })).toMatchObject({
    detail: 'too_few_in_stock',
    name: 'Ink hoodie, M / Black',
    translations: { ar: { name: 'هودي الحبر, وسط / أسود' } },
  });
  const named = { name: 'Ink hoodie', translations: { ar: { name: 'هودي الحبر' } } };
  expect(await change({ kind: 'price', by: 'amount', value: -100_000, strike: false })).toMatchObject({
    detail: 'invalid_price',
    ...named,
  });
  expect(
    await refusal('update products set price = null where id = $1::text::uuid', store.hoodieId),
  ).toMatchObject({ detail: 'price_missing', ...named });
});

test('a stock alert names its variant in the person’s language', async () => {
  await translateHoodie();
  const variant = await variantOf(db, store.hoodieId, 'M / Black');
  const stock = (pieces: number) =>
    admin.run('select adjust_stock($1, $2, $3, $4)', [store.hoodieId, pieces, 'counted', variant]);
  await stock(-20);
  await db.owner`update profiles set language = 'ar' where id = ${shopper.id}`;
  const ask = 'insert into stock_alerts (tenant_id, product_id, variant_id) values ($1, $2, $3)';
  for (const { identity } of [shopper, admin])
    await db.run(identity, ask, [store.tenantId, store.hoodieId, variant]);
  await stock(2);
  const alerts = await call<{ variant_id: string; language: string | null }[]>(
    db,
    server,
    takeAlerts('stock'),
  );
  const ours = alerts.filter(({ variant_id }) => variant_id === variant);
  expect(ours.find(({ language }) => language === 'ar')).toMatchObject({
    product: 'هودي الحبر',
    variant: 'وسط / أسود',
  });
  expect(ours.find(({ language }) => language !== 'ar')).toMatchObject({
    product: 'Ink hoodie',
    variant: 'M / Black',
  });
});

test('the dashboard and the reports name variants in both languages, including sold-out ones', async () => {
  await translateHoodie();
  await buy();
  const said = { translations: { ar: { name: 'هودي الحبر', variant: 'وسط / أسود' } }, variant: 'M / Black' };
  await db.owner`update product_variants set stock = 1 where product_id = ${store.hoodieId} and option1 = 'M' and option2 = 'Black'`;
  const { running_out } = await admin.value<{ running_out: unknown[] }>(
    'select to_jsonb(dashboard($1)) as value',
    [store.tenantId],
  );
  expect(running_out).toContainEqual(expect.objectContaining(said));
  for (const report of ['variants', 'stock']) {
    const rows = await admin.value<unknown[]>(
      'select report_rows($1, $2, current_date - 1, current_date + 1) as value',
      [store.tenantId, report],
    );
    expect(rows, report).toContainEqual(expect.objectContaining(said));
  }
});
