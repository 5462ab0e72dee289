import { type Language, languageFacts } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { translatedRow, translatedWords } from '#app/i18n/translated-row.ts';
import { fields } from './parse-values.ts';

/** A product attribute defined by staff, such as players, minutes or fit. */
export interface Attribute {
  id: string;
  name: string;
  kind: 'number' | 'choice' | 'text' | 'boolean';
  /** Unit of a number, such as 'min', or its forms by number, such as 'player|players'. */
  unit: string;
  /** Values of a choice attribute. */
  choices: string[];
  /** Translations of choices for the page. */
  choiceWords?: Readonly<Record<string, string>>;
  /** Categories whose products have it; null for all. */
  category_ids: string[] | null;
  on_card: boolean;
  on_page: boolean;
  is_filter: boolean;
}

/** Columns to select for an `Attribute`. */
export const attributeColumns = 'id, name, kind, unit, choices, category_ids, on_card, on_page, is_filter';

/** A stored attribute with its names in the page's language. The values that products store stay the same. */
export function attributeInLanguage<Row extends Omit<Attribute, 'choiceWords'>>(
  row: Row & { translations: unknown },
) {
  return { ...translatedRow(row), choiceWords: translatedWords(row.translations, 'choices') };
}

export type NumberRange = { from: number; to: number };
export type AttributeValue = number | NumberRange | string | boolean;

/** Parses a product's values by attribute id; invalid values are dropped. */
export function attributeValues(stored: unknown): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(fields(stored)).flatMap(([id, value]) => {
      const read = attributeValue(value);
      return read === null ? [] : [[id, read]];
    }),
  );
}

function attributeValue(value: unknown): AttributeValue | null {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  const { from, to } = fields(value);
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : null;
}

/** A number as a range that starts and ends with it. */
export function rangeOf(value: number | NumberRange): NumberRange {
  return typeof value === 'number' ? { from: value, to: value } : value;
}

/** Plural categories in the order of a unit's forms, so that `player|players` and five Arabic forms need no labels. */
const formOrder: Record<Language, readonly Intl.LDMLPluralRule[]> = {
  en: ['one', 'other'],
  ar: ['one', 'two', 'few', 'many', 'other'],
};

/** The forms of a unit, such as 'player|players'; a single form is used for every number. */
export const unitForms = (unit: string): string[] => unit.split('|').map((form) => form.trim());

/** A unit without a number, in the form of most numbers. */
export const unitName = (unit: string): string => unitForms(unit).at(-1) ?? '';

/** Numbers with their unit in the plural form of the last one. Arabic expresses one and two by the unit alone. */
function countedUnit({ from, to }: NumberRange, unit: string, language: Language): string {
  const numbers = from === to ? String(from) : `${from}–${to}`;
  const forms = unitForms(unit);
  const order = formOrder[language];
  if (forms.length < order.length) return `${numbers} ${forms.at(-1)}`;
  const rule = new Intl.PluralRules(languageFacts[language].locale).select(to);
  const says = language === 'ar' && (rule === 'one' || rule === 'two');
  if (says && from === to) return forms[order.indexOf(rule)] ?? '';
  return `${numbers} ${forms[order.indexOf(says ? 'few' : rule)] ?? forms.at(-1)}`;
}

/** Formats a range, with the unit unless the attribute's name contains it: '2–5', '45 min', '1 player'. */
export function rangeText(
  range: NumberRange,
  { name, unit }: Pick<Attribute, 'name' | 'unit'>,
  language: Language = pageLanguage(),
): string {
  const isSaid = unit === '' || unitName(unit).toLowerCase() === name.toLowerCase();
  if (!isSaid) return countedUnit(range, unit, language);
  return range.from === range.to ? String(range.from) : `${range.from}–${range.to}`;
}

/** A choice's translation for the page. */
export function choiceText({ choiceWords }: Pick<Attribute, 'choiceWords'>, choice: string): string {
  return choiceWords?.[choice] ?? choice;
}

/**
 * Short texts for a card's attributes: '2–5 players', 'Loose'. A true flag shows its attribute's name; so does a number
 * whose unit repeats that of an earlier attribute.
 */
export function cardFacts(
  attributes: readonly Attribute[],
  values: Readonly<Record<string, AttributeValue>>,
  language: Language = pageLanguage(),
): string[] {
  const units = new Set<string>();
  return attributes.flatMap((attribute) => {
    const value = values[attribute.id];
    if (!attribute.on_card || value === undefined || value === false || value === '') return [];
    if (value === true) return [attribute.name];
    if (typeof value === 'string') return [choiceText(attribute, value)];
    const { name, unit } = attribute;
    const fact = rangeText(rangeOf(value), { name: '', unit }, language);
    const isAgain = unit !== '' && units.has(unit);
    units.add(unit);
    return [isAgain ? `${name}: ${fact}` : fact];
  });
}

/** Whether an attribute applies to a category; '' is the category of products without one. */
export function isAttributeOf(
  { category_ids }: Pick<Attribute, 'category_ids'>,
  categoryId: string,
): boolean {
  return category_ids === null || category_ids.includes(categoryId);
}
