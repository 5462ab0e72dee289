import type { SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { MailTransport } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import type { Language } from '../../app/i18n/languages.ts';
import type { ContactMessage, StoreContext } from '../../app/lib/context.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { brandById } from '../brands/brand-registry.ts';
import type { Environment } from '../environment.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { composeContactMail } from './contact-mail.ts';
import { composeContactReply } from './contact-reply.ts';
import { speakingBrand } from './mail-queue.ts';
import { storeAddress } from './store-address.ts';

type Admin = SupabaseClient<Database>;

/**
 * Stores a contact message for a store's staff.
 * @param client sender's IP address, which the database limits by
 * @param language the page's language, in which the answer is mailed
 */
export type SendMessage = (
  tenantId: string,
  message: ContactMessage,
  client: string,
  language: Language,
) => ReturnType<StoreContext['sendMessage']>;

/** The EmailJS account of the contact page; null if the store keeps messages itself. */
export function emailJsOf(environment: Environment): StoreContext['mail'] {
  const { EMAILJS_ORIGIN, EMAILJS_SERVICE_ID, EMAILJS_TEMPLATE_ID, EMAILJS_PUBLIC_KEY } = environment;
  if (!EMAILJS_SERVICE_ID || !EMAILJS_TEMPLATE_ID || !EMAILJS_PUBLIC_KEY) return null;
  return {
    origin: EMAILJS_ORIGIN,
    serviceId: EMAILJS_SERVICE_ID,
    templateId: EMAILJS_TEMPLATE_ID,
    publicKey: EMAILJS_PUBLIC_KEY,
  };
}

/** Creates the function that stores contact messages; jobs then mail them to the store. */
export function contactMessages(admin: Admin, log: Logger): SendMessage {
  return async (tenantId, message, client, language) => {
    const { error } = await admin.rpc('send_contact_message', {
      p_tenant_id: tenantId,
      p_name: message.name,
      p_email: message.email,
      p_subject: message.subject,
      p_message: message.message,
      p_client: client,
      p_language: language,
    });
    if (error && error.code !== 'P0001')
      log.error({ code: error.code }, 'a contact message could not be kept');
    return error;
  };
}

/** In milliseconds. Staff have read older messages in the office. */
const WORTH_MAILING = 3 * 86_400_000;

interface ContactMailOptions {
  admin: Admin;
  transport: Pick<MailTransport, 'send'>;
  /** Origin of the stores. */
  origin: string;
}

/** Mails contact messages to a store, each to one address. */
export function contactMailHandler({ admin, transport, origin }: ContactMailOptions): JobHandler {
  return async ({ id, payload: { conversation_id = '', to = '' } }) => {
    const { data } = await admin
      .from('conversations')
      .select('tenant_id, name, email, subject, created_at, messages (body)')
      .eq('id', conversation_id)
      .order('created_at', { referencedTable: 'messages' })
      .limit(1, { referencedTable: 'messages' })
      .maybeSingle()
      .throwOnError();
    const brand = data && brandById(data.tenant_id);
    if (!brand || Date.parse(data.created_at) < Date.now() - WORTH_MAILING) return;
    const message = { ...data, message: data.messages[0]?.body ?? '' };
    const mail = composeContactMail(message, brand, {
      to: to || brand.contactEmail,
      pageUrl: storeAddress(origin, brand.id, '/'),
    });
    await transport.send({ ...mail, id: `contact-${id}` });
  };
}

/** Mails staff's answers to those who wrote on the contact page, and records for staff what became of each. */
export function contactReplyHandler({ admin, transport, origin }: ContactMailOptions): JobHandler {
  return async ({ key, attempt, max_attempts }) => {
    const { data } = await admin.rpc('reply_to_mail', { p_message_id: key }).maybeSingle().throwOnError();
    if (!data || !brandById(data.tenant_id)) return;
    const { brand, pageUrl } = speakingBrand(data, origin, '/contact');
    try {
      await transport.send({ ...composeContactReply(data, brand, pageUrl), id: `contact-reply-${key}` });
    } catch (error) {
      const failure = {
        p_sent: false,
        p_error: loggable(error).message,
        p_is_final: attempt >= max_attempts,
      };
      await admin.rpc('reply_mail_done', { p_message_id: key, ...failure }).throwOnError();
      throw error;
    }
    await admin.rpc('reply_mail_done', { p_message_id: key, p_sent: true }).throwOnError();
  };
}
