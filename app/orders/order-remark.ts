import type { Texts } from '#app/i18n/languages.ts';
import englishOrderRemarks from '#app/i18n/texts/en/order-remarks.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { Remark } from '#app/lib/json-columns.ts';

/** Texts by code. An older page may not know all codes. */
const english: Texts = englishOrderRemarks;

/**
 * The store's remark in an order's history, in the page's language; '' for none and for an unknown code.
 * @param words translations that replace codes in the remark's values
 */
export function remarkText(remark: Remark | null, words: Readonly<Record<string, string>> = {}): string {
  if (!remark || !Object.hasOwn(english, remark.code)) return '';
  const { code, ...values } = remark;
  return getTranslations('order-remarks', english)(code, { ...values, ...words });
}
