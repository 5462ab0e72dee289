import { loggable } from 'embedded-supabase';
import type { MailAttachment } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import type { MailOptions } from './mail-queue.ts';
import type { OrderMail } from './order-mail.ts';

/** The most that the files of a mail weigh together, in bytes: mail servers refuse what is large. */
const LARGEST = 2 * 1024 * 1024;

/** How often a mail is tried with its files. What a server refuses so often it may take without them. */
const TRIES_WITH_FILES = 3;

/**
 * Makes the PDFs of a mail's invoices and credit notes in the person's language. One that cannot be made, or is too large,
 * does not hold back the mail, which leads to the order's page instead.
 */
export async function attachDocuments(
  { documents, attempts }: Pick<OrderMail, 'documents' | 'attempts'>,
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
