import { z } from 'zod';
import type { Texts } from '#app/i18n/languages.ts';
import englishOrderRemarks from '#app/i18n/texts/en/order-remarks.json';
import { getTranslations } from '#app/i18n/translations.ts';

/** Texts by code. An older page may not know all codes. */
const english: Texts = englishOrderRemarks;

const remarkSchema = z.object({ code: z.string() }).catchall(z.union([z.string(), z.number()]));

/**
 * The store's remark in an order's history, in the page's language; '' for none and for an unknown code.
 * @param words translations that replace codes in the remark's values
 */
export function remarkText(remark: unknown, words: Readonly<Record<string, string>> = {}): string {
  const read = remarkSchema.safeParse(remark);
  if (!read.success || !Object.hasOwn(english, read.data.code)) return '';
  const { code, ...values } = read.data;
  return getTranslations('order-remarks', english)(code, { ...values, ...words });
}
