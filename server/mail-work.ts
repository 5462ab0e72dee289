import { setTimeout as wait } from 'node:timers/promises';
import { loggable } from '../backend/auth/loggable.ts';
import type { MailOptions } from './mail-options.ts';
import { sendDueOrderMails } from './order-mails/send-order-mails.ts';
import { sendDueStockAlerts } from './stock-alerts/send-stock-alerts.ts';

const everyMs = 3_000;
/** Time to wait for the mail being sent at shutdown, in milliseconds. */
const graceMs = 10_000;

/**
 * Sends queued mails periodically.
 * @returns a function that stops it after the current mail and closes the transport
 */
export function mailWork(options: MailOptions): () => Promise<void> {
  const stopping = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  let busy = false;
  const work = async () => {
    busy = true;
    for (const send of [sendDueOrderMails, sendDueStockAlerts]) {
      await send(options, stopping.signal).catch((error: unknown) => {
        options.log.warn({ err: loggable(error) }, 'messages to customers are not sent');
      });
    }
    busy = false;
  };
  const timer = setInterval(() => {
    if (!busy) turn = work();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.race([turn, wait(graceMs, undefined, { ref: false })]);
    options.transport.close();
  };
}
