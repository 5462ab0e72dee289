/** Words of the wishlist heart and the wishlist. */
export const wishlistWords = {
  add: 'Add to wishlist',
  addNamed: 'Add to wishlist: {name}',
  remove: 'Remove from wishlist',
  removeNamed: 'Remove from wishlist: {name}',
  added: 'Added to wishlist',
  removed: 'Removed from wishlist',
  failed: 'The wishlist was not saved',
  failedText: 'The connection may have dropped. Try again in a moment.',
  signIn: 'Please sign in',
  signInText: 'You need to sign in to continue.',
} as const;
