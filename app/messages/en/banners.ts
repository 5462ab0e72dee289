/** Words of the promotional pop-up; the spec's messages (section 8) stand unchanged. */
export const bannerWords = {
  error: 'Error',
  failed: 'Failed to load promotional banners',
  promotions: 'Promotions',
  close: 'Close',
  show: 'Show banner {n, number}',
  newTab: 'Opens in a new tab',
  noPicture: 'This picture could not be loaded',
} as const;
