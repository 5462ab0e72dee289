/** One address of a sitemap. */
export interface SitemapEntry {
  path: string;
  /** ISO time of the last change. */
  changed?: string;
  /** Paths or addresses of pictures on the page. */
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

function urlMarkup(origin: string, { path, changed, images = [] }: SitemapEntry): string {
  const absolute = (address: string) => escaped(new URL(address, origin).href);
  const lastmod = changed ? `<lastmod>${escaped(changed)}</lastmod>` : '';
  const pictures = images.map(
    (image) => `<image:image><image:loc>${absolute(image)}</image:loc></image:image>`,
  );
  return `<url><loc>${absolute(path)}</loc>${lastmod}${pictures.join('')}</url>`;
}

/** A sitemap document for the addresses of one store; `origin` is its scheme and host. */
export function sitemapXml(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map((entry) => urlMarkup(origin, entry));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
