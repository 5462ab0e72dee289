import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, givePoints, shopper, store, storeForEachTest } from './own-store.ts';
import { errorMessage, makePerson, type Person, server } from './people.ts';
import { inProduction, moveShipment, pack, piecesOf, sent } from './shipments.ts';
import { freshTenant, makeStore, move, type PlacedOrder, setStock } from './store.ts';

storeForEachTest();
beforeEach(async () => {
  await db.owner`
    update settings set payment = payment || '{"vatRate": 14}',
      invoicing = '{"legalName": "Ink Trading LLC", "legalAddress": "4 Talaat Harb, Cairo", "taxNumber": "123-456-789"}',
      translations = '{"ar": {"invoicing": {"legalName": "شركة إنك للتجارة"}}}'
    where tenant_id = ${store.tenantId}`;
});

interface IssuedDocument {
  code: string;
  kind: 'invoice' | 'credit_note';
  corrects: string | null;
  total: number;
  tax: number;
  lines: string[];
}

/** An order's invoices and credit notes in issue order, each line as "2 × Ink hoodie: 500 (61.4)". */
const documentsOf = ({ id }: { id: string }) => db.owner<IssuedDocument[]>`
  select document.code, document.kind::text as kind, corrected.code as corrects, document.total::float8 as total, document.tax::float8 as tax, (
    select array_agg(coalesce(part.quantity || ' × ', '') || coalesce(nullif(part.name, ''), part.kind::text) || ': '
      || part.amount::float8 || ' (' || part.tax::float8 || ')' order by part.position)
    from invoice_lines part where part.invoice_id = document.id
  ) as lines
  from invoices document left join invoices corrected on corrected.id = document.corrects_id
  where document.order_id = ${id} order by document.issued_at`;

const year = new Intl.DateTimeFormat('en', { timeZone: 'Africa/Cairo', year: 'numeric' }).format();
const invoice = (number: number) => `INV-${year}-${String(number).padStart(6, '0')}`;
const creditNote = (number: number) => `CRN-${year}-${String(number).padStart(6, '0')}`;

const refund = (order: PlacedOrder, what: Record<string, unknown>) =>
  admin.value('select to_jsonb(refund_order($1::text::uuid, $2::text::jsonb)) as value', [
    order.id,
    JSON.stringify(what),
  ]);

describe('an invoice', () => {
  test('is issued when a cash order’s first shipment leaves, for its whole price', async () => {
    const order = await inProduction(3);
    const shipment = await pack(order, piecesOf(order, 1));
    expect(await documentsOf(order)).toEqual([]);
    await moveShipment(shipment, 'handed_over');
    expect(await documentsOf(order)).toEqual([
      {
        code: invoice(1),
        kind: 'invoice',
        corrects: null,
        total: 750,
        tax: 92.11,
        lines: ['3 × Ink hoodie: 750 (92.11)'],
      },
    ]);
    await moveShipment(shipment, 'delivered');
    await sent(order);
    expect(await documentsOf(order)).toHaveLength(1);
  });

  test('is issued once an order is prepaid, also with store credit, with the tax of its delivery', async () => {
    const transfer = await buy({ payment_method: 'bank_transfer' });
    expect(await documentsOf(transfer)).toEqual([]);
    await admin.run("select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)", [transfer.id]);
    expect(await documentsOf(transfer)).toMatchObject([
      { total: 280, tax: 34.38, lines: ['1 × Ink hoodie: 250 (30.7)', 'shipping: 30 (3.68)'] },
    ]);
    await admin.run("select adjust_store_credit($1, $2::text::uuid, 1000, 'A gift')", [
      store.tenantId,
      shopper.id,
    ]);
    const credit = await buy({ store_credit: true });
    expect(await documentsOf(credit)).toMatchObject([{ code: invoice(2), total: 280 }]);
  });

  test('keeps seller and customer as they were, and cannot be changed', async () => {
    const order = await inProduction(1);
    await sent(order);
    await db.owner`update settings set invoicing = '{}', translations = '{}' where tenant_id = ${store.tenantId}`;
    const [document] =
      await db.owner`select id, seller, shown_buyer(invoices) as buyer, order_number from invoices where order_id = ${order.id}`;
    expect(document).toMatchObject({
      seller: {
        name: 'Ink Trading LLC',
        address: '4 Talaat Harb, Cairo',
        tax_number: '123-456-789',
        translations: { ar: { name: 'شركة إنك للتجارة' } },
      },
      buyer: { address: { full_name: 'Mona Adel', street: '9 Road 233' } },
      order_number: order.number,
    });
    expect(JSON.stringify(document?.buyer)).not.toContain('0101234');
    const id = String(document?.id);
    for (const [text, who] of [
      ["update invoices set total = 1 where id = '$'", server],
      ["delete from invoices where id = '$'", server],
      ["update invoice_lines set amount = 1 where invoice_id = '$'", server],
      ["delete from invoice_lines where invoice_id = '$'", server],
      ["delete from invoice_addresses where invoice_id = '$'", server],
    ] as const)
      expect(await errorMessage(db, who, text.replace('$', id)), text).toMatchObject({
        detail: 'invoice_issued',
      });
    for (const who of [admin, shopper])
      expect(await who.refusal(`delete from invoices where id = '${id}'`)).toMatchObject({
        code: '42501',
      });
    await expect(db.owner.unsafe(`delete from invoices where id = '${id}'`)).rejects.toThrow(
      'An invoice is never changed',
    );
  });

  test('is not issued for free items', async () => {
    const order = await inProduction(1);
    await moveShipment(await sent(order), 'delivered');
    const asked = await shopper.value<{ id: string }>(
      "select to_jsonb(request_return($1::text::uuid, 'Torn', p_kind => 'replacement')) as value",
      [order.id],
    );
    const given = await admin.value<{ replacement_order_id: string }>(
      'select to_jsonb(decide_return($1::text::uuid, true)) as value',
      [asked.id],
    );
    const id = given.replacement_order_id;
    const shipment = await admin.value<{ id: string }>(
      'select to_jsonb(pack_order($1::text::uuid)) as value',
      [id],
    );
    await admin.run(`select move_shipments('{${shipment.id}}', 'handed_over')`);
    expect(await documentsOf({ id })).toEqual([]);
    expect(await documentsOf(order)).toHaveLength(1);
  });

  test('has no tax in a store that is not registered for VAT, and its own day’s rate when the rate changes', async () => {
    const before = await inProduction(1);
    await db.owner`update settings set payment = payment - 'vatRate' where tenant_id = ${store.tenantId}`;
    const after = await inProduction(1);
    await sent(before);
    await sent(after);
    expect(await documentsOf(before)).toMatchObject([{ tax: 34.38 }]);
    expect(await documentsOf(after)).toMatchObject([{ tax: 0, total: 280 }]);
  });
});

describe('a credit note', () => {
  test('credits returned-to-sender pieces, and pieces sent again are invoiced again', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    await moveShipment(shipment, 'returned_to_sender');
    expect((await documentsOf(order)).slice(1)).toEqual([
      {
        code: creditNote(1),
        kind: 'credit_note',
        corrects: invoice(1),
        total: 500,
        tax: 61.4,
        lines: ['2 × Ink hoodie: 500 (61.4)'],
      },
    ]);
    await admin.run('select inspect_shipment($1::text::uuid, $2::text::jsonb)', [
      shipment.id,
      JSON.stringify([{ order_line_id: order.lines[0]?.id, sent_again: 1, restocked: 1 }]),
    ]);
    expect((await documentsOf(order)).slice(2)).toMatchObject([
      { code: invoice(2), total: 250, lines: ['1 × Ink hoodie: 250 (30.7)'] },
    ]);
    await moveShipment(await sent(order), 'returned_to_sender');
    // The credit note corrects the invoice that the piece is on now.
    expect((await documentsOf(order)).slice(3)).toMatchObject([
      { code: creditNote(2), corrects: invoice(2), total: 250 },
    ]);
  });

  test('is computed from stored shares, so that single pieces sum up to the piastre', async () => {
    await givePoints(shopper, 500);
    const order = await inProduction(3, {
      discount_code: 'TEN',
      points: 333,
      payment_method: 'bank_transfer',
    });
    for (let piece = 1; piece <= 3; piece += 1)
      await admin.run('select cancel_pieces($1::text::uuid, $2::text::jsonb)', [
        order.id,
        JSON.stringify(piecesOf(order, 1)),
      ]);
    const [corrected, ...notes] = await documentsOf(order);
    expect(notes.map(({ kind }) => kind)).toEqual(['credit_note', 'credit_note', 'credit_note']);
    const sum = (key: 'total' | 'tax') => notes.reduce((all, note) => all + Math.round(note[key] * 100), 0);
    expect(sum('total')).toBe(Math.round((corrected?.total ?? 0) * 100));
    expect(sum('tax')).toBe(Math.round((corrected?.tax ?? 0) * 100));
  });

  test('names refunds of a price, of the delivery and as goodwill', async () => {
    const order = await inProduction(2, { payment_method: 'bank_transfer', shipping_method: 'express' });
    const [line] = piecesOf(order, 1);
    await refund(order, {
      lines: [{ order_line_id: line?.order_line_id, amount: 40 }],
      shipping: 20,
      goodwill: 10,
      way: 'cash',
    });
    expect((await documentsOf(order)).slice(1)).toMatchObject([
      { total: 70, tax: 8.6, lines: ['Ink hoodie: 40 (4.91)', 'shipping: 20 (2.46)', 'goodwill: 10 (1.23)'] },
    ]);
  });

  test('and an invoice follow an exchange after payment, at the order’s rate', async () => {
    const order = await inProduction(1, { payment_method: 'bank_transfer' });
    await db.owner`update settings set payment = payment || '{"vatRate": 10}' where tenant_id = ${store.tenantId}`;
    const changes = { add: [{ product_id: store.mugId, quantity: 1 }], remove: piecesOf(order, 1) };
    await admin.run('select edit_order($1::text::uuid, $2::text::jsonb)', [
      order.id,
      JSON.stringify(changes),
    ]);
    expect((await documentsOf(order)).slice(1)).toMatchObject([
      { code: invoice(2), lines: ['1 × Mug: 99.99 (12.28)'] },
      { code: creditNote(1), corrects: invoice(1), lines: ['1 × Ink hoodie: 250 (30.7)'] },
    ]);
  });

  test('credits each part to the invoice that has it, newest first', async () => {
    const order = await inProduction(1, { payment_method: 'bank_transfer' });
    const more = { add: [{ product_id: store.mugId, quantity: 1 }] };
    await admin.run('select edit_order($1::text::uuid, $2::text::jsonb)', [order.id, JSON.stringify(more)]);
    await shopper.run('select decide_edit(id, true) from order_edits where order_id = $1::text::uuid', [
      order.id,
    ]);
    await move(db, admin.identity, order.id, 'cancelled');
    expect((await documentsOf(order)).map(({ corrects, total }) => [corrects, total])).toEqual([
      [null, 280],
      [null, 99.99],
      [invoice(1), 280],
      [invoice(2), 99.99],
    ]);
  });
});

describe('the numbers', () => {
  test('of a store have no gaps and no duplicates when many orders leave at once and many calls are rolled back', async () => {
    await setStock(db, store.hoodieId, 4 * 24);
    const orders = await Promise.all(Array.from({ length: 24 }, () => inProduction(1)));
    const shipments = await Promise.all(orders.map((order) => pack(order)));
    const handOver = ({ id }: { id: string }) =>
      admin.value(
        `select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from move_shipments('{${id}}', 'handed_over') answer`,
      );
    const isUndone = (_: unknown, at: number) => at % 3 === 0;
    const undo = ({ id }: { id: string }) =>
      db.owner.begin(async (sql) => {
        await sql`select private.book_moves(array[${id}::uuid], 'handed_over')`;
        await sql`select private.refresh_order(order_id) from shipments where id = ${id}`;
        await sql`set constraints all immediate`;
        const [document] = await sql`
          select code from invoices where order_id = (select order_id from shipments where id = ${id})`;
        throw new Error(`${document?.code} is undone`);
      });
    await Promise.all([
      ...shipments
        .filter(isUndone)
        .map((shipment) => expect(undo(shipment)).rejects.toThrow(/^INV-.* is undone$/)),
      ...shipments.filter((shipment, at) => !isUndone(shipment, at)).map(handOver),
    ]);
    await Promise.all(shipments.filter(isUndone).map(handOver));
    const numbers = await db.owner`
      select number from invoices where tenant_id = ${store.tenantId} order by number`;
    expect(numbers.map(({ number }) => number)).toEqual(orders.map((_, at) => at + 1));
  });

  test('of each store and year start at one', async () => {
    await sent(await inProduction(1));
    const other = await makeStore(db, freshTenant());
    const [first] = await db.owner`select * from private.next_invoice_number(${other.tenantId}, 'invoice')`;
    expect(first?.number).toBe(1);
    await db.owner`update private.invoice_counters set year = 2020, invoices = 41 where tenant_id = ${other.tenantId}`;
    const [next] = await db.owner`select * from private.next_invoice_number(${other.tenantId}, 'invoice')`;
    expect([next?.number, String(next?.year)]).toEqual([1, year]);
    await db.owner`delete from private.invoice_counters where tenant_id = ${other.tenantId}`;
  });
});

test('shoppers read their own invoices, staff those of their store, and nobody else any', async () => {
  const order = await inProduction(1);
  await sent(order);
  const seen = async (who: Pick<Person, 'run'>) =>
    (await who.run('select i.id from invoices i join invoice_lines l on l.invoice_id = i.id')).length;
  const other = await makePerson(db, store.tenantId);
  const elsewhere = await makeStore(db, freshTenant());
  expect([await seen(shopper), await seen(admin)]).toEqual([2, 2]);
  expect([await seen(other), await seen(await makePerson(db, elsewhere.tenantId, 'admin'))]).toEqual([0, 0]);
});

describe('the figures of a month', () => {
  type Taxed = Record<'net' | 'tax' | 'total', number>;
  interface Figures {
    documents: {
      code: string;
      kind: 'invoice' | 'credit_note';
      total: number;
      corrects: string | null;
      by_rate: (Taxed & { rate: number })[];
    }[];
    vat: { rate: number; invoiced: Taxed; credited: Taxed; left: Taxed }[];
    money: { kind: string; amount: number }[];
    carriers: { amount: number }[];
  }
  const figuresOf = (month: string) =>
    admin.value<Figures>('select to_jsonb(figures) as value from month_figures($1, $2::text::date) figures', [
      store.tenantId,
      `${month}-01`,
    ]);
  const thisMonth = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format().slice(0, 7);

  /** Moves everything so far to an earlier month. */
  const dateBack = () =>
    db.owner.begin(async (sql) => {
      await sql`alter table invoices disable trigger invoices_stay`;
      await sql`
        update invoices set issued_at = issued_at - interval '2 months'
        where tenant_id = ${store.tenantId}`;
      await sql`alter table invoices enable trigger invoices_stay`;
      await sql`
        update payment_entries set created_at = created_at - interval '2 months'
        where tenant_id = ${store.tenantId}`;
    });

  test('are its documents, its VAT by rate, its money, and the cash with carriers at its end', async () => {
    await moveShipment(await sent(await inProduction(2)), 'delivered');
    await moveShipment(await sent(await inProduction(1)), 'returned_to_sender');
    expect(await figuresOf(thisMonth())).toMatchObject({
      documents: [
        { code: invoice(1), total: 500 },
        { code: invoice(2), total: 280 },
        { code: creditNote(1), corrects: invoice(2), total: 280 },
      ],
      vat: [
        {
          rate: 14,
          invoiced: { net: 684.22, tax: 95.78, total: 780 },
          credited: { net: 245.62, tax: 34.38, total: 280 },
          left: { net: 438.6, tax: 61.4, total: 500 },
        },
      ],
      money: [{ kind: 'cash_collected', amount: 500 }],
      carriers: [{ amount: 500 }],
    });
  });

  test('add up to the piastre by rate: net and VAT to gross, and all documents to the price of the orders', async () => {
    await sent(await inProduction(3, { discount_code: 'TEN', shipping_method: 'express' }));
    await moveShipment(await sent(await inProduction(1)), 'returned_to_sender');
    const given = await inProduction(2, { payment_method: 'bank_transfer', shipping_method: 'express' });
    await db.owner`update settings set payment = payment || '{"vatRate": 5}' where tenant_id = ${store.tenantId}`;
    await sent(await inProduction(2, { discount_code: 'TEN' }));
    await db.owner`update settings set payment = payment - 'vatRate' where tenant_id = ${store.tenantId}`;
    await sent(await inProduction(1));
    await refund(given, { shipping: 10.01, goodwill: 3.33, way: 'cash' });
    const { documents, vat } = await figuresOf(thisMonth());
    const piastres = (pounds: number) => Math.round(pounds * 100);
    const sum = (numbers: number[]) => numbers.reduce((all, pounds) => all + piastres(pounds), 0);

    expect(vat.map(({ rate }) => rate)).toEqual([14, 5, 0]);
    for (const { rate, ...sums } of vat) {
      for (const kind of ['net', 'tax', 'total'] as const) {
        const of = (wanted: string) =>
          documents
            .filter((document) => document.kind === wanted)
            .flatMap(({ by_rate }) => by_rate.filter((part) => part.rate === rate).map((part) => part[kind]));
        expect(piastres(sums.invoiced[kind])).toBe(sum(of('invoice')));
        expect(piastres(sums.credited[kind])).toBe(sum(of('credit_note')));
        expect(piastres(sums.left[kind])).toBe(piastres(sums.invoiced[kind]) - piastres(sums.credited[kind]));
      }
      expect(piastres(sums.left.net) + piastres(sums.left.tax)).toBe(piastres(sums.left.total));
    }
    const [ledger] = await db.owner`
      select sum(amount)::float8 as charged from payment_entries where kind = 'charged' and tenant_id = ${store.tenantId}`;
    expect(sum(vat.map(({ left }) => left.total))).toBe(piastres(Number(ledger?.charged)));
  });

  test('never change after its end, whatever is refunded or settled later', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    await moveShipment(shipment, 'delivered');
    await dateBack();
    const [past] = await db.owner`
      select to_char(private.shop_time(max(issued_at)), 'YYYY-MM') as month from invoices where tenant_id = ${store.tenantId}`;
    const month = String(past?.month);
    const before = await figuresOf(month);
    expect(before.documents).toHaveLength(1);
    await refund(order, { goodwill: 50, way: 'cash' });
    await admin.run('select settle_cash($1, $2::text::jsonb)', [
      store.tenantId,
      JSON.stringify({ lines: [{ shipment_id: shipment.id, amount: 500 }] }),
    ]);
    expect(await figuresOf(month)).toEqual(before);
    expect(await figuresOf(thisMonth())).toMatchObject({ documents: [{ total: 50 }], carriers: [] });
  });

  test('are only for staff', async () => {
    expect(await shopper.refusal('select month_figures($1, now()::date)', [store.tenantId])).toMatchObject({
      code: '42501',
    });
  });
});
