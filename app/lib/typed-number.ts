import { cleanAscii } from './typed-ascii.ts';

const currency =
  /EGP\.?|E£|£E|LE|L\.E\.?|ج\s*\.?\s*م\.?|جنيه(?:\u064b?ا\u064b?|ات)?(?:\s*مصري\u064b?ا?\u064b?)?|ج|pounds?/i;
const currencyAround = new RegExp(`^(?:${currency.source})|(?:${currency.source})$`, 'gi');
const grouped = /^([1-9]\d{0,2})((?:([,.'’])\d{3})(?:\3\d{3})*)(?:([,.])(\d*))?$/;
const simple = /^(\d*)(?:[,.](\d*))?$/;

/** Removes Egypt's currency, in a word or a sign, before and after a number without spaces. */
export const withoutCurrency = (number: string) => number.replace(currencyAround, '');

/**
 * Normalizes a typed number to digits with a decimal point: "1,200.50", "1.299,90", "0,5", "١٬٢٠٠٫٥", "120 LE" and "ج.م
 * 150". A comma before exactly three digits groups thousands. A single point there counts as a decimal point and keeps
 * all three digits, so that an amount of money is rejected rather than guessed. Anything else is returned as is,
 * without spaces.
 */
export function numberText(typed: string): string {
  const text = withoutCurrency(cleanAscii(typed).replace(/\s/g, ''));
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  const number = plainNumber(text.slice(sign.length));
  return number === undefined ? text : sign + number;
}

/** Parses a typed number with any sign; NaN if it is not one. */
export function typedNumber(typed: string): number {
  const text = numberText(typed);
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

function plainNumber(text: string): string | undefined {
  const arabic = /^(\d{1,3}(?:٬\d{3})+|\d+)(?:٫(\d*))?$/.exec(text);
  if (arabic?.[1] && /[٬٫]/.test(text)) return withDecimals(arabic[1].replaceAll('٬', ''), arabic[2], false);
  const latin = text.replaceAll('٬', ',').replaceAll('٫', '.').replaceAll('،', ',');
  const [, head = '', groups = '', separator, point, decimals] = grouped.exec(latin) ?? [];
  const isDecimal = separator === '.' && groups.length === 4 && point === undefined;
  if (separator && point !== separator && !isDecimal)
    return withDecimals(head + groups.replaceAll(separator, ''), decimals, false);
  const [, whole, rest] = simple.exec(latin) ?? [];
  return whole || rest ? withDecimals(whole || '0', rest, whole !== '0' && rest?.length === 3) : undefined;
}

/** Drops zeros after the second decimal, unless they may be thousands. */
function withDecimals(whole: string, decimals: string | undefined, isAmbiguousEnd: boolean): string {
  if (!decimals) return whole;
  return `${whole}.${isAmbiguousEnd ? decimals : decimals.replace(/(?<=^\d\d\d*?)0+$/, '')}`;
}
