import { expect, it } from 'vitest';
import { viewAddress, viewOf } from './saved-views.ts';

it('a view stores filters and sort, but not the page, the tab or open entities', () => {
  const query = new URLSearchParams(
    'page=4&order=1&tab=codes&status=pending&status=confirmed&sort=created&search=',
  );
  expect(viewOf(query)).toBe('sort=created&status=pending%2Cconfirmed');
  expect(viewOf(new URLSearchParams('search=&page=2'))).toBe('');
});

it('a view opens on the current tab of its list', () => {
  expect(viewAddress(new URLSearchParams('tab=codes&page=3'), 'show=vouchers')).toBe(
    '?show=vouchers&tab=codes',
  );
  expect(viewAddress(new URLSearchParams('search=x'), 'sort=name')).toBe('?sort=name');
});
