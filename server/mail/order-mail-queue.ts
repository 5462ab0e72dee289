import { claimOrderPath, confirmOrderPath } from '../../app/lib/confirmation-link.ts';
import type { OrderNotification } from '../../app/lib/json-columns.ts';
import { attachDocuments } from './attach-documents.ts';
import { composeOrderMail } from './compose-order-mail.ts';
import type { MailQueue } from './mail-queue.ts';

export const orderMailQueue: MailQueue<OrderNotification> = {
  async read(admin, jobIds) {
    const { data } = await admin.rpc('order_notifications_to_send', { p_job_ids: jobIds }).throwOnError();
    return data;
  },
  markSent: (admin, id) => admin.rpc('order_notification_done', { p_message_id: id, p_sent: true }),
  pathOf: ({ order, confirmation, link }) => {
    if (confirmation) return `${confirmOrderPath}?order=${confirmation.token}`;
    return link ? `${claimOrderPath}?order=${link}` : `/account/orders/${order.id}`;
  },
  attach: attachDocuments,
  compose: composeOrderMail,
};
