import { type JobHandlers, jobWork } from '../jobs/jobs.ts';
import { payLinkMailQueue } from '../phone-notifications/pay-link-messages.ts';
import { contactMailHandler, contactReplyHandler } from './contact-messages.ts';
import { type MailOptions, mailHandler } from './mail-queue.ts';
import { morningMailHandler, morningMailPlanner } from './morning-mails.ts';
import { openingAlertQueue } from './opening-alert-queue.ts';
import { orderMailQueue } from './order-mail-queue.ts';
import { ownerAlertHandler } from './owner-alerts.ts';
import { stockAlertQueue } from './stock-alert-queue.ts';

export function mailHandlers(options: MailOptions): JobHandlers {
  return {
    send_email: mailHandler(orderMailQueue, options),
    mail_pay_link: mailHandler(payLinkMailQueue, options),
    send_stock_alert: mailHandler(stockAlertQueue, options),
    send_opening_alert: mailHandler(openingAlertQueue, options),
    send_contact_mail: contactMailHandler(options),
    send_contact_reply: contactReplyHandler(options),
    send_morning_mail: morningMailHandler(options),
    queue_morning_mails: morningMailPlanner(options),
    send_owner_alert: ownerAlertHandler(options),
    async expire_order_mails() {
      await options.admin.rpc('expire_order_mails').throwOnError();
    },
  };
}

/**
 * Sends queued mails one at a time.
 * @returns a function that stops after the current mail and closes the transport
 */
export function mailWork(options: MailOptions): () => Promise<void> {
  const { admin, log, transport } = options;
  const stop = jobWork({
    admin,
    log,
    handlers: mailHandlers(options),
    recurring: { expire_order_mails: 600, queue_morning_mails: 300 },
    concurrency: 1,
    hasPauses: true,
  });
  return async () => {
    await stop();
    transport.close();
  };
}
