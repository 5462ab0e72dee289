import type { Brand, BrandTexts } from '#app/brands/brand.ts';
import type { BrandDesign, Typeface } from '#app/brands/brand-design.ts';
import { isLanguage } from '#app/i18n/languages.ts';
import type { Enums, Tables, TablesInsert } from '#app/lib/database.types.ts';

/** A store's row of `brands`. */
export type BrandRow = Tables<'brands'>;

type TypefaceName = Enums<'brand_typeface'>;

/** Generic or system families to fall back to, in order. */
const fallbacks: Record<TypefaceName, string> = {
  'Bricolage Grotesque': 'Arial, sans-serif',
  'Libre Franklin': 'Arial, sans-serif',
  Caprasimo: 'Georgia, serif',
  Figtree: 'Arial, sans-serif',
  Geist: 'Arial, sans-serif',
  'Geist Mono': 'monospace',
  'Archivo Expanded': 'Arial Black, Arial, sans-serif',
  Archivo: 'Arial, sans-serif',
  Newsreader: 'Georgia, serif',
  'Hanken Grotesk': 'Arial, sans-serif',
};

/** The typefaces that a brand can be set in. */
export const typefaceNames = Object.keys(fallbacks) as TypefaceName[];

const typeface = (family: TypefaceName, weight: number): Typeface => ({
  family,
  fallback: fallbacks[family],
  weight,
});

/** Columns of the texts in `BrandDesign.copy`, in its order. */
const copyColumns = {
  heroTitle: 'hero_title',
  heroText: 'hero_text',
  heroAction: 'hero_action',
  featuredTitle: 'featured_title',
  categoriesTitle: 'categories_title',
  dealsTitle: 'deals_title',
  newTitle: 'new_title',
  storyTitle: 'story_title',
  story: 'story',
  notFoundTitle: 'not_found_title',
  notFoundText: 'not_found_text',
  errorTitle: 'error_title',
  errorText: 'error_text',
  emptyCart: 'empty_cart',
  orderPlacedText: 'order_placed_text',
  contactText: 'contact_text',
  faqText: 'faq_text',
  accountText: 'account_text',
  designerText: 'designer_text',
  nothingFoundTitle: 'nothing_found_title',
  slogans: 'slogans',
  heroPictureAlt: 'hero_picture_alt',
  storyPictureAlt: 'story_picture_alt',
  allCategoriesText: 'all_categories_text',
  visitTitle: 'visit_title',
  visitText: 'visit_text',
} as const satisfies Record<keyof BrandDesign['copy'], keyof BrandRow>;

type CopyColumn = (typeof copyColumns)[keyof typeof copyColumns];

/** Columns of a brand's texts, which its `translations` have too. Each can name facts of the store. */
export const brandTextColumns = [
  ...Object.values(copyColumns),
  'made_for_label',
  'made_for_all',
] as const satisfies readonly (keyof BrandRow)[];

type TextColumn = (typeof brandTextColumns)[number];
type Texts = Record<TextColumn, string | null>;

/** How lists of texts are separated in their columns. */
const separators: Partial<Record<CopyColumn, string>> = { story: '\n\n', slogans: '\n' };

function copyOf(texts: Texts): BrandDesign['copy'] {
  const copy = Object.entries(copyColumns).flatMap(([name, column]) => {
    const text = texts[column];
    const separator = separators[column];
    return text === null ? [] : [[name, separator ? text.split(separator) : text]];
  });
  return Object.fromEntries(copy) as BrandDesign['copy'];
}

function textsOf({ copy, madeFor }: Pick<BrandTexts, 'copy' | 'madeFor'>): Texts {
  const columns = Object.entries(copyColumns).map(([name, column]) => {
    const text = copy[name as keyof typeof copyColumns];
    return [column, typeof text === 'object' ? text.join(separators[column]) : (text ?? null)];
  });
  return {
    ...(Object.fromEntries(columns) as Record<CopyColumn, string | null>),
    made_for_label: madeFor?.label ?? null,
    made_for_all: madeFor?.all ?? null,
  };
}

/** The translations of a row in a language. */
function saidIn(row: BrandRow, language: string): Partial<Record<string, string>> {
  const translations = row.translations as Record<string, Partial<Record<string, string>>>;
  return translations[language] ?? {};
}

/** The texts of a row in a language; the row's own where a translation is missing. */
function translatedTexts(row: BrandRow, language: string): Texts {
  const said = saidIn(row, language);
  return Object.fromEntries(brandTextColumns.map((column) => [column, said[column] || row[column]])) as Texts;
}

/** What a store's mails end with in a language; '' for its name and contact address. */
export function mailSignature(row: BrandRow, language: string): string {
  return saidIn(row, language).mail_signature || row.mail_signature || '';
}

function picturesOf(row: BrandRow): Pick<BrandDesign, 'pictures'> {
  const pictures = {
    ...(row.hero_picture && { hero: row.hero_picture }),
    ...(row.hero_films.length > 0 && { heroFilms: row.hero_films }),
    ...(row.story_picture && { story: row.story_picture }),
  };
  return Object.keys(pictures).length > 0 ? { pictures } : {};
}

function madeForOf({ made_for_label: label, made_for_all: all }: Texts) {
  return label !== null && all !== null ? { madeFor: { label, all } } : {};
}

/** The facts that a store's settings replace, and those that are the same in every store. */
type SettingsFacts = Omit<
  Brand,
  | 'id'
  | 'name'
  | 'domain'
  | 'logo'
  | 'logoDark'
  | 'icon'
  | 'hidesName'
  | 'onlyLanguage'
  | 'primaryColor'
  | 'secondaryColor'
  | 'hideInitialNavbar'
  | 'defaultLanguage'
  | 'productsOptions'
  | 'design'
>;

/** Used for stores that no preset fills. */
const withoutSettings: SettingsFacts = {
  description: '',
  autoPlayMusic: false,
  footerDescription: '',
  seoDescription: '',
  seoKeywords: [],
  currency: 'EGP',
  currencySymbol: 'E£',
  contactEmail: '',
  contactPhone: '',
  address: '',
  socialMedia: {},
  features: {
    wishlist: true,
    reviews: true,
    loyalty: true,
    liveChat: false,
    restocks: true,
    customization: false,
  },
  pointsSystem: false,
  shipping: { freeShippingThreshold: 0, defaultShippingFee: 0, expressShippingFee: 0 },
  payment: { cashOnDelivery: true, onlinePayment: false, bankTransfer: false },
  customization: { enabled: false, textPrice: 0, imagePrice: 0, baseProductPrices: {} },
};

/**
 * The brand of a store from its row.
 * @param domain the store's main domain
 * @param preset the brand that has the facts which the store's settings replace; by default, neutral ones
 */
export function brandOfRow(row: BrandRow, domain: string, preset?: Brand): Brand {
  const known: SettingsFacts = preset ?? withoutSettings;
  const { translations: presetTexts = {}, musicSrc: _, ...facts } = known;
  const fields = new Set(row.option_fields);
  const { madeFor } = row.made_for_values.length > 0 ? madeForOf(row) : {};
  const languages = Object.keys(row.translations as Record<string, unknown>);
  const { description, footerDescription, seoDescription, seoKeywords, address } = facts;
  const ownFacts = { description, footerDescription, seoDescription, seoKeywords, address };
  const translations = Object.fromEntries(
    languages.map((language) => {
      const texts = translatedTexts(row, language);
      const { name } = saidIn(row, language);
      const facts = { ...ownFacts, ...presetTexts[language], ...(name && { name }) };
      return [language, { ...facts, copy: copyOf(texts), ...madeForOf(texts) }];
    }),
  );
  return {
    ...facts,
    id: row.tenant_id,
    name: row.name,
    domain,
    logo: row.logo,
    ...(row.logo_dark && { logoDark: row.logo_dark }),
    ...(row.icon && { icon: row.icon }),
    ...(row.hides_name && { hidesName: true }),
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
    ...(row.music === null ? {} : { musicSrc: row.music }),
    hideInitialNavbar: row.hides_initial_navbar,
    defaultLanguage: row.default_language === 'ar' ? 'ar' : 'en',
    ...(isLanguage(row.only_language) && {
      onlyLanguage: row.only_language,
      defaultLanguage: row.only_language,
    }),
    productsOptions: {
      colors: fields.has('colors'),
      types: fields.has('types'),
      sizes: fields.has('sizes'),
      materials: fields.has('materials'),
      gender: fields.has('gender'),
    },
    design: {
      fonts: {
        display: typeface(row.display_typeface, row.display_weight),
        body: typeface(row.body_typeface, row.body_weight),
        ...(row.mono_typeface && { mono: typeface(row.mono_typeface, row.mono_weight) }),
        displayCase: row.display_case,
        displayTracking: row.display_tracking,
        displayLeading: row.display_leading,
        displayScale: row.display_scale,
        details: row.details_face,
      },
      radius: { control: row.control_radius, card: row.card_radius, picture: row.picture_radius },
      density: row.density,
      motion: row.motion,
      stroke: row.stroke,
      elevation: row.elevation,
      ground: { light: row.light_ground, dark: row.dark_ground },
      look: row.look,
      ...(Object.keys(row.part_looks as object).length > 0 && {
        parts: row.part_looks as NonNullable<BrandDesign['parts']>,
      }),
      ...(row.hero_look && { hero: row.hero_look }),
      home: row.home_sections,
      landing: row.landing,
      header: row.header,
      strip: row.strip,
      ornament: row.ornament,
      ...(madeFor && { madeFor: { ...madeFor, values: row.made_for_values } }),
      ...picturesOf(row),
      copy: copyOf(row),
    },
    ...(languages.length > 0 && { translations }),
  };
}

/** The row that a preset fills. */
export function rowOfBrand(brand: Brand): TablesInsert<'brands'> {
  const { design, translations = {} } = brand;
  const { fonts, radius, ground, madeFor, pictures } = design;
  const typefaceName = ({ family }: Typeface) => {
    const name = typefaceNames.find((known) => known === family);
    if (!name) throw new Error(`${brand.id} is set in ${family}, which is no public.brand_typeface.`);
    return name;
  };
  const fieldNames = Object.keys(brand.productsOptions) as (keyof Brand['productsOptions'])[];
  return {
    tenant_id: brand.id,
    name: brand.name,
    logo: brand.logo,
    logo_dark: brand.logoDark ?? null,
    icon: brand.icon ?? null,
    hides_name: brand.hidesName ?? false,
    primary_color: brand.primaryColor,
    secondary_color: brand.secondaryColor,
    music: brand.musicSrc ?? null,
    hides_initial_navbar: brand.hideInitialNavbar,
    default_language: brand.defaultLanguage,
    only_language: brand.onlyLanguage ?? null,
    option_fields: fieldNames.filter((name) => brand.productsOptions[name]),
    look: design.look,
    part_looks: design.parts ?? {},
    hero_look: design.hero ?? null,
    home_sections: [...design.home],
    landing: design.landing,
    header: design.header,
    strip: design.strip,
    ornament: design.ornament,
    density: design.density,
    motion: design.motion,
    elevation: design.elevation,
    light_ground: ground.light,
    dark_ground: ground.dark,
    stroke: design.stroke,
    control_radius: radius.control,
    card_radius: radius.card,
    picture_radius: radius.picture,
    display_typeface: typefaceName(fonts.display),
    display_weight: fonts.display.weight,
    body_typeface: typefaceName(fonts.body),
    body_weight: fonts.body.weight,
    mono_typeface: fonts.mono ? typefaceName(fonts.mono) : null,
    mono_weight: fonts.mono?.weight ?? 400,
    display_case: fonts.displayCase,
    display_tracking: fonts.displayTracking,
    display_leading: fonts.displayLeading,
    display_scale: fonts.displayScale,
    details_face: fonts.details,
    ...(textsOf({ copy: design.copy, ...(madeFor && { madeFor }) }) as Record<TextColumn, string>),
    made_for_values: [...(madeFor?.values ?? [])],
    hero_picture: pictures?.hero ?? null,
    hero_films: [...(pictures?.heroFilms ?? [])],
    story_picture: pictures?.story ?? null,
    translations: Object.fromEntries(
      Object.entries(translations).map(([language, texts]) => [
        language,
        Object.fromEntries(
          Object.entries({ ...textsOf(texts), name: texts.name ?? null }).filter(([, text]) => text !== null),
        ),
      ]),
    ),
  };
}
