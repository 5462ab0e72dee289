import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

/** Places a test order. @returns its id. @throws BackendError */
export async function placeTestOrder(): Promise<string> {
  const supabase = await loadSupabase();
  const placed = await sendOnce('place_test_order', async (requestId) =>
    dataOf(await supabase.rpc('place_test_order', { p_tenant_id: pageTenant(), p_request_id: requestId })),
  );
  return placed.id;
}

/** Deletes a test order with all its data. @throws BackendError */
export async function removeTestOrder(orderId: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`remove_test_order ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('remove_test_order', { p_order_id: orderId, p_request_id: requestId })),
  );
}
