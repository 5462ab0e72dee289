import { z } from 'zod';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const refusal = z
  .object({ message: z.string(), details: z.string().nullish(), hint: z.string().nullish() })
  .catch({ message: '' });
const started = z.object({ url: z.url() });
const updated = z.object({ declined: z.boolean() });

/**
 * Starts the payment of an order's amount due by a checkout option. Returns the provider's payment page.
 * @param amount pounds, for a partial payment
 * @throws BackendError
 */
export async function startPayment(orderId: string, option: string, amount?: number): Promise<string> {
  return started.parse(await ask('start', { order: orderId, option, amount, language: pageLanguage() })).url;
}

/** Why a payment could not be started, in the page's language; the server's own messages are for developers. */
export function paymentFailure(error: unknown): string {
  const refused = refusalMessage(error);
  if (refused) return refused;
  const t = ordersTexts();
  const status = error instanceof BackendError ? error.status : 0;
  if (status === 429) return t('payTooOften');
  if (status === 401) return t('paySignIn');
  return t(status >= 500 ? 'payLater' : 'unreachable');
}

/**
 * Updates an order's payments from their providers and returns whether the last one was declined. @throws BackendError
 */
export async function updatePayments(orderId: string): Promise<boolean> {
  return updated.parse(await ask('update', { order: orderId })).declined;
}

/** Sends an order's card refunds to the provider now; for staff. @throws BackendError */
export async function sendCardRefunds(orderId: string): Promise<void> {
  await ask('send-refunds', { order: orderId });
}

/** Captures or releases an order's bank holds now, as staff requested. @throws BackendError */
export async function settleHolds(orderId: string): Promise<void> {
  await ask('settle-holds', { order: orderId });
}

async function ask(action: string, body: object): Promise<unknown> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  const response = await fetch(`/payments/${action}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new BackendError(refusal.parse(answer), response.status);
  return answer;
}
