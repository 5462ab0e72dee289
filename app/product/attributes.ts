import { fields } from './legacy-values.ts';

/** A fact of products that staff define, such as players, minutes or fit. */
export interface Attribute {
  id: string;
  name: string;
  kind: 'number' | 'choice' | 'text' | 'boolean';
  /** Of a number, such as 'min'. */
  unit: string;
  /** Of a choice. */
  choices: string[];
  /** The categories whose products have it; null stands for all. */
  category_ids: string[] | null;
  on_card: boolean;
  on_page: boolean;
  is_filter: boolean;
}

/** Columns of an attribute, in the order of `Attribute`. */
export const attributeColumns = 'id, name, kind, unit, choices, category_ids, on_card, on_page, is_filter';

export type NumberRange = { from: number; to: number };
export type AttributeValue = number | NumberRange | string | boolean;

/** A product's values by their attributes' ids; what is no value is left out. */
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

/** A number of an attribute as a range; a single number is one of its own. */
export function rangeOf(value: number | NumberRange): NumberRange {
  return typeof value === 'number' ? { from: value, to: value } : value;
}

/** A range as people read it, with the unit where the attribute's name does not say it already: '2–5', '45 min'. */
export function rangeText(
  { from, to }: NumberRange,
  { name, unit }: Pick<Attribute, 'name' | 'unit'>,
): string {
  const numbers = from === to ? String(from) : `${from}–${to}`;
  return unit === '' || unit.toLowerCase() === name.toLowerCase() ? numbers : `${numbers} ${unit}`;
}

/** The facts that a card tells, in a few words each: '2–5 players', 'Loose', and a yes by its attribute's name. */
export function cardFacts(
  attributes: readonly Attribute[],
  values: Readonly<Record<string, AttributeValue>>,
): string[] {
  return attributes.flatMap((attribute) => {
    const value = values[attribute.id];
    if (!attribute.on_card || value === undefined || value === false || value === '') return [];
    if (value === true) return [attribute.name];
    return [
      typeof value === 'string' ? value : rangeText(rangeOf(value), { name: '', unit: attribute.unit }),
    ];
  });
}

/** Whether products of a category have an attribute; '' is the category of those that have none. */
export function isAttributeOf(
  { category_ids }: Pick<Attribute, 'category_ids'>,
  categoryId: string,
): boolean {
  return category_ids === null || category_ids.includes(categoryId);
}
