import { claimOrderPath, confirmOrderPath } from '../../app/lib/confirmation-link.ts';
import { attachDocuments } from './attach-documents.ts';
import { composeOrderMail } from './compose-order-mail.ts';
import type { MailQueue } from './mail-queue.ts';
import { type OrderMail, orderMailsSchema } from './order-mail.ts';

export const orderMailQueue: MailQueue<OrderMail> = {
  async read(admin, jobIds) {
    const { data } = await admin.rpc('order_notifications_to_send', { p_job_ids: jobIds }).throwOnError();
    return orderMailsSchema.parse(data);
  },
  markSent: (admin, id) => admin.rpc('order_notification_done', { p_message_id: id, p_sent: true }),
  pathOf: ({ order, confirmation, link }) => {
    if (confirmation) return `${confirmOrderPath}?order=${confirmation.token}`;
    return link ? `${claimOrderPath}?order=${link}` : `/account/orders/${order.id}`;
  },
  attach: attachDocuments,
  compose: composeOrderMail,
};
