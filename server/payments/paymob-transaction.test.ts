import { describe, expect, test } from 'vitest';
import { paymobEvent, paymobSignedText, paymobTransaction } from './paymob-transaction.ts';

const attempt = '21852317-160f-430d-991c-d581725400c5';
const transaction = {
  id: 900_001,
  amount_cents: 23_500,
  created_at: '2026-06-13T11:33:44.592345',
  currency: 'EGP',
  error_occured: false,
  has_parent_transaction: false,
  integration_id: 102,
  is_3d_secure: true,
  is_auth: false,
  is_capture: false,
  is_refunded: false,
  is_standalone_payment: true,
  is_voided: false,
  order: { id: 1_001, merchant_order_id: `${attempt}-ab12cd34` },
  owner: 302_852,
  pending: false,
  source_data: { pan: '2346', sub_type: 'MasterCard', type: 'card' },
  success: true,
};
const child = { has_parent_transaction: true, parent_transaction: 900_000, is_standalone_payment: false };
const eventOf = (changes: object, integrations = ['102']) =>
  paymobEvent(paymobTransaction.parse({ ...transaction, ...changes }), integrations);

describe('a Paymob transaction is', () => {
  test.each<[string, object, string | undefined]>([
    ['paid', {}, 'paid'],
    ['held, when it is only authorised', { is_auth: true, is_standalone_payment: false }, 'held'],
    ['paid, when a hold was captured', { ...child, is_capture: true }, 'paid'],
    ['voided, when it says so itself', { is_voided: true }, 'voided'],
    ['voided, when a hold was let go', { is_auth: true, is_voided: true }, 'voided'],
    ['voided, when its child says so', { ...child, is_void: true }, 'voided'],
    ['refunded', { ...child, is_refund: true }, 'refunded'],
    ['a refund that failed', { ...child, is_refund: true, success: false }, 'refund_failed'],
    ['declined', { success: false, error_occured: true }, 'declined'],
    ['nothing yet while it is pending', { pending: true }, undefined],
    ['nothing to book when a capture failed', { ...child, is_capture: true, success: false }, undefined],
    ['unclear, as a child of no kind that is documented', child, 'unclear'],
    ['foreign, by an integration that is not configured', { integration_id: 999 }, 'foreign'],
  ])('%s', (_what, changes, outcome) => {
    expect(eventOf(changes)?.outcome).toBe(outcome);
  });
});

test('an answer is read with text flags and in an envelope too, and names our attempt, its order and its parent', () => {
  const answer = {
    type: 'TRANSACTION',
    obj: { ...transaction, ...child, success: 'true', pending: 'false', is_capture: 'true' },
  };
  expect(paymobEvent(paymobTransaction.parse(answer), ['102'])).toMatchObject({
    eventId: 'paymob:900001:paid',
    outcome: 'paid',
    paymentId: attempt,
    sessionId: '1001',
    transactionId: '900001',
    parentId: '900000',
    integration: '102',
    amount: 23_500,
  });
});

test('a hold ends after two weeks', () => {
  expect(eventOf({ is_auth: true })?.heldUntil).toBe('2026-06-27T11:33:44.592Z');
});

test('values are signed as written, null as nothing, and unsigned fields change nothing', () => {
  const text =
    '235002026-06-13T11:33:44.592345EGPfalsefalse900001102truefalsefalsefalsetruefalse1001302852false2346MasterCardcardtrue';
  expect(paymobSignedText({ ...transaction, parent_transaction: 5, unknown: 'x' })).toBe(text);
  const wallet = { ...transaction, source_data: { pan: null, type: 'wallet' } };
  expect(paymobSignedText(wallet)).toBe(text.replace('2346MasterCardcard', 'wallet'));
});

test('moving digits between fields keeps the signature valid, so it proves no single value', () => {
  const forged = { ...transaction, amount_cents: 2_350, created_at: `0${transaction.created_at}` };
  expect(paymobSignedText(forged)).toBe(paymobSignedText(transaction));
});
