import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { isLanguage } from '../../app/i18n/languages.ts';
import { isRowId } from '../../app/lib/row-id.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { sessionOf } from '../backend/session.ts';
import { mergedPdf } from '../carriers/merged-pdf.ts';
import { HttpError } from '../http/http-error.ts';
import type { InvoiceFiles } from './invoice-files.ts';

const address = /^\/invoices\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.pdf(?:\?language=([a-z]{2}))?$/;

const ofOrders = /^\/invoices\/of-orders\.pdf\?ids=([0-9a-f,-]{36,3700})$/;

interface InvoiceOptions {
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>;
  files: InvoiceFiles;
  log: Logger;
}

/**
 * Handles `/invoices/{id}.pdf` for the order's customer and the store's staff, authorised by a bearer access token: the
 * invoice or credit note in the customer's language, or in that of `?language=`. Responds 401 without a session, and 404 for
 * missing and foreign ones. `/invoices/of-orders.pdf?ids=` is all papers of up to 100 orders as one file.
 */
export function invoiceEndpoint({ backend, files, log }: InvoiceOptions) {
  const readerOf = async (request: IncomingMessage) => {
    if (request.method !== 'GET') throw new HttpError(405, 'Only GET.');
    return (await sessionOf(backend, request)).person;
  };
  const send = (response: ServerResponse, name: string, content: Buffer) => {
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-length': content.length,
        'content-disposition': `attachment; filename="${name}.pdf"`,
        'cache-control': 'private, no-store',
      })
      .end(content);
  };
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    language?: string,
  ) => {
    const person = await readerOf(request);
    const { code, content } = await files.make(person, id, isLanguage(language) ? language : undefined);
    send(response, code, content);
  };

  /** Sends the papers of orders as one file, each order's in the order in which they were issued; 404 where there are none. */
  const answerOfOrders = async (request: IncomingMessage, response: ServerResponse, ids: string) => {
    const person = await readerOf(request);
    const orderIds = ids.split(',').filter(isRowId).slice(0, 100);
    const papers = await person
      .from('invoices')
      .select('id, order_id')
      .in('order_id', orderIds)
      .order('issued_at')
      .throwOnError();
    const listed = orderIds.flatMap((orderId) => papers.data.filter(({ order_id }) => order_id === orderId));
    if (listed.length === 0) throw new HttpError(404, 'These orders have no invoice yet.');
    const contents: Buffer[] = [];
    for (const { id } of listed) contents.push((await files.make(person, id)).content);
    send(response, 'invoices', Buffer.from(await mergedPdf(contents)));
  };

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const [, id, language] = address.exec(request.url ?? '') ?? [];
    const [, ids] = ofOrders.exec(request.url ?? '') ?? [];
    if (!id && !ids) return false;
    const answered = id
      ? answer(request, response, id, language)
      : answerOfOrders(request, response, ids ?? '');
    return answered.catch((error: unknown) => {
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
