import { composeOpeningAlert, type OpeningAlertMail, openingAlertsSchema } from './compose-opening-alert.ts';
import type { MailQueue } from './mail-queue.ts';

/** Mails that a store has opened. */
export const openingAlertQueue: MailQueue<OpeningAlertMail> = {
  name: 'opening alerts',
  take: (admin, limit) => admin.rpc('take_opening_alerts', { p_limit: limit }),
  parse: (rows) => openingAlertsSchema.parse(rows),
  markSent: (admin, id, sent) => admin.rpc('opening_alert_done', { p_alert_id: id, p_sent: sent }),
  pathOf: () => '/',
  compose: composeOpeningAlert,
};
