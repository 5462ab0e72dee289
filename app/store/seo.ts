import type { MetaDescriptor } from 'react-router';
import { defaultLanguage, type Language, languageFacts, languages } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { absoluteUrl, type StorePlace } from '#app/lib/absolute-url.ts';
import { servedPicture } from '#app/lib/picture-address.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { cutText } from '#app/lib/typed-text.ts';
import type { RootData } from './root-data.ts';

/** Title suffix of tenants without a name (docs/product.md, Search engines): the first brand's. */
export const defaultBrandName = 'Inkthread';

/** The fields of React Router's meta arguments used here. */
export type PageMetaArgs = {
  matches: readonly ({ id: string; loaderData?: unknown; handle?: unknown } | undefined)[];
  location: { pathname: string; search?: string };
  /** The error, in an error boundary. */
  error?: unknown;
};

type PageMeta = {
  /** Page name; the title is 'Name | Tenant'. */
  name: string;
  /** A title written by staff, instead of the name. */
  title?: string;
  description?: string;
  keywords?: string[];
  /** Path and query of the canonical URL, without its language; by default the page's path. */
  path?: string;
  /** The same in a language, where it is not the same in each. */
  pathIn?: (language: Language) => string;
  /** Path or URL of the preview picture for shared links; by default the brand's. */
  image?: string;
  type?: 'website' | 'article' | 'product';
  /** Excludes the page from search engines. */
  noindex?: boolean;
  jsonLd?: Record<string, unknown>[];
};

/** Cart, checkout, account, auth and admin are excluded from search engines (docs/product.md, Search engines). */
const privatePaths =
  /^\/(cart|checkout|order-confirmation|account|admin|auth|signin|signup|forgot-password|reset-password|callback|welcome)(\/|$)/;

/** Maximum length of a description taken from a longer text. */
const longestDescription = 160;

/** Returns the default description of a page for search engines: the beginning of its text. */
export const describedBy = (text: string): string => cutText(text, longestDescription);

/** 'Name | Tenant'; the default brand's name without a tenant (docs/product.md, Search engines). */
export function pageTitle(name: string, tenant?: string): string {
  return `${name} | ${tenant || defaultBrandName}`;
}

/** A title written by staff; the store's name is added unless it contains it. */
const writtenTitle = (title: string, tenant?: string): string =>
  tenant && title.toLowerCase().includes(tenant.toLowerCase()) ? title : pageTitle(title, tenant);

/** The root loader's data; undefined when it failed. */
export function rootData({ matches }: Pick<PageMetaArgs, 'matches'>): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
}

/** Path or URL of a page's preview as a JPEG, the only format that all messengers show. */
function sharePicture(image: string | undefined, brandId: string): string {
  if (!image) return `/brands/${brandId}/share.jpg`;
  return servedPicture(image, { width: 1280, format: 'jpeg' }) ?? image;
}

/** Links to the page in each language; other readers get the default language. */
function alternates(place: StorePlace, pathIn: (language: Language) => string): MetaDescriptor[] {
  const link = (hrefLang: string, language: Language) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href: absoluteUrl({ ...place, language }, pathIn(language)),
  });
  return [...languages.map((language) => link(language, language)), link('x-default', defaultLanguage)];
}

/** Whether a page's URL is its canonical one, considering only query parameters that its routes read. */
function isOwnCanonical({ matches, location }: PageMetaArgs, canonical: string): boolean {
  const read = new Set(matches.flatMap((match) => (match?.handle as RouteHandle | undefined)?.query ?? []));
  const addressOf = (path: string) => {
    const { pathname, searchParams } = new URL(path, 'https://store.invalid');
    const known = [...searchParams].filter(([name]) => read.has(name));
    return JSON.stringify([pathname, known.toSorted()]);
  };
  return addressOf(canonical) === addressOf(location.pathname + (location.search ?? ''));
}

/** All meta tags of a page; returned from a route's `meta`. */
export function pageMeta(args: PageMetaArgs, page: PageMeta): MetaDescriptor[] {
  const root = rootData(args);
  const { pathname } = args.location;
  const tenant = root?.brand.name;
  const title = page.title ? writtenTitle(page.title, tenant) : pageTitle(page.name, tenant);
  const description = page.description || root?.brand.seoDescription || '';
  const keywords = page.keywords ?? root?.brand.seoKeywords ?? [];
  const origin = root?.origin ?? '';
  const path = page.path ?? pathname;
  const url = root ? absoluteUrl(root, path) : path;
  const image = root && new URL(sharePicture(page.image, root.brand.id), origin || 'http://localhost').href;
  const hidden = page.noindex || privatePaths.test(pathname);
  // Search engines require hreflang alternates to be canonical URLs.
  const isCanonical = isOwnCanonical(args, path);
  const tags: (MetaDescriptor | false | undefined | '')[] = [
    { title },
    { name: 'description', content: description },
    keywords.length > 0 && { name: 'keywords', content: keywords.join(', ') },
    hidden && { name: 'robots', content: 'noindex' },
    !hidden && { tagName: 'link', rel: 'canonical', href: url },
    ...(root && !root.brand.onlyLanguage && !hidden && isCanonical
      ? alternates(root, page.pathIn ?? (() => path))
      : []),
    { property: 'og:site_name', content: root?.brand.name ?? defaultBrandName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:url', content: url },
    { property: 'og:locale', content: languageFacts[pageLanguage()].openGraph },
    image && { property: 'og:image', content: image },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.jsonLd ?? []).map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ];
  return tags.filter((tag): tag is MetaDescriptor => Boolean(tag));
}
