/*
 * Text as people type and paste it: chats, contact cards and web pages put invisible characters around it, and
 * keyboards differ in digits and dashes.
 */

const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const dashes = /[\p{Dash_Punctuation}\u2212]/gu;
const fullWidth = /[\uff01-\uff5e]/g;

/** Converts Arabic-Indic and Persian digits to ASCII. */
function withAsciiDigits(typed: string): string {
  return typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}

/**
 * Cleans ASCII input: removes invisible characters, converts digits and full-width forms to ASCII, and dashes to
 * hyphens.
 */
export function cleanAscii(typed: string): string {
  return withAsciiDigits(typed)
    .replace(invisible, '')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(dashes, '-')
    .trim();
}

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

/** Cleans a code that people copy, such as a discount code or one from a message. */
export function cleanCode(typed: string): string {
  return cleanAscii(typed).replace(/\s/g, '');
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

/** Cleans a search term: printable characters on one line, cut to a length. */
export function cleanSearch(typed: string, longest: number): string {
  const printable = typed.replace(invisible, '').replace(/[\p{C}\s]+/gu, ' ');
  return cutText(printable.trim(), longest).trim();
}

/** Cleans a multi-line text. Joiners of emoji and Persian letters, and direction marks, stay. */
export function cleanText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}|[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    .replace(/^[\s\u061c\u200c-\u200f]+|[\s\u061c\u200c-\u200f]+$/g, '');
}

/** Created on first use, because creating it is slow. */
let segmenter: Intl.Segmenter | undefined;

/** Cuts a text to a number of UTF-16 units, never inside a visible character such as an emoji. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let end = 0;
  segmenter ??= new Intl.Segmenter();
  for (const { segment, index } of segmenter.segment(text)) {
    if (index + segment.length > longest) break;
    end = index + segment.length;
  }
  // A single character may be longer than the limit.
  return end > 0 ? text.slice(0, end) : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}
