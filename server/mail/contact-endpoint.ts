import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import { clientKey, loggable } from 'embedded-supabase';
import type { MailTransport } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import { z } from 'zod';
import { brandById } from '../../app/brands/brands.ts';
import { resolveTenant } from '../../app/brands/tenant.ts';
import type { StoreContext } from '../../app/lib/context.ts';
import type { Database } from '../../app/lib/database.types.ts';
import type { Environment } from '../environment.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { asJson, readBody } from '../http/read-body.ts';
import { type ContactMail, composeContactMail } from './contact-mail.ts';

/** Paths of the email provider's API, which this endpoint implements. */
const paths = { params: '/api/v1.0/email/send', formData: '/api/v1.0/email/send-form' };
const largestBody = 32 * 1024;

const bodySchema = z.object({
  user_id: z.string(),
  service_id: z.string(),
  template_id: z.string(),
  template_params: z.object({
    name: z.string(),
    email: z.string(),
    subject: z.string().default(''),
    message: z.string(),
  }),
});

interface ContactOptions {
  /** Client with the secret key, required to store messages and read the recipients. */
  admin: SupabaseClient<Database>;
  hostOf(request: IncomingMessage): string;
  addressOf(request: IncomingMessage): string;
  /** Mail transport; without one, messages are only stored. */
  transport: MailTransport | undefined;
  log: Logger;
}

/** The fields of a form as template params; undefined for other bodies. */
async function paramsOf(body: Buffer | undefined, type: string): Promise<unknown> {
  if (!body) return undefined;
  const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    // Form data has CRLF line breaks.
    .then((form) =>
      Object.fromEntries([...form].map(([name, value]) => [name, String(value).replaceAll('\r\n', '\n')])),
    )
    .catch(() => undefined);
  if (!fields) return undefined;
  const { user_id, service_id, template_id, ...template_params } = fields;
  return { user_id, service_id, template_id, template_params };
}

/** Client settings for the contact page: the provider when configured, else the store's endpoint. */
export function mailSettings(environment: Environment, tenantId: string): StoreContext['mail'] {
  const { EMAILJS_ORIGIN, EMAILJS_SERVICE_ID, EMAILJS_TEMPLATE_ID, EMAILJS_PUBLIC_KEY } = environment;
  if (!EMAILJS_SERVICE_ID || !EMAILJS_TEMPLATE_ID || !EMAILJS_PUBLIC_KEY) {
    return { origin: '', serviceId: tenantId, templateId: 'contact', publicKey: 'store' };
  }
  return {
    origin: EMAILJS_ORIGIN,
    serviceId: EMAILJS_SERVICE_ID,
    templateId: EMAILJS_TEMPLATE_ID,
    publicKey: EMAILJS_PUBLIC_KEY,
  };
}

/**
 * Implements the provider's send call when no provider is configured: stores the message for the staff of the sending
 * store, and mails it to the recipients in its settings, or to its contact address. Statuses are the provider's: 200,
 * 400 with a message, 429 when rate-limited.
 */
export function contactEndpoint({ admin, hostOf, addressOf, transport, log }: ContactOptions) {
  const withinLimit = rateLimit(admin, 'contact_messages', { times: 5, seconds: 600 });
  const logFailure = (failure: unknown) =>
    log.warn({ err: loggable(failure) }, 'a contact message was kept but not mailed');
  const notify = async (tenantId: string, contactMessage: ContactMail) => {
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
      await transport.send(composeContactMail(contactMessage, brand, address)).catch(logFailure);
  };
  const answer = async (request: IncomingMessage): Promise<[status: number, text: string]> => {
    if (request.method !== 'POST') return [405, 'Only POST.'];
    const body = await readBody(request, largestBody);
    const asForm = request.url === paths.formData;
    const parsed = bodySchema.safeParse(
      asForm ? await paramsOf(body, request.headers['content-type'] ?? '') : asJson(body),
    );
    if (!parsed.success) return [400, 'The template params are not what the contact page sends.'];
    if (!(await withinLimit(clientKey(addressOf(request))))) return [429, 'Too Many Requests'];
    const contactMessage = parsed.data.template_params;
    const { name, email, subject, message } = contactMessage;
    const { id } = resolveTenant({
      attribute: parsed.data.service_id,
      host: hostOf(request),
      cookie: request.headers.cookie ?? null,
    });
    const { error } = await admin.rpc('send_contact_message', {
      p_tenant_id: id,
      p_name: name,
      p_email: email,
      p_subject: subject,
      p_message: message,
      p_client: addressOf(request),
    });
    if (!error) {
      // The message is stored; a slow or failing mail server must not fail the request.
      void notify(id, contactMessage).catch(logFailure);
      return [200, 'OK'];
    }
    if (error.code !== 'P0001') {
      log.error({ code: error.code }, 'a contact message could not be kept');
      return [503, 'The message could not be kept.'];
    }
    return [error.details === 'too_many_messages' ? 429 : 400, error.message];
  };
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    if (request.url !== paths.params && request.url !== paths.formData) return false;
    const send = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    };
    return answer(request).then(
      ([status, text]) => {
        const browsed = request.url === paths.formData && request.headers.accept?.includes('text/html');
        // Without JavaScript, redirect back to the page with a confirmation.
        if (status === 200 && browsed) response.writeHead(303, { location: '/contact?sent=1' }).end();
        else send(status, text);
      },
      (error: unknown) => {
        log.error({ err: error }, 'a contact message failed');
        send(503, 'The message could not be kept.');
      },
    );
  };
}
