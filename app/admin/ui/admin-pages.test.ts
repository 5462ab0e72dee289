import { describe, expect, it } from 'vitest';
import { adminCrumbs } from './admin-pages.ts';
import { fromList } from './list/url-state.ts';

const t = (key: string) => key;
const crumbs = (address: string, state: unknown = null) => {
  const { pathname, search } = new URL(address, 'http://store.example');
  return adminCrumbs({ pathname, search, state }, t).map(({ label, to }) => (to ? `${label} ${to}` : label));
};

describe('breadcrumbs of a back office page', () => {
  it('end at the page itself', () => {
    expect(crumbs('/admin/orders?status=pending')).toEqual(['title /admin/dashboard', 'orders']);
  });

  it('lead back from an order or customer to the list it was opened from, with its filters', () => {
    expect(crumbs('/admin/orders?status=pending&order=1&print=slip')).toEqual([
      ...['title /admin/dashboard', 'orders /admin/orders?status=pending', 'oneOrder'],
    ]);
    expect(crumbs('/admin/customers?sort=spent&page=2&customer=1')).toEqual([
      ...['title /admin/dashboard', 'customers /admin/customers?sort=spent&page=2', 'oneCustomer'],
    ]);
    expect(crumbs('/admin/orders?customer=1')).toEqual(['title /admin/dashboard', 'orders']);
  });

  it('lead back from a product to its filtered list, and to the whole list without one', () => {
    const state = fromList(new URLSearchParams('search=tee&sort=price'));
    expect(crumbs('/admin/products/edit/1', state)[1]).toBe('products /admin/products?search=tee&sort=price');
    expect(crumbs('/admin/products/edit/1', { list: 'https://elsewhere.example' })[1]).toBe(
      'products /admin/products',
    );
    expect(crumbs('/admin/products/new')).toEqual([
      ...['title /admin/dashboard', 'products /admin/products', 'newProduct'],
    ]);
  });

  it('lead from a row back to the list of all stores that it was opened from, with its filters', () => {
    const withAddress = (path: string) => {
      const { pathname, search } = new URL(path, 'http://store.example');
      return adminCrumbs({ pathname, search, state: null }, t)[1];
    };
    expect(withAddress('/admin/orders?queue=to_pack&order=1&list=all')).toEqual({
      label: 'allStores',
      address: '/stores/all/admin/orders?queue=to_pack',
    });
    expect(withAddress('/admin/products/edit/1?search=tee&list=all')).toEqual({
      label: 'allStores',
      address: '/stores/all/admin/products?search=tee',
    });
    expect(withAddress('/admin/customers?tab=messages&conversation=1&list=all')).toEqual({
      label: 'allStores',
      address: '/stores/all/admin/customers?tab=messages',
    });
    expect(crumbs('/admin/orders?queue=to_pack&order=1&list=all')[2]).toBe(
      'orders /admin/orders?queue=to_pack',
    );
  });
});
