import { describe, expect, it } from 'vitest';
import { isOfficePage, officeAddress, splitOffice } from './office-address.ts';

describe('the address of an office', () => {
  it('has the store before the page, below the language', () => {
    expect(officeAddress('meeplehouse', '/admin/orders?order=1', 'en')).toBe(
      '/stores/meeplehouse/admin/orders?order=1',
    );
    expect(officeAddress('all', '/admin', 'ar')).toBe('/ar/stores/all/admin');
    expect(officeAddress(undefined, '/admin', 'ar')).toBe('/ar/admin');
  });

  it('splits into store and page', () => {
    expect(splitOffice('/stores/meeplehouse/admin/orders?order=1')).toEqual({
      office: 'meeplehouse',
      path: '/admin/orders?order=1',
    });
    expect(splitOffice('/stores/all')).toEqual({ office: 'all', path: '/' });
    for (const path of ['/admin/orders', '/stores', '/stores/', '/stores/A/admin', '/shop/stores/x'])
      expect(splitOffice(path)).toEqual({ office: undefined, path });
  });

  it('is that of an office page only below /admin', () => {
    expect(['/admin', '/admin/orders', '/admin?a=1', '/administration', '/'].map(isOfficePage)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
