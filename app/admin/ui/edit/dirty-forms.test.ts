import { expect, it } from 'vitest';
import { closesForm } from './dirty-forms.ts';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://store.example');
  return { pathname, search };
};

it.each([
  ['/admin/content', '/admin/reports', '', true],
  ['/admin/content', '/admin/content?tab=codes', '', true],
  ['/admin/customers?conversation=1', '/admin/customers?conversation=2', '', true],
  ['/admin/orders?order=7&page=2', '/admin/orders?page=3&order=7', 'print', false],
  ['/admin/orders?order=7', '/admin/orders?order=7&print=slip', 'print', true],
  ['/admin/content?tab=reviews', '/admin/content?tab=reviews&status=approved', 'status page', true],
  ['/admin/content?tab=reviews', '/admin/content?tab=reviews&page=2', 'status page', true],
])('leaving %s for %s with a form closed by "%s" asks first: %s', (from, to, lostWith, asks) => {
  expect(closesForm(lostWith.split(' '), at(from), at(to))).toBe(asks);
});
