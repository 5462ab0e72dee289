import type { MetaDescriptor } from 'react-router';
import type { Messages } from '#app/i18n/languages.ts';
import { type Translator, translationsIn } from '#app/i18n/translations.ts';
import { pageAddress } from './page-address.ts';
import type { RootData } from './root-data.ts';

/** Stands in titles where the tenant has no name (spec section 9): the first brand's. */
export const defaultBrandName = 'Inkthread';

/** The part of React Router's meta arguments that the helper reads. */
export type PageMetaArgs = {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
  /** The error, on a route that shows one. */
  error?: unknown;
};

export type PageMeta = {
  /** Name of the page; the title reads 'Name | Tenant'. */
  name: string;
  description?: string;
  keywords?: string[];
  /** Path of the canonical address with the query that belongs to it; the page's own path unless said otherwise. */
  path?: string;
  /** Path or address of the picture for previews. */
  image?: string;
  type?: 'website' | 'article' | 'product';
  /** Keeps the page out of search engines. */
  noindex?: boolean;
  /** Structured data, one object each. */
  jsonLd?: Record<string, unknown>[];
};

/** Cart, checkout, account, auth and admin never reach a search engine (spec section 9). */
const privatePaths =
  /^\/(cart|checkout|order-confirmation|account|admin|auth|signin|signup|forgot-password|reset-password|callback)(\/|$)/;

/** 'Name | Tenant'; without a tenant the default brand's name (spec section 9). */
export function pageTitle(name: string, tenant?: string): string {
  return `${name} | ${tenant || defaultBrandName}`;
}

/** What the root loader answered; undefined where it failed. */
export function rootData({ matches }: Pick<PageMetaArgs, 'matches'>): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
}

/** The messages of a namespace in the store's language, for a page's title and description. */
export function metaTranslations<M extends Messages>(
  args: PageMetaArgs,
  namespace: string,
  english: M,
): Translator<M> {
  return translationsIn(rootData(args)?.brand.defaultLanguage ?? 'en', namespace, english);
}

/** Everything a page tells search engines and previews; return it from a route's `meta`. */
export function pageMeta(args: PageMetaArgs, page: PageMeta): MetaDescriptor[] {
  const root = rootData(args);
  const { pathname } = args.location;
  const title = pageTitle(page.name, root?.brand.name);
  const description = page.description || root?.brand.seoDescription || '';
  const keywords = page.keywords ?? root?.brand.seoKeywords ?? [];
  const origin = root?.origin ?? '';
  const path = page.path ?? pathname;
  const url = root ? pageAddress(root, path) : path;
  const image = page.image && new URL(page.image, origin || 'http://localhost').href;
  const hidden = page.noindex || privatePaths.test(pathname);
  const tags: (MetaDescriptor | false | undefined | '')[] = [
    { title },
    { name: 'description', content: description },
    keywords.length > 0 && { name: 'keywords', content: keywords.join(', ') },
    hidden && { name: 'robots', content: 'noindex' },
    !hidden && { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: root?.brand.name ?? defaultBrandName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:url', content: url },
    { property: 'og:locale', content: root?.brand.defaultLanguage ?? 'en' },
    image && { property: 'og:image', content: image },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(page.jsonLd ?? []).map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ];
  return tags.filter((tag): tag is MetaDescriptor => Boolean(tag));
}
