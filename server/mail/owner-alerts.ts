import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import { brandById } from '../brands/brand-registry.ts';
import type { BatchHandler } from '../jobs/jobs.ts';
import { composeOwnerAlert } from './compose-owner-alert.ts';
import { speakingBrand, waysByKey } from './mail-queue.ts';
import type { MorningMailOptions } from './morning-mails.ts';

/** The log of changes of a store. */
const logPath = '/admin/dashboard?tab=changes';

/**
 * Tells owners what somebody did, in the frame of the first store where it was done. What is told already has no mail. A
 * crash in between sends it again, with the same message id.
 */
export function ownerAlertHandler({ admin, transport, origin }: MorningMailOptions): BatchHandler {
  return {
    async prepare(jobs) {
      const asked = { p_job_ids: jobs.map(({ id }) => id) };
      const { data } = await admin.rpc('owner_alerts_to_send', asked).throwOnError();
      return waysByKey(jobs, data, async (alert) => {
        const { brand, pageUrl: logUrl } = speakingBrand(alert, origin, logPath);
        const storeName = (id: string) => {
          const store = brandById(id);
          return store ? brandInLanguage(store, brand.defaultLanguage).name : id;
        };
        const { id, email, actor_name: actor, items } = alert;
        await transport.send(composeOwnerAlert({ email, actor, items, storeName }, brand, { id, logUrl }));
        await admin.rpc('owner_alerts_sent', { p_alert_ids: alert.alert_ids }).throwOnError();
      });
    },
  };
}
