import { describe, expect, it } from 'vitest';
import type { Language } from '#app/i18n/languages.ts';
import { sitemapXml } from './sitemap.ts';

const place = (origin: string, sharedHost = false, language: Language = 'en') => ({
  tenantId: 'inkthread',
  origin,
  sharedHost,
  language,
});

describe('sitemap', () => {
  it('lists absolute URLs with their last change and pictures', () => {
    const xml = sitemapXml(place('https://inkthread.example'), [
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

  it('lists the pages of its own language', () => {
    const xml = sitemapXml(place('https://inkthread.example', false, 'ar'), [
      { path: '/' },
      { path: '/faq' },
    ]);
    expect(xml).toContain('<loc>https://inkthread.example/ar</loc>');
    expect(xml).toContain('<loc>https://inkthread.example/ar/faq</loc>');
  });

  it('escapes XML markup', () => {
    const xml = sitemapXml(place('https://a.example'), [{ path: '/x?a=1&b=<2>', changed: '"now"' }]);
    expect(xml).toContain(
      '<loc>https://a.example/x?a=1&amp;b=%3C2%3E</loc><lastmod>&quot;now&quot;</lastmod>',
    );
  });

  it('names the store in every page URL of a shared host, and in no picture URL', () => {
    const xml = sitemapXml(place('https://shop.example', true), [{ path: '/faq', images: ['/a.webp'] }]);
    expect(xml).toContain('<loc>https://shop.example/faq?tenant=inkthread</loc>');
    expect(xml).toContain('<image:loc>https://shop.example/a.webp</image:loc>');
  });
});
