import { formatMoney } from './format.ts';
import { pageLanguage } from './page-language.ts';

/**
 * A signed amount: "−30 EGP", "+30 EGP". Takes the same arguments as formatMoney. In Arabic a mark keeps the sign
 * before the digits, as `Intl` does with negative numbers.
 */
export function formatSigned(piastres: number, currency = 'EGP', language = pageLanguage()): string {
  const sign = `${language === 'ar' ? '\u200e' : ''}${piastres < 0 ? '−' : '+'}`;
  return sign + formatMoney(Math.abs(piastres), currency, language);
}
