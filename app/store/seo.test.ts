import { describe, expect, it } from 'vitest';
import { presets } from '#app/brands/presets.ts';
import { defaultBrandName, pageMeta, pageTitle } from './seo.ts';

function argsAt(pathname: string, brand = presets[2], over = {}) {
  const place = { origin: `https://${brand?.domain}`, sharedHost: false, language: 'en', ...over };
  const loaderData = brand && { tenantId: brand.id, brand, ...place };
  return { matches: [{ id: 'root', loaderData }, undefined], location: { pathname } };
}

describe('page meta', () => {
  it('titles read Name | Tenant', () => {
    expect(pageTitle('Shop', 'Casecraft')).toBe('Shop | Casecraft');
    expect(pageMeta(argsAt('/shop'), { name: 'Shop' })).toContainEqual({ title: 'Shop | Casecraft' });
  });

  it('a title written by staff names the store once', () => {
    const titled = (title: string) => pageMeta(argsAt('/product/1'), { name: 'Case', title });
    expect(titled('Clear case')).toContainEqual({ title: 'Clear case | Casecraft' });
    expect(titled('Clear case by casecraft')).toContainEqual({ title: 'Clear case by casecraft' });
    expect(titled('')).toContainEqual({ title: 'Case | Casecraft' });
  });

  it("a tenant without a name gets the first brand's", () => {
    expect(defaultBrandName).toBe(presets[0].name);
    expect(pageTitle('Shop')).toBe('Shop | Inkthread');
    expect(pageMeta({ matches: [], location: { pathname: '/' } }, { name: 'Home' })).toContainEqual({
      title: 'Home | Inkthread',
    });
  });

  it("descriptions and keywords are the page's, or else the brand's", () => {
    const customMeta = pageMeta(argsAt('/shop'), {
      name: 'Shop',
      description: 'All cases',
      keywords: ['clear'],
    });
    expect(customMeta).toContainEqual({ name: 'description', content: 'All cases' });
    expect(customMeta).toContainEqual({ name: 'keywords', content: 'clear' });
    const brand = pageMeta(argsAt('/shop'), { name: 'Shop' });
    expect(brand).toContainEqual({ name: 'description', content: presets[2]?.seoDescription });
    expect(brand).toContainEqual({ name: 'keywords', content: presets[2]?.seoKeywords.join(', ') });
  });

  it.each([
    '/cart',
    '/checkout',
    '/order-confirmation',
    '/account',
    '/account/orders/1',
    '/admin',
    '/admin/users',
    '/signin',
    '/signup',
    '/auth/callback',
    '/auth/reset-password',
    '/forgot-password',
    '/reset-password',
    '/callback',
  ])('%s is noindex and has no canonical URL', (path) => {
    const tags = pageMeta(argsAt(path), { name: 'Page' });
    expect(tags).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(tags.filter((tag) => 'rel' in tag && tag.rel === 'canonical')).toEqual([]);
  });

  it.each(['/', '/shop', '/product/1', '/cartoons', '/accounting'])('%s may be indexed', (path) => {
    expect(pageMeta(argsAt(path), { name: 'Page' })).not.toContainEqual({
      name: 'robots',
      content: 'noindex',
    });
  });

  it('canonical and Open Graph URLs are absolute', () => {
    const tags = pageMeta(argsAt('/shop'), {
      name: 'Shop',
      path: '/shop?page=2',
      image: '/images/a.webp',
      type: 'product',
    });
    expect(tags).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'https://casecraft.example/shop?page=2',
    });
    expect(tags).toContainEqual({ property: 'og:image', content: 'https://casecraft.example/images/a.webp' });
    expect(tags).toContainEqual({ property: 'og:type', content: 'product' });
    expect(tags).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
  });

  /** Arguments of the shop page, which reads page and order from its query. */
  const listedAt = (search: string, over = {}) => {
    const args = argsAt('/shop', presets[2], over);
    const handle = { query: ['page', 'sort'] };
    return {
      matches: [...args.matches, { id: 'shop', handle }],
      location: { pathname: '/shop', search },
    };
  };

  it('list no languages for a page whose canonical URL is another one', () => {
    const namedAt = (search: string, path: string) =>
      pageMeta(listedAt(search), { name: 'Shop', path }).filter((tag) => 'hrefLang' in tag);
    expect(namedAt('?sort=price', '/shop')).toEqual([]);
    expect(namedAt('?page=3&sort=price', '/shop?page=3')).toEqual([]);
    expect(namedAt('?page=3', '/shop?page=3')).toHaveLength(3);
    expect(namedAt('', '/shop')).toHaveLength(3);
  });

  it('list the page in each language, as does its translation', () => {
    const shop = 'https://casecraft.example/shop?page=2';
    const arabic = 'https://casecraft.example/ar/shop?page=2';
    const alternates = [
      { tagName: 'link', rel: 'alternate', hrefLang: 'en', href: shop },
      { tagName: 'link', rel: 'alternate', hrefLang: 'ar', href: arabic },
      { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: shop },
    ];
    for (const [language, canonical] of [
      ['en', shop],
      ['ar', arabic],
    ]) {
      const tags = pageMeta(listedAt('?page=2&utm_source=mail', { language }), {
        name: 'Shop',
        path: '/shop?page=2',
      });
      expect(tags).toEqual(expect.arrayContaining(alternates));
      expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: canonical });
      expect(tags).toContainEqual({ property: 'og:url', content: canonical });
    }
    const hidden = pageMeta(argsAt('/cart'), { name: 'Cart' });
    expect(hidden.filter((tag) => 'rel' in tag && tag.rel === 'alternate')).toEqual([]);
  });

  it('a shared page has a JPEG: its own picture, or else the brand’s', () => {
    const shared = (image?: string) => {
      const tags = pageMeta(argsAt('/shop'), { name: 'Shop', ...(image && { image }) });
      return tags.find((tag) => 'property' in tag && tag.property === 'og:image');
    };
    expect(shared()).toMatchObject({ content: 'https://casecraft.example/brands/casecraft/share.jpg' });
    const stored = 'https://backend.example/storage/v1/object/public/product-images/casecraft/a b.webp';
    expect(shared(stored)).toMatchObject({
      content: 'https://casecraft.example/pictures/product-images/casecraft/a%20b.webp?w=1280&format=jpeg',
    });
  });

  it('canonical URLs name the store on a shared host', () => {
    const shared = { origin: 'https://shop.example', sharedHost: true };
    for (const [path, href] of [
      ['/', 'https://shop.example/?tenant=casecraft'],
      ['/faq', 'https://shop.example/faq?tenant=casecraft'],
    ] as const) {
      const tags = pageMeta(argsAt(path, presets[2], shared), { name: 'Page' });
      expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href });
      expect(tags).toContainEqual({ property: 'og:url', content: href });
    }
  });

  it('structured data has its context', () => {
    const tags = pageMeta(argsAt('/'), {
      name: 'Home',
      jsonLd: [{ '@type': 'Organization', name: 'Casecraft' }],
    });
    expect(tags).toContainEqual({
      'script:ld+json': { '@context': 'https://schema.org', '@type': 'Organization', name: 'Casecraft' },
    });
  });
});
