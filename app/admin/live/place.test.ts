import { expect, it } from 'vitest';
import { placeOf } from './place.ts';

it('takes two windows for the same place when they are about the same thing', () => {
  const order = placeOf('/admin/orders', '?order=7&page=2');
  expect(placeOf('/admin/orders/', '?page=9&order=7')).toBe(order);
  expect(placeOf('/admin/orders', '?order=8')).not.toBe(order);
  expect(placeOf('/admin/products/edit/1', '')).not.toBe(placeOf('/admin/products/edit/2', ''));
  expect(placeOf('/admin/products', '?search=a')).toBe(placeOf('/admin/products', '?search=b'));
});
