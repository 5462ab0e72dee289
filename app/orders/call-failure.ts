import ordersMessages from '#app/i18n/messages/en/orders.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { soldRow } from '#app/lib/sold-row.ts';
import { sendOnce } from '#app/ui/send-once.ts';

type Answer = Parameters<typeof dataOf>[0];

/**
 * Calls a database function once, with the id of the request. Returns its error message, or that the store is
 * unreachable; null on success.
 * @param intention as for `sendOnce`
 */
export async function callFailure(
  intention: string,
  call: (requestId: string) => Promise<Answer>,
): Promise<string | null> {
  try {
    await sendOnce(intention, async (requestId) => dataOf(await call(requestId)));
    return null;
  } catch (error) {
    return refusalMessage(error, soldRow) ?? getTranslations('orders', ordersMessages)('unreachable');
  }
}
