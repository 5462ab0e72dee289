/** Words of the board-game landing; the spec's messages (section 8) stand unchanged. */
export const landingWords = {
  about: 'About',
  viewCategory: 'View category',
  viewAll: 'View All',
  viewAllText: 'Every shelf in the house',
  categoriesFailed: 'Error loading categories: {message}',
  categoriesUnread: 'Failed to fetch categories',
  featuredGames: 'Featured games',
  story: 'Story',
  contactTitle: 'Come and play',
  contactText: 'Ring the bell, pick a box from the open shelf and stay as long as the game takes.',
  write: 'Write to us',
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
} as const;
