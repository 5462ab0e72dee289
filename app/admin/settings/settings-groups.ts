import type { PricedGarment } from '#app/brands/brand.ts';

/** Type of a setting: an amount in pounds, required or not, a whole number, a flag, a choice, or formatted text. */
type SettingKind =
  | 'amount'
  | 'optional-amount'
  | 'count'
  | 'optional-count'
  | 'flag'
  | 'choice'
  | 'text'
  | 'line'
  | 'area'
  | 'email'
  | 'url';

/**
 * A setting: its path in the group's column, and its type. `least` and `most` bound amounts and counts; `choices`
 * are the values of a choice, the default first; the row's `translations` hold those of a `translated` one.
 */
export type Setting = {
  path: string;
  kind: SettingKind;
  least?: number;
  most?: number;
  choices?: readonly string[];
  translated?: true;
};

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

/** Groups of settings in tab order, each a column of the settings row (docs/product.md, Stores). */
export const settingsGroups = {
  store: [
    { path: 'description', kind: 'line', translated: true },
    { path: 'footerDescription', kind: 'line', translated: true },
    { path: 'seoDescription', kind: 'line', translated: true },
    { path: 'seoKeywords', kind: 'line', translated: true },
    { path: 'autoPlayMusic', kind: 'flag' },
  ],
  contact: [
    { path: 'contactEmail', kind: 'email' },
    { path: 'contactPhone', kind: 'text' },
    { path: 'address', kind: 'text', translated: true },
    { path: 'socialMedia/facebook', kind: 'url' },
    { path: 'socialMedia/instagram', kind: 'url' },
    { path: 'socialMedia/twitter', kind: 'url' },
    { path: 'socialMedia/youtube', kind: 'url' },
  ],
  shipping: [
    { path: 'defaultShippingFee', kind: 'amount' },
    { path: 'expressShippingFee', kind: 'amount' },
    { path: 'freeShippingThreshold', kind: 'optional-amount' },
    { path: 'standardDaysFrom', kind: 'optional-count', most: 60 },
    { path: 'standardDaysTo', kind: 'optional-count', most: 60 },
    { path: 'expressDaysFrom', kind: 'optional-count', most: 60 },
    { path: 'expressDaysTo', kind: 'optional-count', most: 60 },
  ],
  returns: [
    { path: 'returnDays', kind: 'count', least: 1, most: 60 },
    { path: 'faultDays', kind: 'count', least: 1, most: 60 },
    { path: 'exchanges', kind: 'choice', choices: ['none', 'size', 'product'] },
    { path: 'exchangeDelivery', kind: 'choice', choices: ['customer', 'store'] },
    { path: 'keepsDeliveryFee', kind: 'flag' },
    { path: 'recountsCodes', kind: 'flag' },
    { path: 'recountsDelivery', kind: 'flag' },
  ],
  payment: [
    { path: 'cashOnDelivery', kind: 'flag' },
    { path: 'onlinePayment', kind: 'flag' },
    { path: 'bankTransfer', kind: 'flag' },
    { path: 'bankDetails', kind: 'area', translated: true },
    { path: 'vatRate', kind: 'optional-amount', most: 100 },
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
  gifts: [
    { path: 'enabled', kind: 'flag' },
    { path: 'price', kind: 'amount' },
    { path: 'text', kind: 'line', translated: true },
  ],
  features: [
    { path: 'wishlist', kind: 'flag' },
    { path: 'reviews', kind: 'flag' },
    { path: 'loyalty', kind: 'flag' },
    { path: 'liveChat', kind: 'flag' },
    { path: 'restocks', kind: 'flag' },
  ],
  invoicing: [
    { path: 'legalName', kind: 'text', translated: true },
    { path: 'legalAddress', kind: 'text', translated: true },
    { path: 'taxNumber', kind: 'text' },
  ],
  legal: [
    { path: 'shippingReturns', kind: 'area', translated: true },
    { path: 'terms', kind: 'area', translated: true },
  ],
} as const satisfies Record<string, readonly Setting[]>;

export type SettingsGroup = keyof typeof settingsGroups;

/** Returns the paths of a group's translated texts. */
export function translatedPaths(group: SettingsGroup): string[] {
  const settings: readonly Setting[] = settingsGroups[group];
  return settings.flatMap(({ path, translated }) => (translated ? [path] : []));
}

/** Tabs of the settings page; legal texts are under content. */
export const settingsTabs = [
  'store',
  'brand',
  'contact',
  'shipping',
  'returns',
  'payment',
  'invoicing',
  'orders',
  'customization',
  'points',
  'gifts',
  'features',
  'mail',
  'notifications',
  'staff',
] as const satisfies readonly (SettingsGroup | 'brand' | 'mail' | 'notifications' | 'orders' | 'staff')[];
