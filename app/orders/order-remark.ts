import { z } from 'zod';
import type { Messages } from '#app/i18n/languages.ts';
import orderRemarksMessages from '#app/i18n/messages/en/order-remarks.json';
import { getTranslations } from '#app/i18n/translations.ts';

/** Messages by code, of which an older page may not know all. */
const english: Messages = orderRemarksMessages;

const remarkSchema = z.object({ code: z.string() }).catchall(z.union([z.string(), z.number()]));

/**
 * What the store itself says in an order's history, in the page's language; '' of nothing and of an unknown code.
 * @param words values of the sentence in the page's language, in place of the codes that the remark has
 */
export function remarkText(remark: unknown, words: Readonly<Record<string, string>> = {}): string {
  const read = remarkSchema.safeParse(remark);
  if (!read.success || !Object.hasOwn(english, read.data.code)) return '';
  const { code, ...values } = read.data;
  return getTranslations('order-remarks', english)(code, { ...values, ...words });
}
