import { describe, expect, it } from 'vitest';
import { landingLinks, profileLinks, sheetLinks } from './links.ts';

const words = (links: { word: string }[]) => links.map(({ word }) => word);

describe('links by role and tenant', () => {
  it('M06 the profile dropdown grows with the role', () => {
    expect(profileLinks('user').own.map(({ to }) => to)).toEqual([
      '/account',
      '/account/orders',
      '/account/wishlist',
    ]);
    expect(profileLinks('user').staff).toEqual([]);
    expect(profileLinks('admin').staff.map(({ to }) => to)).toEqual(['/admin']);
    expect(profileLinks('super_admin').staff.map(({ to }) => to)).toEqual(['/admin', '/admin/users']);
  });

  it('M07 a visitor sees the open links, and Customize Product only where the tenant prints', () => {
    const visitor = { wishlist: true, role: undefined };
    expect(words(sheetLinks({ ...visitor, customization: true }))).toEqual([
      'searchProducts',
      'categories',
      'customizeProduct',
      'specialDeals',
    ]);
    expect(words(sheetLinks({ ...visitor, customization: false }))).not.toContain('customizeProduct');
  });

  it('M07 orders and wishlist come with signing in, the dashboard with working there', () => {
    const shop = { customization: false, wishlist: true };
    expect(words(sheetLinks({ ...shop, role: 'user' }))).toEqual([
      'searchProducts',
      'categories',
      'myOrders',
      'wishlist',
      'specialDeals',
    ]);
    for (const role of ['admin', 'super_admin'] as const)
      expect(words(sheetLinks({ ...shop, role }))).toContain('adminDashboard');
  });

  it('M27 the landing navigation leads to games, categories, story and about, and by role further', () => {
    expect(words(landingLinks(undefined))).toEqual(['games', 'categories', 'story', 'about', 'signIn']);
    expect(words(landingLinks('user')).at(-1)).toBe('account');
    expect(words(landingLinks('admin'))).toEqual([
      'games',
      'categories',
      'story',
      'about',
      'account',
      'dashboard',
    ]);
    expect(words(landingLinks('super_admin')).at(-1)).toBe('users');
    expect(landingLinks('admin').find(({ word }) => word === 'games')?.to).toBe('/shop');
  });
});
