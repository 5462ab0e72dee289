import type { SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { runPeriodically } from '../jobs/periodic-work.ts';
import { speakingBrand } from '../mail/mail-queue.ts';
import type { OrderMail } from '../mail/order-mail.ts';
import { orderMailQueue } from '../mail/order-mail-queue.ts';
import { composePhoneMessage } from './compose-phone-message.ts';
import { type PhoneSender, SendFailure } from './phone-sender.ts';

export interface PhoneMessageOptions {
  admin: SupabaseClient<Database>;
  senders: readonly PhoneSender[];
  /** Origin of the stores. */
  origin: string;
  log: Logger;
}

const BATCH = 10;

/** Path of the page that a message leads to: an order's number is shorter than its id, and each part of a text is charged for. */
export const phonePathOf = (message: OrderMail): string =>
  message.confirmation || message.link
    ? orderMailQueue.pathOf(message)
    : `/account/orders/${message.order.number}`;

/**
 * Sends a channel's due messages and marks them. A provider without idempotency keys gets a message twice when the process
 * dies, or its answer is lost, in between. @returns the number of messages taken
 */
export async function sendDuePhoneMessages(
  sender: PhoneSender,
  { admin, origin, log }: Omit<PhoneMessageOptions, 'senders'>,
  signal?: AbortSignal,
): Promise<number> {
  const { channel } = sender;
  const { data, error } = await admin.rpc('take_order_messages', { p_limit: BATCH, p_channel: channel });
  if (error) throw new Error(`Messages by ${channel} could not be read: ${error.code}`);
  const messages = orderMailQueue.parse(data);
  for (const message of messages) {
    if (signal?.aborted) break;
    const outcome = await Promise.resolve()
      .then(() => {
        const { brand, pageUrl } = speakingBrand(message, origin, phonePathOf(message));
        return sender.send(composePhoneMessage(message, brand, pageUrl));
      })
      .then(
        (reference) => ({ p_sent: true, ...(reference && { p_reference: reference }) }),
        async (failure: unknown) => {
          log.warn({ err: loggable(failure), channel }, 'a message was not sent');
          if (!(failure instanceof SendFailure)) return { p_sent: false, p_error: 'no_answer' };
          if (failure.optedOut) await recordOptOut(message.recipient);
          return { p_sent: false, p_error: failure.code, p_is_final: failure.final };
        },
      );
    const marked = await admin.rpc('order_message_done', { p_message_id: message.id, ...outcome });
    if (marked.error) log.warn({ code: marked.error.code, channel }, 'a message could not be ticked off');
  }
  return messages.length;

  async function recordOptOut(recipient: string) {
    const stopped = await admin.rpc('record_opt_out', {
      p_channel: channel,
      p_recipient: recipient,
      p_is_out: true,
    });
    if (stopped.error) log.warn({ code: stopped.error.code, channel }, 'an opt-out was not kept');
  }
}

/**
 * Sends messages to phones, each channel on its own, so that a provider that hangs holds back no other; and gives up those
 * that nobody sends, which go out by the next channel. @returns a function that stops it
 */
export function phoneMessageWork(options: PhoneMessageOptions): () => Promise<void> {
  const { admin, senders, log } = options;
  const channels = senders.map(({ channel }) => channel);
  const warn = (error: unknown) => log.warn({ err: loggable(error) }, 'messages to customers are not sent');
  const stops = [
    runPeriodically({
      every: 3_000,
      grace: 5_000,
      async work() {
        const { error } = await admin.rpc('give_up_order_messages', { p_channels: channels });
        if (error) log.warn({ code: error.code }, 'messages to phones could not be given up');
      },
    }),
    ...senders.map((sender) =>
      runPeriodically({
        every: 3_000,
        grace: 10_000,
        work: (signal) => sendDuePhoneMessages(sender, options, signal).then(() => {}, warn),
      }),
    ),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
