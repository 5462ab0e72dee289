import type { Attribute } from '#app/product/attributes.ts';
import { swatchBackground } from '#app/product/swatch-color.ts';
import { type AttributeFacet, attributeFacets } from './attribute-facets.ts';
import type { FacetRow, FacetValue } from './facet-row.ts';
import { byChoiceFilter, type ChoiceFilter } from './listing-query.ts';

/** What every filter would leave, the other kinds of filters applied. */
export type Facets = Record<ChoiceFilter, FacetValue[]> & {
  attributes: AttributeFacet[];
  total: number;
  inStock: number;
  onSale: number;
  isNew: number;
  /** Pounds, over all products that the other filters leave; null when there are none. */
  price: { lowest: number; highest: number } | null;
  /** The words that were looked for instead of misspelt ones, or ''. */
  corrected: string;
};

const clothingSizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '4XL', '5XL'];

/** Sizes in the order of a rail: letters from small to large, then numbers by value, then the rest by name. */
export function bySize(a: string, b: string): number {
  const place = (size: string) => {
    const letters = clothingSizes.indexOf(size.toUpperCase());
    if (letters >= 0) return letters;
    const number = Number.parseFloat(size);
    return Number.isNaN(number) ? Number.POSITIVE_INFINITY : 1000 + number;
  };
  const [first, second] = [place(a), place(b)];
  return first === second ? a.localeCompare(b, 'en', { numeric: true }) : first - second;
}

function sorted(filter: ChoiceFilter, values: FacetValue[]): FacetValue[] {
  if (filter === 'size') return values.sort((a, b) => bySize(a.value, b.value));
  if (filter === 'category') return values.sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return values.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en'));
}

function swatchOf({ facet, value }: FacetRow): Pick<FacetValue, 'swatch'> {
  return facet === 'color' && value ? { swatch: swatchBackground(value) } : {};
}

/** Facets from the rows of `product_facets`; a filter whose values all lead nowhere has an empty list. */
export function facetsOf(
  rows: readonly FacetRow[],
  attributes: readonly Attribute[] = [],
  chosenAttributes: readonly string[] = [],
): Facets {
  const byFacet = Map.groupBy(rows, ({ facet }) => facet);
  const first = (facet: string) => byFacet.get(facet)?.[0];
  const count = (facet: string) => first(facet)?.products ?? 0;
  const values = (filter: ChoiceFilter) =>
    (byFacet.get(filter) ?? []).flatMap((row) =>
      row.value === null
        ? []
        : [{ value: row.value, label: row.label ?? row.value, count: row.products ?? 0, ...swatchOf(row) }],
    );
  const price = first('price');
  const priced = typeof price?.lowest === 'number' && typeof price.highest === 'number';
  return {
    ...byChoiceFilter((filter) => sorted(filter, values(filter))),
    attributes: attributeFacets(attributes, rows, chosenAttributes),
    total: count('total'),
    inStock: count('in_stock'),
    onSale: count('on_sale'),
    isNew: count('is_new'),
    price: priced ? { lowest: price.lowest ?? 0, highest: price.highest ?? 0 } : null,
    corrected: first('corrected')?.value ?? '',
  };
}

/** Facets in which every chosen category has its name, also where nothing is left of it. */
export function namingChosen(facets: Facets, chosen: readonly { id: string; name: string }[]): Facets {
  const left = new Set(facets.category.map(({ value }) => value));
  const gone = chosen.filter(({ id }) => !left.has(id));
  if (gone.length === 0) return facets;
  const named = gone.map(({ id, name }) => ({ value: id, label: name, count: 0 }));
  return { ...facets, category: sorted('category', [...facets.category, ...named]) };
}
