/** A row of the database's `product_facets`. */
export interface FacetRow {
  facet: string;
  value: string | null;
  label: string | null;
  products: number | null;
  lowest: number | null;
  highest: number | null;
}

/** One value of a filter and how many products it would leave. */
export interface FacetValue {
  value: string;
  label: string;
  count: number;
  /** CSS background that shows a colour. */
  swatch?: string;
}
