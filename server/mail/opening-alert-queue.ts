import { composeOpeningAlert, type OpeningAlertMail } from './compose-opening-alert.ts';
import type { MailQueue } from './mail-queue.ts';

/** Mails that tell people a store has opened. */
export const openingAlertQueue: MailQueue<OpeningAlertMail> = {
  async read(admin, jobIds) {
    const { data } = await admin.rpc('opening_alerts_to_send', { p_job_ids: jobIds }).throwOnError();
    return data;
  },
  markSent: (admin, id) => admin.from('opening_alerts').delete().eq('id', id),
  pathOf: () => '/',
  compose: composeOpeningAlert,
};
