import { loggable } from 'embedded-supabase';
import type { MailAttachment } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import type { MailOptions } from './mail-queue.ts';
import type { OrderNotification } from './order-notification.ts';

/** Maximum total size of a mail's files in bytes, as mail servers reject large mails. */
const LARGEST = 2 * 1024 * 1024;

/** Attempts with attachments; after these the mail goes without, as the server may be rejecting the files. */
const TRIES_WITH_FILES = 3;

/**
 * Makes PDFs of a mail's invoices and credit notes in the recipient's language. If one fails or is too large,
 * the mail is sent without it and links to the order's page.
 */
export async function attachDocuments(
  { documents, attempts }: Pick<OrderNotification, 'documents' | 'attempts'>,
  brand: Brand,
  { makePaper, log }: Pick<MailOptions, 'makePaper' | 'log'>,
): Promise<MailAttachment[]> {
  const attachments: MailAttachment[] = [];
  if (attempts > TRIES_WITH_FILES) return attachments;
  let room = LARGEST;
  for (const { id } of documents) {
    try {
      const { code, content } = await makePaper(id, brand.defaultLanguage);
      if (content.length > room) continue;
      room -= content.length;
      attachments.push({ filename: `${code}.pdf`, contentType: 'application/pdf', content });
    } catch (error) {
      log.warn({ err: loggable(error) }, 'an invoice could not be put into a mail');
    }
  }
  return attachments;
}
