/** The parameter of a product page's address that names a variant, as Shopify has it. */
export const variantParameter = 'variant';

/** The part of a product page's address that names a variant; '' for none. */
export const variantQuery = (id: string | null | undefined): string =>
  id ? `?${variantParameter}=${id}` : '';
