import { describe, expect, it } from 'vitest';
import { pageAddress } from './page-address.ts';

describe('the address of a page', () => {
  it('is its path where the host is the store’s own', () => {
    const place = { tenantId: 'duoworks', origin: 'https://duoworks.example', sharedHost: false };
    expect(pageAddress(place, '/shop?page=2')).toBe('https://duoworks.example/shop?page=2');
  });

  it('names the store where all stores share a host', () => {
    const place = { tenantId: 'duoworks', origin: 'https://shop.example', sharedHost: true };
    expect(pageAddress(place, '/')).toBe('https://shop.example/?tenant=duoworks');
    expect(pageAddress(place, '/shop?page=2')).toBe('https://shop.example/shop?page=2&tenant=duoworks');
  });
});
