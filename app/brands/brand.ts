import { type BrandDesign, copyByArea, type FrameCopy } from './brand-design.ts';

/** Garment types with a base price for printing (docs/product.md, Stores). */
export type PricedGarment =
  | 'Hoodie'
  | 'Sweatshirt'
  | 'Regular T-shirt'
  | 'Boxy T-shirt'
  | 'Oversized T-shirt'
  | 'Slim-Fit T-shirt'
  | 'Polo Shirt'
  | 'Polo Baskota';

/** Profile URLs of a store; networks without one have no link in the footer. */
export type SocialMedia = { facebook?: string; instagram?: string; twitter?: string; youtube?: string };

/**
 * A tenant's facts (docs/product.md, Stores). Amounts are whole Egyptian pounds. Shipping, payment,
 * customization and contact are defaults; the store's `settings` row overrides them.
 */
export type Tenant = {
  id: string;
  name: string;
  domain: string;
  /** Path of the logo: an SVG or picture of a preset under `public/`, or one that the server stored (`brand-picture.ts`). */
  logo: string;
  /** The logo on dark backgrounds, if it is another one. */
  logoDark?: string;
  /** A square picture for browsers' tabs, if it is not the logo. */
  icon?: string;
  /** The logo says the name, which is then not written beside it. */
  hidesName?: boolean;
  primaryColor: string;
  secondaryColor: string;
  description: string;
  autoPlayMusic: boolean;
  musicSrc?: string;
  /** The home page renders its own navigation instead of the store's header. */
  hideInitialNavbar: boolean;
  footerDescription: string;
  seoDescription: string;
  seoKeywords: string[];
  currency: string;
  currencySymbol: string;
  /** Language for writing to people who have not chosen one. */
  defaultLanguage: 'en' | 'ar';
  /** The language of all pages and mails, if shoppers get only one. */
  onlyLanguage?: 'en' | 'ar';
  contactEmail: string;
  contactPhone: string;
  address: string;
  socialMedia: SocialMedia;
  features: {
    wishlist: boolean;
    reviews: boolean;
    loyalty: boolean;
    liveChat: boolean;
    /** Whether sold-out products come back, so that shoppers can ask for an email. */
    restocks: boolean;
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

/** A brand's texts about itself. */
export type BrandTexts = Pick<
  Tenant,
  'description' | 'footerDescription' | 'seoDescription' | 'seoKeywords' | 'address'
> & {
  /** The name in this language, if it is another one. */
  name?: string;
  copy: BrandDesign['copy'];
  madeFor?: Omit<NonNullable<BrandDesign['madeFor']>, 'values'>;
};

/** A tenant with its design: a store's row of `brands`, or the preset that fills it. Pure data that Node can import. */
export type Brand = Tenant & {
  design: BrandDesign;
  /** Texts by language; English where a language is missing. */
  translations?: Readonly<Record<string, BrandTexts>>;
};

/** The part of a brand that pages show: without what only its style sheet or the store's settings use. */
export type PageBrand = Pick<
  Brand,
  | 'id'
  | 'name'
  | 'logo'
  | 'logoDark'
  | 'icon'
  | 'hidesName'
  | 'onlyLanguage'
  | 'primaryColor'
  | 'description'
  | 'autoPlayMusic'
  | 'musicSrc'
  | 'hideInitialNavbar'
  | 'footerDescription'
  | 'seoDescription'
  | 'seoKeywords'
  | 'currency'
  | 'productsOptions'
> & {
  design: Pick<
    BrandDesign,
    'look' | 'hero' | 'home' | 'landing' | 'header' | 'strip' | 'ornament' | 'madeFor'
  > & { copy: FrameCopy };
};

/** Picks the part of a brand that is sent with every page. */
export function pageBrand(brand: Brand): PageBrand {
  const { id, name, logo, logoDark, icon, hidesName, primaryColor, description, autoPlayMusic } = brand;
  const { musicSrc, hideInitialNavbar, onlyLanguage } = brand;
  const { footerDescription, seoDescription, seoKeywords, currency, productsOptions } = brand;
  const { look, hero, home, landing, header, strip, ornament, madeFor, copy } = brand.design;
  return {
    ...{ id, name, logo, primaryColor, description, autoPlayMusic, hideInitialNavbar, footerDescription },
    ...{ seoDescription, seoKeywords, currency, productsOptions },
    ...(logoDark && { logoDark }),
    ...(icon && { icon }),
    ...(hidesName && { hidesName }),
    ...(onlyLanguage && { onlyLanguage }),
    ...(musicSrc && { musicSrc }),
    design: {
      look,
      home,
      landing,
      header,
      strip,
      ornament,
      copy: copyByArea(copy).every,
      ...(hero && { hero }),
      ...(madeFor && { madeFor }),
    },
  };
}
