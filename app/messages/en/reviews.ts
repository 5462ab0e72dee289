/** Words of the reviews on a product page. */
export const reviewWords = {
  title: 'Reviews',
  summary: '{rating} of 5 from {count, plural, one {# review} other {# reviews}}',
  none: 'Nobody has written a review yet.',
  stars: '{rating, number} of 5 stars',
  anonymous: 'A customer',
  reply: '{shop} answers',
  more: 'Show more reviews',
} as const;
