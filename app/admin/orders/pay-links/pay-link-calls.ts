import { amongStores } from '#app/auth/office-stores.ts';
import type { StorePlace } from '#app/lib/absolute-url.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { payLinkPath } from '#app/lib/pay-link-path.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { storeAddress } from '../../ui/store-address.ts';
import { type CustomerLanguage, readCustomerLanguage } from '../data/customer-language.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';

export type Channel = Enums<'notification_channel'>;

const linkColumns =
  'id, draft_id, expires_at, created_at, pay_link_state, link_channels, messages:pay_link_messages (id, channel, sent_at, failed_at, created_at)' as const;

/** An order's link to pay, with what was sent. */
export type PayLinkRow = AdminFullOrder['pay_links'][number];

/** Makes or renews an order's link; `part` is in pounds. @throws BackendError */
export async function makePayLink(orderId: string, part: number | null, hours: number | null): Promise<void> {
  const supabase = await loadSupabase();
  const link = {
    p_order_id: orderId,
    ...(part !== null && { p_part: part }),
    ...(hours !== null && { p_hours: hours }),
  };
  await sendOnce(`create_pay_link ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('create_pay_link', { ...link, p_request_id: requestId })),
  );
}

/**
 * Makes a new secret of a link, to be shared by hand.
 * @param tenantId the link's store; in the office of all stores not the page's
 * @param customerId null for a customer without an account
 * @returns the address of its page at its store, and the customer's language, which the page is in
 * @throws BackendError
 */
export async function sharePayLink(
  linkId: string,
  { tenantId, customerId }: { tenantId: string; customerId: string | null },
  place: Pick<StorePlace, 'origin' | 'sharedHost'>,
): Promise<CustomerLanguage & { url: string }> {
  const supabase = await loadSupabase();
  const [secret, customer, domains] = await Promise.all([
    supabase.rpc('share_pay_link', { p_pay_link_id: linkId }),
    readCustomerLanguage(tenantId, customerId),
    supabase
      .from('store_domains')
      .select('domain')
      .eq('tenant_id', tenantId)
      .order('is_main', { ascending: false })
      .order('created_at')
      .limit(1),
  ]);
  const domain = dataOf(domains)[0]?.domain ?? `${tenantId}.localhost`;
  const at = { ...place, language: customer.language };
  return { ...customer, url: storeAddress({ id: tenantId, domain }, at, payLinkPath(dataOf(secret))) };
}

/** Sends a link by a channel, in the customer's language. @throws BackendError */
export async function sendPayLink(linkId: string, channel: Channel): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`send_pay_link ${linkId} ${channel}`, async (requestId) =>
    dataOf(
      await supabase.rpc('send_pay_link', {
        p_pay_link_id: linkId,
        p_channel: channel,
        p_request_id: requestId,
      }),
    ),
  );
}

/** Calls a link off. @throws BackendError */
export async function cancelPayLink(linkId: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`cancel_pay_link ${linkId}`, async (requestId) =>
    dataOf(await supabase.rpc('cancel_pay_link', { p_pay_link_id: linkId, p_request_id: requestId })),
  );
}

/** Accepts a proposed change for a customer who agreed by telephone. @throws BackendError */
export async function acceptByTelephone(editId: string, agreedWith: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`accept_edit_by_telephone ${editId}`, async (requestId) =>
    dataOf(
      await supabase.rpc('accept_edit_by_telephone', {
        p_edit_id: editId,
        p_agreed_with: agreedWith,
        p_request_id: requestId,
      }),
    ),
  );
}

/** Reads the stores' drafts, newest first, with their links. @throws BackendError */
export async function readDrafts(
  tenantIds: readonly string[],
  state: 'open' | 'paid' | 'expired' | 'cancelled' | '',
) {
  const supabase = await loadSupabase();
  let query = supabase
    .from('order_drafts')
    .select(
      `id, tenant_id, user_id, customer_name, phone, total, pieces, expires_at, order_id, created_at, draft_state, draft_reserved_until, links:pay_links (${linkColumns})` as const,
    )
    .filter('tenant_id', ...amongStores(tenantIds));
  if (state === 'paid') query = query.not('paid_at', 'is', null);
  if (state === 'cancelled') query = query.not('cancelled_at', 'is', null);
  if (state === 'open' || state === 'expired') query = query.is('paid_at', null).is('cancelled_at', null);
  if (state === 'open') query = query.gt('expires_at', new Date().toISOString());
  if (state === 'expired') query = query.lte('expires_at', new Date().toISOString());
  return dataOf(await query.order('created_at', { ascending: false }).limit(200));
}

export type DraftRow = Awaited<ReturnType<typeof readDrafts>>[number];

/** Calls a draft off, with its link and what it reserves. @throws BackendError */
export async function cancelDraft(draftId: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`cancel_draft ${draftId}`, async (requestId) =>
    dataOf(await supabase.rpc('cancel_draft', { p_draft_id: draftId, p_request_id: requestId })),
  );
}
