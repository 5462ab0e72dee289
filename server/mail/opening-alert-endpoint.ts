import type { SupabaseClient } from '@supabase/supabase-js';
import { clientKey } from 'embedded-supabase';
import type { Logger } from 'pino';
import { z } from 'zod';
import { languages, pathInLanguage } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { openingAlertPath } from '../../app/lib/opening-alert-path.ts';
import {
  createEndpoints,
  type Endpoints,
  limitBody,
  refuseOtherMethods,
  storeOf,
} from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';

interface OpeningAlertOptions {
  /** Client with the secret key, which stores addresses. */
  admin: SupabaseClient<Database>;
  log: Logger;
}

const formSchema = z.object({
  store: z.string().max(40),
  language: z.enum(languages),
  email: z.string().max(400),
});

/**
 * Stores the address a visitor leaves at the door of a closed store and redirects back. The answer does not
 * reveal whether the address was known (docs/product.md, Doors).
 */
export function openingAlertEndpoint({ admin, log }: OpeningAlertOptions): Endpoints {
  const withinLimit = rateLimit(admin, 'opening_alerts', { times: 5, seconds: 600 });
  const endpoints = createEndpoints(log, {
    unexpected: {
      status: 503,
      message: 'The store cannot answer right now. Please try again in a moment.',
      headers: { 'retry-after': '2' },
    },
  });
  endpoints.post(openingAlertPath, limitBody(4 * 1024), async (c) => {
    const form = formSchema.safeParse(await c.req.parseBody().catch(() => undefined));
    if (!form.success) throw new HttpError(400, 'This is not the form of a closed store.');
    const { store, language, email } = form.data;
    const back = (query: string) => c.redirect(pathInLanguage('/', language) + query, 303);
    if (!(await withinLimit(clientKey(c.env.ip)))) return back('?asked=later');
    const { data: isClosed, error } = await admin.rpc('ask_for_opening', {
      p_tenant_id: storeOf(c, { attribute: store }),
      p_email: email,
      p_language: language,
    });
    if (error?.details === 'invalid_email') return back('?asked=invalid');
    if (error) throw new Error(`An address could not be noted: ${error.code}`);
    return back(isClosed ? '?asked=noted' : '');
  });
  return refuseOtherMethods(endpoints);
}
