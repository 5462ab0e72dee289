import type { Language } from '#app/i18n/languages.ts';
import type { Enums } from '#app/lib/database.types.ts';
import type { Contradiction } from './contradictions.ts';

/** What a store needs to sell, in the order of the list (docs/product.md, Ready to sell). */
export const readinessItems = [
  'owner',
  'second_step',
  'legal_name',
  'contact',
  'tax_number',
  'demo_invoicing',
  'demo_phone',
  'domain',
  'demo_domain',
  'addresses',
  'mail',
  'test_mail',
  'delivery',
  'zones_free',
  'zones_express',
  'zones_cover',
  'flat_fee',
  'payment',
  'online_payment',
  'demo_bank',
  'cash_rules',
  'cash_deposit',
  'policies',
  'questions',
  'texts',
  'demo_words',
  'demo_logo',
  'hero_picture',
  'products',
  'pictures',
  'translations',
  'demo_products',
  'backups',
  'alerts',
  'test_order',
] as const;

export type ReadinessItem = (typeof readinessItems)[number];
export type ReadinessLevel = Enums<'readiness_level'>;

/** Where a text is edited, and its name there; questions are named by themselves. */
export const textPlaces = ['brand', 'store', 'legal', 'question'] as const;

export interface TextPlace {
  place: (typeof textPlaces)[number];
  name: string;
}

/** A text that states something else than the settings. */
export type TextContradiction = Contradiction & TextPlace & { language: Language };

export interface Readiness {
  item: ReadinessItem;
  level: ReadinessLevel;
  isReady: boolean;
  /** What the item is about, such as zones. */
  names: string[];
  /** How many rows are not ready; 0 if they are not counted. */
  amount: number;
  contradictions: TextContradiction[];
}

/** An item without names. */
export const readinessOf = (
  item: ReadinessItem,
  level: ReadinessLevel,
  isReady: boolean,
  more: Partial<Pick<Readiness, 'names' | 'amount' | 'contradictions'>> = {},
): Readiness => ({ item, level, isReady, names: [], amount: 0, contradictions: [], ...more });

const rank = (item: ReadinessItem): number => readinessItems.indexOf(item);

/** The list in its order. */
export const inOrder = (items: readonly Readiness[]): Readiness[] =>
  items.toSorted((one, other) => rank(one.item) - rank(other.item));
