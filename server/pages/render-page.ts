import type { SupabaseClient } from '@supabase/supabase-js';
import { createRequestHandler, type RequestHandler, RouterContextProvider } from 'react-router';
import type { Brand } from '../../app/brands/brand.ts';
import { type Language, splitLanguage } from '../../app/i18n/languages.ts';
import type { StoreContext } from '../../app/lib/context.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { isOfficePage, splitOffice } from '../../app/lib/office-address.ts';
import { brandById, brandsRevision, defaultBrand, presentBrands } from '../brands/brand-registry.ts';
import { isStoreHost } from '../brands/resolve-tenant.ts';
import type { StoredBrands } from '../brands/stored-brands.ts';
import { permissionsPolicy } from '../http/security-headers.ts';
import type { SendMessage } from '../mail/contact-messages.ts';
import { type ContentSources, contentSecurityPolicy } from './content-security.ts';
import type { DataCache } from './data-cache.ts';
import type { Rendered } from './page.ts';
import { type StorefrontBuild, underPrefix } from './storefront-build.ts';
import { tenantTag } from './tenant-tag.ts';

export interface RenderOptions {
  /** Loads the app in a language: its build, or its sources in development. */
  load: (language: Language) => Promise<StorefrontBuild>;
  mode: 'production' | 'development';
  /** Anonymous backend client; with a preview token it can read its closed store's catalogue. */
  supabase(preview?: string): SupabaseClient<Database>;
  backend: { url: string; publishableKey: string };
  mail: StoreContext['mail'];
  sendMessage: SendMessage;
  onlineOptionsOf(tenantId: string): readonly string[];
  ownProvidersOf(tenantId: string): readonly string[];
  /** Whether mail leaves the server. */
  sendsMail: boolean;
  dataCache: DataCache;
  brands: Pick<StoredBrands, 'upToDate'>;
}

/** Seconds for Retry-After while the backend is unavailable. */
const RETRY_AFTER = '2';

/** A page to render, the same for all visitors of the store or of its preview. */
interface PageRequest {
  tenantId: string;
  /** The host's store; by default the same. */
  hostTenantId?: string;
  /** The store in the address of an office page, or `all`. */
  office?: string | undefined;
  language: Language;
  path: string;
  origin: string;
  /** Whether the store is closed. Closed and open stores return different data, cached apart. */
  closed?: boolean;
  /** Token of the preview that shows the page. */
  preview?: string | undefined;
  /** An unsaved brand to show instead of the store's. Nothing of the page is cached. */
  draft?: Brand;
  /** A form submitted to the page's action. */
  form?: PageForm;
}

export interface PageForm {
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
  /** Sender's IP address, for rate limits. */
  client: string;
}

export type RenderPage = (request: PageRequest) => Promise<Rendered>;

/** Renders pages through React Router, which sees nothing of the visitor except a submitted form. */
export function pageRenderer({
  load,
  mode,
  supabase,
  backend,
  mail,
  sendMessage,
  onlineOptionsOf,
  ownProvidersOf,
  sendsMail,
  dataCache,
  brands,
}: RenderOptions): RenderPage {
  const cache = new Map<string, { app: StorefrontBuild; handle: RequestHandler }>();
  const current = async (language: Language, office: string | undefined) => {
    const app = await load(language);
    const prefix = `${language} ${office ?? ''}`;
    const cached = cache.get(prefix);
    if (cached?.app.build === app.build) return cached;
    const loaded = { app, handle: createRequestHandler(underPrefix(app.build, language, office), mode) };
    cache.set(prefix, loaded);
    return loaded;
  };
  return async ({
    tenantId,
    hostTenantId = tenantId,
    office,
    language,
    path,
    origin,
    closed = false,
    preview,
    draft,
    form,
  }) => {
    const { app, handle } = await current(language, office);
    const tags = new Set<string>();
    const tag: StoreContext['tag'] = (...names) => {
      for (const name of names) tags.add(tenantTag(tenantId, name));
    };
    // Serve a page that lacks some of its data, but do not cache it.
    let incomplete = false;
    let unavailable = false;
    let freshUntil: number | undefined;
    const readAs = preview ? 'preview' : closed ? 'closed' : 'open';
    await brands.upToDate().catch(() => {
      incomplete = true;
    });
    // What a render with the former brand reads must not serve a later one.
    const revision = brandsRevision();
    const context = new RouterContextProvider();
    context.set(app.storeContext, {
      tenantId,
      hostTenantId,
      office,
      brand: draft ?? brandById(tenantId) ?? defaultBrand(),
      stores: presentBrands().map(({ id, name, domain }) => ({ id, name, domain })),
      language,
      origin,
      sharedHost: !isStoreHost(new URL(origin).host),
      supabase: supabase(preview),
      backend,
      mail,
      sendMessage: (message) => sendMessage(tenantId, message, form?.client ?? '', language),
      onlineOptions: onlineOptionsOf(tenantId),
      ownProviders: ownProvidersOf(tenantId),
      sendsMail,
      tag,
      cached: (key, names, read) => {
        tag(...names);
        const tenantTags = names.map((name) => tenantTag(tenantId, name));
        const dataKey = `${tenantId} ${revision} ${readAs} ${language} ${key}`;
        const reading = draft ? read() : dataCache.get(dataKey, tenantTags, read);
        return reading.catch((error) => {
          incomplete = true;
          throw error;
        });
      },
      unavailable: () => {
        unavailable = true;
      },
      freshUntil: (time) => {
        freshUntil = Math.min(time, freshUntil ?? time);
      },
    });
    const sent = form && { method: 'POST', headers: form.headers, body: form.body };
    const response = await handle(new Request(origin + path, sent), context);
    const body = Buffer.from(await response.arrayBuffer());
    const isAway = (incomplete && response.status === 200) || (unavailable && response.status === 500);
    const status = isAway ? 503 : response.status;
    const scans = isOfficePage(splitOffice(splitLanguage(path).path).path);
    const sources = { backendUrl: backend.url, mailOrigin: mail?.origin, scans };
    const headers = pageHeaders(response, body, mode === 'production' ? sources : undefined);
    if (scans) headers['permissions-policy'] = permissionsPolicy({ camera: true });
    if (isAway) headers['retry-after'] = RETRY_AFTER;
    return { status, headers, body, tags, freshUntil };
  };
}

const FORWARDED_HEADERS = [
  'content-type',
  'location',
  'x-remix-response',
  'x-remix-reload-document',
  'retry-after',
  'link',
];

/** @param sources the policy's sources; undefined for no policy, as Vite's client needs inline scripts and styles */
function pageHeaders(
  response: Response,
  body: Buffer,
  sources: ContentSources | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of FORWARDED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  if (sources && headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] = contentSecurityPolicy(body, sources);
  }
  return headers;
}
