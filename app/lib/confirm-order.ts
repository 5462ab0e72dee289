/** Path of the page that confirms an order; `?order=` is the secret of the link. */
export const confirmOrderPath = '/confirm-order';

/** What comes of confirming an order by a link; `later`: too often, or the store could not. */
export const confirmationOutcomes = ['confirmed', 'expired', 'cancelled', 'unknown', 'later'] as const;
