import ordersMessages from '#app/i18n/messages/en/orders.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { refusalMessage } from '#app/lib/refusal.ts';

interface Refused {
  error: { message: string; code?: string } | null;
}

/** Calls a database function. Returns its error message, or that the store is unreachable; null on success. */
export async function callFailure(call: () => Promise<Refused>): Promise<string | null> {
  const unreachable = getTranslations('orders', ordersMessages)('unreachable');
  try {
    const { error } = await call();
    if (!error) return null;
    return refusalMessage(error) ?? unreachable;
  } catch {
    return unreachable;
  }
}
