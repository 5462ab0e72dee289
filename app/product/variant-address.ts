/** Query parameter of a variant, the same as Shopify's. */
export const variantParameter = 'variant';

/** The query of a variant; '' for none. */
export const variantQuery = (id: string | null | undefined): string =>
  id ? `?${variantParameter}=${id}` : '';
