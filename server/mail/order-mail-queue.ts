import { claimOrderPath, confirmOrderPath } from '../../app/lib/confirmation-link.ts';
import { attachDocuments } from './attach-documents.ts';
import { composeOrderMail } from './compose-order-mail.ts';
import type { MailQueue } from './mail-queue.ts';
import { type OrderNotification, readOrderNotifications } from './order-notification.ts';

export const orderMailQueue: MailQueue<OrderNotification> = {
  read: readOrderNotifications,
  markSent: (admin, id) => admin.rpc('order_notification_done', { p_message_id: id, p_sent: true }),
  pathOf: ({ order, confirmation, link }) => {
    if (confirmation) return `${confirmOrderPath}?order=${confirmation.token}`;
    return link ? `${claimOrderPath}?order=${link}` : `/account/orders/${order.id}`;
  },
  attach: attachDocuments,
  compose: composeOrderMail,
};
