/** Words of adding to the cart from a card, where that does not go as it should. */
export const quickAddWords = {
  gone: 'This is no longer sold',
  failed: 'This was not added to the cart',
  failedWhy: 'The connection may have dropped. Try again in a moment.',
} as const;
