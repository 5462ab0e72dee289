import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { MailAttachment, MailTransport, Message } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import type { Brand } from '../../app/brands/brand.ts';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import { brandById } from '../../app/brands/brands.ts';
import { type Language, pathInLanguage } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { storeAddress } from './store-address.ts';

/** Backend client with the secret key. */
type Admin = SupabaseClient<Database>;

/** A mail in the database, and the language of the person that it is written to; null for the store's. */
interface QueuedMail {
  id: string;
  tenant_id: string;
  language: Language | null;
}

/** A queue of mails in the database. */
export interface MailQueue<Mail extends QueuedMail> {
  /** What its mails are about, for the log. */
  name: string;
  /** Takes due mails, which become due again in a few minutes unless they are marked. */
  take(admin: Admin, limit: number): PromiseLike<{ data: unknown; error: PostgrestError | null }>;
  parse(rows: unknown): Mail[];
  markSent(admin: Admin, id: string, sent: boolean): PromiseLike<{ error: PostgrestError | null }>;
  /** Path of the store's page that the mail leads to. */
  pathOf(mail: Mail): string;
  /** Makes the files that go with a mail; what cannot be made is left out. */
  attach?(mail: Mail, brand: Brand, options: MailOptions): Promise<MailAttachment[]>;
  /** @param brand the brand as it speaks to the person: its `defaultLanguage` is theirs */
  compose(mail: Mail, brand: Brand, pageUrl: string, attachments: readonly MailAttachment[]): Message;
}

export interface MailOptions {
  admin: Admin;
  transport: MailTransport;
  /** Makes the file of an invoice or credit note in a language. */
  makePaper(id: string, language: Language): Promise<{ code: string; content: Buffer }>;
  /** Origin of the stores. */
  origin: string;
  log: Logger;
}

/** Small batches with pauses, so that many mails do not slow down orders, and news is not old when it is sent. */
const BATCH = 10;

/**
 * Sends a queue's due mails and marks them as sent. Several processes share the queue. After a crash between sending and
 * marking, a mail is sent again under the same message id. @returns the number of mails taken
 */
export async function sendDueMails<Mail extends QueuedMail>(
  queue: MailQueue<Mail>,
  options: MailOptions,
  signal?: AbortSignal,
): Promise<number> {
  const { admin, transport, origin, log } = options;
  const { data, error } = await queue.take(admin, BATCH);
  if (error) throw new Error(`Mails of ${queue.name} could not be read: ${error.code}`);
  const mails = queue.parse(data);
  for (const mail of mails) {
    // The rest becomes due again in a few minutes.
    if (signal?.aborted) break;
    const sent = await send(mail).catch((failure: unknown) => {
      log.warn({ err: loggable(failure), queue: queue.name }, 'a mail was not sent');
      return false;
    });
    const marked = await queue.markSent(admin, mail.id, sent);
    if (marked.error)
      log.warn({ code: marked.error.code, queue: queue.name }, 'a mail could not be ticked off');
  }
  return mails.length;

  async function send(mail: Mail): Promise<boolean> {
    const { brand, pageUrl } = speakingBrand(mail, origin, queue.pathOf(mail));
    const attachments = (await queue.attach?.(mail, brand, options)) ?? [];
    await transport.send(queue.compose(mail, brand, pageUrl, attachments));
    return true;
  }
}

/**
 * The brand of a message as it speaks to the person, and the URL of a page of its store.
 * @throws Error when the store is no longer there
 */
export function speakingBrand(
  { tenant_id, language: chosen }: Pick<QueuedMail, 'tenant_id' | 'language'>,
  origin: string,
  path: string,
): { brand: Brand; pageUrl: string } {
  const brand = brandById(tenant_id);
  if (!brand) throw new Error('The message is of a store that is no longer there');
  const language = chosen ?? brand.defaultLanguage;
  return {
    brand: { ...brandInLanguage(brand, language), defaultLanguage: language },
    pageUrl: storeAddress(origin, brand.id, pathInLanguage(path, language)),
  };
}
