import { loggable } from 'embedded-supabase';
import { runPeriodically } from '../jobs/periodic-work.ts';
import type { MailOptions } from './mail-options.ts';
import { sendDueOrderMails } from './send-order-mails.ts';
import { sendDueStockAlerts } from './send-stock-alerts.ts';

/**
 * Sends queued mails periodically.
 * @returns a function that stops it after the current mail and closes the transport
 */
export function mailWork(options: MailOptions): () => Promise<void> {
  const stop = runPeriodically({
    every: 3_000,
    grace: 10_000,
    async work(signal) {
      for (const send of [sendDueOrderMails, sendDueStockAlerts]) {
        await send(options, signal).catch((error: unknown) => {
          options.log.warn({ err: loggable(error) }, 'messages to customers are not sent');
        });
      }
    },
  });
  return async () => {
    await stop();
    options.transport.close();
  };
}
