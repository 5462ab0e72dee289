import type { Brand } from '#app/brands/brand.ts';
import type { Language } from '#app/i18n/languages.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import type { Database } from '#app/lib/database.types.ts';
import { type PublicSettings, publicSettings } from './public-settings.ts';

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/**
 * A row of `delivery_fees`: what a way of delivery costs in a zone, in pounds. Without a zone for all other places,
 * without a method where the store does not deliver.
 */
export type DeliveryFee = Nullable<Database['public']['Functions']['delivery_fees']['Returns'][number]>;

/** What texts about a store depend on: its brand, current settings and delivery fees. */
export type StoreFacts = {
  brand: Pick<Brand, 'name' | 'currency' | 'productsOptions'>;
  settings: PublicSettings;
  /** Empty for a store without zones: then the settings have its fees. */
  fees: readonly DeliveryFee[];
};

/** The facts of a store without settings. */
export const brandFacts = (brand: Brand): StoreFacts => ({
  brand,
  settings: publicSettings(brand, null),
  fees: [],
});

/** Names of the facts that a text can contain, such as `{free_from}` (docs/product.md, Facts in texts). */
export const factNames = [
  'store',
  'email',
  'phone',
  'address',
  'delivery',
  'standard_fee',
  'express_fee',
  'free_from',
  'standard_days',
  'express_days',
  'returns',
  'return_days',
  'fault_hours',
  'exchanges',
  'cancellation',
  'payments',
  'text_price',
  'image_price',
] as const;

export type FactName = (typeof factNames)[number];

/** The facts of a store as texts in one language; '' for one that the store does not have. */
export type FactTexts = Readonly<Record<FactName, string>>;

/** How a language says a store's facts. */
export interface FactLanguage {
  language: Language;
  phone(number: string): string;
  /** A promise of working days, such as "two to four working days"; '' for none. */
  days(from: number | null, to: number | null): string;
  dayCount(count: number): string;
  hourCount(count: number): string;
  delivery(facts: StoreFacts): string;
  returns(facts: StoreFacts): string;
  exchanges(facts: StoreFacts): string;
  cancellation(facts: StoreFacts): string;
  payments(facts: StoreFacts): string;
}

type ZoneWords = {
  /** The only line, and the line of all places outside the zones. */
  everywhere: string;
  elsewhere: string;
  feesText: (fees: readonly DeliveryFee[]) => string;
};

/** A list of the zones and their fees, a zone a line. */
export function zoneLines({ fees }: StoreFacts, language: Language, words: ZoneWords): string {
  const zones = Map.groupBy(fees, ({ zone_id }) => zone_id);
  const elsewhere = zones.size === 1 ? words.everywhere : words.elsewhere;
  const lines = [...zones.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const name = first.zone_id === null ? elsewhere : translatedRow(first, language).name;
    return [`- ${name}: ${words.feesText([first, ...others])}.`];
  });
  return lines.join('\n');
}

const placeholder = /\{([a-z_]+)\}/g;

const isFactName = (name: string): name is FactName => factNames.some((known) => known === name);

/** The facts that a text names. */
export const factsIn = (text: string): FactName[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name).filter(isFactName);

/**
 * Replaces the names of facts in a text by what they are now. A line that names a fact the store does not have, such as
 * free delivery, is left out. Other braces stay as they are.
 */
export function withFacts(text: string, facts: FactTexts): string {
  if (!text.includes('{')) return text;
  return text
    .split('\n')
    .filter((line) => factsIn(line).every((name) => facts[name] !== ''))
    .join('\n')
    .replace(placeholder, (typed, name: string) => (isFactName(name) ? facts[name] : typed))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
