import { describe, expect, it } from 'vitest';
import { absoluteUrl } from './absolute-url.ts';

describe('the URL of a page', () => {
  it('is its path on a host of a single store', () => {
    const place = {
      tenantId: 'duoworks',
      origin: 'https://duoworks.example',
      sharedHost: false,
      language: 'en',
    } as const;
    expect(absoluteUrl(place, '/shop?page=2')).toBe('https://duoworks.example/shop?page=2');
    expect(absoluteUrl({ ...place, language: 'ar' }, '/shop')).toBe('https://duoworks.example/ar/shop');
    expect(absoluteUrl({ ...place, language: 'ar' }, '/')).toBe('https://duoworks.example/ar');
  });

  it('names the store on a host shared by all stores', () => {
    const place = {
      tenantId: 'duoworks',
      origin: 'https://shop.example',
      sharedHost: true,
      language: 'en',
    } as const;
    expect(absoluteUrl(place, '/')).toBe('https://shop.example/?tenant=duoworks');
    expect(absoluteUrl(place, '/shop?page=2')).toBe('https://shop.example/shop?page=2&tenant=duoworks');
  });
});
