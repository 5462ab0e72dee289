import type { SupabaseClient } from '@supabase/supabase-js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Brand } from '../../app/brands/brand.ts';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import { isLanguage, type Language } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import type { ReadBrandFile } from '../brands/brand-file-reader.ts';
import { brandById } from '../brands/brand-registry.ts';
import { logoPicture } from '../brands/logo-picture.ts';
import { HttpError } from '../http/http-error.ts';
import { type Invoice, invoiceColumns } from './invoice.ts';
import { type InvoiceLogo, invoicePdf } from './invoice-pdf.ts';

/** Makes PDFs of invoices and credit notes. */
export interface InvoiceFiles {
  /**
   * Reads an invoice with its reader's rights and makes its PDF.
   * @param language defaults to the customer's, else the store's
   * @throws HttpError 404 if the reader may not see it
   */
  make(
    reader: SupabaseClient<Database>,
    id: string,
    language?: Language,
  ): Promise<{ code: string; content: Buffer }>;
}

/** Largest sides of a logo on paper, in points; it is drawn at four times as many pixels. */
const logoSides = { width: 136, height: 34 };
const pixels = 4;

export function invoiceFiles({
  readBrandFile,
  log,
}: {
  readBrandFile: ReadBrandFile;
  log: Logger;
}): InvoiceFiles {
  const marks = new LRUCache<string, InvoiceLogo>({ max: 20 });
  // One at a time: concurrent requests share one core, and memory holds one document.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };

  const markOf = async ({ logo }: Brand): Promise<InvoiceLogo | null> => {
    const cached = marks.get(logo);
    if (cached) return cached;
    try {
      const { png, width, height } = await logoPicture(readBrandFile, logo, {
        width: logoSides.width * pixels,
        height: logoSides.height * pixels,
      });
      const mark = { png, width: width / pixels, height: height / pixels };
      marks.set(logo, mark);
      return mark;
    } catch (error) {
      log.warn({ err: error, logo }, 'a mark could not be put on an invoice');
      return null;
    }
  };

  return {
    async make(reader, id, language) {
      const invoice = await readInvoice(reader, id);
      const brand = brandById(invoice.tenant_id);
      if (!brand) throw new HttpError(404, 'There is no such invoice.');
      const known = isLanguage(invoice.language) ? invoice.language : brand.defaultLanguage;
      const written = language ?? brand.onlyLanguage ?? known;
      const look = {
        brand: brandInLanguage(brand, written),
        language: written,
        logo: await markOf(brand),
      };
      return { code: invoice.code, content: await inTurn(() => invoicePdf(invoice, look)) };
    },
  };
}

async function readInvoice(reader: SupabaseClient<Database>, id: string): Promise<Invoice> {
  const { data: invoice, error } = await reader
    .from('invoices')
    .select(invoiceColumns)
    .eq('id', id)
    .order('position', { referencedTable: 'lines' })
    .maybeSingle();
  if (error) throw new Error(`An invoice could not be read: ${error.message}`);
  if (!invoice) throw new HttpError(404, 'There is no such invoice.');
  if (!invoice.corrects_id) return { ...invoice, corrects: null };
  const corrected = await reader.from('invoices').select('code').eq('id', invoice.corrects_id).single();
  if (corrected.error) throw new Error(`An invoice could not be read: ${corrected.error.message}`);
  return { ...invoice, corrects: corrected.data.code };
}
