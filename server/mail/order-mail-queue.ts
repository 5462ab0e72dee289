import { claimOrderPath, confirmOrderPath } from '../../app/lib/confirmation-link.ts';
import { attachPapers } from './attach-papers.ts';
import { composeOrderMail } from './compose-order-mail.ts';
import type { MailQueue } from './mail-queue.ts';
import { type OrderMail, orderMailsSchema } from './order-mail.ts';

/** Mails about orders. */
export const orderMailQueue: MailQueue<OrderMail> = {
  name: 'orders',
  take: (admin, limit) => admin.rpc('take_order_messages', { p_limit: limit }),
  parse: (rows) => orderMailsSchema.parse(rows),
  markSent: (admin, id, sent) => admin.rpc('order_message_done', { p_message_id: id, p_sent: sent }),
  pathOf: ({ order, confirmation, link }) => {
    if (confirmation) return `${confirmOrderPath}?order=${confirmation.token}`;
    return link ? `${claimOrderPath}?order=${link}` : `/account/orders/${order.id}`;
  },
  attach: attachPapers,
  compose: composeOrderMail,
};
