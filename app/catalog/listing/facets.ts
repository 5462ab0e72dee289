import type { Attribute } from '#app/product/attributes.ts';
import { swatchBackground } from '#app/product/swatch-color.ts';
import { type AttributeFacet, attributeFacets, type FacetRow, type FacetValue } from './attribute-facets.ts';
import { byChoiceFilter, type ChoiceFilterName } from './listing-query.ts';

/** The counts of every filter, each with all other filters applied. */
export type Facets = Record<ChoiceFilterName, FacetValue[]> & {
  attributes: AttributeFacet[];
  total: number;
  inStock: number;
  onSale: number;
  isNew: number;
  /** Price range in pounds over all products that the other filters leave; null when there are none. */
  price: { lowest: number; highest: number } | null;
  /** The corrected search term, or ''. */
  corrected: string;
  /** No product has all of the words, so the listing shows products with any of them. */
  anyWord: boolean;
};

const clothingSizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '4XL', '5XL'];

/** Compares sizes: letters from small to large, then numbers, then the rest by name. */
export function bySize(a: string, b: string): number {
  const position = (size: string) => {
    const letters = clothingSizes.indexOf(size.toUpperCase());
    if (letters >= 0) return letters;
    const number = Number.parseFloat(size);
    return Number.isNaN(number) ? Number.POSITIVE_INFINITY : 1000 + number;
  };
  const [first, second] = [position(a), position(b)];
  return first === second ? a.localeCompare(b, 'en', { numeric: true }) : first - second;
}

function sorted(filter: ChoiceFilterName, values: FacetValue[]): FacetValue[] {
  if (filter === 'size') return values.sort((a, b) => bySize(a.value, b.value));
  if (filter === 'category') return values.sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return values.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en'));
}

function swatchOf({ facet, value }: FacetRow): Pick<FacetValue, 'swatch'> {
  return facet === 'color' && value ? { swatch: swatchBackground(value) } : {};
}

/** Builds facets from the rows of `product_facets`; a filter without matching values has an empty list. */
export function facetsOf(
  rows: readonly FacetRow[],
  attributes: readonly Attribute[] = [],
  chosenAttributes: readonly string[] = [],
): Facets {
  const byFacet = Map.groupBy(rows, ({ facet }) => facet);
  const first = (facet: string) => byFacet.get(facet)?.[0];
  const count = (facet: string) => first(facet)?.products ?? 0;
  const values = (filter: ChoiceFilterName) =>
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
    anyWord: byFacet.has('any_word'),
  };
}

/** Adds the chosen categories that match nothing, so that their names are known. */
export function withChosenCategories(
  facets: Facets,
  chosen: readonly { id: string; name: string }[],
): Facets {
  const listedIds = new Set(facets.category.map(({ value }) => value));
  const missing = chosen.filter(({ id }) => !listedIds.has(id));
  if (missing.length === 0) return facets;
  const missingValues = missing.map(({ id, name }) => ({ value: id, label: name, count: 0 }));
  return { ...facets, category: sorted('category', [...facets.category, ...missingValues]) };
}
