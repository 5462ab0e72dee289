import { composeStockAlert, type StockAlertMail, stockAlertsSchema } from './compose-stock-alert.ts';
import type { MailQueue } from './mail-queue.ts';

/** Mails that something is back in stock. */
export const stockAlertQueue: MailQueue<StockAlertMail> = {
  name: 'stock alerts',
  take: (admin, limit) => admin.rpc('take_stock_alerts', { p_limit: limit }),
  parse: (rows) => stockAlertsSchema.parse(rows),
  markSent: (admin, id, sent) => admin.rpc('stock_alert_done', { p_alert_id: id, p_sent: sent }),
  pathOf: ({ product_id, variant_id }) => `/product/${product_id}?variant=${variant_id}`,
  compose: composeStockAlert,
};
