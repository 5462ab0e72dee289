import { describe, expect, it } from 'vitest';
import { sitemapXml } from './sitemap-xml.ts';

describe('sitemap', () => {
  it('M10 lists absolute addresses with their last change and pictures', () => {
    const xml = sitemapXml('https://inkthread.example', [
      { path: '/' },
      {
        path: '/product/p1',
        changed: '2026-01-02T03:04:05+00:00',
        images: ['/a.webp', 'https://cdn.example/b.webp'],
      },
    ]);
    expect(xml).toContain('<url><loc>https://inkthread.example/</loc></url>');
    expect(xml).toContain('<lastmod>2026-01-02T03:04:05+00:00</lastmod>');
    expect(xml).toContain('<image:loc>https://inkthread.example/a.webp</image:loc>');
    expect(xml).toContain('<image:loc>https://cdn.example/b.webp</image:loc>');
  });

  it('M10 escapes what XML would read as markup', () => {
    const xml = sitemapXml('https://a.example', [{ path: '/x?a=1&b=<2>', changed: '"now"' }]);
    expect(xml).toContain(
      '<loc>https://a.example/x?a=1&amp;b=%3C2%3E</loc><lastmod>&quot;now&quot;</lastmod>',
    );
  });
});
