import type { Logger } from 'pino';
import { isLanguage } from '../../app/i18n/languages.ts';
import { isRowId } from '../../app/lib/row-id.ts';
import { requireSession, type SessionBackend } from '../backend/session.ts';
import { mergedPdf } from '../carriers/merged-pdf.ts';
import { createEndpoints, type Endpoints, refuseOtherMethods } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import type { InvoiceFiles } from './invoice-files.ts';

interface InvoiceOptions {
  backend: SessionBackend;
  files: InvoiceFiles;
  log: Logger;
}

const headersOf = (name: string, content: Uint8Array) => ({
  'content-type': 'application/pdf',
  'content-length': String(content.length),
  'content-disposition': `attachment; filename="${name}.pdf"`,
  'cache-control': 'private, no-store',
});

/**
 * `GET /invoices/{id}.pdf` returns an invoice or credit note to the order's customer and the store's staff,
 * with a bearer access token. Its language is `?language=` or the customer's; 404 if it is missing or
 * somebody else's. `/invoices/of-orders.pdf?ids=` merges all invoices and credit notes of up to 100 orders,
 * in order.
 */
export function invoiceEndpoint({ backend, files, log }: InvoiceOptions): Endpoints {
  const session = requireSession(backend);
  const endpoints = createEndpoints(log, {
    unexpected: { status: 500, message: 'The invoice could not be made.' },
  });

  endpoints.get('/invoices/of-orders.pdf', session, async (c) => {
    const { person } = c.var.session;
    const orderIds = (c.req.query('ids') ?? '').split(',').filter(isRowId).slice(0, 100);
    const invoices = await person
      .from('invoices')
      .select('id, order_id')
      .in('order_id', orderIds)
      .order('issued_at')
      .throwOnError();
    const listed = orderIds.flatMap((orderId) =>
      invoices.data.filter(({ order_id }) => order_id === orderId),
    );
    if (listed.length === 0) throw new HttpError(404, 'These orders have no invoice yet.');
    const contents: Buffer[] = [];
    for (const { id } of listed) contents.push((await files.make(person, id)).content);
    const content = Uint8Array.from(await mergedPdf(contents));
    return c.body(content, 200, headersOf('invoices', content));
  });

  endpoints.get('/invoices/:file{[0-9a-f-]{36}\\.pdf}', session, async (c) => {
    const language = c.req.query('language');
    const id = c.req.param('file').slice(0, -'.pdf'.length);
    if (!isRowId(id)) throw new HttpError(404, 'There is no such invoice.');
    const { person } = c.var.session;
    const { code, content } = await files.make(person, id, isLanguage(language) ? language : undefined);
    return c.body(Uint8Array.from(content), 200, headersOf(code, content));
  });

  return refuseOtherMethods(endpoints);
}
