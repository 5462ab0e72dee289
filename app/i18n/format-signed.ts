import { formatMoney } from './format.ts';
import { pageLanguage } from './page-language.ts';

/**
 * An amount that is taken off or added: "−30 EGP", "+30 EGP". Takes what formatMoney takes. In Arabic a mark keeps the sign before
 * the figures, as `Intl` does with negative numbers.
 */
export function formatSigned(piastres: number, currency = 'EGP', language = pageLanguage()): string {
  const sign = `${language === 'ar' ? '\u200e' : ''}${piastres < 0 ? '−' : '+'}`;
  return sign + formatMoney(Math.abs(piastres), currency, language);
}
