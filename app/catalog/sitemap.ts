import { href } from 'react-router';
import { slugOf } from '#app/i18n/page-slugs.ts';
import { absoluteUrl, type StorePlace } from '#app/lib/absolute-url.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import { addressList } from '#app/product/parse-values.ts';
import { readCategories } from './data/read-categories.ts';

/** One URL of a sitemap. */
interface SitemapEntry {
  path: string;
  /** ISO time of the last change. */
  changed?: string;
  /** Paths or URLs of pictures on the page. */
  images?: string[];
}

/** Rows per request, the backend's limit. */
const batch = 1000;

/** A sitemap may list 50,000 URLs; the newest products come first. */
const mostProducts = 49_000;

async function readProductEntries(store: StoreContext): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  while (entries.length < mostProducts) {
    const answer = await store.supabase
      .from('products')
      .select('id, page_slugs, updated_at, images')
      .eq('tenant_id', store.tenantId)
      .eq('is_active', true)
      .order('created_at', { ascending: false })
      .order('id')
      .range(entries.length, entries.length + batch - 1);
    const rows = dataOf(answer, 'Failed to fetch products');
    entries.push(
      ...rows.map((row) => ({
        path: href('/product/:id', { id: slugOf(row) }),
        changed: row.updated_at,
        images: addressList(row.images).slice(0, 10),
      })),
    );
    if (rows.length < batch) break;
  }
  return entries;
}

/** Reads every indexable page of a store. */
export async function readSitemap(store: StoreContext): Promise<SitemapEntry[]> {
  store.tag('listing', 'categories');
  const [categories, products] = await Promise.all([readCategories(store), readProductEntries(store)]);
  const { customization } = store.brand.features;
  return [
    { path: href('/') },
    { path: href('/shop') },
    { path: href('/categories') },
    { path: href('/deals') },
    ...(customization ? [{ path: '/customize' }] : []),
    { path: '/contact' },
    { path: '/faq' },
    ...categories.map(({ slug, image }) => ({
      path: href('/category/:id', { id: slug }),
      images: image ? [image] : [],
    })),
    ...products,
  ];
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

function urlMarkup(place: StorePlace, { path, changed, images = [] }: SitemapEntry): string {
  const lastmod = changed ? `<lastmod>${escaped(changed)}</lastmod>` : '';
  const pictures = images.map(
    (image) =>
      `<image:image><image:loc>${escaped(new URL(image, place.origin).href)}</image:loc></image:image>`,
  );
  return `<url><loc>${escaped(absoluteUrl(place, path))}</loc>${lastmod}${pictures.join('')}</url>`;
}

/** Formats a store's sitemap. */
export function sitemapXml(place: StorePlace, entries: readonly SitemapEntry[]): string {
  const urls = entries.map((entry) => urlMarkup(place, entry));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
