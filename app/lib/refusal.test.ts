import { expect, it } from 'vitest';
import { BackendError } from './backend-error.ts';
import { orderLineRow } from './order-line-row.ts';
import { refusalMessage, refusalText } from './refusal.ts';

const refused = (details: string, hint?: string) =>
  new BackendError({ code: 'P0001', message: 'The sentence of the database.', details, hint }, 400);

it('a refusal is shown by its code, with its parameters', () => {
  expect(refusalMessage(refused('last_super_admin'))).toBe('A store needs at least one super admin.');
  const few = '{"name": "Mug", "stock": 1500, "taken": 2000}';
  expect(refusalMessage(refused('too_few_in_stock', few))).toBe(
    'Mug has only 1,500 in stock, so 2,000 cannot be taken. Nothing was changed.',
  );
});

it('an amount is formatted as money', () => {
  expect(refusalMessage(refused('price_changed', '{"total": 1234.5, "expected": 1200}'))).toBe(
    'The total is now 1,234.50 EGP. Look through your order again.',
  );
});

it('a product has its name in the page’s language', () => {
  const named = '{"name": "Mug", "translations": {"en": {"name": "Blue mug"}}, "available": 2}';
  expect(refusalMessage(refused('out_of_stock', named))).toBe('Only 2 of Blue mug left.');
});

it('lines of an order have the names from their order', () => {
  const line = '{"name": "Stored", "garment": "Hoodie", "open": 2}';
  expect(refusalMessage(refused('too_few_to_cancel', line), orderLineRow)).toBe(
    'Of Custom Hoodie, 2 can still be cancelled.',
  );
});

it('the reason selects one of several messages for a code', () => {
  const message = (hint: string) => refusalMessage(refused('out_of_stock', hint));
  expect(message('{"name": "Mug", "available": 2}')).toBe('Only 2 of Mug left.');
  expect(message('{"name": "Mug", "available": 0, "reason": "sold_out"}')).toBe('Mug is sold out.');
});

it('a refusal inside a refusal is shown in its own words', () => {
  const why = { code: 'changed_since', message: 'A sentence.', name: 'Mug' };
  expect(refusalText({ code: 'not_undone', message: 'A sentence.', why })).toBe(
    'Mug has been changed again since.',
  );
});

it('an unknown code is shown in the database’s sentence', () => {
  expect(refusalMessage(refused('from_tomorrow', '{"name": "Mug"}'))).toBe('The sentence of the database.');
});

it('other errors are not refusals', () => {
  expect(refusalMessage(new TypeError('Failed to fetch'))).toBeNull();
  expect(refusalMessage(null)).toBeNull();
  const taken = { code: '23505', message: 'duplicate key', details: 'Key (code)=(X) already exists.' };
  expect(refusalMessage(taken)).toBeNull();
});
