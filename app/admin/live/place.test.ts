import { expect, it } from 'vitest';
import { placeOf } from './place.ts';

const place = (address: string) => placeOf(new URL(address, 'http://store.example'));

it('takes two windows for the same place when they are about the same thing', () => {
  const order = place('/admin/orders?order=7&page=2');
  expect(place('/admin/orders/?page=9&order=7')).toBe(order);
  expect(place('/admin/orders?order=8')).not.toBe(order);
  expect(place('/admin/products/edit/1')).not.toBe(place('/admin/products/edit/2'));
  expect(place('/admin/products?search=a')).toBe(place('/admin/products?search=b'));
});
