import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import { clientKey, pathOf } from 'embedded-supabase';
import type { Logger } from 'pino';
import { z } from 'zod';
import { resolveTenant } from '../../app/brands/tenant.ts';
import { languages, pathInLanguage } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { openingAlertPath } from '../../app/lib/opening-alert-path.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';

interface OpeningAlertOptions {
  /** Client with the secret key, which notes addresses. */
  admin: SupabaseClient<Database>;
  hostOf(request: IncomingMessage): string;
  addressOf(request: IncomingMessage): string;
  log: Logger;
}

const largestBody = 4 * 1024;
const formSchema = z.object({
  store: z.string().max(40),
  language: z.enum(languages),
  email: z.string().max(400),
});

/**
 * Takes the address that somebody leaves at the door of a closed store, and leads back to it: told alike whether the address
 * was known or not (docs/product.md, Doors).
 */
export function openingAlertEndpoint({ admin, hostOf, addressOf, log }: OpeningAlertOptions) {
  const withinLimit = rateLimit(admin, 'opening_alerts', { times: 5, seconds: 600 });
  const note = async (form: z.infer<typeof formSchema>, request: IncomingMessage): Promise<string> => {
    if (!(await withinLimit(clientKey(addressOf(request))))) return '?asked=later';
    const host = hostOf(request);
    const { id } = resolveTenant({ attribute: form.store, host, cookie: request.headers.cookie ?? null });
    const { data: isClosed, error } = await admin.rpc('ask_for_opening', {
      p_tenant_id: id,
      p_email: form.email,
      p_language: form.language,
    });
    if (error?.details === 'invalid_email') return '?asked=invalid';
    if (error) throw new Error(`An address could not be noted: ${error.code}`);
    return isClosed ? '?asked=noted' : '';
  };
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    if (pathOf(request.url) !== openingAlertPath) return false;
    const send = (status: number, headers: Record<string, string>, text = '') => {
      response
        .writeHead(status, {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
          ...headers,
        })
        .end(text);
    };
    const answer = async () => {
      if (request.method !== 'POST') return send(405, { allow: 'POST' }, 'Only POST.\n');
      const body = await readBody(request, largestBody);
      const form = formSchema.safeParse(body && Object.fromEntries(new URLSearchParams(body.toString())));
      if (!form.success) return send(400, {}, 'This is not the form of a closed store.\n');
      const query = await note(form.data, request);
      send(303, { location: pathInLanguage('/', form.data.language) + query });
    };
    return answer().catch((error: unknown) => {
      log.error({ err: error }, 'an address at a closed door could not be noted');
      send(503, { 'retry-after': '2' }, 'The store cannot answer right now. Please try again in a moment.\n');
    });
  };
}
