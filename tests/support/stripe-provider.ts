import type { Announcement, Attempt, ProviderStub } from './provider-stub.ts';
import type { StripeStub } from './stripe-stub.ts';

/** Stripe's stub behind the common interface: checkouts are attempts, events are callbacks. */
export function stripeAsProvider(stripe: StripeStub): ProviderStub {
  const sessionOf = (attempt: Attempt) => {
    const session = stripe.sessions.get(attempt.id);
    if (!session) throw new Error(`No checkout ${attempt.id}`);
    return session;
  };
  const announce = (type: string, object: object): Announcement => {
    const { body, signature } = stripe.announce(type, object);
    return { query: '', headers: { 'stripe-signature': signature }, body };
  };
  const intentOf = (attempt: Attempt) => stripe.intents.get(sessionOf(attempt).payment_intent ?? '');
  const asPaid = (attempt: Attempt, { amount, currency }: { amount?: number; currency?: string } = {}) => {
    const session = sessionOf(attempt);
    if (session.status !== 'open') throw new Error(`A ${session.status} checkout takes no money`);
    return Object.assign(session, {
      ...(amount === undefined ? {} : { amount_total: amount }),
      ...(currency ? { currency: currency.toLowerCase() } : {}),
    });
  };
  const refundsEnd = { done: 'succeeded', pending: 'pending', refused: 'failed' } as const;
  const ends = { succeeded: 'done', pending: 'pending', failed: 'refused' } as const;
  return {
    name: 'stripe',
    url: stripe.url,
    environment: {},
    option: 'stripe_card',
    get attempts() {
      return [...stripe.sessions.values()].map((session) => ({
        id: session.id,
        url: session.url,
        amount: session.amount_total,
        currency: session.currency.toUpperCase(),
        reference: session.metadata.payment_id ?? '',
        returnUrl: session.success_url,
        method: 'card',
      }));
    },
    get refunds() {
      return stripe.refunds.flatMap(({ payment_intent, amount }) => {
        const attempt = this.attempts.find(
          ({ id }) => stripe.sessions.get(id)?.payment_intent === payment_intent,
        );
        return attempt ? [{ attempt, amount }] : [];
      });
    },
    get refundsEnd() {
      return ends[stripe.refundsEnd];
    },
    set refundsEnd(end) {
      stripe.refundsEnd = refundsEnd[end];
    },
    get failNext() {
      return stripe.failNext;
    },
    // Stripe's library retries twice before it fails.
    set failNext(times) {
      stripe.failNext = times * 2;
    },
    get hangs() {
      return stripe.hangs;
    },
    set hangs(hangs) {
      stripe.hangs = hangs;
    },
    // Stripe repeats its response for the same key, so a lost one changes nothing.
    losesRefundAnswer: false,
    get capturesEnd() {
      return stripe.capturesEnd;
    },
    set capturesEnd(end) {
      stripe.capturesEnd = end;
    },
    callbackUrl: '',
    outbox: [],
    pay: (attempt, paid) => announce('checkout.session.completed', stripe.pay(asPaid(attempt, paid))),
    decline: (attempt) => announce('payment_intent.payment_failed', sessionOf(attempt)),
    puzzle: (attempt) => announce('checkout.session.puzzled', sessionOf(attempt)),
    hold: (attempt, paid) => announce('checkout.session.completed', stripe.hold(asPaid(attempt, paid))),
    capture: (attempt, amount) =>
      announce('payment_intent.succeeded', stripe.capture(sessionOf(attempt), amount)),
    void: (attempt) => announce('payment_intent.canceled', stripe.cancel(sessionOf(attempt))),
    giveBack(attempt, amount) {
      if (this.sum(attempt) < amount) throw new Error('So much was not paid');
      return announce('refund.created', stripe.giveBack(sessionOf(attempt), amount));
    },
    sum(attempt) {
      const intent = intentOf(attempt);
      const back = stripe.refunds
        .filter((one) => one.payment_intent === intent?.id && one.status !== 'failed')
        .reduce((total, { amount }) => total + amount, 0);
      return (intent?.amount_received ?? 0) - back;
    },
    strangers(attempt) {
      const session = sessionOf(attempt);
      return [
        announce('checkout.session.completed', {
          ...session,
          id: 'cs_test_elsewhere',
          payment_status: 'paid',
        }),
        announce('refund.created', {
          id: 're_elsewhere',
          payment_intent: 'pi_elsewhere',
          status: 'succeeded',
        }),
        announce('customer.created', { id: 'cus_1' }),
      ];
    },
    forge({ query, headers, body }) {
      const altered = body.replace('"object":', '"altered":1,"object":');
      return [
        { query, headers: {}, body },
        { query, headers: { 'stripe-signature': 't=1,v1=00' }, body },
        { query, headers, body: altered },
      ];
    },
    close: () => stripe.close(),
  };
}
