import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import { payLinkPath } from '../../app/lib/pay-link-path.ts';
import type { BatchHandler, Job } from '../jobs/jobs.ts';
import { composePayLinkMail, composePayLinkText, type PayLinkMessage } from '../mail/compose-pay-link.ts';
import { type MailQueue, speakingBrand, waysByKey } from '../mail/mail-queue.ts';
import { type PhoneSender, SendFailure } from './phone-sender.ts';

type Admin = SupabaseClient<Database>;

async function readPayLinks(admin: Admin, jobIds: number[]): Promise<PayLinkMessage[]> {
  const { data } = await admin
    .rpc('pay_links_to_send', { p_job_ids: jobIds })
    .overrideTypes<PayLinkMessage[], { merge: false }>()
    .throwOnError();
  return data;
}

const done = (admin: Admin, id: string, isSent: boolean, error = '') =>
  admin.rpc('pay_link_message_done', { p_message_id: id, p_sent: isSent, p_error: error });

/** Mails with a link to pay. */
export const payLinkMailQueue: MailQueue<PayLinkMessage> = {
  read: readPayLinks,
  markSent: (admin, id) => done(admin, id, true),
  pathOf: ({ token }) => payLinkPath(token),
  compose: composePayLinkMail,
};

/** Sends links to pay by SMS or WhatsApp; a channel without a provider gives them up at once. */
export function payLinkPhoneHandler(
  sender: PhoneSender | undefined,
  { admin, origin }: { admin: Admin; origin: string },
): BatchHandler {
  return {
    async prepare(jobs) {
      const messages = await readPayLinks(
        admin,
        jobs.map(({ id }) => id),
      );
      return waysByKey(jobs, messages, send);
    },
  };

  async function send(message: PayLinkMessage, job: Job): Promise<void> {
    if (!sender) {
      await done(admin, message.id, false, 'not_set_up').throwOnError();
      return;
    }
    try {
      const { brand, pageUrl } = speakingBrand(message, origin, payLinkPath(message.token));
      await sender.send(composePayLinkText(message, brand, pageUrl));
    } catch (failure) {
      const refusal = failure instanceof SendFailure ? failure : undefined;
      if (!refusal?.final && job.attempt < job.max_attempts - 1) throw failure;
      await done(admin, message.id, false, refusal?.code ?? 'no_answer').throwOnError();
      return;
    }
    await done(admin, message.id, true).throwOnError();
  }
}
