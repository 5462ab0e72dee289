import { expect, it } from 'vitest';
import { BackendError } from '#app/lib/backend-error.ts';
import { earlierOrderOf, refusalOf } from './order-refusal.ts';

const refused = (details: string, hint = '') =>
  new BackendError({ code: 'P0001', message: 'No.', details, hint }, 400);

it.each([
  ['a lost connection', new BackendError({ message: 'TypeError: Failed to fetch' }), null, 'again'],
  ['a store that is too busy', new BackendError({ message: 'Busy', code: '57P01' }, 503), null, 'again'],
  ['an answer that is none', new SyntaxError('Unexpected end of JSON input'), null, 'again'],
  [
    'something sold out',
    refused('out_of_stock', '{"reason": "sold_out", "name": "Mug"}'),
    'Mug is sold out.',
    'cart',
  ],
  ['a full delivery time', refused('slot_full'), 'This delivery time is full. Choose another one.', 'slot'],
])('after %s the refusal names what helps', (_, error, reason, remedy) => {
  expect(refusalOf(error)).toEqual({ reason, remedy });
});

it('names the order that already uses the key', () => {
  const hint = '{"order_id": "4b5e", "number": "IN-ABCDE-12345"}';
  expect(earlierOrderOf(refused('already_placed', hint))).toEqual({ id: '4b5e', number: 'IN-ABCDE-12345' });
  expect(earlierOrderOf(refused('out_of_stock', '{"available": 1}'))).toBeNull();
});
