import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Json } from '../../app/lib/database.types.ts';
import { HOST, OTHER, openSmallShop, type SmallShop } from '../support/small-shop.ts';

// Its store starts and stops in the hooks.
vi.setConfig({ hookTimeout: 180_000 });

/** The address of the store's product, whose name is no word alone. */
const page = '/product/lantern-script-case';

let shop: SmallShop;
let ask: SmallShop['ask'];
let category: string;
let product: string;

beforeAll(async () => {
  shop = await openSmallShop();
  ({ ask, category, product } = shop);
});

afterAll(() => shop.close());

describe('what search engines see', () => {
  const tag = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];
  const canonicalOf = (text: string) => tag(text, /<link rel="canonical" href="([^"]*)"/);
  const robotsOf = (text: string) => tag(text, /<meta name="robots" content="([^"]*)"/);
  const dataOf = (text: string): Record<string, unknown>[] =>
    [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json = '']) =>
      JSON.parse(json),
    );

  it('a page’s canonical URL omits parameters that do not change it', async () => {
    const pages = [
      ['/?utm_source=x', '/'],
      ['/shop?utm_source=x&sort=price-asc', '/shop'],
      [`/product/${product}?ref=mail`, page],
      [page, page],
      [`/category/${category}`, '/category/lanterns'],
      [`/categories/${category}`, '/category/lanterns'],
    ];
    for (const [path = '', canonical = ''] of pages) {
      const { text } = await ask(path);
      expect([path, canonicalOf(text), robotsOf(text)]).toEqual([
        path,
        `http://${HOST}${canonical}`,
        undefined,
      ]);
    }
  });

  it('the canonical URL names the store if all stores share a host', async () => {
    const shared = await ask('/shop?tenant=casecraft&sort=name', { host: '127.0.0.1' });
    expect(canonicalOf(shared.text)).toMatch(/^http:\/\/127\.0\.0\.1(:\d+)?\/shop\?tenant=casecraft$/);
  });

  it('an id in capitals redirects to the page’s canonical URL', async () => {
    const moved = async (path: string) => {
      const { status, headers } = await ask(path);
      return [status, headers.location];
    };
    expect(await moved(`/product/${product.toUpperCase()}`)).toEqual([301, page]);
    const listing = `/category/${category.toUpperCase()}?sort=name`;
    expect(await moved(listing)).toEqual([301, '/category/lanterns?sort=name']);
    expect(JSON.parse((await ask(`/product/${product.toUpperCase()}/now`)).text)).toMatchObject({
      id: product,
    });
  });

  it('every spelling of an address redirects to it in one step', async () => {
    const translations = { ar: { name: 'فانوس أسود' } };
    await shop.admin.from('products').update({ translations }).eq('id', product).throwOnError();
    await shop.admin.from('categories').update({ slug: 'lamps' }).eq('id', category).throwOnError();
    const arabic = `/ar/product/${encodeURIComponent('فانوس-أسود')}`;
    for (const [path, target] of [
      ['/product/Lantern-SCRIPT-case/', page],
      ['/product/lantern%2Dscript%2Dcase?utm=x', page],
      [arabic.replace('/ar', ''), page],
      [`/ar${page}`, arabic],
      [arabic.toLowerCase(), arabic],
      ['/category/lanterns?sort=name', '/category/lamps?sort=name'],
      ['/categories/lamps', '/category/lamps'],
    ] as const) {
      const { status, headers } = await ask(path);
      expect([path, status, headers.location]).toEqual([path, 301, target]);
      expect((await ask(target)).status, target).toBe(200);
      const [targetPath = '', query = ''] = target.split('?');
      expect((await ask(`${targetPath}.data?${query}`)).status, target).toBe(200);
    }
    const { text } = await ask(page);
    expect([...text.matchAll(/hrefLang="(..)" href="([^"]*)"/g)].map(([, ...link]) => link)).toEqual([
      ['en', `http://${HOST}${page}`],
      ['ar', `http://${HOST}${arabic}`],
    ]);
    await expect.poll(async () => (await ask('/ar/sitemap.xml')).text).toContain(`http://${HOST}${arabic}`);
    await shop.admin.from('categories').update({ slug: null }).eq('id', category).throwOnError();
    await shop.admin.from('products').update({ translations: {} }).eq('id', product).throwOnError();
    await expect.poll(async () => (await ask(arabic)).headers.location).toBe(`/ar${page}`);
  });

  it('a deleted product answers 410 with links to what is like it, at each of its addresses', async () => {
    const id = await shop.add('casecraft', 'Wooden lantern');
    const addresses = ['/product/wooden-lantern', `/product/${id}`, '/ar/product/wooden-lantern'];
    for (const path of addresses) expect((await ask(path)).status, path).toBe(200);
    await shop.admin.from('products').delete().eq('id', id).throwOnError();
    for (const path of addresses) {
      await expect.poll(async () => (await ask(path)).status).toBe(410);
      const { text } = await ask(path);
      expect(text).toMatch(/href="(\/ar)?\/product\/lantern-script-case"/);
      expect([robotsOf(text), canonicalOf(text)]).toEqual(['noindex', undefined]);
    }
    const { status } = await ask('/product/wooden-lantern', { host: OTHER });
    expect(status).toBe(404);
  });

  it('an old URL redirects to its product in the same language, and never hides a page', async () => {
    const old_paths = ['/products/black-hoodie', '/product/hoodie', '/shop', '/a.html'];
    await shop.admin.from('products').update({ old_paths }).eq('id', product).throwOnError();
    const moved = async (path: string) => {
      const { status, headers } = await ask(path);
      return [status, headers.location];
    };
    for (const path of [
      '/products/black-hoodie',
      '/products/Black-Hoodie/?ref=x',
      '/product/hoodie/',
      '/a.html',
    ])
      expect(await moved(path), path).toEqual([301, page]);
    expect(await moved('/ar/products/black-hoodie')).toEqual([301, `/ar${page}`]);
    expect((await moved('/shop'))[0]).toBe(200);
    for (const path of ['/products/white-hoodie', '/product/white-hoodie'])
      expect((await moved(path))[0], path).toBe(404);
    expect((await ask('/products/black-hoodie', { host: OTHER })).status).toBe(404);
  });

  it('a product page has the title and description that staff wrote, in its language', async () => {
    const write = (columns: {
      seo_title: string | null;
      seo_description: string | null;
      translations: Json;
    }) => shop.admin.from('products').update(columns).eq('id', product).throwOnError();
    const translations = { ar: { name: 'فانوس', seo_description: 'يضيء' } };
    await write({ seo_title: 'Lamp for a phone', seo_description: 'It glows', translations });
    const shown = async (path: string) => {
      const { text } = await ask(path);
      return [tag(text, /<title>([^<]*) \| /), tag(text, /<meta name="description" content="([^"]*)"/)];
    };
    await expect.poll(() => shown(`/product/${product}`)).toEqual(['Lamp for a phone', 'It glows']);
    await expect.poll(() => shown(`/ar/product/${product}`)).toEqual(['فانوس', 'يضيء']);
    await write({ seo_title: null, seo_description: null, translations: {} });
    await expect.poll(() => shown(`/product/${product}`)).not.toContain('Lamp for a phone');
  });

  it.each(['/cart', '/checkout', '/order-confirmation', '/account', '/account/orders', '/signin', '/signup'])(
    'says nothing of %s',
    async (path) => {
      const { text } = await ask(path);
      expect([robotsOf(text), canonicalOf(text)]).toEqual(['noindex', undefined]);
    },
  );
  it.each([
    '/auth/signin',
    '/auth/reset-password',
    '/callback',
    '/admin/dashboard',
    '/admin/orders',
    '/nowhere',
  ])('says nothing of %s, which nobody should find', async (path) => {
    const { text } = await ask(path);
    expect([robotsOf(text), canonicalOf(text)]).toEqual(['noindex', undefined]);
  });

  it('a product page has schema.org’s required product data and breadcrumbs', async () => {
    const url = `http://${HOST}${page}`;
    const { text } = await ask(page);
    expect(tag(text, /<title>([^<]*)<\/title>/)).toMatch(/^Lantern &lt;\/script&gt; case \| /);
    expect(dataOf(text)).toEqual([
      expect.objectContaining({
        '@context': 'https://schema.org',
        '@type': 'Product',
        url,
        sku: product,
        name: 'Lantern </script> case',
        description: 'Lantern </script> case that lasts.',
        image: [`http://${HOST}/a.webp`, 'https://pictures.example/b.webp'],
        offers: expect.objectContaining({
          '@type': 'Offer',
          url,
          price: '250.00',
          priceCurrency: 'EGP',
          availability: 'https://schema.org/InStock',
        }),
      }),
      {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: expect.any(String), item: `http://${HOST}/` },
          ...[
            {
              '@type': 'ListItem',
              position: 2,
              name: 'Lanterns',
              item: `http://${HOST}/category/lanterns`,
            },
          ],
          { '@type': 'ListItem', position: 3, name: 'Lantern </script> case' },
        ],
      },
    ]);
  });

  it('each store lists its pages in its own robots.txt and sitemap.xml', async () => {
    for (const [host, own, other] of [
      [HOST, page, '/product/foreign-brick'],
      [OTHER, '/product/foreign-brick', page],
    ] as const) {
      const robots = await ask('/robots.txt', { host });
      expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(robots.text).toMatch(/^User-agent: \*\n/);
      expect(robots.text).toContain(`\nSitemap: http://${host}/sitemap.xml\n`);
      const sitemap = await ask('/sitemap.xml', { host });
      expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
      const places = [...sitemap.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place = '']) => place);
      expect(places).toEqual(expect.arrayContaining([`http://${host}/`, `http://${host}${own}`]));
      expect(places.every((place) => place.startsWith(`http://${host}/`))).toBe(true);
      expect(sitemap.text).not.toContain(other);
      for (const closed of ['/cart', '/checkout', '/account', '/admin', '/signin']) {
        expect(places).not.toContain(`http://${host}${closed}`);
      }
    }
  });
});
