import type { SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { Logger } from 'pino';
import { Constants, type Database } from '../../app/lib/database.types.ts';
import { type BatchHandler, type Job, jobWork } from '../jobs/jobs.ts';
import { speakingBrand, waysByKey } from '../mail/mail-queue.ts';
import { orderMailQueue } from '../mail/order-mail-queue.ts';
import type { OrderNotification } from '../mail/order-notification.ts';
import { composePhoneNotification } from './compose-phone-notification.ts';
import { payLinkPhoneHandler } from './pay-link-messages.ts';
import { type PhoneSender, SendFailure } from './phone-sender.ts';

export interface PhoneNotificationOptions {
  admin: SupabaseClient<Database>;
  senders: readonly PhoneSender[];
  origin: string;
  log: Logger;
}

type Outcome = Omit<Database['public']['Functions']['order_notification_done']['Args'], 'p_message_id'>;

/** Path of the page to link to. Uses the order's number, which is shorter than its id, as each part of a text is charged. */
export const phonePathOf = (message: OrderNotification): string =>
  message.confirmation || message.link
    ? orderMailQueue.pathOf(message)
    : `/account/orders/${message.order.number}`;

/**
 * Sends notifications by a channel and marks them. If the process dies or an answer is lost in between, a
 * provider without idempotency keys gets a notification twice. After the last failed attempt, the
 * notification moves to the next channel.
 */
export function phoneHandler(
  sender: PhoneSender,
  { admin, origin, log }: Omit<PhoneNotificationOptions, 'senders'>,
): BatchHandler {
  const { channel } = sender;
  return {
    async prepare(jobs) {
      const messages = await orderMailQueue.read(
        admin,
        jobs.map(({ id }) => id),
      );
      return waysByKey(jobs, messages, send);
    },
  };

  async function send(message: OrderNotification, job: Job): Promise<void> {
    const done = async (outcome: Outcome) => {
      await admin.rpc('order_notification_done', { p_message_id: message.id, ...outcome }).throwOnError();
    };
    let reference: string | null;
    try {
      const { brand, pageUrl } = speakingBrand(message, origin, phonePathOf(message));
      reference = await sender.send(composePhoneNotification(message, brand, pageUrl));
    } catch (failure) {
      const refusal = failure instanceof SendFailure ? failure : undefined;
      if (refusal?.optedOut) await recordOptOut(message.recipient);
      // The last attempt is reserved for jobs of a process that died.
      const isFinal = refusal?.final || job.attempt >= job.max_attempts - 1;
      await done({ p_sent: false, p_error: refusal?.code ?? 'no_answer', p_is_final: isFinal });
      if (!isFinal) throw failure;
      log.warn({ err: loggable(failure), channel }, 'a message was given up');
      return;
    }
    await done({ p_sent: true, ...(reference && { p_reference: reference }) });
  }

  async function recordOptOut(p_recipient: string) {
    const { error } = await admin.rpc('record_opt_out', { p_channel: channel, p_recipient, p_is_out: true });
    if (error) log.warn({ code: error.code, channel }, 'an opt-out was not kept');
  }
}

/** Moves notifications of a channel without a provider to the next channel. */
export function unsentHandler(admin: SupabaseClient<Database>): BatchHandler {
  return {
    async prepare(jobs) {
      const given = { p_job_ids: jobs.map(({ id }) => id), p_error: 'not_set_up' };
      await admin.rpc('give_up_messages', given).throwOnError();
      return new Map();
    },
  };
}

/** Sends phone notifications, each channel separately, so that a hanging provider delays no other. @returns a function that stops it */
export function phoneNotificationWork(options: PhoneNotificationOptions): () => Promise<void> {
  const { admin, senders, log } = options;
  const stops = Constants.public.Enums.notification_channel
    .filter((channel) => channel !== 'email')
    .map((channel) => {
      const sender = senders.find((one) => one.channel === channel);
      const handler = sender ? phoneHandler(sender, options) : unsentHandler(admin);
      return jobWork({
        admin,
        log,
        handlers: {
          [`send_${channel}`]: handler,
          [`send_pay_link_${channel}`]: payLinkPhoneHandler(sender, options),
        },
        concurrency: 1,
        hasPauses: true,
      });
    });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
