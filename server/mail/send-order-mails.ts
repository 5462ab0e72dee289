import { loggable } from 'embedded-supabase';
import { brandById } from '../../app/brands/brands.ts';
import { composeOrderMail } from './compose-order-mail.ts';
import type { MailOptions } from './mail-options.ts';
import { type OrderMail, orderMailsSchema } from './order-mail.ts';
import { storeAddress } from './store-address.ts';

/** Small batches with pauses, so that many mails do not slow down orders. */
const batch = 10;

/**
 * Sends due mails about orders and marks them as sent. Several processes share the queue. After a crash between sending
 * and marking, a mail is sent again under the same message id. @returns the number of mails taken
 */
export async function sendDueOrderMails(
  { admin, transport, origin, log }: MailOptions,
  signal?: AbortSignal,
): Promise<number> {
  const { data, error } = await admin.rpc('take_order_mails', { p_limit: batch });
  if (error) throw new Error(`Messages about orders could not be read: ${error.code}`);
  const mails = orderMailsSchema.parse(data);
  for (const mail of mails) {
    // The rest becomes due again in a few minutes.
    if (signal?.aborted) break;
    const sent = await send(mail).catch((failure: unknown) => {
      log.warn({ err: loggable(failure), kind: mail.kind }, 'a message about an order was not sent');
      return false;
    });
    const done = await admin.rpc('order_mail_done', { p_mail_id: mail.id, p_sent: sent });
    if (done.error) log.warn({ code: done.error.code }, 'a message about an order could not be ticked off');
  }
  return mails.length;

  async function send(mail: OrderMail): Promise<boolean> {
    const brand = brandById(mail.tenant_id);
    if (!brand) throw new Error('The order is of a store that is no longer there');
    const page = storeAddress(origin, brand.id, `/account/orders/${mail.order.id}`);
    await transport.send(composeOrderMail(mail, brand, page));
    return true;
  }
}
