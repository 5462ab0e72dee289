/** Words of card payments as staff see them, and of giving a payment back. */
export const adminPaymentWords = {
  waits: 'Waiting for the card payment',
  waitsWhy:
    'The payment provider confirms it here by itself. Unpaid, the order is cancelled at {time} and its items go back on the shelf.',
  refund: 'Refund {amount}',
  question: 'Refund {amount}?',
  byCard: 'The whole amount goes back to the card it came from. This cannot be undone.',
  byHand: 'Give the money back yourself first: this only notes that you did. It cannot be undone.',
  thenCancel: 'The order is not made or sent after that: cancel it too.',
  reason: 'Reason',
  reasonHint: 'The customer sees it in the history of the order.',
  keep: 'Do not refund',
  confirm: 'Refund',
  refunded: 'Refund started for order {number}',
  refundNoted: 'Refund of order {number} noted',
  refundFailed: 'The payment was not given back',
  notSetUp: 'This card payment can be given back once the payment provider is set up on the server again.',
} as const;
