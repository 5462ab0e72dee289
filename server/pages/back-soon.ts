import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Brand } from '../../app/brands/brand.ts';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import { type Language, splitLanguage } from '../../app/i18n/languages.ts';
import messages from '../../app/i18n/texts/en/back-soon.json' with { type: 'json' };
import { brandById } from '../brands/brand-registry.ts';
import { resolveTenant } from '../brands/resolve-tenant.ts';
import { readTarget } from '../http/answer-requests.ts';
import { mailTranslations } from '../mail/mail-translations.ts';
import { plainPage } from './plain-page.ts';

interface Options {
  /** The requested host; '' for an invalid one. */
  hostOf(request: IncomingMessage): string;
  /** Sets the security headers of every response. */
  secure(response: ServerResponse): void;
  /** Reject hosts that belong to no store instead of using the first one. */
  strictHosts: boolean;
}

/** Seconds until the client should retry. */
const RETRY_AFTER = 5;

/**
 * Answers 503 with Retry-After while the store starts or its database is being updated. Navigations get a
 * page in the store's name and the URL's language that reloads itself; all other requests get JSON that every
 * service's client understands. `/healthz` answers that the process is alive.
 */
export function backSoon({ hostOf, secure, strictHosts }: Options): RequestListener {
  return (request, response) => {
    response.on('error', () => response.destroy());
    secure(response);
    response.setHeader('cache-control', 'no-store');
    if (request.url === '/healthz') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('alive\n');
      return;
    }
    response.setHeader('retry-after', String(RETRY_AFTER));
    if (request.method === 'OPTIONS' || !isNavigation(request)) {
      response
        .writeHead(503, { 'content-type': 'application/json; charset=utf-8' })
        .end(request.method === 'HEAD' ? undefined : JSON.stringify(refusal));
      return;
    }
    const { language, brand } = storeOf(request, hostOf(request), strictHosts);
    const { headers, html } = pageOf(brand, language);
    response.writeHead(503, headers).end(request.method === 'HEAD' ? undefined : html);
  };
}

const message = 'The store will be back in a minute.';
/** An error in the formats of PostgREST, Auth and Storage at once. */
const refusal = {
  ...{ code: 'starting', message, details: null, hint: null },
  ...{ error_code: 'starting', msg: message, statusCode: '503', error: 'ServiceUnavailable' },
};

function isNavigation({ method, headers: { accept = '' } }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && accept.includes('text/html');
}

function storeOf(
  { url = '/', headers: { cookie = '' } }: IncomingMessage,
  host: string,
  strictHosts: boolean,
): { language: Language; brand: Brand | undefined } {
  const { pathname, search } = readTarget(url.startsWith('/') ? url : '/');
  const { language } = splitLanguage(pathname);
  const { id, by } = resolveTenant({ host, search, cookie });
  const found = by === 'first' && strictHosts ? undefined : brandById(id);
  return { language, brand: found && brandInLanguage(found, language) };
}

function pageOf(brand: Brand | undefined, language: Language) {
  const t = mailTranslations(language, 'back-soon', messages);
  const title = brand ? t('title', { store: brand.name }) : t('anyTitle');
  return plainPage({ language, brand, title, text: t('text'), refresh: RETRY_AFTER });
}
