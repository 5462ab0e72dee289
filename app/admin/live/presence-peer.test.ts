import { expect, it } from 'vitest';
import { otherUsers } from './presence-peer.ts';

const content = '/admin/content';
const banner = (id: string) => ({ anchor: content, resource: `banner ${id}` });
const mona = { user: 'm', name: 'Mona' };
const omar = { user: 'o', name: 'Omar' };

it('distinguishes two dialogs of a page, and both from the page', () => {
  const seen = [
    { ...omar, ...banner('1') },
    { user: 's', name: 'Samir', anchor: content, resource: '' },
  ];
  expect(otherUsers(seen, mona.user, { resource: 'banner 1' })).toEqual(['Omar']);
  expect(otherUsers(seen, mona.user, { resource: 'banner 2' })).toEqual([]);
  expect(otherUsers(seen, mona.user, { anchor: content })).toEqual(['Omar', 'Samir']);
  expect(otherUsers(seen, mona.user, { anchor: '/admin/reports' })).toEqual([]);
});

it('lists at a product’s page users who have only its deal open in a dialog', () => {
  const seen = [{ ...omar, anchor: content, resource: 'product 1' }];
  const page = '/admin/products/edit/1';
  expect(otherUsers(seen, mona.user, { anchor: page, resource: 'product 1' })).toEqual(['Omar']);
  expect(otherUsers(seen, mona.user, { anchor: page, resource: '' })).toEqual([]);
  expect(
    otherUsers([{ ...omar, anchor: content, resource: '' }], mona.user, { anchor: page, resource: '' }),
  ).toEqual([]);
});

it('counts nobody twice, ignores the user’s own windows, and keeps namesakes apart', () => {
  const seen = [
    { ...mona, ...banner('1') },
    { ...omar, ...banner('1') },
    { ...omar, ...banner('1') },
    { user: 'p', name: 'Omar', ...banner('1') },
  ];
  expect(otherUsers(seen, mona.user, { resource: 'banner 1' })).toEqual(['Omar', 'Omar']);
});
