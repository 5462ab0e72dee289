import type { Brand, Tenant } from '#app/brands/brand.ts';
import type { Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { translatedWords } from '#app/i18n/translated-row.ts';
import type { Json, Tables } from '#app/lib/database.types.ts';
import { optionSettings, type PaymentOptionSetting } from './payment-options.ts';

/** Working days until orders arrive; null for no promise. */
type DeliveryDays = Record<
  'standardDaysFrom' | 'standardDaysTo' | 'expressDaysFrom' | 'expressDaysTo',
  number | null
>;

/** Default days. */
export const deliveryDays: DeliveryDays = {
  standardDaysFrom: 2,
  standardDaysTo: 4,
  expressDaysFrom: 1,
  expressDaysTo: 1,
};

/** Periods of 24 hours after delivery in which items can be returned, and faults reported. */
type ReturnDays = Record<'returnDays' | 'faultDays', number>;

/** Default days (docs/product.md, Delivery). */
export const returnDays: ReturnDays = { returnDays: 1, faultDays: 1 };

/** A store's rules for returns. */
type ReturnRules = ReturnDays & {
  /** What delivered items may be exchanged for (`settings.exchanges`), and who pays that delivery. */
  exchanges: string;
  exchangeDelivery: string;
  /** Whether the store keeps the delivery fee of a paid order that nobody accepts. */
  keepsDeliveryFee: boolean;
  /** Whether discount codes and free delivery are recalculated when items that qualified for them are cancelled. */
  recountsCodes: boolean;
  recountsDelivery: boolean;
};

/** The public settings of a store; amounts are pounds. */
export type PublicSettings = Pick<Tenant, 'customization' | 'features'> & {
  payment: Tenant['payment'] & { options: PaymentOptionSetting[] };
  shipping: Omit<Tenant['shipping'], 'freeShippingThreshold'> & {
    /** Null if shipping is never free, or if the amount depends on the place. */
    freeShippingThreshold: number | null;
    freeShippingVaries?: true;
  } & DeliveryDays;
  contact: Pick<Tenant, 'contactEmail' | 'contactPhone' | 'address' | 'socialMedia'>;
  /** `earnRate` points are earned per pound; each point is worth `pointValue` pounds. */
  points: { enabled: boolean; earnRate: number; pointValue: number };
  returns: ReturnRules;
  /** Gift wrapping with a card; `text` says what it is. */
  gifts: { enabled: boolean; price: number; text: string };
};

/** A brand's defaults for missing store settings. */
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

/** Default value of points: earned per pound, and pounds per point. */
export const defaultPoints = { earnRate: 1, pointValue: 0.1 };

/** Gift wrapping of a store that offers none. */
const noGifts = { enabled: false, price: 0, text: '' };

/** Columns to select for a `SettingsRow`: the typed values, and the documents with lists and texts. */
export const settingsColumns =
  'default_shipping_fee, express_shipping_fee, free_shipping_threshold, standard_days_from, standard_days_to, express_days_from, express_days_to, cash_on_delivery, online_payment, bank_transfer, customization_enabled, text_price, image_price, points_enabled, points_earn_rate, point_value, wishlist_enabled, reviews_enabled, loyalty_enabled, live_chat_enabled, restocks_enabled, return_days, fault_days, exchanges, exchange_delivery, keeps_delivery_fee, recounts_codes, recounts_delivery, gift_wrapping_enabled, gift_wrapping_price, gifts, payment, customization, contact, store, translations' as const;

type ColumnsOf<List extends string> = List extends `${infer Name}, ${infer Rest}`
  ? Name | ColumnsOf<Rest>
  : List;

/** The columns of a settings row needed for `PublicSettings`. */
export type SettingsRow = Pick<
  Tables<'settings'>,
  Extract<ColumnsOf<typeof settingsColumns>, keyof Tables<'settings'>>
>;

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

/** A brand's defaults for a store without settings. */
function defaultSettings(brand: SettingsDefaults): Omit<PublicSettings, 'contact'> {
  const { shipping, payment, customization, features, pointsSystem } = brand;
  return {
    shipping: { ...shipping, ...deliveryDays },
    payment: { ...payment, options: [] },
    customization,
    features: { ...features, customization: customization.enabled },
    points: { enabled: pointsSystem, ...defaultPoints },
    returns: {
      ...returnDays,
      exchanges: 'none',
      exchangeDelivery: 'customer',
      keepsDeliveryFee: false,
      recountsCodes: false,
      recountsDelivery: false,
    },
    gifts: noGifts,
  };
}

/** A store's settings from its row. */
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
      options: optionSettings(row.payment.options),
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
      exchanges: row.exchanges,
      exchangeDelivery: row.exchange_delivery,
      keepsDeliveryFee: row.keeps_delivery_fee,
      recountsCodes: row.recounts_codes,
      recountsDelivery: row.recounts_delivery,
    },
    gifts: {
      ...mergeStored(noGifts, row.gifts),
      enabled: row.gift_wrapping_enabled,
      price: row.gift_wrapping_price,
    },
  };
}

/**
 * A store's settings in a language, by default the page's; the brand's defaults without a row, and for missing contacts.
 * @param freeVaries whether the free-delivery amount depends on the place: then none is promised without a place
 */
export function publicSettings(
  brand: SettingsDefaults,
  row: SettingsRow | null,
  freeVaries = false,
  language: Language = pageLanguage(),
): PublicSettings {
  const { contactEmail, contactPhone, address, socialMedia } = brand;
  const { shipping, ...others } = row ? storedSettings(row, brand) : defaultSettings(brand);
  return {
    ...others,
    gifts: { ...others.gifts, ...translatedWords(row?.translations, 'gifts', language) },
    shipping: { ...shipping, ...(freeVaries && { freeShippingThreshold: null, freeShippingVaries: true }) },
    contact: {
      ...mergeStored({ contactEmail, contactPhone, address, socialMedia }, row?.contact),
      ...translatedWords(row?.translations, 'contact', language),
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
 * Applies a store's settings to its brand in the page's language; empty texts keep the brand's. `own` is the brand in
 * the default language: a setting that repeats one of its texts does not override the brand's translation.
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
