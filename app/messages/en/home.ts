/** Words of the home pages. */
export const homeWords = {
  title: 'Home',
  seeAll: 'See all',
  seeAllCategories: 'All categories',
  seeAllDeals: 'All deals',
  seeAllNew: 'All new products',
  featured: 'Featured products',
  previous: 'Previous',
  next: 'Next',
  pause: 'Pause',
  play: 'Play',
} as const;
