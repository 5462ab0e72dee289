import { describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForAllTests } from './own-store.ts';
import { anonymous, attempt, errorMessage, makePerson, type Person, server } from './people.ts';
import { move, orderOf, place } from './store.ts';

storeForAllTests('inkthread');

describe('reviews', () => {
  const write = (who: Person, rating = 4) =>
    who.attempt(
      `insert into reviews (tenant_id, product_id, rating, body) values ($1, $2, ${rating}, 'Warm') returning id`,
      [store.tenantId, store.hoodieId],
    );
  const allowed = (who: Person) => who.value('select can_review($1::text::uuid) as value', [store.hoodieId]);

  test('are written by people who received the product, once, and shown once staff approve them', async () => {
    expect([await allowed(shopper), await write(shopper)]).toMatchObject([false, { code: '42501' }]);
    const order = await place(db, shopper.identity, orderOf(store));
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    expect([await allowed(shopper), await write(shopper)]).toMatchObject([true, { rows: [{}] }]);
    expect([await allowed(shopper), await write(shopper)]).toMatchObject([false, { code: '23505' }]);

    const read = 'select author_name, rating from reviews';
    expect(await db.run(anonymous, read)).toEqual([]);
    expect(await shopper.run(read)).toHaveLength(1);
    await admin.run("update reviews set status = 'approved', staff_reply = 'Thank you'");
    expect(await db.run(anonymous, read)).toEqual([{ author_name: 'Person', rating: 4 }]);
    const over = 'update reviews set status = $1 where version = $2 returning version';
    expect(await admin.run(over, ['rejected', 1])).toEqual([]);
    expect(await admin.run(over, ['approved', 2])).toEqual([{ version: 3 }]);
    expect(await admin.attempt('update reviews set version = 9')).toMatchObject({
      code: '42501',
    });
    const rating = 'select rating, review_count from products where id = $1';
    expect(await db.run(anonymous, rating, [store.hoodieId])).toEqual([{ rating: '4.00', review_count: 1 }]);
    await shopper.run('delete from reviews');
    expect(await db.run(anonymous, rating, [store.hoodieId])).toEqual([{ rating: null, review_count: 0 }]);
  });

  test('are for delivered pieces, not for those in transit or returned to sender', async () => {
    const buyer = await makePerson(db, store.tenantId);
    const lines = [
      { product_id: store.hoodieId, quantity: 1, size: 'L', color: 'White' },
      { product_id: store.mugId, quantity: 1 },
    ];
    const order = await place(db, buyer.identity, orderOf(store, { lines }));
    await move(db, admin.identity, order.id, 'confirmed', 'in_production');
    const reviewable = () =>
      Promise.all(
        [store.hoodieId, store.mugId].map((id) =>
          buyer.value('select can_review($1::text::uuid) as value', [id]),
        ),
      );
    const shipmentOf = async (line: string | undefined, ...states: string[]) => {
      const id = await admin.value<string>(
        'select (pack_order($1::text::uuid, $2::text::jsonb)).id as value',
        [order.id, JSON.stringify([{ order_line_id: line, quantity: 1 }])],
      );
      for (const state of states)
        await admin.run('select move_shipments(array[$1::text::uuid], $2::text::shipment_state)', [
          id,
          state,
        ]);
    };
    const [hoodie, mug] = order.lines;
    await shipmentOf(hoodie?.id, 'handed_over');
    expect(await reviewable()).toEqual([false, false]);
    await shipmentOf(mug?.id, 'handed_over', 'delivered');
    expect(await reviewable()).toEqual([false, true]);
    await admin.run(
      "select move_shipments(array(select id from shipments where order_id = $1::text::uuid and state = 'handed_over'), 'returned_to_sender')",
      [order.id],
    );
    expect(await reviewable()).toEqual([false, true]);
  });

  test('show their author’s name, not the account', async () => {
    const other = await makePerson(db, store.tenantId);
    await db.owner`insert into reviews (tenant_id, product_id, user_id, rating, status)
      values (${store.tenantId}, ${store.mugId}, ${other.id}, 5, 'approved')`;
    expect(await shopper.run('select author_name from reviews')).toEqual([{ author_name: 'Person' }]);
    for (const who of [anonymous, shopper.identity]) {
      for (const asked of [
        'select user_id from reviews',
        'select * from reviews',
        `select id from reviews where user_id = '${other.id}'`,
        'select id from reviews order by user_id',
      ]) {
        expect(await attempt(db, who, asked), asked).toMatchObject({ code: '42501' });
      }
    }
    await other.run('delete from reviews');
    expect(await db.owner`select from reviews`).toHaveLength(0);
  });

  test('are closed in a store without reviews', async () => {
    await db.owner`update settings set features = features || '{"reviews": false}'`;
    expect(await write(shopper)).toMatchObject({ code: '42501' });
    await db.owner`update settings set features = features || '{"reviews": true}'`;
  });

  test.each([0, 6, -1])('a rating of %s is refused', async (rating) => {
    expect(await write(shopper, rating)).not.toHaveProperty('rows');
  });
});

describe('review changes that are broadcast', () => {
  /** Broadcasts about reviews when these statements run in one transaction, which is rolled back. */
  async function broadcastsOf(...statements: string[]): Promise<unknown[]> {
    const undone = new Error('undone');
    const broadcasts: unknown[] = [];
    await db.owner
      .begin(async (sql) => {
        await sql`delete from realtime.outbox`;
        for (const statement of statements) await sql.unsafe(statement);
        const rows = await sql`
          select topic, payload - 'id' as payload from realtime.outbox where payload ->> 'kind' = 'review' order by id`;
        broadcasts.push(...rows.map(({ topic, payload }) => ({ topic, ...payload })));
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return broadcasts;
  }
  const add = (status: string) => `insert into reviews (tenant_id, product_id, user_id, rating, status)
    values ('${store.tenantId}', '${store.hoodieId}', '${shopper.id}', 5, '${status}')`;
  const change = (what: string) => `update reviews set ${what} where product_id = '${store.hoodieId}'`;
  const broadcast = (action: string) => ({
    topic: `catalogue:${store.tenantId}`,
    kind: 'review',
    action,
    affects_listings: false,
    ids: [store.hoodieId],
  });

  test('are a store’s answer, an approval and its withdrawal, and the deletion of an approved review', async () => {
    expect(await broadcastsOf(add('pending'), change("status = 'approved'"))).toEqual([broadcast('update')]);
    expect(await broadcastsOf(add('approved'))).toEqual([broadcast('insert')]);
    for (const what of ["staff_reply = 'Thank you'", "status = 'rejected'", 'rating = 1', "body = 'Cold'"]) {
      expect([what, await broadcastsOf(add('approved'), change(what))]).toEqual([
        what,
        [broadcast('insert'), broadcast('update')],
      ]);
    }
    expect(await broadcastsOf(add('approved'), 'delete from reviews')).toEqual([
      broadcast('insert'),
      broadcast('delete'),
    ]);
  });

  test('are nothing that only the author and staff can read', async () => {
    expect(
      await broadcastsOf(
        add('pending'),
        change("staff_reply = 'Soon'"),
        change("status = 'rejected'"),
        'delete from reviews',
      ),
    ).toEqual([]);
    expect(await broadcastsOf(add('approved'), change("status = 'approved'"))).toEqual([broadcast('insert')]);
  });
});

describe('the contact page', () => {
  const send = 'select send_contact_message($1, $2, $3, $4, $5) as id';

  test('reaches only staff', async () => {
    await db.run(server, send, [store.tenantId, 'Omar', 'Omar@Example.com', 'Sizes', 'Do you have XXL?']);
    const messages =
      await admin.run(`select c.email, facts.unread_by_staff, m.body, m.sender from conversations c
       join conversation_staff_facts facts on facts.conversation_id = c.id join messages m on m.conversation_id = c.id`);
    expect(messages).toEqual([
      { email: 'omar@example.com', unread_by_staff: 1, body: 'Do you have XXL?', sender: 'visitor' },
    ]);
    expect(await shopper.run('select 1 from messages')).toEqual([]);
  });

  test.each([
    ['no name', ['', 'a@b.cd', 'S', 'Hello'], 'invalid_name'],
    ['no address', ['A', 'nobody', 'S', 'Hello'], 'invalid_email'],
    ['no message', ['A', 'a@b.cd', 'S', '  '], 'invalid_message'],
    ['a huge message', ['A', 'a@b.cd', 'S', 'x'.repeat(5001)], 'invalid_message'],
    ['a huge subject', ['A', 'a@b.cd', 'x'.repeat(201), 'Hello'], 'invalid_subject'],
  ])('%s is refused', async (_, [name = '', email = '', subject = '', body = ''], detail) => {
    expect(await errorMessage(db, server, send, [store.tenantId, name, email, subject, body])).toMatchObject({
      detail,
    });
  });

  test('can be used only through the store, which counts the senders', async () => {
    const message = [store.tenantId, 'A', 'flood@example.com', '', 'Hello'];
    for (const who of [anonymous, shopper.identity, admin.identity]) {
      expect(await attempt(db, who, send, message)).toMatchObject({ code: '42501' });
    }
  });

  test('accepts five messages an hour from one address', async () => {
    const again = () => attempt(db, server, send, [store.tenantId, 'A', 'often@example.com', '', 'Hello']);
    for (let i = 0; i < 5; i += 1) expect(await again()).toHaveProperty('rows');
    expect(await again()).toMatchObject({ detail: 'too_many_messages' });
  });
});

describe('live chat', () => {
  test('is one conversation of a shopper with staff, counted as unread on both sides', async () => {
    const say = (text: string) =>
      shopper.value<{ conversation_id: string }>('select to_jsonb(send_chat_message($1, $2)) as value', [
        store.tenantId,
        text,
      ]);
    const { conversation_id: id } = await say('Hello');
    expect((await say('Anybody there?')).conversation_id).toBe(id);
    await admin.run("select reply_to_conversation($1::text::uuid, 'Yes')", [id]);
    const unread = () =>
      admin.run(
        `select unread_by_staff, unread_by_shopper from conversations
         join conversation_staff_facts facts on facts.conversation_id = id where id = $1`,
        [id],
      );
    expect(await unread()).toEqual([{ unread_by_staff: 0, unread_by_shopper: 1 }]);
    await shopper.run('select mark_conversation($1::text::uuid)', [id]);
    expect(await unread()).toEqual([{ unread_by_staff: 0, unread_by_shopper: 0 }]);
    const bodies = await shopper.run('select sender, body from messages order by created_at');
    expect(bodies).toEqual([
      { sender: 'shopper', body: 'Hello' },
      { sender: 'shopper', body: 'Anybody there?' },
      { sender: 'staff', body: 'Yes' },
    ]);
  });

  test('is closed in a store without it', async () => {
    await db.owner`update settings set features = features || '{"liveChat": false}'`;
    expect(await shopper.refusal("select send_chat_message($1, 'Hello')", [store.tenantId])).toMatchObject({
      detail: 'chat_closed',
    });
  });
});
