import { expect, it } from 'vitest';
import { anchorOf } from './anchor.ts';

const anchor = (address: string) => anchorOf(new URL(address, 'http://store.example'));

it('two windows are at the same place when they show the same entity', () => {
  const order = anchor('/admin/orders?order=7&page=2');
  expect(anchor('/admin/orders/?page=9&order=7')).toBe(order);
  expect(anchor('/admin/orders?order=8')).not.toBe(order);
  expect(anchor('/admin/products/edit/1')).not.toBe(anchor('/admin/products/edit/2'));
  expect(anchor('/admin/products?search=a')).toBe(anchor('/admin/products?search=b'));
});
