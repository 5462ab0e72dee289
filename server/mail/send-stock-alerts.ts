import { loggable } from 'embedded-supabase';
import { brandById } from '../../app/brands/brands.ts';
import { composeStockAlert, type StockAlert, stockAlertsSchema } from './compose-stock-alert.ts';
import type { MailOptions } from './mail-options.ts';
import { storeAddress } from './store-address.ts';

/** Small batches: alerts for variants sold out meanwhile are dropped. */
const batch = 10;

/**
 * Sends due stock alerts and marks them as sent. Several processes share the queue. @returns the number of alerts taken
 */
export async function sendDueStockAlerts(
  { admin, transport, origin, log }: MailOptions,
  signal?: AbortSignal,
): Promise<number> {
  const { data, error } = await admin.rpc('take_stock_alerts', { p_limit: batch });
  if (error) throw new Error(`Stock alerts could not be read: ${error.code}`);
  const alerts = stockAlertsSchema.parse(data);
  for (const alert of alerts) {
    // The rest becomes due again in a few minutes.
    if (signal?.aborted) break;
    const sent = await send(alert).catch((failure: unknown) => {
      log.warn({ err: loggable(failure) }, 'a stock alert was not sent');
      return false;
    });
    const done = await admin.rpc('stock_alert_done', { p_alert_id: alert.id, p_sent: sent });
    if (done.error) log.warn({ code: done.error.code }, 'a stock alert could not be ticked off');
  }
  return alerts.length;

  async function send(alert: StockAlert): Promise<boolean> {
    const brand = brandById(alert.tenant_id);
    if (!brand) throw new Error('The alert is of a store that is no longer there');
    const page = storeAddress(origin, brand.id, `/product/${alert.product_id}?variant=${alert.variant_id}`);
    await transport.send(composeStockAlert(alert, brand, page));
    return true;
  }
}
