import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import { type Language, languagePrefix } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { allBrands } from '../brands/brand-registry.ts';
import { readTarget } from '../http/answer-requests.ts';
import { tenantTag } from './tenant-tag.ts';

/** Which stores are closed, and who may see them anyway. */
export interface StoreDoors {
  /** Whether a store is closed; the last known state while the backend is unavailable. */
  isClosed(tenantId: string): boolean | Promise<boolean>;
  /** The preview token in a visitor's cookie, if still valid. */
  previewOf(tenantId: string, cookie: string | undefined): Promise<string | undefined>;
  isPreview(tenantId: string, token: string): Promise<boolean>;
  /** Rereads the stores with these changed tags. */
  invalidate(tags: ReadonlySet<string>): void;
  invalidateTenant(tenantId: string): void;
}

/** Milliseconds after which a store's state is reread even without an announced change. */
const MAX_AGE = 60_000;
const TOKEN = /^[0-9a-f]{64}$/;
const PREVIEW = 'souk-preview';
const PREVIEW_DAYS = 30;
/** Seconds after which search engines should retry a closed store: a day. */
const RETRY_AFTER = '86400';

/** Pages that also work in a closed store, for placed orders and the office. */
const openPages =
  /^\/(admin|account|auth|signin|signup|forgot-password|reset-password|callback|welcome|invitation|order-confirmation|confirm-order|districts|delivery|robots\.txt)(\/|$)/;

/** Pages of a removed store, whose owners read its orders and invoices there. */
const pagesOfGoneStore = /^\/(admin|auth|signin|forgot-password|reset-password|callback)(\/|$)/;

/** Whether a page works in a removed store. @param page its path without language */
export const outlivesStore = (page: string): boolean => pagesOfGoneStore.test(page);

/** The page a closed store serves instead of others; it has no URL of its own. */
export const closedPage = '/opens-soon';

/** Whether a page works in a closed store. @param page its path without language */
export const staysOpen = (page: string): boolean => openPages.test(page);

/** @param admin client with the secret key, which can read preview tokens */
export function storeDoors(admin: SupabaseClient<Database>, now: () => number = Date.now): StoreDoors {
  const known = new Map<string, { closed: boolean; readAt: number }>();
  const reads = new Map<string, Promise<boolean>>();
  const read = async (tenantId: string): Promise<boolean> => {
    const { data, error } = await admin.rpc('store_opening', { p_tenant_id: tenantId }).maybeSingle();
    return error
      ? (known.get(tenantId)?.closed ?? false)
      : data?.state === 'closed' || data?.state === 'gone';
  };
  const isPreview: StoreDoors['isPreview'] = async (tenantId, token) => {
    if (!TOKEN.test(token)) return false;
    const { data } = await admin.rpc('is_store_preview', { p_tenant_id: tenantId, p_token: token });
    return data ?? false;
  };
  const outdate = (tenantId: string) => {
    const state = known.get(tenantId);
    if (state) state.readAt = Number.NEGATIVE_INFINITY;
    // A running read may have started before the change.
    reads.delete(tenantId);
  };
  return {
    isClosed(tenantId) {
      const state = known.get(tenantId);
      if (state && now() - state.readAt < MAX_AGE) return state.closed;
      const under = reads.get(tenantId);
      if (under) return under;
      const reading = read(tenantId).then((closed) => {
        if (reads.get(tenantId) !== reading) return closed;
        reads.delete(tenantId);
        known.set(tenantId, { closed, readAt: now() });
        return closed;
      });
      reads.set(tenantId, reading);
      return reading;
    },
    async previewOf(tenantId, cookie) {
      const pairs = cookie?.includes(PREVIEW) ? cookie.split(';') : [];
      const name = `${cookieOf(tenantId)}=`;
      const token = pairs
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(name))
        ?.slice(name.length);
      return token && (await isPreview(tenantId, token)) ? token : undefined;
    },
    isPreview,
    invalidate(tags) {
      for (const { id } of allBrands()) if (tags.has(tenantTag(id, 'settings'))) outdate(id);
    },
    invalidateTenant: outdate,
  };
}

const cookieOf = (tenantId: string) => `${PREVIEW}-${tenantId}`;

/** The token of a preview link, `?preview=…`; undefined for other URLs. */
export function previewInLink(request: IncomingMessage): string | undefined {
  const url = request.url ?? '/';
  return url.includes('preview=') ? (readTarget(url).searchParams.get('preview') ?? undefined) : undefined;
}

/**
 * Redirects a preview link to the same URL without its token, which goes into an HttpOnly cookie.
 * @param isSecure whether the store is served over HTTPS
 */
export function enterPreview(
  request: IncomingMessage,
  response: ServerResponse,
  entering: { tenantId: string; token: string | undefined; isSecure: boolean },
): void {
  const { pathname, searchParams } = readTarget(request.url ?? '/');
  searchParams.delete('preview');
  const query = searchParams.toString();
  if (entering.token) {
    const secure = entering.isSecure ? '; Secure' : '';
    const age = PREVIEW_DAYS * 24 * 60 * 60;
    response.appendHeader(
      'set-cookie',
      `${cookieOf(entering.tenantId)}=${entering.token}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
    );
  }
  const location = query ? `${pathname}?${query}` : pathname;
  // Keeps the token out of the Referer header.
  response.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
}

/** Outcomes of leaving an address at the closed door. */
const answers: readonly string[] = ['noted', 'invalid', 'later'];

/** Path of the closed door's page for a URL. */
export function closedPagePath(url: string, language: Language): string {
  const path = languagePrefix(language) + closedPage;
  const asked = url.includes('asked=') ? (readTarget(url).searchParams.get('asked') ?? '') : '';
  return answers.includes(asked) ? `${path}?asked=${asked}` : path;
}

/** Path of the data response that makes an open page load the closed door. */
export function closedDataPath(pathname: string, language: Language): string {
  const query = new URLSearchParams({ from: pathname, _routes: 'routes/opens-soon' });
  return `${languagePrefix(language)}${closedPage}.data?${query}`;
}

/** Headers of the closed door, which must not be cached or indexed. */
export const closedHeaders = {
  'cache-control': 'no-store',
  'retry-after': RETRY_AFTER,
  'x-robots-tag': 'noindex',
} as const;

/** Headers of a preview page, which only its visitor may see. */
export const previewHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' } as const;
