import { beforeEach, describe, expect, test } from 'vitest';
import { Constants, type Database } from '../../app/lib/database.types.ts';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { attempt, errorMessage, type Person, server } from './people.ts';
import { inProduction, moveShipment, piecesOf, sent } from './shipments.ts';
import {
  call,
  designOf,
  freshTenant,
  makeStore,
  move,
  orderOf,
  type PlacedOrder,
  place,
  setStock,
} from './store.ts';

storeForEachTest({ tampers: true });

beforeEach(() => db.owner`delete from private.jobs`);

type Figure = Database['public']['Enums']['morning_figure'];
interface Counted {
  tenant_id: string;
  figure: Figure;
  entries: number;
  amount: number;
  entries_before: number;
  amount_before: number;
}
interface Row {
  tenant_id: string;
  subject: string;
  subject_id: string;
  label: string;
  detail: string;
  amount: number | null;
  all_entries: number;
}

const today = () =>
  db.owner<{ day: string }[]>`select private.shop_time()::date::text as day`.then(([row]) => row?.day ?? '');

/** The figures of today, so far. */
async function morning(who: Person, tenantIds: string[] | null = [store.tenantId]): Promise<Counted[]> {
  const figures =
    "select coalesce(jsonb_agg(to_jsonb(counted)), '[]') as value from morning(nullif($1, '')::text[], $2::text::date) counted";
  return call<Counted[]>(db, who.identity, figures, [tenantIds ? `{${tenantIds}}` : '', await today()]);
}

async function rowsOf(
  who: Person,
  figure: Figure,
  tenantId: string,
  limit = 200,
  offset = 0,
): Promise<Row[]> {
  const rows = `select coalesce(jsonb_agg(to_jsonb(listed)), '[]') as value
    from morning_rows($1::text::morning_figure, array[$2], $3::text::date, $4::text::integer, $5::text::integer) listed`;
  return call<Row[]>(db, who.identity, rows, [
    figure,
    tenantId,
    await today(),
    String(limit),
    String(offset),
  ]);
}

const figureOf = (figures: Counted[], figure: Figure, tenantId = store.tenantId) =>
  figures.find((one) => one.figure === figure && one.tenant_id === tenantId);

async function requestReturn(order: PlacedOrder): Promise<string> {
  const asked = "select (request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb)).id as value";
  return call<string>(db, shopper.identity, asked, [order.id, JSON.stringify(piecesOf(order, 1))]);
}

/** Gives every figure of the store at least one row. */
async function fillStore(): Promise<void> {
  await setStock(db, store.hoodieId, 200);
  await buy();
  await buy({ payment_method: 'bank_transfer' });
  await moveShipment(await sent(await inProduction(2)), 'delivered');
  const overdue = await sent(await inProduction());
  await moveShipment(overdue, 'delivered');
  await db.owner`update shipments set delivered_at = now() - interval '15 days' where id = ${overdue.id}`;

  const paid = await inProduction(3, { payment_method: 'bank_transfer' });
  await moveShipment(await sent(paid), 'delivered');
  await db.run(admin.identity, 'select receive_return($1::text::uuid, $2::text::jsonb)', [
    await requestReturn(paid),
    JSON.stringify([{ order_line_id: paid.lines[0]?.id, received: 1, fate: 'discard' }]),
  ]);
  await requestReturn(await delivered());

  await inProduction();
  await db.run(admin.identity, 'select pack_order($1::text::uuid)', [(await inProduction()).id]);
  await buy({ lines: [{ quantity: 1, size: 'L', color: 'Black', design: designOf(['Mona']) }] }).then(
    ({ id }) => move(db, admin.identity, id, 'confirmed', 'in_production'),
  );
  const lost = await inProduction();
  await moveShipment(await sent(lost, { carrier_name: 'Swift' }), 'lost');
  await db.owner`update carrier_claims set due_on = current_date - 1 where tenant_id = ${store.tenantId}`;
  for (const state of ['attempt_failed', 'returned_to_sender'])
    await moveShipment(await sent(await inProduction()), state);

  const late = await buy();
  await db.owner`update orders set days_to = 4, created_at = now() - interval '20 days' where id = ${late.id}`;
  const quiet = await sent(await inProduction());
  await db.owner`update shipments set handed_over_at = now() - interval '4 days' where id = ${quiet.id}`;
  await db.owner`update shipment_events set created_at = now() - interval '4 days' where shipment_id = ${quiet.id}`;

  await db.owner`insert into conversations (tenant_id, kind, name, email, subject, last_message_at) values
    (${store.tenantId}, 'contact', 'Mona', 'mona@example.com', 'Sizes', now() - interval '2 days'),
    (${store.tenantId}, 'contact', '', 'ali@example.com', '', now())`;
  await db.owner`insert into reviews (tenant_id, product_id, user_id, author_name, rating)
    values (${store.tenantId}, ${store.hoodieId}, ${shopper.id}, 'Mona', 4)`;
  await setStock(db, store.mugId, 0);
  await db.owner`update staff_settings set low_stock_threshold = 500 where tenant_id = ${store.tenantId}`;
}

describe('the owner’s morning', () => {
  test('every figure counts the rows of the list that it opens, and adds up their amounts', async () => {
    await fillStore();
    const figures = await morning(admin);
    expect(figures.map(({ figure }) => figure)).toEqual(Constants.public.Enums.morning_figure);
    for (const { figure, entries, amount } of figures) {
      const rows = await rowsOf(admin, figure, store.tenantId);
      expect(entries, figure).toBeGreaterThan(0);
      expect(rows, figure).toHaveLength(entries);
      expect(rows[0]?.all_entries, figure).toBe(entries);
      expect(Math.round(rows.reduce((sum, row) => sum + (row.amount ?? 0), 0) * 100), figure).toBe(
        Math.round(amount * 100),
      );
      expect(rows.filter(({ label }) => label === '')).toEqual([]);
    }
    const [first] = await rowsOf(admin, 'orders_placed', store.tenantId, 1);
    const [second] = await rowsOf(admin, 'orders_placed', store.tenantId, 1, 1);
    expect(second?.subject_id).not.toBe(first?.subject_id);
    expect(await rowsOf(admin, 'messages_late', store.tenantId)).toMatchObject([
      { subject: 'conversation', label: 'Mona', detail: 'Sizes' },
    ]);
    expect(await rowsOf(admin, 'ran_out', store.tenantId)).toMatchObject([
      { subject: 'product', subject_id: store.mugId, label: 'Mug' },
    ]);
  });

  test('its figures are those of the reports and the dashboard', async () => {
    await fillStore();
    const figures = await morning(admin);
    const shown = (figure: Figure) => figureOf(figures, figure);
    const [report] = await db.run(
      admin.identity,
      `select revenue::float8, cash_with_carriers::float8, refund_due::float8
      from report_totals($1, private.shop_time()::date, private.shop_time()::date)`,
      [store.tenantId],
    );
    expect({
      revenue: shown('sold')?.amount,
      cash_with_carriers: shown('cash_with_carriers')?.amount,
      refund_due: shown('refunds_due')?.amount,
    }).toEqual(report);
    const dashboard = await call<Record<string, number>>(
      db,
      admin.identity,
      'select to_jsonb(dashboard($1)) as value',
      [store.tenantId],
    );
    expect(dashboard).toMatchObject({
      low_stock: (shown('running_out')?.entries ?? 0) + (shown('sold_out')?.entries ?? 0),
      sold_out: shown('sold_out')?.entries,
      payments_to_confirm: shown('transfers_to_confirm')?.entries,
      refunds_due: shown('refunds_due')?.entries,
      messages_waiting: shown('messages_waiting')?.entries,
      reviews_waiting: shown('reviews_waiting')?.entries,
      money: { cash_overdue: shown('cash_overdue')?.amount },
    });
  });

  test('counts the orders of a queue as their list does', async () => {
    await fillStore();
    const figures = await morning(admin);
    const queues = await db.run(
      admin.identity,
      'select queue, orders::int from order_queue_counts(array[$1::text])',
      [store.tenantId],
    );
    for (const queue of ['to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed'] as const)
      expect(figureOf(figures, queue)?.entries, queue).toBe(
        queues.find((one) => one.queue === queue)?.orders,
      );
  });

  test('a day is compared with the same day a week before', async () => {
    const now = await buy();
    const before = await buy({ lines: [{ product_id: store.mugId, quantity: 2 }] });
    await db.owner`update orders set created_at = now() - interval '7 days' where id = ${before.id}`;
    const figures = await morning(admin);
    expect(figureOf(figures, 'sold')).toMatchObject({ amount: now.total, amount_before: before.total });
    expect(figureOf(figures, 'orders_placed')).toMatchObject({ entries: 1, entries_before: 1 });
  });

  test('an order is late the day after the last working day that was promised', async () => {
    const order = await buy();
    const lateOn = async (placed: string) => {
      await db.owner`update orders set days_to = 2, created_at = ${placed}::timestamp at time zone 'Africa/Cairo'
        where id = ${order.id}`;
      const [row] = await db.owner<{ day: string | null }[]>`
        select min(day)::date::text as day from generate_series(${placed}::date, ${placed}::date + 14, interval '1 day') day
        join private.overdue_promises(day::date) promise on promise.days = 2 and promise.placed_until >= ${placed}::date`;
      return row?.day;
    };
    // March 1, 2026 is a Sunday; Friday and Saturday are free.
    expect(await lateOn('2026-03-01 23:30')).toBe('2026-03-04');
    expect(await lateOn('2026-03-04 10:00')).toBe('2026-03-09');
    expect(figureOf(await morning(admin), 'orders_late')?.entries).toBe(1);
    await move(db, admin.identity, order.id, 'cancelled');
    expect(figureOf(await morning(admin), 'orders_late')?.entries).toBe(0);
  });

  test('shows the stores where somebody works, each with the figures that they may see there', async () => {
    const other = await makeStore(db, freshTenant());
    const foreign = await makeStore(db, freshTenant());
    await place(db, shopper.identity, orderOf(store));
    const both = [store.tenantId, other.tenantId, foreign.tenantId];
    const [role] = await db.owner`select id from private.staff_roles where key = 'packer'`;
    await db.owner`insert into staff_grants (user_id, tenant_id, role_id)
      values (${admin.id}, ${other.tenantId}, ${role?.id ?? ''})`;
    const figures = await morning(admin, both);
    const seenIn = (tenantId: string) =>
      figures.filter((one) => one.tenant_id === tenantId).map(({ figure }) => figure);
    expect(seenIn(store.tenantId)).toEqual(Constants.public.Enums.morning_figure);
    expect(seenIn(other.tenantId)).toEqual([
      ...[
        'orders_placed',
        'returns_received',
        'to_confirm',
        'to_print',
        'to_pack',
        'to_hand_over',
        'attempt_failed',
      ],
      ...['returned_to_sender', 'orders_late', 'shipments_quiet', 'returns_waiting'],
    ]);
    expect(seenIn(foreign.tenantId)).toEqual([]);
    expect(await rowsOf(admin, 'sold', other.tenantId)).toEqual([]);
    expect(await morning(shopper, both)).toEqual([]);
    // Without stores, all of them; a removed one has nothing left to do.
    const all = new Set((await morning(admin, null)).map(({ tenant_id }) => tenant_id));
    expect(all).toEqual(new Set([store.tenantId, other.tenantId]));
    await db.owner`update settings set state = 'gone' where tenant_id = ${other.tenantId}`;
    expect(new Set((await morning(admin, null)).map(({ tenant_id }) => tenant_id))).toEqual(
      new Set([store.tenantId]),
    );
  });
});

describe('the mail of the morning', () => {
  const want = (who: Person, hour: number | null) =>
    attempt(db, who.identity, 'select set_morning_mail($1::text::integer)', [
      hour === null ? null : String(hour),
    ]);

  test('is for people who work here, at an hour of the morning', async () => {
    expect(await want(admin, 8)).toHaveProperty('rows');
    expect(await call(db, admin.identity, 'select my_morning_mail() as value')).toBe(8);
    await want(admin, null);
    expect(await call(db, admin.identity, 'select my_morning_mail() as value')).toBeNull();
    const asked = 'select set_morning_mail($1::text::integer)';
    expect(await errorMessage(db, admin.identity, asked, ['13'])).toMatchObject({
      message: 'Choose an hour from 4 to 12 for the mail.',
    });
    expect((await errorMessage(db, shopper.identity, asked, ['8'])).code).toBe('42501');
  });

  interface Mailed {
    email: string;
    language: string;
    figure: Figure;
    entries: number;
  }

  /** Queues the mails that are due, and returns the figures of those to be sent. */
  async function mails(): Promise<Mailed[]> {
    await db.run(server, 'select queue_morning_mails()');
    const jobs = 'select coalesce(jsonb_agg(id), $1::text::jsonb) as value from take_jobs(array[$2], 100)';
    const ids = await call<number[]>(db, server, jobs, ['[]', 'send_morning_mail']);
    const figures =
      "select coalesce(jsonb_agg(to_jsonb(mailed)), '[]') as value from morning_mails_to_send($1::text::bigint[]) mailed";
    const found = await call<Mailed[]>(db, server, figures, [`{${ids}}`]);
    await db.owner`delete from private.jobs where id = any (${ids})`;
    return found;
  }

  const comeDue = (who: Person) =>
    db.owner`update private.morning_mails set next_at = now() where user_id = ${who.id}`;
  const nextDay = (who: Person) =>
    db.owner<{ day: string; at: string }[]>`
      select (private.shop_time(next_at)::date - private.shop_time()::date)::text as day,
        private.shop_time(next_at)::time::text as at
      from private.morning_mails where user_id = ${who.id}`.then(([row]) => row);

  test('comes once a day, at the address without the store’s mark and in the language of the office', async () => {
    await buy({ payment_method: 'bank_transfer' });
    await db.owner`update profiles set office_language = 'ar' where id = ${admin.id}`;
    await want(admin, 8);
    expect(await mails()).toEqual([]);
    await comeDue(admin);
    const mailed = await mails();
    expect(mailed).toContainEqual(
      expect.objectContaining({ figure: 'transfers_to_confirm', entries: 1, language: 'ar' }),
    );
    expect(new Set(mailed.map(({ email }) => email))).toEqual(
      new Set([admin.email.replace(`+${store.tenantId}`, '')]),
    );
    expect(await nextDay(admin)).toEqual({ day: '1', at: '08:00:00' });
    expect(await mails()).toEqual([]);
    // Another hour of the same day brings no second one.
    await want(admin, 12);
    expect(await nextDay(admin)).toEqual({ day: '1', at: '12:00:00' });
  });

  test('has the figures that its reader may see when it is sent, and says nothing without any, or when all are zero', async () => {
    await db.owner`delete from products where tenant_id = ${store.tenantId}`;
    await want(admin, 8);
    await comeDue(admin);
    expect(await mails()).toEqual([]);

    await db.owner`insert into conversations (tenant_id, kind, name) values (${store.tenantId}, 'contact', 'Mona')`;
    await db.owner`update private.morning_mails set queued_on = null, next_at = now() where user_id = ${admin.id}`;
    expect((await mails()).filter(({ entries }) => entries > 0)).toMatchObject([
      { figure: 'messages_waiting' },
    ]);
    await db.owner`update private.morning_mails set queued_on = null, next_at = now() where user_id = ${admin.id}`;
    await db.owner`delete from user_roles where user_id = ${admin.id}`;
    expect(await mails()).toEqual([]);
  });

  test('that could not be sent on its day is not sent on another', async () => {
    await buy({ payment_method: 'bank_transfer' });
    await want(admin, 8);
    await comeDue(admin);
    await db.run(server, 'select queue_morning_mails()');
    await db.owner`update private.jobs set key = split_part(key, ' ', 1) || ' ' || (split_part(key, ' ', 2)::date - 1)
      where kind = 'send_morning_mail'`;
    expect(await mails()).toEqual([]);
  });
});
