import { describe, expect, it } from 'vitest';
import type { Capability } from '#app/lib/database.constants.ts';
import { landingLinks, profileLinks, sheetLinks } from './links.ts';

const person = (...capabilities: Capability[]) => ({ capabilities });
const [shopper, admin, superAdmin] = [person(), person('orders.see'), person('orders.see', 'people.see')];

const words = (links: readonly { word: string }[]) => links.map(({ word }) => word);

describe('links by person and tenant', () => {
  it('the profile menu grows with the person’s capabilities', () => {
    expect(profileLinks(shopper).personal.map(({ to }) => to)).toEqual([
      '/account',
      '/account/orders',
      '/account/wishlist',
    ]);
    expect(profileLinks(shopper).staff).toEqual([]);
    expect(profileLinks(admin).staff.map(({ to }) => to)).toEqual(['/admin']);
    expect(profileLinks(superAdmin).staff.map(({ to }) => to)).toEqual(['/admin', '/admin/users']);
  });

  it('a visitor sees the public links, and Customize Product only if the tenant prints', () => {
    const visitor = { wishlist: true, landing: false, user: null };
    expect(words(sheetLinks({ ...visitor, customization: true }))).toEqual([
      'searchProducts',
      'categories',
      'customizeProduct',
      'specialDeals',
    ]);
    expect(words(sheetLinks({ ...visitor, customization: false }))).not.toContain('customizeProduct');
  });

  it('orders and wishlist come with signing in, the dashboard with working for the store', () => {
    const shop = { customization: false, wishlist: true, landing: false };
    expect(words(sheetLinks({ ...shop, user: shopper }))).toEqual([
      'searchProducts',
      'categories',
      'myOrders',
      'wishlist',
      'specialDeals',
    ]);
    for (const user of [admin, superAdmin])
      expect(words(sheetLinks({ ...shop, user }))).toContain('adminDashboard');
  });

  it('the sheet links to the sections of a landing home page', () => {
    const visitor = { customization: false, wishlist: true, user: null };
    expect(words(sheetLinks({ ...visitor, landing: true }))).toEqual([
      'searchProducts',
      'categories',
      'story',
      'about',
      'specialDeals',
    ]);
  });

  it('the landing navigation links to games, categories, story and about, and to more by person', () => {
    const personalWords = (user: Parameters<typeof landingLinks>[0]) => words(landingLinks(user).personal);
    expect(words(landingLinks(null).everybody)).toEqual(['games', 'categories', 'story', 'about']);
    expect(personalWords(null)).toEqual(['signIn']);
    expect(personalWords(shopper)).toEqual(['account']);
    expect(personalWords(admin)).toEqual(['account', 'dashboard']);
    expect(personalWords(superAdmin)).toEqual(['account', 'dashboard', 'users']);
    expect(landingLinks(admin).everybody[0]?.to).toBe('/shop');
  });
});
