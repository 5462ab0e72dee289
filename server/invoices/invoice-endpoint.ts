import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import sharp from 'sharp';
import type { Brand } from '../../app/brands/brand.ts';
import { brandById } from '../../app/brands/brands.ts';
import { isLanguage } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { backendClient, bearerOf } from '../backend/backend-clients.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { HttpError } from '../http/http-error.ts';
import { type Invoice, invoiceColumns, invoiceSchema } from './invoice.ts';
import { invoicePdf } from './invoice-pdf.ts';

const address = /^\/invoices\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.pdf(?:\?language=([a-z]{2}))?$/;

interface InvoiceOptions {
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>;
  /** Folder of the stores' marks. */
  publicDir: string;
  log: Logger;
}

/**
 * Handles `/invoices/{id}.pdf` for the order's customer and the store's staff, authorised by a bearer access token: the
 * invoice or credit note in the customer's language, or in that of `?language=`. Responds 401 without a token, and 404 for
 * missing and foreign ones.
 */
export function invoiceEndpoint({ backend, publicDir, log }: InvoiceOptions) {
  const marks = new LRUCache<string, Buffer>({ max: 20 });
  // One at a time, so that many who ask at once share one core and the memory of one paper.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };

  const markOf = async ({ logo }: Brand): Promise<Buffer | null> => {
    const cached = marks.get(logo);
    if (cached) return cached;
    try {
      const mark = await sharp(await readFile(join(publicDir, logo)))
        .resize(136, 136)
        .png()
        .toBuffer();
      marks.set(logo, mark);
      return mark;
    } catch (error) {
      log.warn({ err: error, logo }, 'a mark could not be put on an invoice');
      return null;
    }
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    language?: string,
  ) => {
    if (request.method !== 'GET') throw new HttpError(405, 'Only GET.');
    const token = bearerOf(request);
    if (!token) throw new HttpError(401, 'Sign in to download invoices.');
    const invoice = await readInvoice(backendClient(backend, backend.publishableKey, { token }), id);
    const brand = brandById(invoice.tenant_id);
    if (!brand) throw new HttpError(404, 'There is no such invoice.');
    const look = {
      brand,
      language: isLanguage(language) ? language : (invoice.language ?? brand.defaultLanguage),
      logo: await markOf(brand),
    };
    const body = await inTurn(() => invoicePdf(invoice, look));
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-length': body.length,
        'content-disposition': `attachment; filename="${invoice.code}.pdf"`,
        'cache-control': 'private, no-store',
      })
      .end(body);
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

/** Reads an invoice as far as its reader may; @throws 401 for a token that is over, 404 for what is not theirs. */
async function readInvoice(person: SupabaseClient<Database>, id: string): Promise<Invoice> {
  const { data, error } = await person
    .from('invoices')
    .select(invoiceColumns)
    .eq('id', id)
    .order('position', { referencedTable: 'lines' })
    .maybeSingle();
  if (error?.code === 'PGRST301' || error?.code === 'PGRST303')
    throw new HttpError(401, 'Sign in to download invoices.');
  if (error) throw new Error(`An invoice could not be read: ${error.message}`);
  if (!data) throw new HttpError(404, 'There is no such invoice.');
  const invoice = invoiceSchema.parse(data);
  if (!invoice.corrects_id) return { ...invoice, corrects: null };
  const corrected = await person.from('invoices').select('code').eq('id', invoice.corrects_id).single();
  if (corrected.error) throw new Error(`An invoice could not be read: ${corrected.error.message}`);
  return { ...invoice, corrects: corrected.data.code };
}
