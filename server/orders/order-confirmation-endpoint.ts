import type { SupabaseClient } from '@supabase/supabase-js';
import { clientKey } from 'embedded-supabase';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { z } from 'zod';
import { languages, pathInLanguage } from '../../app/i18n/languages.ts';
import { codeFields, confirmationOutcomes, confirmOrderPath } from '../../app/lib/confirmation-link.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { numberText } from '../../app/lib/typed-number.ts';
import { createEndpoints, type EndpointEnv, type Endpoints, limitBody, storeOf } from '../http/endpoints.ts';
import { rateLimit } from '../http/rate-limit.ts';

interface ConfirmationOptions {
  admin: SupabaseClient<Database>;
  log: Logger;
}

/** Links sent before 0.3 have longer secrets. */
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
 * Confirms an order without an account or JavaScript, in any language: `POST /confirm-order?order=SECRET`
 * from a message's link, or without `order` from the form with number and code. Redirects to the page with
 * the outcome. Opening the page confirms nothing, since mail scanners open links.
 */
export function orderConfirmationEndpoint({ admin, log }: ConfirmationOptions): Endpoints {
  const withinLimit = rateLimit(admin, 'order_confirmations', { times: 30, seconds: 600 });

  async function byLink(secret: string): Promise<string> {
    if (!secretSchema.safeParse(secret).success) return 'unknown';
    return outcomeOf(await admin.rpc('confirm_order', { p_token: secret }));
  }

  async function byCode(c: Context<EndpointEnv>): Promise<string> {
    const form = await c.req.parseBody();
    const typed = codeSchema.safeParse({ number: form[codeFields.number], code: form[codeFields.code] });
    if (!typed.success) return 'wrong_code';
    const { number, code } = typed.data;
    return outcomeOf(
      await admin.rpc('confirm_order_by_code', {
        p_tenant_id: storeOf(c, { search: new URL(c.req.url).search }),
        p_number: number,
        p_code: code,
      }),
    );
  }

  async function confirm(c: Context<EndpointEnv>): Promise<string> {
    if (!(await withinLimit(clientKey(c.env.ip)))) return 'later';
    const secret = c.req.query('order');
    return secret === undefined ? byCode(c) : byLink(secret);
  }

  function leadBack(c: Context<EndpointEnv>, outcome: string): Response {
    const { tenant, order: secret } = c.req.query();
    const next = new URLSearchParams({ result: outcome, ...(tenant && { tenant }) });
    // Keep the secret in the URL as long as it can still be used.
    if (outcome === 'later' && secret) next.set('order', secret);
    c.header('cache-control', 'no-store');
    return c.redirect(`${c.req.path}?${next}`, 303);
  }

  const endpoints = createEndpoints(log);
  const paths = languages.map((language) => pathInLanguage(confirmOrderPath, language));
  const limit = limitBody(2_000, (c) => leadBack(c, 'wrong_code'));
  endpoints.on('POST', paths, limit, async (c) => {
    const outcome = await confirm(c).catch((error: unknown) => {
      log.error({ err: error }, 'an order could not be confirmed');
      return 'later';
    });
    return leadBack(c, outcome);
  });
  return endpoints;
}

/** The outcome as the database returns it. @throws Error when it fails */
function outcomeOf({ data, error }: { data: string | null; error: { code: string } | null }): string {
  if (error) throw new Error(`An order could not be confirmed: ${error.code}`);
  return confirmationOutcomes.find((outcome) => outcome === data) ?? 'unknown';
}
