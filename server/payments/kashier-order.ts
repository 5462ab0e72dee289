import { z } from 'zod';
import { toPiastres } from '../../app/lib/money.ts';
import type { PaymentEvent, ReportedTransaction } from './payment-provider.ts';

/** Pounds, as a number or text. */
const pounds = z.coerce.number().nonnegative();

const transaction = z.object({
  transactionId: z.string().min(1),
  operation: z.string(),
  status: z.string(),
  amount: pounds,
  currency: z.string(),
});

/** An order from Kashier's order reconciliation, with all its transactions. */
export const kashierOrder = z.object({
  response: z.object({
    merchantId: z.string(),
    orderId: z.string().min(1),
    merchantOrderId: z.string(),
    totalRefundedAmount: pounds.default(0),
    transactions: z.array(transaction).max(500).default([]),
  }),
});
export type KashierOrder = z.infer<typeof kashierOrder>['response'];

/** Kashier's answer, with status 200, for an order nobody has paid yet. */
export const noOrder = z.object({ status: z.literal('FAILURE') });

const operations = ['pay', 'authorize', 'capture', 'void', 'refund'] as const;
type Operation = (typeof operations)[number];

interface Movement {
  id: string;
  operation: Operation | 'unknown';
  outcome: 'done' | 'failed' | 'pending' | 'unknown';
  amount: number;
  currency: string;
}

const outcomes: Record<string, Movement['outcome']> = {
  SUCCESS: 'done',
  FAILURE: 'failed',
  FAILED: 'failed',
  PENDING: 'pending',
};

function movementsOf({ transactions }: KashierOrder): Movement[] {
  return transactions.map(({ transactionId, operation, status, amount, currency }) => ({
    id: transactionId,
    operation: operations.find((known) => known === operation.toLowerCase()) ?? 'unknown',
    outcome: outcomes[status.toUpperCase()] ?? 'unknown',
    amount: toPiastres(amount),
    currency,
  }));
}

/**
 * The payment events of an order's transactions, in order. The first payment uses the id of Kashier's order,
 * as its refunds are requested with it. Failed attempts are ignored once the page was paid; a voided payment
 * or hold yields only the void.
 */
export function kashierEvents(order: KashierOrder): PaymentEvent[] {
  const movements = movementsOf(order);
  const done = movements.filter(({ outcome }) => outcome === 'done');
  const isPaid = done.some(({ operation }) => operation === 'pay' || operation === 'authorize');
  const voidedId = done.some(({ operation }) => operation === 'void') ? lastVoidable(done)?.id : undefined;
  return movements.flatMap((movement): PaymentEvent[] => {
    const { id, operation, outcome, amount, currency } = movement;
    const fields = { kind: operation, paymentId: order.merchantOrderId, amount, currency };
    const event = (result: PaymentEvent['outcome'], more: Partial<PaymentEvent> = {}): PaymentEvent[] => [
      { ...fields, eventId: `kashier:${id}:${result}`, outcome: result, ...more },
    ];
    if (operation === 'refund') {
      if (outcome === 'done') return event('refunded', { reference: id });
      if (outcome === 'failed') return event('refund_failed', { reference: id });
      return outcome === 'pending' ? event('refund_pending', { reference: id }) : [];
    }
    if (operation === 'unknown') return outcome === 'done' ? event('unclear', { transactionId: id }) : [];
    if (outcome === 'failed')
      return isPaid || (operation !== 'pay' && operation !== 'authorize') ? [] : event('declined');
    if (outcome !== 'done') return [];
    const transactionId = nameOf(movement, order, done);
    if (operation === 'void') return [];
    if (id === voidedId) return event('voided', { transactionId });
    if (operation === 'authorize') return event('held', { transactionId });
    const hold = operation === 'capture' ? done.find((one) => one.operation === 'authorize') : undefined;
    return event('paid', { transactionId, ...(hold ? { parentId: hold.id } : {}) });
  });
}

/** The first payment is identified by Kashier's order, everything else by its own id. */
function nameOf({ id, operation }: Movement, order: KashierOrder, done: readonly Movement[]): string {
  const first = done.find((one) => one.operation === 'pay');
  return operation === 'pay' && first?.id === id ? order.orderId : id;
}

/** Kashier does not say which transaction a void reverses: it is the last one that moved or held money. */
function lastVoidable(done: readonly Movement[]): Movement | undefined {
  const end = done.findIndex(({ operation }) => operation === 'void');
  const before = done.slice(0, end);
  return (
    before.findLast(({ operation }) => operation === 'capture' || operation === 'pay') ??
    before.find(({ operation }) => operation === 'authorize')
  );
}

/** An order's payments and refunds, for comparison with the ledger. */
export function kashierReport(order: KashierOrder, reference: string): ReportedTransaction[] {
  const done = movementsOf(order).filter(({ outcome }) => outcome === 'done');
  const voidedId = done.some(({ operation }) => operation === 'void') ? lastVoidable(done)?.id : undefined;
  return done.flatMap((movement): ReportedTransaction[] => {
    const { id, operation, amount, currency } = movement;
    if (operation === 'refund') return [{ id, kind: 'refunded', amount, currency, reference }];
    if (operation !== 'pay' && operation !== 'capture') return [];
    const back = id === voidedId ? amount : 0;
    return [{ id: nameOf(movement, order, done), kind: 'paid', amount, currency, reference, back }];
  });
}

/** The parts of a callback we read; everything else is requested from Kashier itself. */
export const kashierCallback = z.object({
  event: z.string(),
  data: z.looseObject({
    signatureKeys: z.array(z.string()).min(1).max(50),
    merchantOrderId: z.string(),
  }),
});

/** Escapes like Kashier's code: encodeURIComponent plus the five characters it leaves. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The text that a callback's signature covers: the keys it names and has, sorted, as `query-string` 7 writes
 * them. Strings are encoded as they are, null is a key without `=`, lists repeat their key.
 */
export function kashierSignedText(
  data: Readonly<Record<string, unknown>> & { signatureKeys: readonly string[] },
) {
  const pair = (key: string, value: unknown) =>
    value === null ? escaped(key) : `${escaped(key)}=${escaped(String(value))}`;
  return [...new Set(data.signatureKeys)]
    .filter((key) => Object.hasOwn(data, key) && data[key] !== undefined)
    .sort()
    .flatMap((key) => {
      const value = data[key];
      return Array.isArray(value) ? value.map((one: unknown) => pair(key, one)) : [pair(key, value)];
    })
    .join('&');
}
