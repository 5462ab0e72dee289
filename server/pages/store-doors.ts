import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import { brands } from '../../app/brands/brands.ts';
import { type Language, languagePrefix } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { readTarget } from '../http/answer-requests.ts';
import { tenantTag } from './tenant-tag.ts';

/** Which stores are closed, and who sees them all the same. */
export interface StoreDoors {
  /** Whether a store is closed; what was read last while the backend is away. */
  isClosed(tenantId: string): boolean | Promise<boolean>;
  /** The token of the store's preview that a visitor came with, if it is still the one. */
  previewOf(tenantId: string, cookie: string | undefined): Promise<string | undefined>;
  /** Whether a token is that of the store's preview. */
  isPreview(tenantId: string, token: string): Promise<boolean>;
  /** Reads the stores with these changed tags again. */
  invalidate(tags: ReadonlySet<string>): void;
  invalidateTenant(tenantId: string): void;
}

/** Milliseconds after which a store's state is read again though no change was announced. */
const MAX_AGE = 60_000;
const TOKEN = /^[0-9a-f]{64}$/;
const PREVIEW = 'souk-preview';
const PREVIEW_DAYS = 30;
/** Seconds after which search engines are to ask for a closed store again: a day. */
const RETRY_AFTER = '86400';

/** What people who have to do with orders that are placed, or with the office, need also of a closed store. */
const openPages =
  /^\/(admin|account|auth|signin|signup|forgot-password|reset-password|callback|welcome|order-confirmation|confirm-order|districts|delivery|robots\.txt)(\/|$)/;

/** The page that a closed store answers instead of others; nobody asks for it by its own address. */
export const closedPage = '/opens-soon';

/** Whether a page is served in a closed store. @param page its path without language */
export const staysOpen = (page: string): boolean => openPages.test(page);

/** @param admin client with the secret key, which reads who has a preview's token */
export function storeDoors(admin: SupabaseClient<Database>, now: () => number = Date.now): StoreDoors {
  const known = new Map<string, { closed: boolean; readAt: number }>();
  const reads = new Map<string, Promise<boolean>>();
  const read = async (tenantId: string): Promise<boolean> => {
    const { data, error } = await admin.rpc('store_opening', { p_tenant_id: tenantId }).maybeSingle();
    return error ? (known.get(tenantId)?.closed ?? false) : data?.state === 'closed';
  };
  const isPreview: StoreDoors['isPreview'] = async (tenantId, token) => {
    if (!TOKEN.test(token)) return false;
    const { data } = await admin.rpc('is_store_preview', { p_tenant_id: tenantId, p_token: token });
    return data ?? false;
  };
  const outdate = (tenantId: string) => {
    const state = known.get(tenantId);
    if (state) state.readAt = Number.NEGATIVE_INFINITY;
    // One under way may have begun before the change.
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
      for (const { id } of brands) if (tags.has(tenantTag(id, 'settings'))) outdate(id);
    },
    invalidateTenant: outdate,
  };
}

const cookieOf = (tenantId: string) => `${PREVIEW}-${tenantId}`;

/** The token in a preview's link, `?preview=…`; undefined at other addresses. */
export function previewInLink(request: IncomingMessage): string | undefined {
  const url = request.url ?? '/';
  return url.includes('preview=') ? (readTarget(url).searchParams.get('preview') ?? undefined) : undefined;
}

/**
 * Answers a preview's link with the address without its token, and keeps the token in a cookie that no script reads.
 * @param isSecure whether the store is served over https
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
  // The token is not told to whom the page links to.
  response.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
}

/** What came of leaving an address at the closed door. */
const answers: readonly string[] = ['noted', 'invalid', 'later'];

/** Path of the page that a closed store shows at an address. */
export function closedPagePath(url: string, language: Language): string {
  const path = languagePrefix(language) + closedPage;
  const asked = url.includes('asked=') ? (readTarget(url).searchParams.get('asked') ?? '') : '';
  return answers.includes(asked) ? `${path}?asked=${asked}` : path;
}

/** Path of the data that sends an open page to the closed door: it is loaded anew. */
export function closedDataPath(pathname: string, language: Language): string {
  const query = new URLSearchParams({ from: pathname, _routes: 'routes/opens-soon' });
  return `${languagePrefix(language)}${closedPage}.data?${query}`;
}

/** Headers of the closed door, which nobody keeps or lists. */
export const closedHeaders = {
  'cache-control': 'no-store',
  'retry-after': RETRY_AFTER,
  'x-robots-tag': 'noindex',
} as const;

/** Headers of a page that a preview shows, which only its visitor may see. */
export const previewHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' } as const;
