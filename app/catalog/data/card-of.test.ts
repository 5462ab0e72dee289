import { expect, it } from 'vitest';
import type { Storefront } from '#app/lib/context.ts';
import { cardOf } from './card-of.ts';

const storeOf = (tenantId: string) => ({ tenantId }) as Storefront;
const row = { id: 'p1', name: 'Mug', price: '120', color: '["black","navy"]' };

it('M23 a row has one card, however often it is read', () => {
  const card = cardOf(storeOf('inkthread'), row);
  expect(card).toMatchObject({ id: 'p1', name: 'Mug', price: 120, colors: 2 });
  expect(cardOf(storeOf('inkthread'), { ...row })).toBe(card);
});

it('M23 a row that changed has another, and every store its own', () => {
  const card = cardOf(storeOf('inkthread'), row);
  expect(cardOf(storeOf('inkthread'), { ...row, price: '110' })).toMatchObject({ price: 110 });
  // Board games have no colors to choose.
  expect(cardOf(storeOf('meeplehouse'), row)).toMatchObject({ colors: 0 });
  expect(cardOf(storeOf('inkthread'), row)).toBe(card);
});
