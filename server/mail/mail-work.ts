import { loggable } from 'embedded-supabase';
import { runPeriodically } from '../jobs/periodic-work.ts';
import { type MailOptions, sendDueMails } from './mail-queue.ts';
import { openingAlertQueue } from './opening-alert-queue.ts';
import { orderMailQueue } from './order-mail-queue.ts';
import { stockAlertQueue } from './stock-alert-queue.ts';

/**
 * Sends queued mails periodically.
 * @returns a function that stops it after the current mail and closes the transport
 */
export function mailWork(options: MailOptions): () => Promise<void> {
  const stop = runPeriodically({
    every: 3_000,
    grace: 10_000,
    async work(signal) {
      const warn = (error: unknown) =>
        options.log.warn({ err: loggable(error) }, 'messages to customers are not sent');
      await sendDueMails(orderMailQueue, options, signal).catch(warn);
      await sendDueMails(stockAlertQueue, options, signal).catch(warn);
      await sendDueMails(openingAlertQueue, options, signal).catch(warn);
    },
  });
  return async () => {
    await stop();
    options.transport.close();
  };
}
