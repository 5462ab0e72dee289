import type { Design } from './design.ts';

/** Garment types that can be printed on and therefore carry a base price (spec section 3). */
export type PricedGarment =
  | 'Hoodie'
  | 'Sweatshirt'
  | 'Regular T-shirt'
  | 'Boxy T-shirt'
  | 'Oversized T-shirt'
  | 'Slim-Fit T-shirt'
  | 'Polo Shirt'
  | 'Polo Baskota';

/** Profile addresses of a store; a network that is missing here has no link in the footer. */
export type SocialMedia = { facebook?: string; instagram?: string; twitter?: string; youtube?: string };

/**
 * A tenant by the names of the spec (section 3). Amounts are whole Egyptian pounds, as in section 9. Shipping,
 * payment, customization and contact are what a new store starts with; its `settings` row counts from then on.
 */
export type Tenant = {
  id: string;
  name: string;
  domain: string;
  /** Path of a square SVG mark under `public/`. */
  logo: string;
  primaryColor: string;
  secondaryColor: string;
  description: string;
  autoPlayMusic: boolean;
  musicSrc?: string;
  /** The home page brings its own navigation and starts without the store's. */
  hideInitialNavbar: boolean;
  footerDescription: string;
  seoDescription: string;
  seoKeywords: string[];
  currency: string;
  currencySymbol: string;
  defaultLanguage: string;
  contactEmail: string;
  contactPhone: string;
  address: string;
  socialMedia: SocialMedia;
  features: {
    wishlist: boolean;
    reviews: boolean;
    loyalty: boolean;
    liveChat: boolean;
    customization: boolean;
  };
  pointsSystem: boolean;
  shipping: { freeShippingThreshold: number; defaultShippingFee: number; expressShippingFee: number };
  payment: { cashOnDelivery: boolean; onlinePayment: boolean; bankTransfer: boolean };
  customization: {
    enabled: boolean;
    textPrice: number;
    imagePrice: number;
    baseProductPrices: Partial<Record<PricedGarment, number>>;
  };
  productsOptions: { colors: boolean; types: boolean; sizes: boolean; materials: boolean; gender: boolean };
};

/** A tenant and how it looks and speaks: everything one brand file holds. Pure data, readable by Node. */
export type Brand = Tenant & { design: Design };
