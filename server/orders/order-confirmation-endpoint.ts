import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import { clientKey } from 'embedded-supabase';
import type { Logger } from 'pino';
import { z } from 'zod';
import { resolveTenant } from '../../app/brands/tenant.ts';
import { splitLanguage } from '../../app/i18n/languages.ts';
import { codeFields, confirmationOutcomes, confirmOrderPath } from '../../app/lib/confirmation-link.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { numberText } from '../../app/lib/typed-number.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';

interface ConfirmationOptions {
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  hostOf(request: IncomingMessage): string;
  addressOf(request: IncomingMessage): string;
  log: Logger;
}

const largestBody = 2_000;
/** Links that were sent before 0.3 have longer secrets. */
const secretSchema = z.string().regex(/^(?:[\w-]{22}|[\da-f]{64})$/);
const codeSchema = z.object({
  number: z
    .string()
    .trim()
    .regex(/^[a-z\d-]{1,40}$/i),
  code: z
    .string()
    .transform(numberText)
    .pipe(z.string().regex(/^\d{6}$/)),
});

/**
 * Handles the buttons of the page that confirms an order, in any language: `POST /confirm-order?order=SECRET` by the link of a
 * message, without `order` by the number and code of a form. Needs neither an account nor JavaScript, and redirects to the page
 * with the outcome. To open the page confirms nothing, since programs that look into messages open links.
 */
export function orderConfirmationEndpoint({ admin, hostOf, addressOf, log }: ConfirmationOptions) {
  const withinLimit = rateLimit(admin, 'order_confirmations', { times: 30, seconds: 600 });

  async function byLink(secret: string): Promise<string> {
    if (!secretSchema.safeParse(secret).success) return 'unknown';
    return outcomeOf(await admin.rpc('confirm_order', { p_token: secret }));
  }

  async function byCode(request: IncomingMessage, search: string): Promise<string> {
    const form = new URLSearchParams((await readBody(request, largestBody))?.toString('utf8'));
    const typed = codeSchema.safeParse({
      number: form.get(codeFields.number),
      code: form.get(codeFields.code),
    });
    if (!typed.success) return 'wrong_code';
    const { id } = resolveTenant({
      search,
      host: hostOf(request),
      cookie: request.headers.cookie ?? null,
    });
    const { number, code } = typed.data;
    return outcomeOf(
      await admin.rpc('confirm_order_by_code', { p_tenant_id: id, p_number: number, p_code: code }),
    );
  }

  async function confirm(request: IncomingMessage, query: URLSearchParams): Promise<string> {
    if (!(await withinLimit(clientKey(addressOf(request))))) return 'later';
    const secret = query.get('order');
    return secret === null ? byCode(request, query.toString()) : byLink(secret);
  }

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const [path = '', search = ''] = (request.url ?? '').split('?');
    if (request.method !== 'POST' || splitLanguage(path).path !== confirmOrderPath) return false;
    const query = new URLSearchParams(search);
    return confirm(request, query)
      .catch((error: unknown) => {
        log.error({ err: error }, 'an order could not be confirmed');
        return 'later';
      })
      .then((outcome) => {
        const [tenant, secret] = [query.get('tenant'), query.get('order')];
        const next = new URLSearchParams({ result: outcome, ...(tenant && { tenant }) });
        // The secret stays in the address while it can still be used.
        if (outcome === 'later' && secret) next.set('order', secret);
        response.writeHead(303, { location: `${path}?${next}`, 'cache-control': 'no-store' }).end();
      });
  };
}

/** The outcome that the database answers. @throws Error when it fails */
function outcomeOf({ data, error }: { data: string | null; error: { code: string } | null }): string {
  if (error) throw new Error(`An order could not be confirmed: ${error.code}`);
  return confirmationOutcomes.find((outcome) => outcome === data) ?? 'unknown';
}
