import { invalid } from './errors.ts';

/** What RFC 5322 allows without quoting or comments, on a host name with at least one dot or a plain one. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const LONGEST_EMAIL = 255;
const LONGEST_LOCAL_PART = 64;

/**
 * The address in lower case, as accounts are kept.
 * @throws AuthError `validation_failed`
 */
export function checkedEmail(address: string): string {
  if (address === '') throw invalid('An email address is required');
  if (address.length > LONGEST_EMAIL) throw invalid('An email address is too long');
  const email = address.toLowerCase();
  if (!EMAIL.test(email) || email.indexOf('@') > LONGEST_LOCAL_PART) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return email;
}

/**
 * The digits of a number as E.164 writes them, without the plus sign.
 * @throws AuthError `validation_failed`
 */
export function checkedPhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)');
  return digits;
}
