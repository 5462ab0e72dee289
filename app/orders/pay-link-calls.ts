import { pageLanguage } from '#app/i18n/page-language.ts';
import { payLinkTexts } from '#app/i18n/texts/pay-link.ts';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { hasStoredSession, loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

type Composites = Database['public']['CompositeTypes'];
type Line = Omit<Filled<Composites['pay_link_line'], 'image' | 'translations' | 'garment'>, 'options'> & {
  options: { name: string; value: string }[];
};
type View = Omit<
  Filled<
    Composites['pay_link_view'],
    'number' | 'change' | 'change_reason' | 'transfer_state' | 'transfer_answer'
  >,
  'lines'
> & { lines: Line[] };

async function ask(action: string, body: FormData | object): Promise<unknown> {
  const response = await fetch(`/pay-links/${action}`, {
    method: 'POST',
    body: body instanceof FormData ? body : JSON.stringify({ ...body, language: pageLanguage() }),
  });
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new BackendError(answer ?? { message: '' }, response.status);
  return answer;
}

/** Reads the page of a link to pay; null for an unknown secret. Amounts are pounds. @throws BackendError */
export async function readPayLink(token: string) {
  try {
    const view = (await ask('read', { token })) as View;
    return { ...view, lines: view.lines.map((line) => orderLineRow(line)) };
  } catch (error) {
    if (error instanceof BackendError && (error.status === 400 || error.details === 'unknown_pay_link'))
      return null;
    throw error;
  }
}

export type PayLink = NonNullable<Awaited<ReturnType<typeof readPayLink>>>;

/** Starts the payment of the amount shown, in pounds, and returns the provider's page. @throws BackendError */
export async function startLinkPayment(token: string, option: string, amount: number): Promise<string> {
  const { url } = (await ask('start', { token, option, amount })) as { url: string };
  return url;
}

/** Updates a link's payments from their providers and returns whether the last one was declined. @throws BackendError */
export async function updateLinkPayments(token: string): Promise<boolean> {
  const { declined } = (await ask('update', { token })) as { declined: boolean };
  return declined;
}

/** Announces a transfer of the amount shown, in pounds, with pictures of it. @throws BackendError */
export async function announceTransfer(
  token: string,
  amount: number,
  photos: readonly File[],
  note: string,
): Promise<void> {
  const form = new FormData();
  form.set('token', token);
  form.set('amount', String(amount));
  form.set('note', note);
  for (const photo of photos) form.append('photos', photo);
  await ask('proof', form);
}

/** The signed-in customer's store credit that can pay a link, in pounds; 0 for everybody else. */
export async function readLinkCredit(token: string): Promise<number> {
  if (!hasStoredSession()) return 0;
  const supabase = await loadSupabase();
  const { data } = await supabase.rpc('credit_for_link', { p_tenant_id: pageTenant(), p_token: token });
  return data ?? 0;
}

/** Pays a link with store credit as far as it goes; `amount` is the amount shown, in pounds. @throws BackendError */
export async function payLinkWithCredit(token: string, amount: number): Promise<void> {
  const supabase = await loadSupabase();
  const call = { p_tenant_id: pageTenant(), p_token: token, p_amount: amount };
  await sendOnce(`pay_link_with_credit ${token} ${amount}`, async (requestId) =>
    dataOf(await supabase.rpc('pay_link_with_credit', { ...call, p_request_id: requestId })),
  );
}

/** Why a link could not be paid, in the page's language. */
export function payLinkFailure(error: unknown): string {
  const refused = refusalMessage(error);
  if (refused) return refused;
  const t = payLinkTexts();
  const status = error instanceof BackendError ? error.status : 0;
  if (status === 429) return t('tooOften');
  return t(status >= 500 ? 'later' : 'unreachable');
}
