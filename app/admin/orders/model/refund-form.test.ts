import { expect, it } from 'vitest';
import { type RefundForm, refundForm, refundSum } from './refund-form.ts';

const order = {
  charged: 330,
  shipping_total: 45,
  shipping_difference: 5,
  shipping_credited: 20,
  order_lines: [
    { id: 'a', net: 200, credited: 50 },
    { id: 'b', net: 100, credited: 0 },
  ],
};
const form: RefundForm = { lines: { a: '', b: '' }, shipping: '', goodwill: '', way: '', reason: '' };
const problems = (values: Partial<RefundForm>) =>
  refundForm(order)
    .safeParse({ ...form, ...values })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('a refund is limited to the uncredited part of each line', () => {
  expect(problems({ lines: { a: '150', b: '100' }, shipping: '30' })).toBeUndefined();
  expect(problems({ lines: { a: '150.01', b: '' } })).toEqual([
    ['lines.a', 'At most 150 EGP can be taken off here.'],
  ]);
  expect(problems({ shipping: '31' })).toEqual([['shipping', 'At most 30 EGP can be taken off here.']]);
});

it.each(['-5', '1.234', 'ten'])('a refund of %s is invalid, with the error at its field', (goodwill) => {
  expect(problems({ goodwill })?.[0]?.[0]).toBe('goodwill');
});

it('an empty refund is invalid', () => {
  expect(problems({})).toEqual([['goodwill', 'Enter an amount for at least one line.']]);
});

it('the sum of a refund is exact', () => {
  expect(refundSum({ lines: { a: '0.10', b: '0.20' }, shipping: '0.7', goodwill: 'x' })).toBe(100);
});
