import type { SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { MailTransport } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import type { Brand } from '../../app/brands/brand.ts';
import type { Database } from '../../app/lib/database.types.ts';
import type { BatchHandler, Job } from '../jobs/jobs.ts';
import {
  composeStaffMail,
  type StaffNotification,
  staffPagePath,
  staffSubject,
} from '../mail/compose-staff-mail.ts';
import { speakingBrand, waysByKey } from '../mail/mail-queue.ts';
import type { PhoneSender } from './phone-sender.ts';

export interface StaffNotificationOptions {
  admin: SupabaseClient<Database>;
  /** Without one, only what WhatsApp delivers is sent; the rest waits. */
  transport: Pick<MailTransport, 'send'> | undefined;
  senders: readonly PhoneSender[];
  origin: string;
  log: Logger;
}

/** Where staff choose what they hear of. */
const settingsPath = '/admin/settings?tab=notifications';

/**
 * Sends what staff chose to hear of, by WhatsApp or mail, and removes it from the outbox. A crash in between sends it
 * again. What WhatsApp does not take goes by mail.
 */
export function staffNotificationHandler(options: StaffNotificationOptions): BatchHandler {
  const { admin, transport, senders, origin, log } = options;
  const whatsApp = senders.find(({ channel }) => channel === 'whatsapp');
  return {
    async prepare(jobs) {
      const asked = { p_job_ids: jobs.map(({ id }) => id) };
      const { data } = await admin.rpc('staff_notifications_to_send', asked).throwOnError();
      return waysByKey(jobs, data, send);
    },
  };

  async function send(notification: StaffNotification, job: Job): Promise<void> {
    const { brand, pageUrl } = speakingBrand(notification, origin, staffPagePath(notification));
    const isTold = await sendByWhatsApp(notification, brand, pageUrl);
    if (!isTold) {
      if (!transport) throw new Error('No mail goes out: SMTP_HOST is not set');
      const settingsUrl = speakingBrand(notification, origin, settingsPath).pageUrl;
      const id = `${job.id}-${Math.max(...notification.notification_ids)}`;
      await transport.send(composeStaffMail(notification, brand, { id, pageUrl, settingsUrl }));
    }
    await admin
      .rpc('staff_notifications_sent', { p_notification_ids: notification.notification_ids })
      .throwOnError();
  }

  /** Returns false for what has to go by mail. */
  async function sendByWhatsApp(
    notification: StaffNotification,
    brand: Brand,
    pageUrl: string,
  ): Promise<boolean> {
    const { id, topic, channel, phone } = notification;
    if (channel !== 'whatsapp' || !whatsApp || !phone) return false;
    const text = staffSubject(notification, brand);
    try {
      await whatsApp.send({
        id,
        to: phone,
        text: `${text}\n${pageUrl}`,
        template: `staff_${topic}`,
        parameters: [brand.name, text, pageUrl],
        language: brand.defaultLanguage,
      });
      return true;
    } catch (error) {
      log.warn({ err: loggable(error) }, 'a message to staff goes by mail instead of WhatsApp');
      return false;
    }
  }
}
