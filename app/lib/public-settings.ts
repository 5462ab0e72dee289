import type { Brand, Tenant } from '#app/brands/brand.ts';
import type { Json } from './database.types.ts';

/** What every page may know of a store's settings; amounts are pounds, as staff enter them. */
export type PublicSettings = Pick<Tenant, 'payment' | 'customization' | 'features'> & {
  shipping: Omit<Tenant['shipping'], 'freeShippingThreshold'> & {
    /** null where shipping is never free. */
    freeShippingThreshold: number | null;
  };
  contact: Pick<Tenant, 'contactEmail' | 'contactPhone' | 'address' | 'socialMedia'>;
  /** `earnRate` points for each pound of goods; one point takes `pointValue` pounds off. */
  points: { enabled: boolean; earnRate: number; pointValue: number };
};

/** The columns of a settings row that `PublicSettings` is read from. */
export type SettingsRow = Record<
  'shipping' | 'payment' | 'customization' | 'features' | 'contact' | 'points' | 'store',
  Json
>;

/** What `select` needs to read a `SettingsRow`. */
export const settingsColumns = 'shipping, payment, customization, features, contact, points, store';

function over<Group extends object>(defaults: Group, stored: Json | undefined): Group {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return defaults;
  const known = Object.entries(defaults).map(([key, value]) => {
    const own = stored[key];
    const fits = own !== undefined && own !== null && (value === undefined || typeof own === typeof value);
    return [key, fits ? own : value];
  });
  return Object.fromEntries(known);
}

function shippingOf(brand: Tenant, stored: Json | undefined): PublicSettings['shipping'] {
  const merged = over(brand.shipping, stored);
  const own = typeof stored === 'object' && stored !== null && !Array.isArray(stored);
  const neverFree = own && (stored.freeShippingThreshold ?? null) === null;
  return neverFree ? { ...merged, freeShippingThreshold: null } : merged;
}

/** A store's settings: its row where that says something usable, else what its brand starts with. */
export function publicSettings(brand: Tenant, row: SettingsRow | null): PublicSettings {
  const { payment, customization, features, contactEmail, contactPhone, address, socialMedia } = brand;
  const points = { enabled: brand.pointsSystem, earnRate: 1, pointValue: 0.1 };
  return {
    shipping: shippingOf(brand, row?.shipping),
    payment: over(payment, row?.payment),
    customization: over(customization, row?.customization),
    features: {
      ...over(features, row?.features),
      customization: over(customization, row?.customization).enabled,
    },
    contact: over({ contactEmail, contactPhone, address, socialMedia }, row?.contact),
    points: over(points, row?.points),
  };
}

/** What a store says of itself, as staff edit it: `seoKeywords` is a comma list, and music plays where there is some. */
export function storeFacts(brand: Tenant) {
  const { description, footerDescription, seoDescription, seoKeywords, autoPlayMusic } = brand;
  return {
    description,
    footerDescription,
    seoDescription,
    seoKeywords: seoKeywords.join(', '),
    autoPlayMusic,
  };
}

/** A brand with what its store's settings say of it; an emptied text leaves the brand's own. */
export function brandInStore(brand: Brand, row: Pick<SettingsRow, 'store'> | null): Brand {
  const own = storeFacts(brand);
  const { seoKeywords, ...facts } = over(own, row?.store);
  return {
    ...brand,
    description: facts.description || own.description,
    footerDescription: facts.footerDescription || own.footerDescription,
    seoDescription: facts.seoDescription || own.seoDescription,
    seoKeywords: (seoKeywords || own.seoKeywords)
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
    autoPlayMusic: facts.autoPlayMusic,
  };
}
