import { translatedRow, translatedWords } from '#app/i18n/translated-row.ts';
import { fields } from './parse-values.ts';

/** A product attribute defined by staff, such as players, minutes or fit. */
export interface Attribute {
  id: string;
  name: string;
  kind: 'number' | 'choice' | 'text' | 'boolean';
  /** Unit of a number, such as 'min'. */
  unit: string;
  /** Values of a choice attribute. */
  choices: string[];
  /** What choices are called on the page, where it is something else. */
  choiceWords?: Readonly<Record<string, string>>;
  /** Categories whose products have it; null for all. */
  category_ids: string[] | null;
  on_card: boolean;
  on_page: boolean;
  is_filter: boolean;
}

/** Columns to select for an `Attribute`. */
export const attributeColumns = 'id, name, kind, unit, choices, category_ids, on_card, on_page, is_filter';

/** An attribute as stored, by its names in the language of the page; what products store of it stays the same. */
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

/** A number as a range from itself to itself. */
export function rangeOf(value: number | NumberRange): NumberRange {
  return typeof value === 'number' ? { from: value, to: value } : value;
}

/** Formats a range, with the unit unless the attribute's name contains it: '2–5', '45 min'. */
export function rangeText(
  { from, to }: NumberRange,
  { name, unit }: Pick<Attribute, 'name' | 'unit'>,
): string {
  const numbers = from === to ? String(from) : `${from}–${to}`;
  return unit === '' || unit.toLowerCase() === name.toLowerCase() ? numbers : `${numbers} ${unit}`;
}

/** What a choice is called on the page. */
export function choiceText({ choiceWords }: Pick<Attribute, 'choiceWords'>, choice: string): string {
  return choiceWords?.[choice] ?? choice;
}

/** Short texts of a card's attributes: '2–5 players', 'Loose'; a true flag is its attribute's name. */
export function cardFacts(
  attributes: readonly Attribute[],
  values: Readonly<Record<string, AttributeValue>>,
): string[] {
  return attributes.flatMap((attribute) => {
    const value = values[attribute.id];
    if (!attribute.on_card || value === undefined || value === false || value === '') return [];
    if (value === true) return [attribute.name];
    return [
      typeof value === 'string'
        ? choiceText(attribute, value)
        : rangeText(rangeOf(value), { name: '', unit: attribute.unit }),
    ];
  });
}

/** Whether an attribute applies to a category; '' is the category of products without one. */
export function isAttributeOf(
  { category_ids }: Pick<Attribute, 'category_ids'>,
  categoryId: string,
): boolean {
  return category_ids === null || category_ids.includes(categoryId);
}
