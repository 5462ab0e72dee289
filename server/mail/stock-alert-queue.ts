import { composeStockAlert, type StockAlertMail } from './compose-stock-alert.ts';
import type { MailQueue } from './mail-queue.ts';

/** Mails that tell people a variant is back in stock. */
export const stockAlertQueue: MailQueue<StockAlertMail> = {
  async read(admin, jobIds) {
    const { data } = await admin.rpc('stock_alerts_to_send', { p_job_ids: jobIds }).throwOnError();
    return data;
  },
  markSent: (admin, id) => admin.from('stock_alerts').delete().eq('id', id),
  pathOf: ({ product_id, variant_id }) => `/product/${product_id}?variant=${variant_id}`,
  compose: composeStockAlert,
};
