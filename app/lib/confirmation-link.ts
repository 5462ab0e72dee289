/** Path of the page that confirms an order; `?order=` is the secret of the link. */
export const confirmOrderPath = '/confirm-order';

/** Path of the page that adds an order made by staff to an account; `?order=` is the secret of the link of its message. */
export const claimOrderPath = '/account/claim-order';

/** Names of the form's fields that confirm an order by a code. */
export const codeFields = { number: 'number', code: 'code' } as const;

/** What comes of confirming an order by a link or a code; `later`: too often, or the store could not. */
export const confirmationOutcomes = [
  'confirmed',
  'expired',
  'cancelled',
  'unknown',
  'wrong_code',
  'later',
] as const;
