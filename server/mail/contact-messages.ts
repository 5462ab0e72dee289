import type { SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { MailTransport } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import { z } from 'zod';
import { brandById } from '../../app/brands/brands.ts';
import type { ContactMessage, StoreContext } from '../../app/lib/context.ts';
import type { Database } from '../../app/lib/database.types.ts';
import type { Environment } from '../environment.ts';
import { composeContactMail } from './contact-mail.ts';

interface ContactOptions {
  /** Client with the secret key, required to store messages and read the recipients. */
  admin: SupabaseClient<Database>;
  /** Mail transport; without one, messages are only stored. */
  transport: Pick<MailTransport, 'send'> | undefined;
  log: Logger;
}

/** Stores a message for the staff of a store. @param client address it came from, by which the database limits them */
export type SendMessage = (
  tenantId: string,
  message: ContactMessage,
  client: string,
) => ReturnType<StoreContext['sendMessage']>;

/** The account with EmailJS that the contact page sends with; null where the store keeps messages itself. */
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

/**
 * Creates the function that stores messages of the contact page, and mails them to the recipients in the store's settings, or
 * to its contact address.
 */
export function contactMessages({ admin, transport, log }: ContactOptions): SendMessage {
  const logFailure = (failure: unknown) =>
    log.warn({ err: loggable(failure) }, 'a contact message was kept but not mailed');
  const notify = async (tenantId: string, message: ContactMessage) => {
    const brand = brandById(tenantId);
    if (!brand || !transport) return;
    const [staff, settings] = await Promise.all([
      admin.from('staff_settings').select('contact_emails').eq('tenant_id', tenantId).maybeSingle(),
      admin.from('settings').select('contact').eq('tenant_id', tenantId).maybeSingle(),
    ]);
    const publicContact = z.object({ contactEmail: z.string().min(1) }).safeParse(settings.data?.contact);
    const recipients = staff.data?.contact_emails ?? [];
    const to =
      recipients.length > 0
        ? recipients
        : [publicContact.success ? publicContact.data.contactEmail : brand.contactEmail];
    // One failed recipient must not affect the others.
    for (const address of to)
      await transport.send(composeContactMail(message, brand, address)).catch(logFailure);
  };
  return async (tenantId, message, client) => {
    const { error } = await admin.rpc('send_contact_message', {
      p_tenant_id: tenantId,
      p_name: message.name,
      p_email: message.email,
      p_subject: message.subject,
      p_message: message.message,
      p_client: client,
    });
    // The message is stored; a slow or failing mail server must not fail the request.
    if (!error) void notify(tenantId, message).catch(logFailure);
    else if (error.code !== 'P0001') log.error({ code: error.code }, 'a contact message could not be kept');
    return error;
  };
}
