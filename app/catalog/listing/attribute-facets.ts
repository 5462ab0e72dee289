import { type Attribute, type NumberRange, rangeText } from '#app/product/attributes.ts';
import type { FacetRow, FacetValue } from './facet-row.ts';

/** The values of one attribute that a listing can be filtered by. */
export interface AttributeFacet {
  id: string;
  name: string;
  /** Each value as the address says it, `<attribute>:<value>`. */
  values: FacetValue[];
}

/** Numbers up to which each is offered by itself. */
const mostNumbers = 8;
const buckets = 4;

interface Counted {
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

/** A number of about two digits near another: 43 is 45, 187 is 200. */
function rounded(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(Math.abs(value), 1)));
  const step = Math.max(magnitude / 2, 1);
  return Math.round(value / step) * step;
}

/**
 * The ranges that shoppers choose among. A few whole numbers, such as players, are each offered; few different values are
 * offered as they are; many are put into four ranges with about as many products in each.
 */
function offeredRanges(counted: readonly Counted[]): NumberRange[] {
  const [lowest, highest] = [
    Math.min(...counted.map(({ range }) => range.from)),
    Math.max(...counted.map(({ range }) => range.to)),
  ];
  const whole = counted.every(({ range }) => Number.isInteger(range.from) && Number.isInteger(range.to));
  if (whole && highest - lowest < mostNumbers) {
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
  if (!range) return value;
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
  const place = (value: string) => attribute.choices.indexOf(value) + 1 || attribute.choices.length + 1;
  return offered
    .sort((a, b) => place(a.value) - place(b.value))
    .map(({ value, products }) => ({
      value: `${attribute.id}:${value}`,
      label: labelOf(attribute, value),
      count: products,
    }));
}

/**
 * The filters that a store's attributes make, from the rows of `product_facets`. What somebody chose and nothing is left of
 * stays among them.
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
    const gone = chosen.filter(
      (choice) => choice.startsWith(`${id}:`) && !values.some(({ value }) => value === choice),
    );
    const kept = gone.map((value) => ({
      ...{ value, count: 0 },
      label: labelOf(attribute, value.slice(id.length + 1)),
    }));
    return values.length + kept.length === 0 ? [] : [{ id, name, values: [...values, ...kept] }];
  });
}
