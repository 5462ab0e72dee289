/** Words of card payments as staff see them, and of giving a payment back. */
export const adminPaymentWords = {
  waits: 'Waiting for the card payment',
  waitsWhy:
    'The payment provider confirms it here by itself. Unpaid, the order is cancelled at {time} and its items go back on the shelf.',
  refund: 'Refund {amount}',
  question: 'Refund {amount}?',
  byCard: 'The whole amount goes back to the card it came from. This cannot be undone.',
  byHand: 'Give the money back yourself first: this only notes that you did. It cannot be undone.',
  cancelsToo:
    'It also cancels the order: its items go back on the shelf, and its code, delivery time and points are free again.',
  cardRefused: 'Should the payment provider refuse, the order stays cancelled and the refund is due.',
  reason: 'Reason',
  reasonHint: 'The customer sees it in the history of the order.',
  reasonMailed: 'The customer reads it in the message about it and in the history of the order.',
  keep: 'Do not refund',
  confirm: 'Refund',
  confirmCancels: 'Refund and cancel',
  refunded: 'Refund started for order {number}',
  refundNoted: 'Refund of order {number} noted',
  nowCancelled: 'The order is cancelled.',
  refundFailed: 'The payment was not given back',
  notSetUp: 'This card payment can be given back once the payment provider is set up on the server again.',
} as const;
