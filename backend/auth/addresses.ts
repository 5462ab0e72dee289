import { invalid } from './errors.ts';

/** RFC 5322 without quoting or comments; the host may lack a dot. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const MAX_EMAIL_LENGTH = 255;
const MAX_LOCAL_PART_LENGTH = 64;

/**
 * Validates an email address and returns it in lower case.
 * @throws AuthError `validation_failed`
 */
export function normaliseEmail(address: string): string {
  if (address === '') throw invalid('An email address is required');
  if (address.length > MAX_EMAIL_LENGTH) throw invalid('An email address is too long');
  const email = address.toLowerCase();
  if (!EMAIL.test(email) || email.indexOf('@') > MAX_LOCAL_PART_LENGTH) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return email;
}

/**
 * Validates a phone number and returns its E.164 digits without the plus sign.
 * @throws AuthError `validation_failed`
 */
export function normalisePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)');
  return digits;
}
