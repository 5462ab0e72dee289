import { type Attribute, choiceText, type NumberRange, rangeText } from '#app/product/attributes.ts';

/** A row of the database's `product_facets`. */
export interface FacetRow {
  facet: string;
  value: string | null;
  label: string | null;
  products: number | null;
  lowest: number | null;
  highest: number | null;
}

/** A value of a filter with the number of products it would leave. */
export interface FacetValue {
  value: string;
  label: string;
  count: number;
  /** CSS background of a color. */
  swatch?: string;
}

/** The filter of one attribute. */
export interface AttributeFacet {
  id: string;
  name: string;
  /** Values as in the URL, `<attribute>:<value>`. */
  values: FacetValue[];
}

/** Up to this many whole numbers are listed one by one. */
const mostNumbers = 8;
const buckets = 4;

interface CountedRange {
  range: NumberRange;
  products: number;
}

function parseRange(value: string): NumberRange | null {
  const [from, to] = value.split('..');
  if (to === undefined || (!from && !to)) return null;
  const range = {
    from: from ? Number(from) : Number.NEGATIVE_INFINITY,
    to: to ? Number(to) : Number.POSITIVE_INFINITY,
  };
  return Number.isNaN(range.from) || Number.isNaN(range.to) ? null : range;
}

/** Rounds to about two digits: 43 to 45, 187 to 200. */
function rounded(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(Math.abs(value), 1)));
  const step = Math.max(magnitude / 2, 1);
  return Math.round(value / step) * step;
}

/**
 * Groups an attribute's numbers into ranges. Few whole numbers (such as players) and few distinct values are listed as
 * they are; others are split into four ranges with about as many products each.
 */
function offeredRanges(counted: readonly CountedRange[]): NumberRange[] {
  const [lowest, highest] = [
    Math.min(...counted.map(({ range }) => range.from)),
    Math.max(...counted.map(({ range }) => range.to)),
  ];
  const areIntegers = counted.every(
    ({ range }) => Number.isInteger(range.from) && Number.isInteger(range.to),
  );
  if (areIntegers && highest - lowest < mostNumbers) {
    return Array.from({ length: highest - lowest + 1 }, (_, n) => ({ from: lowest + n, to: lowest + n }));
  }
  const inOrder = counted.map(({ range }) => range).sort((a, b) => a.from - b.from || a.to - b.to);
  if (inOrder.length <= mostNumbers) return inOrder;
  const middles = inOrder.map(({ from, to }) => (from + to) / 2).sort((a, b) => a - b);
  const edges = [1, 2, 3].map((n) => rounded(middles[Math.floor((middles.length * n) / buckets)] ?? 0));
  const distinct = [...new Set(edges)].filter((edge) => edge > lowest && edge < highest);
  const bounds = [Number.NEGATIVE_INFINITY, ...distinct, Number.POSITIVE_INFINITY];
  return bounds.slice(1).map((to, n) => ({ from: bounds[n] ?? Number.NEGATIVE_INFINITY, to }));
}

const token = (attribute: Attribute, { from, to }: NumberRange) =>
  `${attribute.id}:${Number.isFinite(from) ? from : ''}..${Number.isFinite(to) ? to : ''}`;

function labelOf(attribute: Attribute, value: string): string {
  const range = attribute.kind === 'number' ? parseRange(value) : null;
  if (attribute.kind === 'boolean') return attribute.name;
  if (!range) return choiceText(attribute, value);
  const { name, unit } = attribute;
  if (!Number.isFinite(range.from)) return `≤ ${rangeText({ from: range.to, to: range.to }, { name, unit })}`;
  if (!Number.isFinite(range.to))
    return `≥ ${rangeText({ from: range.from, to: range.from }, { name, unit })}`;
  return rangeText(range, attribute);
}

function valuesOf(attribute: Attribute, rows: readonly FacetRow[]): FacetValue[] {
  const counts = rows.flatMap(({ value, products }) =>
    value === null ? [] : [{ value, products: products ?? 0 }],
  );
  if (attribute.kind === 'number') {
    const counted = counts.flatMap(({ value, products }) => {
      const range = parseRange(value);
      return range ? [{ range, products }] : [];
    });
    if (counted.length === 0) return [];
    return offeredRanges(counted).map((range) => ({
      value: token(attribute, range),
      label: labelOf(attribute, token(attribute, range).slice(attribute.id.length + 1)),
      count: counted
        .filter((one) => one.range.to >= range.from && one.range.from <= range.to)
        .reduce((sum, { products }) => sum + products, 0),
    }));
  }
  const offered = attribute.kind === 'boolean' ? counts.filter(({ value }) => value === 'true') : counts;
  const position = (value: string) => attribute.choices.indexOf(value) + 1 || attribute.choices.length + 1;
  return offered
    .sort((a, b) => position(a.value) - position(b.value))
    .map(({ value, products }) => ({
      value: `${attribute.id}:${value}`,
      label: labelOf(attribute, value),
      count: products,
    }));
}

/**
 * Builds the attribute filters from the rows of `product_facets`. A chosen value without matching products stays
 * listed.
 */
export function attributeFacets(
  attributes: readonly Attribute[],
  rows: readonly FacetRow[],
  chosen: readonly string[] = [],
): AttributeFacet[] {
  const byFacet = Map.groupBy(rows, ({ facet }) => facet);
  return attributes.flatMap((attribute) => {
    if (!attribute.is_filter || attribute.kind === 'text') return [];
    const { id, name } = attribute;
    const values = valuesOf(attribute, byFacet.get(id) ?? []);
    const missing = chosen.filter(
      (choice) => choice.startsWith(`${id}:`) && !values.some(({ value }) => value === choice),
    );
    const missingValues = missing.map((value) => ({
      value,
      label: labelOf(attribute, value.slice(id.length + 1)),
      count: 0,
    }));
    return values.length + missingValues.length === 0
      ? []
      : [{ id, name, values: [...values, ...missingValues] }];
  });
}
