import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { isLanguage } from '../../app/i18n/languages.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { sessionOf } from '../backend/session.ts';
import { HttpError } from '../http/http-error.ts';
import type { InvoiceFiles } from './invoice-files.ts';

const address = /^\/invoices\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.pdf(?:\?language=([a-z]{2}))?$/;

interface InvoiceOptions {
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>;
  files: InvoiceFiles;
  log: Logger;
}

/**
 * Handles `/invoices/{id}.pdf` for the order's customer and the store's staff, authorised by a bearer access token: the
 * invoice or credit note in the customer's language, or in that of `?language=`. Responds 401 without a session, and 404 for
 * missing and foreign ones.
 */
export function invoiceEndpoint({ backend, files, log }: InvoiceOptions) {
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    language?: string,
  ) => {
    if (request.method !== 'GET') throw new HttpError(405, 'Only GET.');
    const { person } = await sessionOf(backend, request);
    const { code, content } = await files.make(person, id, isLanguage(language) ? language : undefined);
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-length': content.length,
        'content-disposition': `attachment; filename="${code}.pdf"`,
        'cache-control': 'private, no-store',
      })
      .end(content);
  };

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const [, id, language] = address.exec(request.url ?? '') ?? [];
    if (!id) return false;
    return answer(request, response, id, language).catch((error: unknown) => {
      const isRefusal = error instanceof HttpError;
      if (!isRefusal) log.error({ err: error }, 'an invoice could not be made');
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(isRefusal ? error.status : 500, {
            'content-type': 'text/plain; charset=utf-8',
            'cache-control': 'no-store',
          })
          .end(isRefusal ? error.message : 'The invoice could not be made.');
    });
  };
}
