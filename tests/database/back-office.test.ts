import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { orderWithEverything } from './after-sale.ts';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { address, call, makeStore, orderOf, place, type Store } from './store.ts';

let store: Store;
let admin: Person;
let elsewhere: Person;
let shopper: Person;

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'inkthread');
  const other = await makeStore(db, 'duoworks');
  admin = await makePerson(db, store.tenantId, 'admin');
  elsewhere = await makePerson(db, other.tenantId, 'admin');
  shopper = await makePerson(db, store.tenantId);
});

describe('banners', () => {
  const order = 'select order_banners($1, $2::text::uuid[])';
  const list = (ids: string[]) => `{${ids.join(',')}}`;
  const titles = async () =>
    (await admin.run('select title from banners order by position')).map((row) => row.title);

  test('are sorted all at once, and a stale list is refused', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const [position, id] of ids.entries()) {
      await admin.run(
        'insert into banners (id, tenant_id, title, position) values ($1::text::uuid, $2, $3, $4::text::integer)',
        [id, store.tenantId, `Banner ${position}`, String(position)],
      );
    }
    await admin.run(order, [store.tenantId, list(ids.toReversed())]);
    expect(await titles()).toEqual(['Banner 2', 'Banner 1', 'Banner 0']);

    const unknown = list([...ids, randomUUID()]);
    expect(await admin.refusal(order, [store.tenantId, unknown])).toMatchObject({
      detail: 'banners_changed',
    });
    for (const who of [shopper, elsewhere]) {
      expect(await who.refusal(order, [store.tenantId, list(ids)])).toMatchObject({
        code: '42501',
      });
    }
    expect(await titles()).toEqual(['Banner 2', 'Banner 1', 'Banner 0']);
  });
});

describe('used by orders', () => {
  test('a code and a delivery slot with orders are disabled, not deleted; unused ones are deleted', async () => {
    await place(
      db,
      shopper.identity,
      orderOf(store, { discount_code: 'TEN', slot_id: store.slotId, slot_date: store.slotDate }),
    );
    const drop = (table: string, id: string) =>
      admin.attempt(`delete from ${table} where id = $1::text::uuid returning id`, [id]);
    expect(await drop('discounts', store.discountId)).toMatchObject({ detail: 'discount_used' });

    expect(await drop('delivery_slots', store.slotId)).toMatchObject({ detail: 'slot_used' });
    const uses = await admin.run('select uses::integer from discount_use_counts($1, array[$2::text::uuid])', [
      store.tenantId,
      store.discountId,
    ]);
    expect(uses).toEqual([{ uses: 1 }]);
    const bookings = await admin.run(
      'select day::text, booked::integer from slot_bookings($1, current_date, current_date + 30)',
      [store.tenantId],
    );
    expect(bookings).toEqual([{ day: store.slotDate, booked: 1 }]);

    const fresh = randomUUID();
    await admin.run(
      "insert into discounts (id, tenant_id, code, kind) values ($1::text::uuid, $2, 'FREE', 'free_shipping')",
      [fresh, store.tenantId],
    );
    expect(await drop('discounts', fresh)).toEqual({ rows: [{ id: fresh }] });
  });

  test('a voucher that a customer owns is disabled, not deleted', async () => {
    const owner = await makePerson(db, store.tenantId);
    const id = randomUUID();
    await db.owner`insert into discounts (id, tenant_id, code, kind, value, user_id)
      values (${id}, ${store.tenantId}, ${`PTS-${owner.id.slice(0, 6)}`}, 'fixed', 5, ${owner.id})`;
    const drop = 'delete from discounts where id = $1::text::uuid';
    expect(await admin.refusal(drop, [id])).toMatchObject({ detail: 'discount_owned' });
    const off = 'update discounts set is_active = false where id = $1::text::uuid returning user_id';
    expect(await admin.run(off, [id])).toEqual([{ user_id: owner.id }]);
  });

  test('a voucher is still deleted with its owner’s account', async () => {
    const owner = await makePerson(db, store.tenantId);
    await db.owner`insert into discounts (tenant_id, code, kind, value, user_id)
      values (${store.tenantId}, ${`PTS-${owner.id.slice(0, 6)}`}, 'fixed', 5, ${owner.id})`;
    await db.owner`delete from auth.users where id = ${owner.id}`;
    const left = await db.owner`select 1 from discounts where user_id = ${owner.id}`;
    expect(left).toHaveLength(0);
  });
});

describe('customers', () => {
  const list = (search: string, sort: string, limit = 5) =>
    admin.run(
      'select id, name, orders::integer, spent::float, found::integer from list_customers(array[$1::text], $2, $3, $4::text::integer)',
      [store.tenantId, search, sort, String(limit)],
    );

  test('are found as typed, with their purchases, and sorted by them', async () => {
    await db.owner`update profiles set name = '100% Mona_Adel' where id = ${shopper.id}`;
    expect(await list('100% mona_', '-joined')).toMatchObject([{ id: shopper.id, orders: 1, found: 1 }]);
    expect(await list('mona%adel', '-joined')).toEqual([]);
    const [first, second] = await list('', '-spent');
    expect(first).toMatchObject({ id: shopper.id });
    expect(Number(first?.spent)).toBeGreaterThan(Number(second?.spent));
    expect((await list('', 'spent')).at(-1)).toMatchObject({ id: shopper.id });
    expect((await list('', 'name'))[0]).toMatchObject({ id: shopper.id });
    expect((await list('', '-name')).at(-1)).toMatchObject({ id: shopper.id });
  });
});

describe('a caller', () => {
  const find = (who: Person, phone: string) =>
    who.run('select kind, id, name, about from find_by_phone(array[$1::text], $2)', [store.tenantId, phone]);
  const listed = (phone: string) =>
    admin.run('select id from list_customers(array[$1::text], $2)', [store.tenantId, phone]);

  test('is found by the number of an order, in any format, and by their own', async () => {
    const caller = await makePerson(db, store.tenantId);
    await db.owner`update profiles set name = 'Nadia Caller' where id = ${caller.id}`;
    const order = await place(
      db,
      caller.identity,
      orderOf(store, { address: { ...address, phone: '+201234509876' } }),
    );
    const found = [
      { kind: 'order', id: order.id, name: order.number },
      { kind: 'customer', id: caller.id, name: 'Nadia Caller' },
    ];
    for (const phone of ['01234509876', '+20 123 450 9876', '0020-1234509876', '(0123) 450', '1234 50']) {
      expect(await find(admin, phone), phone).toMatchObject(found);
      expect(await listed(phone), phone).toEqual([{ id: caller.id }]);
    }
    await db.owner`insert into profile_phones (user_id, tenant_id, phone) select id, tenant_id, '0155 000 1234' from profiles where id = ${caller.id}`;
    expect(await find(admin, '+201550001234')).toMatchObject([{ kind: 'customer', id: caller.id }]);
    for (const nothing of ['012', '01234509877', 'Nadia', '%', '']) {
      expect(await find(admin, nothing), nothing).toEqual([]);
    }
    for (const who of [shopper, elsewhere]) {
      expect(
        await who.refusal('select find_by_phone(array[$1::text], $2)', [store.tenantId, '01234509876']),
      ).toMatchObject({ code: '42501' });
    }
  });

  test('is found by the last three digits or more, as people read them aloud', async () => {
    const caller = await makePerson(db, store.tenantId);
    const other = await makePerson(db, store.tenantId);
    await db.owner`insert into profile_phones (user_id, tenant_id, phone) select id, tenant_id, '+20 155 000 7093' from profiles where id = ${other.id}`;
    const order = await place(
      db,
      caller.identity,
      orderOf(store, { address: { ...address, phone: '+201234567093' } }),
    );
    const [ofOrder, ofCaller, ofOther] = [
      { kind: 'order', id: order.id },
      { kind: 'customer', id: caller.id },
      { kind: 'customer', id: other.id },
    ];
    for (const digits of ['093', '70 93', '7-093']) {
      const found = await find(admin, digits);
      expect(found, digits).toMatchObject([{ ...ofOrder, name: order.number }, {}, {}]);
      expect(found.map(({ id }) => id).toSorted(), digits).toEqual(
        [order.id, caller.id, other.id].toSorted(),
      );
    }
    expect(await find(admin, '567093')).toMatchObject([ofOrder, ofCaller]);
    expect(await find(admin, '0155 000 7093')).toMatchObject([ofOther]);
    expect((await listed('567093')).map(({ id }) => id)).toEqual([caller.id]);
    for (const nothing of ['93', '094', '0093', '7 0 9', 'x093', '%093']) {
      expect(await find(admin, nothing), nothing).toEqual([]);
    }
  });

  test.each([
    [
      'order_addresses',
      "private.national_digits(address ->> 'phone') like '12345%'",
      'order_addresses_by_phone',
    ],
    [
      'order_addresses',
      "reverse(private.national_digits(address ->> 'phone')) like '390%'",
      'order_addresses_by_last_digits',
    ],
    [
      'profile_phones',
      "reverse(private.national_digits(phone)) like '390%'",
      'profile_phones_by_last_digits',
    ],
  ])('are looked up through an index: %s where %s', async (table, condition, index) => {
    const plan = await db.owner.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      return sql.unsafe(`explain select 1 from ${table} where ${condition}`);
    });
    expect(JSON.stringify(plan)).toContain(index);
  });
});

describe('messages', () => {
  test('wait until staff answer, here or by email, and wait again when the customer writes', async () => {
    const id = await call<string>(db, server, 'select send_contact_message($1, $2, $3, $4, $5) as value', [
      ...[store.tenantId, 'Omar', 'omar@example.com', 'Sizes', 'Do you have XXL?'],
    ]);
    const state = async () => {
      const [row] = await admin.run(
        `select facts.answered_at is not null as answered, is_open as open, facts.unread_by_staff as unread
         from conversations join conversation_staff_facts facts on facts.conversation_id = id where id = $1::text::uuid`,
        [id],
      );
      return row;
    };
    const mark = (changes: string) => admin.run(`select mark_conversation($1::text::uuid${changes})`, [id]);
    expect(await state()).toEqual({ answered: false, open: true, unread: 1 });
    await mark('');
    expect(await state()).toEqual({ answered: false, open: true, unread: 0 });
    await mark(', p_answered => true, p_open => false');
    expect(await state()).toEqual({ answered: true, open: false, unread: 0 });
    await mark(', p_answered => false, p_open => true');
    await admin.run("select reply_to_conversation($1::text::uuid, 'Yes')", [id]);
    expect(await state()).toEqual({ answered: true, open: true, unread: 0 });
    const written = await admin.run(
      "select entity from audit_log where entity in ('messages', 'conversations') order by id",
    );
    expect(written.map((row) => row.entity)).toEqual(['conversations', 'conversations', 'messages']);
  });
});

describe('questions', () => {
  const add =
    'insert into faq_questions (id, tenant_id, question, answer, position) values ($1, $2, $3, $4, $5::integer)';
  const stored = () =>
    admin.run(
      'select question, answer, version from faq_questions where tenant_id = $1 order by position, id',
      [store.tenantId],
    );

  test('two people who save two questions at once lose neither, nor a third person’s new order of them', async () => {
    const ids = [randomUUID(), randomUUID()];
    for (const [place, id] of ids.entries()) {
      await admin.run(add, [id, store.tenantId, `Question ${place}?`, 'Yes.', String(place)]);
    }
    const save = (id: string, answer: string) =>
      admin.run(
        'update faq_questions set answer = $1 where id = $2::uuid and version = 1 returning version',
        [answer, id],
      );
    const [first = '', second = ''] = ids;
    await Promise.all([
      save(first, 'In a week.'),
      save(second, 'In Cairo.'),
      admin.run('select order_faq_questions($1, $2::text::uuid[])', [store.tenantId, `{${second},${first}}`]),
    ]);
    expect(await stored()).toEqual([
      { question: 'Question 1?', answer: 'In Cairo.', version: 2 },
      { question: 'Question 0?', answer: 'In a week.', version: 2 },
    ]);
    // A save based on the version before must not overwrite it.
    expect(await save(first, 'Never.')).toEqual([]);
  });

  test('are refused without an answer, as duplicates, and beyond 200', async () => {
    const insert = 'insert into faq_questions (tenant_id, question, answer) values ($1, $2, $3)';
    const refusal = (question: string, answer: string) =>
      admin.refusal(insert, [store.tenantId, question, answer]);
    expect(await refusal('Why?', ' ')).toMatchObject({ code: '23514' });
    expect(await refusal('Question 0?', 'Yes.')).toMatchObject({ code: '23505' });
    await db.owner`insert into faq_questions (tenant_id, question, answer)
      select ${store.tenantId}, 'Number ' || n, 'Yes.' from generate_series(1, 198) n`;
    expect(await refusal('One more?', 'No.')).toMatchObject({ detail: 'too_many_questions' });
  });

  test('sorting questions that no longer exist is refused', async () => {
    expect(
      await admin.refusal('select order_faq_questions($1, $2::text::uuid[])', [
        store.tenantId,
        `{${randomUUID()}}`,
      ]),
    ).toMatchObject({ detail: 'questions_changed' });
  });
});

describe('settings', () => {
  test.each([
    ['contact', '{"contactEmail": "nobody"}'],
    ['contact', '{"contactPhone": 5}'],
    ['contact', '{"socialMedia": {"twitter": "javascript:alert(1)"}}'],
    ['legal', '{"terms": ["x"]}'],
    ['payment', '{"cashOnDelivery": false, "onlinePayment": false, "bankTransfer": false}'],
    ['store', '{"footerDescription": 7}'],
    ['store', '{"autoPlayMusic": "yes"}'],
  ])('%s refuses %s in the database', async (column, value) => {
    const text = `update settings set ${column} = $1::text::jsonb where tenant_id = $2`;
    expect(await admin.refusal(text, [value, store.tenantId])).toMatchObject({
      code: '23514',
    });
  });

  test('contact addresses must be email addresses', async () => {
    const change =
      'update staff_settings set contact_emails = $1::text::text[] where tenant_id = $2 returning 1 as done';
    expect(await admin.refusal(change, ['{nobody}', store.tenantId])).toMatchObject({
      code: '23514',
    });
    expect(await admin.run(change, ['{a@b.example}', store.tenantId])).toEqual([{ done: 1 }]);
  });
});

describe('the people of an order', () => {
  const ask = 'select to_jsonb(order_people($1::text::uuid)) as value';

  test('lists who acted on it by name, and the delivery history of its customer and phone number', async () => {
    const customer = await makePerson(db, store.tenantId);
    const order = await orderWithEverything(db, store, customer, admin);
    const shipments = { delivered: 1, refused: 1 };
    expect(await admin.value(ask, [order.id])).toEqual({
      names: [customer.id, admin.id].toSorted().map((id) => ({ id, name: `Person ${id.slice(0, 8)}` })),
      customer: shipments,
      phone: shipments,
    });
    for (const who of [customer, elsewhere])
      expect(await who.refusal(ask, [order.id])).toMatchObject({ detail: 'staff_only' });
    expect(await admin.value(ask, [randomUUID()])).toBeNull();
  });
});
