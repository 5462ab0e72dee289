import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import { brandById } from '../app/brands/brands.ts';
import { resolveTenant } from '../app/brands/tenant.ts';
import type { Storefront } from '../app/lib/context.ts';
import type { Database } from '../app/lib/database.types.ts';
import { loggable } from '../backend/auth/loggable.ts';
import type { MailTransport } from '../backend/auth/mail/message.ts';
import { clientKey } from '../backend/lib/client-key.ts';
import { type ContactMessage, composeContactMail } from './contact-mail.ts';
import type { Environment } from './environment.ts';
import { asJson, readBody } from './read-body.ts';

/** Paths of the e-mail provider's send endpoints, which the store's own one answers in the same shape. */
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
  /** A client with the secret key: only it may store messages and read who is notified. */
  admin: SupabaseClient<Database>;
  hostOf(request: IncomingMessage): string;
  addressOf(request: IncomingMessage): string;
  /** Where the store's mail goes; without one the message waits in the back office. */
  transport: MailTransport | undefined;
  log: Logger;
}

/** A form's fields in the shape of params; undefined for what is no form data. */
async function paramsOf(body: Buffer | undefined, type: string): Promise<unknown> {
  if (!body) return undefined;
  const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    // Forms are sent with lines that end as in mail.
    .then((form) =>
      Object.fromEntries([...form].map(([name, value]) => [name, String(value).replaceAll('\r\n', '\n')])),
    )
    .catch(() => undefined);
  if (!fields) return undefined;
  const { user_id, service_id, template_id, ...template_params } = fields;
  return { user_id, service_id, template_id, template_params };
}

/** Where a store's contact page sends to: the provider when it is configured, else the store itself, as its own service. */
export function mailSettings(environment: Environment, tenantId: string): Storefront['mail'] {
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
 * Answers the provider's send call where no provider is configured: the message is kept for the staff of the store it
 * was sent from, and mailed to those the store's settings name, else to its own address. Statuses are the provider's: 200 OK, 400 with what is wrong, 429 when somebody sends too much.
 */
export function contactEndpoint({ admin, hostOf, addressOf, transport, log }: ContactOptions) {
  const limiter = new RateLimiterMemory({ points: 5, duration: 600 });
  const notMailed = (failure: unknown) =>
    log.warn({ err: loggable(failure) }, 'a contact message was kept but not mailed');
  const tell = async (tenantId: string, written: ContactMessage) => {
    const brand = brandById(tenantId);
    if (!brand || !transport) return;
    const [staff, shown] = await Promise.all([
      admin.from('staff_settings').select('contact_emails').eq('tenant_id', tenantId).maybeSingle(),
      admin.from('settings').select('contact').eq('tenant_id', tenantId).maybeSingle(),
    ]);
    const own = z.object({ contactEmail: z.string().min(1) }).safeParse(shown.data?.contact);
    const named = staff.data?.contact_emails ?? [];
    const to = named.length > 0 ? named : [own.success ? own.data.contactEmail : brand.contactEmail];
    // An address that is no longer there does not keep it from the others.
    for (const address of to)
      await transport.send(composeContactMail(written, brand, address)).catch(notMailed);
  };
  const answer = async (request: IncomingMessage): Promise<[status: number, text: string]> => {
    if (request.method !== 'POST') return [405, 'Only POST.'];
    const body = await readBody(request, largestBody);
    const asForm = request.url === paths.formData;
    const parsed = bodySchema.safeParse(
      asForm ? await paramsOf(body, request.headers['content-type'] ?? '') : asJson(body),
    );
    if (!parsed.success) return [400, 'The template params are not what the contact page sends.'];
    const allowed = await limiter.consume(clientKey(addressOf(request))).catch(() => null);
    if (!allowed) return [429, 'Too Many Requests'];
    const written = parsed.data.template_params;
    const { name, email, subject, message } = written;
    const { id } = resolveTenant({
      ...{ attribute: parsed.data.service_id, host: hostOf(request), cookie: request.headers.cookie ?? null },
    });
    const { error } = await admin.rpc('send_contact_message', {
      p_tenant_id: id,
      ...{ p_name: name, p_email: email, p_subject: subject, p_message: message },
    });
    if (!error) {
      // The message is stored; a slow or failing mail server must not fail the request.
      void tell(id, written).catch(notMailed);
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
        // A form sent without JavaScript gets the page again, with the confirmation.
        if (status === 200 && browsed) response.writeHead(303, { location: '/contact?sent=1' }).end();
        else send(status, text);
      },
      (error: unknown) => {
        log.error({ err: error }, 'a contact message failed');
        send(500, 'The message could not be kept.');
      },
    );
  };
}
