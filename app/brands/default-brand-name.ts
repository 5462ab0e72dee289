/** Stands in titles where the tenant has no name (spec section 9): the first brand's. */
export const defaultBrandName = 'Inkthread';
