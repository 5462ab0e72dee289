/** Words of product cards. */
export const cardWords = {
  newBadge: 'New',
  soldOut: 'Sold out',
  percentOff: '−{percent, number}%',
  percentOffLabel: '{percent, number} percent off',
  colors: '{count, plural, one {# color} other {# colors}}',
  rating: '{rating} of 5, {count, plural, one {# review} other {# reviews}}',
  addNamedToCart: 'Add to cart: {name}',
  notAdded: 'This was not added to the cart',
  notAddedWhy: 'The connection may have dropped. Try again in a moment.',
} as const;
