/** Words of the home pages. */
export const homeWords = {
  title: 'Home',
  seeAll: 'See all',
  seeAllCategories: 'All categories',
  seeAllDeals: 'All deals',
  seeAllNew: 'All new products',
  featured: 'Featured products',
  slide: '{n, number} of {count, number}',
  previous: 'Previous',
  next: 'Next',
} as const;
