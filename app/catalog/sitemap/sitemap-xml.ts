import { pageAddress, type StorePlace } from '#app/lib/page-address.ts';

/** One URL of a sitemap. */
export interface SitemapEntry {
  path: string;
  /** ISO time of the last change. */
  changed?: string;
  /** Paths or URLs of pictures on the page. */
  images?: string[];
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
  return `<url><loc>${escaped(pageAddress(place, path))}</loc>${lastmod}${pictures.join('')}</url>`;
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
