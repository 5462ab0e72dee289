import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import { clientKey } from 'embedded-supabase';
import type { Logger } from 'pino';
import { splitLanguage } from '../../app/i18n/languages.ts';
import { confirmationOutcomes, confirmOrderPath } from '../../app/lib/confirm-order.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { rateLimit } from '../http/rate-limit.ts';

interface ConfirmationOptions {
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  addressOf(request: IncomingMessage): string;
  log: Logger;
}

/**
 * Handles the button of the page that confirms an order: `POST /confirm-order?order=SECRET`, in any language, needs neither an
 * account nor JavaScript, and redirects to the page with the outcome. To open the page confirms nothing, since programs that
 * look into messages open links.
 */
export function orderConfirmationEndpoint({ admin, addressOf, log }: ConfirmationOptions) {
  const withinLimit = rateLimit(admin, 'order_confirmations', { times: 30, seconds: 600 });

  async function outcomeOf(request: IncomingMessage, secret: string): Promise<string> {
    if (!(await withinLimit(clientKey(addressOf(request))))) return 'later';
    const { data, error } = await admin.rpc('confirm_order', { p_token: secret });
    if (error) throw new Error(`An order could not be confirmed: ${error.code}`);
    return confirmationOutcomes.find((outcome) => outcome === data) ?? 'unknown';
  }

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const [path = '', search = ''] = (request.url ?? '').split('?');
    if (request.method !== 'POST' || splitLanguage(path).path !== confirmOrderPath) return false;
    const query = new URLSearchParams(search);
    const secret = query.get('order') ?? '';
    return outcomeOf(request, secret)
      .catch((error: unknown) => {
        log.error({ err: error }, 'an order could not be confirmed');
        return 'later';
      })
      .then((outcome) => {
        const tenant = query.get('tenant');
        const next = new URLSearchParams({ result: outcome, ...(tenant && { tenant }) });
        // The secret stays in the address while it can still be used.
        if (outcome === 'later') next.set('order', secret);
        response.writeHead(303, { location: `${path}?${next}`, 'cache-control': 'no-store' }).end();
      });
  };
}
