/** Words of adding to the cart from a card, where that does not go as it should. */
export const quickAddWords = {
  gone: 'This is no longer sold',
} as const;
