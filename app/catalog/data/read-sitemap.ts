import { href } from 'react-router';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Storefront } from '#app/lib/context.ts';
import { addressList } from '#app/product/legacy-values.ts';
import type { SitemapEntry } from '../sitemap/sitemap-xml.ts';
import { readCategories } from './read-categories.ts';
import { storeBrand } from './store-brand.ts';

/** Rows per request, the backend's limit. */
const batch = 1000;

/** A sitemap may list 50,000 URLs; the newest products come first. */
const mostProducts = 49_000;

async function readProductEntries(store: Storefront): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  while (entries.length < mostProducts) {
    const answer = await store.supabase
      .from('products')
      .select('id, updated_at, images')
      .eq('tenant_id', store.tenantId)
      .eq('is_active', true)
      .order('created_at', { ascending: false })
      .order('id')
      .range(entries.length, entries.length + batch - 1);
    const rows = dataOf(answer, 'Failed to fetch products');
    entries.push(
      ...rows.map((row) => ({
        path: href('/product/:id', { id: row.id }),
        changed: row.updated_at,
        images: addressList(row.images).slice(0, 10),
      })),
    );
    if (rows.length < batch) break;
  }
  return entries;
}

/** Reads every indexable page of a store. */
export async function readSitemap(store: Storefront): Promise<SitemapEntry[]> {
  store.tag('listing', 'categories');
  const [categories, products] = await Promise.all([readCategories(store), readProductEntries(store)]);
  const { customization } = storeBrand(store).features;
  return [
    { path: href('/') },
    { path: href('/shop') },
    { path: href('/categories') },
    { path: href('/deals') },
    ...(customization ? [{ path: '/customize' }] : []),
    { path: '/contact' },
    { path: '/faq' },
    ...categories.map(({ id, image }) => ({
      path: href('/category/:id', { id }),
      images: image ? [image] : [],
    })),
    ...products,
  ];
}
