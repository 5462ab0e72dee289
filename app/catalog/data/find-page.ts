import { data, href, redirect } from 'react-router';
import { slugOf, slugsOf } from '#app/i18n/page-slugs.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { Enums } from '#app/lib/database.types.ts';
import type { LikePage } from '#app/lib/like-page.ts';
import { rowIdOf } from '#app/lib/row-id.ts';
import { readFeatured } from './read-products.ts';
import { readSuggestions } from './read-suggestions.ts';

type PageKind = Enums<'page_kind'>;

/** Maximum number of links to other pages on the page of something deleted. */
const mostLike = 4;

/** The path of a product or category without its language. @param slug its slug, or its id */
const pagePath = (kind: PageKind, slug: string): string =>
  kind === 'category' ? href('/category/:id', { id: slug }) : href('/product/:id', { id: slug });

/** Reads what a slug, a former slug or an id leads to, also when it is deleted. @throws BackendError */
async function readPage(store: StoreContext, kind: PageKind, address: string) {
  // PostgreSQL has no text with this character.
  if (address.includes('\0')) return null;
  const answer = await store.supabase
    .rpc('find_page', { p_tenant_id: store.tenantId, p_kind: kind, p_address: address })
    .maybeSingle();
  return dataOf(answer);
}

/**
 * Reads the id and the slugs by language of the product or category with an address: its id, its slug or a former one in
 * any spelling; null for none (docs/product.md, Addresses).
 * @throws BackendError
 */
export async function findPage(store: StoreContext, kind: PageKind, address: string) {
  const page = await readPage(store, kind, address);
  if (!page || page.is_deleted) return null;
  return { id: page.id, slugs: slugsOf({ id: page.id, page_slugs: page.slugs }) };
}

/**
 * Returns whether a page was asked for in another spelling than its own: with a former slug, another language's,
 * capitals, a trailing slash or an id in capitals. An id is an address of its own.
 * @param url of the request, in any language
 * @param path the page's own, without its language
 */
export function isOtherSpelling(url: URL, address: string, path: string): boolean {
  const id = rowIdOf(address);
  return id ? address !== id : !url.pathname.endsWith(path);
}

/** Products and categories like a deleted one, by the words of its slug: all of them, or the one that names the thing. */
async function readLike(store: StoreContext, slugs: readonly string[]): Promise<LikePage[]> {
  const words = (slugs.at(-1) ?? '').split('-').filter((word) => /\D/.test(word));
  // Adjectives come before their noun in English, and after it in Arabic.
  const noun = words.at(/\p{Script=Arabic}/u.test(words[0] ?? '') ? 0 : -1);
  const found: LikePage[] = [];
  for (const term of [words.join(' '), noun]) {
    if (!term || found.length > 0) continue;
    const { entries } = await readSuggestions(store, term, store.language);
    found.push(...entries.map(({ kind, slug, label }) => ({ name: label, path: pagePath(kind, slug) })));
  }
  if (found.length > 0) return found.slice(0, mostLike);
  const featured = await readFeatured(store);
  return featured.slice(0, mostLike).map(({ name, slug }) => ({ name, path: pagePath('product', slug) }));
}

/**
 * Returns the permanent redirect from an address in a previous store; undefined for other URLs. Called only for missing
 * pages, so that it never replaces one.
 * @throws BackendError
 */
export async function redirectFrom(store: StoreContext, { pathname }: URL): Promise<Response | undefined> {
  const answer = await store.supabase
    .rpc('redirected_page', { p_tenant_id: store.tenantId, p_path: pathname })
    .maybeSingle();
  const page = dataOf(answer);
  if (!page) return undefined;
  store.tag(page.kind === 'category' ? 'categories' : `product:${page.id}`);
  const slug = slugOf({ id: page.id, page_slugs: page.slugs });
  return redirect(pagePath(page.kind, slug), 301);
}

/**
 * Returns the answer for an address without a page: a redirect from a previous store's, 410 with what is like it for
 * something deleted, or else 404.
 * @throws BackendError
 */
export async function missingPage(store: StoreContext, url: URL, kind: PageKind, address: string) {
  const moved = await redirectFrom(store, url);
  if (moved) return moved;
  const page = await readPage(store, kind, address);
  if (!page?.is_deleted) return data(null, { status: 404 });
  return data({ like: await readLike(store, page.former_slugs) }, { status: 410 });
}
