/** Words of the wishlist heart. */
export const wishlistWords = {
  add: 'Add to wishlist',
  addNamed: 'Add to wishlist: {name}',
  remove: 'Remove from wishlist',
  removeNamed: 'Remove from wishlist: {name}',
  added: 'Added to wishlist',
  removed: 'Removed from wishlist',
  failed: 'The wishlist was not saved',
  failedWhy: 'The connection may have dropped. Try again in a moment.',
} as const;
