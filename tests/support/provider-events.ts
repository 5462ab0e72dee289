import { ForgedCallback } from '../../server/payments/payment-provider.ts';
import type { Customer, PayingStore } from './paying-store.ts';
import type { Announcement, Attempt, ProviderStub } from './provider-stub.ts';

/** An order of the run; its attempts are looked up at the provider by our ids. */
interface RunOrder {
  id: string;
  customer: Customer;
}

/** Seeded pseudorandom numbers. */
function dice(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/**
 * A random history of orders at a provider: payments, holds, partial captures, voids and refunds, on both sides. Callbacks arrive
 * late, twice, in any order, forged, for another store, or while the provider is down.
 */
export class ProviderEvents {
  readonly #shop: PayingStore;
  readonly #stub: ProviderStub;
  readonly #staff: Customer;
  readonly #customer: Customer;
  readonly #roll: (below: number) => number;
  readonly #orders: RunOrder[] = [];
  readonly #sent: Announcement[] = [];
  readonly #waiting: Announcement[] = [];
  /** The steps so far, for failure messages. */
  readonly story: string[] = [];

  constructor(
    shop: PayingStore,
    stub: ProviderStub,
    people: { staff: Customer; customer: Customer },
    seed: number,
  ) {
    this.#shop = shop;
    this.#stub = stub;
    this.#staff = people.staff;
    this.#customer = people.customer;
    this.#roll = dice(seed);
  }

  /** Performs one random step. */
  async step(): Promise<void> {
    const order = this.#orders[this.#roll(Math.max(this.#orders.length, 1))];
    const actions = order ? this.#actions(order) : [];
    const [name, action] = actions[this.#roll(actions.length + 1)] ?? ['order', () => this.#order()];
    this.story.push(`${name} ${order ? this.#orders.indexOf(order) : ''}`);
    await action();
    this.#waiting.push(...this.#stub.outbox.splice(0));
  }

  #actions(order: RunOrder): [string, () => Promise<unknown>][] {
    const roll = this.#roll;
    const part = (total: number) => 1 + roll(Math.max(total, 1));
    const { owner } = this.#shop.backend;
    const desk = (act: (attempt: Attempt) => Announcement) => this.#desk(order, act);
    return [
      ['start', () => this.#start(order)],
      ['pay', () => desk((attempt) => this.#stub.pay(attempt))],
      ['pay', () => desk((attempt) => this.#stub.pay(attempt))],
      [
        'pay another amount',
        () => desk((attempt) => this.#stub.pay(attempt, { amount: part(attempt.amount * 2) })),
      ],
      ['pay another currency', () => desk((attempt) => this.#stub.pay(attempt, { currency: 'USD' }))],
      ['decline', () => desk((attempt) => this.#stub.decline(attempt))],
      ['hold', () => desk((attempt) => this.#stub.hold(attempt))],
      ['hold', () => desk((attempt) => this.#stub.hold(attempt))],
      [
        'hold another amount',
        () => desk((attempt) => this.#stub.hold(attempt, { amount: part(attempt.amount * 2) })),
      ],
      ['capture there', () => desk((attempt) => this.#stub.capture(attempt, part(attempt.amount)))],
      ['capture there', () => desk((attempt) => this.#stub.capture(attempt, attempt.amount))],
      ['void there', () => desk((attempt) => this.#stub.void(attempt))],
      ['give a part back there', () => desk((attempt) => this.#stub.giveBack(attempt, part(attempt.amount)))],
      ['announce', () => this.#announce()],
      ['announce', () => this.#announce()],
      ['announce', () => this.#announce()],
      ['announce again', () => this.#deliver(this.#sent[roll(Math.max(this.#sent.length, 1))])],
      ['announce to another store', () => this.#elsewhere()],
      ['forge', () => this.#forge()],
      ['strangers', () => this.#strangers(order)],
      ['provider down', async () => Object.assign(this.#stub, { failNext: 1 + roll(2) })],
      ['lose an answer', async () => Object.assign(this.#stub, { losesRefundAnswer: true })],
      [
        'captures end',
        async () =>
          Object.assign(this.#stub, { capturesEnd: (['done', 'refused', 'lost'] as const)[roll(3)] }),
      ],
      [
        'refunds end',
        async () =>
          Object.assign(this.#stub, { refundsEnd: (['done', 'done', 'refused'] as const)[roll(3)] }),
      ],
      [
        'goodwill',
        () =>
          this.#staffSays(
            'refund_order',
            { p_order_id: order.id, p_refund: { goodwill: part(5), way: 'card' } },
            order,
          ),
      ],
      ['give all back', () => this.#staffSays('request_refund', { p_order_id: order.id }, order)],
      ['cancel', () => this.#staffSays('cancel_order', { p_order_id: order.id }, order)],
      ['capture', () => this.#ofHold(order, 'capture_payment')],
      ['release', () => this.#ofHold(order, 'release_payment')],
      ['come back', () => this.#shop.payments.update(order.id).catch(() => undefined)],
      ['time', () => this.#time()],
      [
        'expire',
        () =>
          owner`update payments set expires_at = now() - interval '1 minute' where order_id = ${order.id}`,
      ],
      [
        'holds end',
        () =>
          owner`update payments set held_until = now() - interval '1 minute' where order_id = ${order.id}`,
      ],
    ];
  }

  async #order(): Promise<void> {
    const { id } = await this.#shop.order(this.#customer);
    const order = { id, customer: this.#customer };
    this.#orders.push(order);
    await this.#start(order);
  }

  async #start({ id, customer }: RunOrder): Promise<void> {
    await this.#shop.payments
      .start({
        orderId: id,
        tenantId: this.#shop.store.tenantId,
        userId: customer.id,
        option: this.#stub.option,
        language: 'en',
        pageAt: (_tenantId, path) => `http://shop.localhost${path}`,
        callbackAt: (_tenantId, path) => `http://shop.localhost${path}`,
      })
      .catch(() => undefined);
  }

  async #attemptsOf({ id }: RunOrder): Promise<Attempt[]> {
    const rows = await this.#shop.backend.owner<{ session_id: string }[]>`
      select session_id from payments where order_id = ${id} and session_id is not null order by created_at`;
    return rows.flatMap(({ session_id }) => this.#stub.attempts.find((one) => one.id === session_id) ?? []);
  }

  /** Acts at the provider, which sends its callback later; a rejected action has no effect. */
  async #desk(order: RunOrder, act: (attempt: Attempt) => Announcement): Promise<void> {
    const attempts = await this.#attemptsOf(order);
    const attempt = attempts[this.#roll(Math.max(attempts.length, 1))];
    if (!attempt) return;
    try {
      this.#waiting.push(act(attempt));
    } catch {
      this.story.push('(refused there)');
    }
  }

  async #announce(): Promise<void> {
    const [announcement] = this.#waiting.splice(this.#roll(Math.max(this.#waiting.length, 1)), 1);
    await this.#deliver(announcement);
  }

  async #deliver(announcement: Announcement | undefined): Promise<void> {
    if (!announcement) return;
    const status = await this.#shop.callback(this.#stub.name, announcement);
    // The provider repeats callbacks that could not be verified with it.
    if (status === 200) this.#sent.push(announcement);
    else this.#waiting.push(announcement);
  }

  async #elsewhere(): Promise<void> {
    const announcement = this.#waiting[0] ?? this.#sent[0];
    const account = this.#shop.accounts.all.find(({ provider }) => provider.name === this.#stub.name);
    if (!announcement || !account) return;
    const { headers, body, query } = announcement;
    const pointer = await account.provider.verify({
      headers,
      query: new URLSearchParams(query),
      body: Buffer.from(body),
    });
    if (!pointer) return;
    await this.#shop.payments
      .look(account.provider, pointer, { tenantIds: ['another-store'] })
      .catch((error: unknown) => {
        if (error instanceof ForgedCallback) throw error;
      });
  }

  async #forge(): Promise<void> {
    const announcement = this.#waiting[0] ?? this.#sent[0];
    for (const forged of announcement ? this.#stub.forge(announcement) : []) {
      const status = await this.#shop.callback(this.#stub.name, forged);
      if (status !== 400) throw new Error(`A forged callback was answered with ${status}`);
    }
  }

  async #strangers(order: RunOrder): Promise<void> {
    const [attempt] = await this.#attemptsOf(order);
    for (const announcement of attempt ? this.#stub.strangers(attempt) : [])
      await this.#shop.callback(this.#stub.name, announcement);
  }

  async #staffSays(
    call: 'refund_order' | 'request_refund' | 'cancel_order',
    args: object,
    order: RunOrder,
  ): Promise<void> {
    const { error } = await this.#staff.client.rpc(call, { p_reason: 'Asked', ...args } as never);
    if (!error) await this.#shop.call('send-refunds', { order: order.id }, this.#staff);
  }

  async #ofHold(order: RunOrder, call: 'capture_payment' | 'release_payment'): Promise<void> {
    const [held] = await this.#shop.backend.owner<{ id: string; amount: number }[]>`
      select id, held_amount::float as amount from payments where order_id = ${order.id} and status = 'held'`;
    if (!held) return;
    const amount = this.#roll(2) ? undefined : Math.max(Math.floor(held.amount / 2), 1);
    await this.#staff.client.rpc(call, {
      p_payment_id: held.id,
      ...(call === 'capture_payment' && amount ? { p_amount: amount } : {}),
    });
    await this.#shop.call('settle-holds', { order: order.id }, this.#staff);
  }

  /** Advances time and runs the timer. */
  async #time(): Promise<void> {
    await this.#shop.backend.owner`
      with due as (update private.jobs set run_at = now() where kind = 'send_refund')
      update payments set looked_at = now() - interval '2 hours'`;
    await this.#shop.updateDue();
  }

  /** Delivers every callback and reads every payment, until nothing changes. */
  async settle(): Promise<void> {
    Object.assign(this.#stub, {
      failNext: 0,
      losesRefundAnswer: false,
      capturesEnd: 'done',
      refundsEnd: 'done',
    });
    for (let round = 0, moved = '', before = 'not yet'; round < 12 && moved !== before; round += 1) {
      before = moved;
      for (const announcement of this.#waiting.splice(0)) await this.#deliver(announcement);
      await this.#time();
      this.#waiting.push(...this.#stub.outbox.splice(0));
      moved = await this.#state();
    }
    for (const announcement of [...this.#sent]) await this.#shop.callback(this.#stub.name, announcement);
  }

  /** State that changes as long as something is in progress. */
  async #state(): Promise<string> {
    const [row] = await this.#shop.backend.owner<{ state: string }[]>`
      select concat_ws(' ', ${this.#waiting.length}::int, (select count(*) from payment_events), (select count(*) from payment_entries),
        (select string_agg(status::text || returned_amount, ',' order by id) from payments),
        (select string_agg(state::text || amount, ',' order by id) from refunds)) as state`;
    return row?.state ?? '';
  }

  /** Orders whose ledger differs from the provider's sum, in piastres. */
  async differences(): Promise<object[]> {
    const differences: object[] = [];
    for (const [index, order] of this.#orders.entries()) {
      const [ledger] = await this.#shop.backend.owner<{ kept: number; elsewhere: number }[]>`
        select (orders.received - orders.given_back) * 100 as kept, coalesce((
          select sum(received_amount - returned_amount) from payments where order_id = orders.id and status in ('mismatched', 'returned')), 0) as elsewhere
        from orders where id = ${order.id}`;
      const sum = (await this.#attemptsOf(order)).reduce(
        (total, attempt) => total + this.#stub.sum(attempt),
        0,
      );
      const kept = Number(ledger?.kept) + Number(ledger?.elsewhere);
      if (kept === sum) continue;
      const events = await this.#shop.backend.owner<{ event: string }[]>`
        select id || ' ' || outcome as event from payment_events where order_id = ${order.id} order by created_at`;
      const refunds = await this.#shop.backend.owner<{ refund: string }[]>`
        select concat_ws(' ', amount, state, reference, payment_id) as refund from refunds where order_id = ${order.id}`;
      const payments = await this.#shop.backend.owner<{ payment: string }[]>`
        select concat_ws(' ', id, status, amount, held_amount, received_amount, transaction_id, authorization_id) as payment
        from payments where order_id = ${order.id} order by created_at`;
      differences.push({
        order: index,
        ledger: kept,
        provider: sum,
        events: events.map(({ event }) => event),
        payments: payments.map(({ payment }) => payment),
        refunds: refunds.map(({ refund }) => refund),
      });
    }
    return differences;
  }
}
