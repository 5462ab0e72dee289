import { describe, expect, it } from 'vitest';
import { landingLinks, profileLinks, sheetLinks } from './links.ts';

const words = (links: readonly { word: string }[]) => links.map(({ word }) => word);

describe('links by role and tenant', () => {
  it('the profile dropdown grows with the role', () => {
    expect(profileLinks('user').personal.map(({ to }) => to)).toEqual([
      '/account',
      '/account/orders',
      '/account/wishlist',
    ]);
    expect(profileLinks('user').staff).toEqual([]);
    expect(profileLinks('admin').staff.map(({ to }) => to)).toEqual(['/admin']);
    expect(profileLinks('super_admin').staff.map(({ to }) => to)).toEqual(['/admin', '/admin/users']);
  });

  it('a visitor sees the open links, and Customize Product only where the tenant prints', () => {
    const visitor = { wishlist: true, landing: false, role: undefined };
    expect(words(sheetLinks({ ...visitor, customization: true }))).toEqual([
      'searchProducts',
      'categories',
      'customizeProduct',
      'specialDeals',
    ]);
    expect(words(sheetLinks({ ...visitor, customization: false }))).not.toContain('customizeProduct');
  });

  it('orders and wishlist come with signing in, the dashboard with working there', () => {
    const shop = { customization: false, wishlist: true, landing: false };
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

  it('where the home page is a landing, its sections are reached from the sheet too', () => {
    const visitor = { customization: false, wishlist: true, role: undefined };
    expect(words(sheetLinks({ ...visitor, landing: true }))).toEqual([
      'searchProducts',
      'categories',
      'story',
      'about',
      'specialDeals',
    ]);
  });

  it('the landing navigation leads to games, categories, story and about, and by role further', () => {
    const personalWords = (role: Parameters<typeof landingLinks>[0]) => words(landingLinks(role).personal);
    expect(words(landingLinks(undefined).everybody)).toEqual(['games', 'categories', 'story', 'about']);
    expect(personalWords(undefined)).toEqual(['signIn']);
    expect(personalWords('user')).toEqual(['account']);
    expect(personalWords('admin')).toEqual(['account', 'dashboard']);
    expect(personalWords('super_admin')).toEqual(['account', 'dashboard', 'users']);
    expect(landingLinks('admin').everybody[0]?.to).toBe('/shop');
  });
});
