/** Words of the form that writes a review. */
export const reviewFormWords = {
  write: 'Write a review',
  why: 'You bought this. Tell others how it is.',
  rating: 'Rating',
  stars: '{rating, plural, one {# star} other {# stars}}',
  heading: 'Title',
  body: 'Review',
  bodyHint: 'What it is like, how it fits or plays, what you would have liked to know before.',
  ratingMissing: 'Choose how many stars.',
  headingLong: 'Keep the title under 120 characters.',
  bodyMissing: 'Write at least a few words.',
  bodyLong: 'Keep the review under 4,000 characters.',
  send: 'Send review',
  sent: 'Thank you for your review',
  sentWhy: 'It shows here as soon as the shop has read it.',
  failed: 'The review was not sent',
} as const;
