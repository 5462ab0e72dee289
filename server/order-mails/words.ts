import type { OrderMail } from './order-mail.ts';

interface Words {
  subject(number: string, store: string): string;
  /** What happened, in a sentence or two; of a payment that goes back, `back` is how much. */
  lead(mail: OrderMail, total: string, back: string): string;
}

const givenBack = (back: string): string =>
  `We have given ${back} back to you. Depending on your bank it takes a few days to show.`;

function paidBack({ order }: OrderMail, back: string): string {
  if (order.payment_status === 'refunded') return ` ${givenBack(back)}`;
  return order.payment_status === 'refund_due' ? ` You get ${back} back.` : '';
}

/** What each message says. */
export const orderMailWords: Record<OrderMail['kind'], Words> = {
  placed: {
    subject: (number, store) => `Your ${store} order ${number}`,
    lead: ({ order }, total) =>
      order.payment_method === 'bank_transfer' && order.payment_status === 'unpaid'
        ? `Thank you for your order. Please transfer ${total} and give the order number ${order.number} as the reference. We confirm your order when the transfer has arrived.`
        : 'Thank you for your order. We have it, and write again when it is on its way.',
  },
  paid: {
    subject: (number, store) => `We received your payment for ${store} order ${number}`,
    lead: (_mail, total) =>
      `Thank you. Your payment of ${total} has arrived, and your order is confirmed. We write again when it is on its way.`,
  },
  shipped: {
    subject: (number, store) => `Your ${store} order ${number} is on its way`,
    lead: ({ order }, total) =>
      `Your order has left us.${order.payment_method === 'cash_on_delivery' ? ` Please have ${total} ready for the courier.` : ''}`,
  },
  delivered: {
    subject: (number, store) => `Your ${store} order ${number} was delivered`,
    lead: () =>
      'Your order was delivered. If something is wrong with it, report it on the order’s page within 24 hours.',
  },
  cancelled: {
    subject: (number, store) => `Your ${store} order ${number} was cancelled`,
    lead: (mail, _total, back) =>
      `Your order was cancelled${mail.note ? `: ${mail.note.replace(/\.$/, '')}` : ''}.${paidBack(mail, back)}`,
  },
  refunded: {
    subject: (number, store) => `Your refund for ${store} order ${number}`,
    lead: (_mail, _total, back) => givenBack(back),
  },
};
