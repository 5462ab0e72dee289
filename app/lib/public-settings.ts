import type { Brand, Tenant } from '#app/brands/brand.ts';
import { translatedWords } from '#app/i18n/translated-row.ts';
import type { Json } from './database.types.ts';
import { optionSettings, type PaymentOptionSetting } from './payment-options.ts';

/** Working days after which orders arrive; null for no promise. */
type DeliveryDays = Record<
  'standardDaysFrom' | 'standardDaysTo' | 'expressDaysFrom' | 'expressDaysTo',
  number | null
>;

/** The days of a store that has not said otherwise. */
export const deliveryDays: DeliveryDays = {
  standardDaysFrom: 2,
  standardDaysTo: 4,
  expressDaysFrom: 1,
  expressDaysTo: 1,
};

/** For how many times 24 hours after their delivery pieces are given back, and faults reported. */
export type ReturnDays = Record<'returnDays' | 'faultDays', number>;

/** The days of a store that has not said otherwise (docs/product.md, Delivery). */
export const returnDays: ReturnDays = { returnDays: 1, faultDays: 1 };

/** What a store does with parcels that come back. */
type ReturnRules = ReturnDays & {
  /** The delivery of a paid order that nobody accepts is not given back. */
  keepsDeliveryFee: boolean;
  /** A code, and free delivery, count anew once pieces that made them possible are cancelled. */
  recountsCodes: boolean;
  recountsDelivery: boolean;
};

/** The public settings of a store; amounts are pounds. */
export type PublicSettings = Pick<Tenant, 'customization' | 'features'> & {
  payment: Tenant['payment'] & { options: PaymentOptionSetting[] };
  shipping: Omit<Tenant['shipping'], 'freeShippingThreshold'> & {
    /** Null when shipping is never free, or when it depends on the place from when it is. */
    freeShippingThreshold: number | null;
    freeShippingVaries?: true;
  } & DeliveryDays;
  contact: Pick<Tenant, 'contactEmail' | 'contactPhone' | 'address' | 'socialMedia'>;
  /** `earnRate` points are earned per pound; each point is worth `pointValue` pounds. */
  points: { enabled: boolean; earnRate: number; pointValue: number };
  returns: ReturnRules;
};

/** What of a brand holds where its store's settings say nothing. */
export type SettingsDefaults = Pick<
  Tenant,
  | 'shipping'
  | 'payment'
  | 'customization'
  | 'features'
  | 'contactEmail'
  | 'contactPhone'
  | 'address'
  | 'socialMedia'
  | 'pointsSystem'
>;

/** The columns of a settings row needed for `PublicSettings`. */
export type SettingsRow = Record<
  | 'shipping'
  | 'payment'
  | 'customization'
  | 'features'
  | 'contact'
  | 'points'
  | 'returns'
  | 'store'
  | 'translations',
  Json
>;

/** What points are worth until a store says it: earned per pound, and pounds for each. */
export const defaultPoints = { earnRate: 1, pointValue: 0.1 };

/** Columns to select for a `SettingsRow`. */
export const settingsColumns =
  'shipping, payment, customization, features, contact, points, returns, store, translations';

const entriesOf = (stored: Json | undefined) =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {};

function mergeStored<Group extends object>(defaults: Group, stored: Json | undefined): Group {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return defaults;
  const merged = Object.entries(defaults).map(([key, value]) => {
    const storedValue = stored[key];
    const isValid =
      storedValue !== undefined &&
      storedValue !== null &&
      (value === undefined || typeof storedValue === typeof value);
    return [key, isValid ? storedValue : value];
  });
  return Object.fromEntries(merged);
}

/** A store's delivery: valid stored values over the brand's defaults. */
function shippingOf(brand: SettingsDefaults, stored: Json | undefined): PublicSettings['shipping'] {
  const merged = mergeStored({ ...brand.shipping, ...deliveryDays }, stored);
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return merged;
  const emptied = Object.keys(deliveryDays).filter((name) => stored[name] === null);
  const neverFree = (stored.freeShippingThreshold ?? null) === null;
  return {
    ...merged,
    ...(neverFree && { freeShippingThreshold: null }),
    ...Object.fromEntries(emptied.map((name) => [name, null])),
  };
}

/** A store's days for returns and faults: valid stored values over the default. */
export const returnDaysOf = (stored: Json | undefined): ReturnDays => mergeStored(returnDays, stored);

/**
 * A store's settings in the page's language: valid stored values over the brand's defaults.
 * @param freeVaries whether it depends on the place from when delivery is free: then no amount is promised without a place
 */
export function publicSettings(
  brand: SettingsDefaults,
  row: SettingsRow | null,
  freeVaries = false,
): PublicSettings {
  const { payment, customization, features, contactEmail, contactPhone, address, socialMedia } = brand;
  const points = { enabled: brand.pointsSystem, ...defaultPoints };
  return {
    shipping: {
      ...shippingOf(brand, row?.shipping),
      ...(freeVaries && { freeShippingThreshold: null, freeShippingVaries: true }),
    },
    payment: {
      ...mergeStored(payment, row?.payment),
      options: optionSettings(entriesOf(row?.payment).options),
    },
    customization: mergeStored(customization, row?.customization),
    features: {
      ...mergeStored(features, row?.features),
      customization: mergeStored(customization, row?.customization).enabled,
    },
    contact: {
      ...mergeStored({ contactEmail, contactPhone, address, socialMedia }, row?.contact),
      ...translatedWords(row?.translations, 'contact'),
    },
    points: mergeStored(points, row?.points),
    returns: mergeStored(
      { ...returnDays, keepsDeliveryFee: false, recountsCodes: false, recountsDelivery: false },
      row?.returns,
    ),
  };
}

/** The editable facts of a store; `seoKeywords` is comma-separated. */
export function storeFacts(
  brand: Pick<
    Tenant,
    'description' | 'footerDescription' | 'seoDescription' | 'seoKeywords' | 'autoPlayMusic'
  >,
) {
  const { description, footerDescription, seoDescription, seoKeywords, autoPlayMusic } = brand;
  return {
    description,
    footerDescription,
    seoDescription,
    seoKeywords: seoKeywords.join(', '),
    autoPlayMusic,
  };
}

/**
 * Applies a store's settings to its brand in the page's language; empty texts keep the brand's. `own` is the brand in the
 * default language: where the settings repeat what it says, they say nothing of their own in other languages.
 */
export function brandInStore(
  brand: Brand,
  row: Pick<SettingsRow, 'store' | 'translations'> | null,
  own: Tenant = brand,
): Brand {
  const defaults = storeFacts(brand);
  const said = Object.entries(mergeStored(storeFacts(own), row?.store)).filter(
    ([name, text]) => text !== storeFacts(own)[name as keyof typeof defaults],
  );
  const written = { ...Object.fromEntries(said), ...translatedWords(row?.translations, 'store') };
  const { seoKeywords, ...facts } = mergeStored(defaults, written);
  return {
    ...brand,
    description: facts.description || defaults.description,
    footerDescription: facts.footerDescription || defaults.footerDescription,
    seoDescription: facts.seoDescription || defaults.seoDescription,
    seoKeywords: (seoKeywords || defaults.seoKeywords)
      .split(/[,،]/)
      .map((word) => word.trim())
      .filter(Boolean),
    autoPlayMusic: facts.autoPlayMusic,
  };
}
