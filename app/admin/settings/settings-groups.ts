import type { PricedGarment } from '#app/brands/brand.ts';

/** What a setting holds: an amount in pounds, one that may be missing, a number, on or off, or text of some form. */
type SettingKind = 'amount' | 'optional-amount' | 'flag' | 'text' | 'line' | 'area' | 'email' | 'url';

/** One setting: its path within the group's column, and what it holds. `least` and `most` bound amounts. */
export type Setting = { path: string; kind: SettingKind; least?: number; most?: number };

const garments = [
  'Hoodie',
  'Sweatshirt',
  'Regular T-shirt',
  'Boxy T-shirt',
  'Oversized T-shirt',
  'Slim-Fit T-shirt',
  'Polo Shirt',
  'Polo Baskota',
] as const satisfies readonly PricedGarment[];

/** The groups of settings, each a column of the store's row (spec section 3), in the order of their tabs. */
export const settingsGroups = {
  store: [
    { path: 'description', kind: 'line' },
    { path: 'footerDescription', kind: 'line' },
    { path: 'seoDescription', kind: 'line' },
    { path: 'seoKeywords', kind: 'line' },
    { path: 'autoPlayMusic', kind: 'flag' },
  ],
  contact: [
    { path: 'contactEmail', kind: 'email' },
    { path: 'contactPhone', kind: 'text' },
    { path: 'address', kind: 'text' },
    { path: 'socialMedia/facebook', kind: 'url' },
    { path: 'socialMedia/instagram', kind: 'url' },
    { path: 'socialMedia/twitter', kind: 'url' },
    { path: 'socialMedia/youtube', kind: 'url' },
  ],
  shipping: [
    { path: 'defaultShippingFee', kind: 'amount' },
    { path: 'expressShippingFee', kind: 'amount' },
    { path: 'freeShippingThreshold', kind: 'optional-amount' },
  ],
  payment: [
    { path: 'cashOnDelivery', kind: 'flag' },
    { path: 'onlinePayment', kind: 'flag' },
    { path: 'bankTransfer', kind: 'flag' },
    { path: 'bankDetails', kind: 'area' },
  ],
  customization: [
    { path: 'enabled', kind: 'flag' },
    { path: 'textPrice', kind: 'amount' },
    { path: 'imagePrice', kind: 'amount' },
    ...garments.map(
      (garment): Setting => ({ path: `baseProductPrices/${garment}`, kind: 'optional-amount' }),
    ),
  ],
  points: [
    { path: 'enabled', kind: 'flag' },
    { path: 'earnRate', kind: 'amount', most: 100 },
    { path: 'pointValue', kind: 'amount', least: 0.01, most: 1000 },
  ],
  features: [
    { path: 'wishlist', kind: 'flag' },
    { path: 'reviews', kind: 'flag' },
    { path: 'loyalty', kind: 'flag' },
    { path: 'liveChat', kind: 'flag' },
  ],
  legal: [
    { path: 'shippingReturns', kind: 'area' },
    { path: 'terms', kind: 'area' },
  ],
} as const satisfies Record<string, readonly Setting[]>;

export type SettingsGroup = keyof typeof settingsGroups;

/** Columns of the store's row of settings that are edited as a whole. */
export type SettingsColumn = SettingsGroup | 'faq';

/** The tabs of the settings page; legal texts and questions are content. */
export const settingsTabs = [
  'store',
  'contact',
  'shipping',
  'payment',
  'customization',
  'points',
  'features',
  'staff',
] as const satisfies readonly (SettingsGroup | 'staff')[];
