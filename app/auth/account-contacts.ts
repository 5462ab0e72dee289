import { markedEmail } from '#app/brands/tenant.ts';
import { cleanEmail, cleanPhone } from '#app/lib/typed-contacts.ts';

/** Email address under which an account is stored: a person has one account per store (docs/product.md, Accounts). */
export function tenantEmail(email: string, tenantId: string): string {
  return markedEmail(cleanEmail(email).toLowerCase(), tenantId);
}

/** Email address under which an owner's account is stored: without a tenant mark, since it works in every store. */
export function ownerEmail(email: string): string {
  return cleanEmail(email).toLowerCase();
}

/**
 * An account's new email address as it will be stored: without a tenant mark if the current one has none, as owners'
 * do.
 * @param stored the current address; '' for an account without one
 */
export function changedEmail(email: string, tenantId: string, stored: string): string {
  const isUnmarked = stored !== '' && originalEmail(stored, tenantId) === stored;
  return isUnmarked ? ownerEmail(email) : tenantEmail(email, tenantId);
}

/**
 * Normalizes a typed phone number to E.164. Accepts spaces, dashes, brackets, a country code after `00` or `+`, and
 * Egyptian mobile numbers without one. @returns undefined for anything else
 */
export function phoneNumber(typed: string): string | undefined {
  const digits = cleanPhone(typed)
    .replace(/^00/, '+')
    .replace(/^0(?=1[0125]\d{8}$)/, '+20');
  return /^\+[1-9]\d{7,14}$/.test(digits) ? digits : undefined;
}

/** Removes the tenant mark from a stored email address. */
export function originalEmail(stored: string, tenantId: string): string {
  return stored.replace(`+${tenantId}@`, '@');
}
