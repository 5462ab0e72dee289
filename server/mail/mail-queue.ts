import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js';
import type { MailAttachment, MailTransport, Message } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import type { Brand } from '../../app/brands/brand.ts';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import { type Language, languages, pathInLanguage } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { brandById } from '../brands/brand-registry.ts';
import { languageOfPage } from '../brands/language-of-page.ts';
import type { BatchHandler, Job } from '../jobs/jobs.ts';
import { storeAddress } from './store-address.ts';

/** Backend client with the secret key. */
type Admin = SupabaseClient<Database>;

/** A mail in the database. `language` is the recipient's; null for the store's. */
interface QueuedMail {
  id: string;
  tenant_id: string;
  language: string | null;
}

/** How to load and compose the mails of one kind of job. */
export interface MailQueue<Mail extends QueuedMail> {
  /** Loads the mails of jobs by job key; omits those that must not be sent anymore. */
  read(admin: Admin, jobIds: number[]): Promise<readonly Mail[]>;
  markSent(admin: Admin, id: string): PromiseLike<{ error: PostgrestError | null }>;
  /** Path of the page the mail links to. */
  pathOf(mail: Mail): string;
  /** Makes the attachments; omits those that fail. */
  attach?(mail: Mail, brand: Brand, options: MailOptions): Promise<MailAttachment[]>;
  /** @param brand the brand in the recipient's language, which is its `defaultLanguage` */
  compose(mail: Mail, brand: Brand, pageUrl: string, attachments: readonly MailAttachment[]): Message;
}

export interface MailOptions {
  admin: Admin;
  transport: MailTransport;
  /** Makes the PDF of an invoice or credit note. */
  makePaper(id: string, language: Language): Promise<{ code: string; content: Buffer }>;
  origin: string;
  log: Logger;
}

/** Sends mails and marks them as sent. A crash in between sends the mail again with the same message id. */
export function mailHandler<Mail extends QueuedMail>(
  queue: MailQueue<Mail>,
  options: MailOptions,
): BatchHandler {
  const { admin, transport, origin } = options;
  return {
    async prepare(jobs) {
      const mails = await queue.read(
        admin,
        jobs.map(({ id }) => id),
      );
      return waysByKey(jobs, mails, async (mail) => {
        const { brand, pageUrl } = speakingBrand(mail, origin, queue.pathOf(mail));
        const attachments = (await queue.attach?.(mail, brand, options)) ?? [];
        await transport.send(queue.compose(mail, brand, pageUrl, attachments));
        const { error } = await queue.markSent(admin, mail.id);
        if (error) throw new Error(`A mail could not be ticked off: ${error.code}`);
      });
    },
  };
}

/** How to run each job, by the row that its key names; none for missing rows. */
export function waysByKey<Row extends { id: string }>(
  jobs: readonly Job[],
  rows: readonly Row[],
  send: (row: Row, job: Job) => Promise<void>,
): ReadonlyMap<number, () => Promise<void>> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    jobs.flatMap((job) => {
      const row = byId.get(job.key);
      return row ? [[job.id, () => send(row, job)] as const] : [];
    }),
  );
}

/**
 * The brand in the recipient's language, and the URL of a page of its store.
 * @throws Error when the store no longer exists
 */
export function speakingBrand(
  { tenant_id, language: chosen }: Pick<QueuedMail, 'tenant_id' | 'language'>,
  origin: string,
  path: string,
): { brand: Brand; pageUrl: string } {
  const brand = brandById(tenant_id);
  if (!brand) throw new Error('The message is of a store that is no longer there');
  const wanted = languages.find((one) => one === chosen) ?? brand.defaultLanguage;
  const language = languageOfPage(brand, path, wanted);
  return {
    brand: { ...brandInLanguage(brand, language), defaultLanguage: language },
    pageUrl: storeAddress(origin, brand.id, pathInLanguage(path, language)),
  };
}
