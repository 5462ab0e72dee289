/** Path of the page that confirms an order; `?order=` is the link's secret. */
export const confirmOrderPath = '/confirm-order';

/** Path of the page that adds a staff-made order to an account; `?order=` is the secret of the mailed link. */
export const claimOrderPath = '/account/claim-order';

/** Names of the form fields for confirming an order by code. */
export const codeFields = { number: 'number', code: 'code' } as const;

/** Outcomes of confirming an order by link or code; `later`: too many attempts, or the store could not. */
export const confirmationOutcomes = [
  'confirmed',
  'expired',
  'cancelled',
  'unknown',
  'wrong_code',
  'later',
] as const;
