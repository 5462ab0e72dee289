import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { kashierProvider } from './kashier.ts';
import { type KashierOrder, kashierEvents, kashierReport, kashierSignedText } from './kashier-order.ts';
import { ForgedCallback } from './payment-provider.ts';

const attempt = '21852317-160f-430d-991c-d581725400c5';

describe('Kashier’s signed text', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['text as it is', { amount: '235.00' }, 'amount=235.00'],
    ['a number as it is written', { amount: 235 }, 'amount=235'],
    [
      'brackets and the other marks that stay elsewhere',
      { text: "A (00) it's!*" },
      'text=A%20%2800%29%20it%27s%21%2A',
    ],
    ['Arabic', { text: 'تم' }, 'text=%D8%AA%D9%85'],
    ['nothing as a bare key', { text: null }, 'text'],
    ['an empty text with its mark', { text: '' }, 'text='],
    ['a list by repeating its key', { text: ['a', null, 'b'] }, 'text=a&text&text=b'],
    ['nothing of a key that is not there', { text: undefined, amount: 1 }, 'amount=1'],
  ])('%s', (_what, data, text) => {
    expect(kashierSignedText({ ...data, signatureKeys: ['text', 'amount', 'gone'] })).toBe(text);
  });

  test('keys are sorted by character code, without duplicates', () => {
    const data = { b: 2, A: 1, a: 3, signatureKeys: ['b', 'a', 'A', 'a'] };
    expect(kashierSignedText(data)).toBe('A=1&a=3&b=2');
  });
});

describe('a callback of Kashier', () => {
  const provider = kashierProvider({
    KASHIER_MERCHANT_ID: 'MID-1-1',
    KASHIER_API_KEY: 'key',
    KASHIER_SECRET_KEY: 'secret',
    KASHIER_METHODS: ['card'],
    KASHIER_API_URL: 'http://127.0.0.1:9',
    KASHIER_ORDERS_URL: 'http://127.0.0.1:9',
  });
  const sent = (data: Record<string, unknown> & { signatureKeys: string[] }, event = 'pay') => ({
    headers: {
      'x-kashier-signature': createHmac('sha256', 'key').update(kashierSignedText(data)).digest('hex'),
    },
    query: new URLSearchParams(),
    body: Buffer.from(JSON.stringify({ event, data })),
  });
  const data = {
    merchantOrderId: attempt,
    transactionId: 'TX-1',
    status: 'SUCCESS',
    amount: '235.00',
    currency: 'EGP',
    transactionResponseMessage: 'Approved (00)',
    orderReference: null,
    signatureKeys: [
      'merchantOrderId',
      'transactionId',
      'status',
      'amount',
      'currency',
      'transactionResponseMessage',
      'orderReference',
    ],
  };

  test('points to our attempt and nothing else, whatever its event', async () => {
    for (const event of ['pay', 'refund', 'void'])
      expect(await provider?.verify(sent(data, event))).toEqual({ paymentId: attempt });
  });

  test('is forged if any signed value changed, or the attempt is not signed', async () => {
    const { headers } = sent(data);
    const altered = { ...sent({ ...data, amount: '1.00' }), headers };
    const uncovered = sent({ ...data, signatureKeys: ['amount'] });
    for (const forged of [altered, uncovered])
      await expect(provider?.verify(forged)).rejects.toThrow(ForgedCallback);
  });
});

describe('the events of a Kashier order', () => {
  let last = 0;
  const done = (operation: string, amount: number, status = 'SUCCESS') => {
    last += 1;
    return { transactionId: `TX-${last}`, operation, status, amount, currency: 'EGP' };
  };
  const outcomes = (...transactions: KashierOrder['transactions']) => {
    const order = {
      merchantId: 'MID-1-1',
      orderId: 'KO-1',
      merchantOrderId: attempt,
      totalRefundedAmount: 0,
      transactions,
    };
    const reported = kashierReport(order, attempt).reduce(
      (sum, { kind, amount, back = 0 }) => sum + (kind === 'paid' ? amount - back : -amount),
      0,
    );
    return [kashierEvents(order).map(({ outcome, amount }) => `${outcome} ${amount}`), reported];
  };

  test.each<[string, KashierOrder['transactions'], string[], number]>([
    ['a payment', [done('pay', 235)], ['paid 23500'], 23_500],
    [
      'a payment after tries that failed',
      [done('pay', 235, 'FAILURE'), done('pay', 235)],
      ['paid 23500'],
      23_500,
    ],
    ['a try that failed', [done('pay', 235, 'FAILURE')], ['declined 23500'], 0],
    ['one that is pending', [done('pay', 235, 'PENDING')], [], 0],
    ['a state that no document names', [done('pay', 235, 'UNDER_REVIEW')], [], 0],
    ['an operation that no document names', [done('split', 235)], ['unclear 23500'], 0],
    ['a hold', [done('authorize', 235)], ['held 23500'], 0],
    ['a hold that was let go', [done('authorize', 235), done('void', 235)], ['voided 23500'], 0],
    [
      'a hold that was captured in parts',
      [done('authorize', 235), done('capture', 100), done('capture', 35)],
      ['held 23500', 'paid 10000', 'paid 3500'],
      13_500,
    ],
    ['a payment that was taken back', [done('pay', 235), done('void', 235)], ['voided 23500'], 0],
    ['a refund of a part', [done('pay', 235), done('refund', 35.5)], ['paid 23500', 'refunded 3550'], 19_950],
    [
      'a refund that failed',
      [done('pay', 235), done('refund', 5, 'FAILURE')],
      ['paid 23500', 'refund_failed 500'],
      23_500,
    ],
  ])('%s', (_what, transactions, events, sum) => {
    expect(outcomes(...transactions)).toEqual([events, sum]);
  });
});
