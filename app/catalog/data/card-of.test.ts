import { expect, it } from 'vitest';
import type { Storefront } from '#app/lib/context.ts';
import { cardOf } from './card-of.ts';

const storeOf = (tenantId: string) => ({ tenantId }) as Storefront;
const row = {
  id: 'p1',
  name: 'Mug',
  price: '120',
  original_price: null,
  discount: 0,
  images: ['/front.jpg', '/back.jpg'],
  stock: 4,
  is_new: false,
  category_id: 'c1',
  type: null,
  size: null,
  color: '["black","navy"]',
  rating: null,
  review_count: 0,
};

it('M23 a row has one card, however often it is read', () => {
  const card = cardOf(storeOf('inkthread'), row, 'Mugs');
  expect(card).toMatchObject({ id: 'p1', name: 'Mug', price: 120, colors: 2, category: 'Mugs' });
  const again = { ...row, images: [...row.images], unit: 'one' };
  expect(cardOf(storeOf('inkthread'), again, 'Mugs')).toBe(card);
});

it.each([
  [{ price: '110' }, { price: 110 }],
  [{ images: ['/front.jpg', '/side.jpg'] }, { images: ['/front.jpg', '/side.jpg'] }],
  [{ images: ['/front.jpg'] }, { images: ['/front.jpg'] }],
  [{ images: '/front.jpg' }, { images: ['/front.jpg'] }],
  [{ stock: 0 }, { stock: 0 }],
])('M23 a row that changed to %j has another card', (change, shown) => {
  const card = cardOf(storeOf('inkthread'), row, 'Mugs');
  const changed = cardOf(storeOf('inkthread'), { ...row, ...change }, 'Mugs');
  expect(changed).not.toBe(card);
  expect(changed).toEqual({ ...card, ...shown });
});

it('M23 a card has the name of its category as it is now, and every store its own', () => {
  expect(cardOf(storeOf('inkthread'), row, 'Mugs').category).toBe('Mugs');
  expect(cardOf(storeOf('inkthread'), row, 'Cups').category).toBe('Cups');
  // Board games have no colors to choose.
  expect(cardOf(storeOf('meeplehouse'), row, 'Cups')).toMatchObject({ colors: 0 });
  expect(cardOf(storeOf('inkthread'), row, 'Cups')).toMatchObject({ colors: 2 });
});
