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

/** Cleans a code that people copy, such as a discount code or one from a message. */
export function cleanCode(typed: string): string {
  return cleanAscii(typed).replace(/\s/g, '');
}
