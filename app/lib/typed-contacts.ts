import { cleanAscii } from './typed-ascii.ts';

/**
 * Cleans a phone number: digits and a plus sign, without separators and a link's `tel:`. Egyptian mobile numbers with a
 * country code in any form, with or without the domestic zero, get +20. Anything else stays.
 */
export function cleanPhone(typed: string): string {
  return cleanAscii(typed)
    .replace(/^tel:/i, '')
    .replace(/[\s().-]/g, '')
    .replace(/^(?:\+|00)?200?(?=1[0125]\d{8}$)/, '+20');
}

/** Cleans an email address. A domain in another script becomes ASCII (`xn--…`), as mail servers need it. */
export function cleanEmail(typed: string): string {
  const address = cleanAscii(typed);
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain) || /^[\w.-]+$/.test(domain)) return address;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${address.slice(0, at)}@${new URL(url).hostname}` : address;
}
