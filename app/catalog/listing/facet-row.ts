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
