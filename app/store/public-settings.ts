import type { Brand, Tenant } from '#app/brands/brand.ts';
import { translatedWords } from '#app/i18n/translated-row.ts';
import type { Json, Tables } from '#app/lib/database.types.ts';
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

/** What a store does with shipments that come back. */
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

/** What points are worth until a store says it: earned per pound, and pounds for each. */
export const defaultPoints = { earnRate: 1, pointValue: 0.1 };

/** Columns to select for a `SettingsRow`: the typed values, and the documents with lists and texts. */
export const settingsColumns =
  'default_shipping_fee, express_shipping_fee, free_shipping_threshold, standard_days_from, standard_days_to, express_days_from, express_days_to, cash_on_delivery, online_payment, bank_transfer, customization_enabled, text_price, image_price, points_enabled, points_earn_rate, point_value, wishlist_enabled, reviews_enabled, loyalty_enabled, live_chat_enabled, restocks_enabled, return_days, fault_days, keeps_delivery_fee, recounts_codes, recounts_delivery, payment, customization, contact, store, translations' as const;

type ColumnsOf<List extends string> = List extends `${infer Name}, ${infer Rest}`
  ? Name | ColumnsOf<Rest>
  : List;

/** The columns of a settings row needed for `PublicSettings`. */
export type SettingsRow = Pick<
  Tables<'settings'>,
  Extract<ColumnsOf<typeof settingsColumns>, keyof Tables<'settings'>>
>;

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

/** What a brand says of a store that has no settings. */
function defaultSettings(brand: SettingsDefaults): Omit<PublicSettings, 'contact'> {
  const { shipping, payment, customization, features, pointsSystem } = brand;
  return {
    shipping: { ...shipping, ...deliveryDays },
    payment: { ...payment, options: [] },
    customization,
    features: { ...features, customization: customization.enabled },
    points: { enabled: pointsSystem, ...defaultPoints },
    returns: { ...returnDays, keepsDeliveryFee: false, recountsCodes: false, recountsDelivery: false },
  };
}

/** What a store's settings say. */
function storedSettings(row: SettingsRow, brand: SettingsDefaults): Omit<PublicSettings, 'contact'> {
  const { baseProductPrices } = brand.customization;
  return {
    shipping: {
      defaultShippingFee: row.default_shipping_fee,
      expressShippingFee: row.express_shipping_fee,
      freeShippingThreshold: row.free_shipping_threshold,
      standardDaysFrom: row.standard_days_from,
      standardDaysTo: row.standard_days_to,
      expressDaysFrom: row.express_days_from,
      expressDaysTo: row.express_days_to,
    },
    payment: {
      cashOnDelivery: row.cash_on_delivery,
      onlinePayment: row.online_payment,
      bankTransfer: row.bank_transfer,
      options: optionSettings(entriesOf(row.payment).options),
    },
    customization: {
      enabled: row.customization_enabled,
      textPrice: row.text_price,
      imagePrice: row.image_price,
      ...mergeStored({ baseProductPrices }, row.customization),
    },
    features: {
      wishlist: row.wishlist_enabled,
      reviews: row.reviews_enabled,
      loyalty: row.loyalty_enabled,
      liveChat: row.live_chat_enabled,
      restocks: row.restocks_enabled,
      customization: row.customization_enabled,
    },
    points: {
      enabled: row.points_enabled,
      earnRate: row.points_earn_rate,
      pointValue: row.point_value,
    },
    returns: {
      returnDays: row.return_days,
      faultDays: row.fault_days,
      keepsDeliveryFee: row.keeps_delivery_fee,
      recountsCodes: row.recounts_codes,
      recountsDelivery: row.recounts_delivery,
    },
  };
}

/** A store's days for returns and faults: valid stored values over the default. */
export const returnDaysOf = (stored: Json | undefined): ReturnDays => mergeStored(returnDays, stored);

/**
 * A store's settings in the page's language; the brand's defaults while it has none, and for contacts that it does not name.
 * @param freeVaries whether it depends on the place from when delivery is free: then no amount is promised without a place
 */
export function publicSettings(
  brand: SettingsDefaults,
  row: SettingsRow | null,
  freeVaries = false,
): PublicSettings {
  const { contactEmail, contactPhone, address, socialMedia } = brand;
  const { shipping, ...others } = row ? storedSettings(row, brand) : defaultSettings(brand);
  return {
    ...others,
    shipping: { ...shipping, ...(freeVaries && { freeShippingThreshold: null, freeShippingVaries: true }) },
    contact: {
      ...mergeStored({ contactEmail, contactPhone, address, socialMedia }, row?.contact),
      ...translatedWords(row?.translations, 'contact'),
    },
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
