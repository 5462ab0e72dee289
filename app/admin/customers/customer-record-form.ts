import { z } from 'zod';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import type { StoredCustomerRecord } from './customers-data.ts';

const message = (key: 'tooManyTags' | 'tagTooLong' | 'tooLong' | 'blockedReasonMissing') => () =>
  adminCustomersTexts()(key);

const mostTags = 20;
const longestTag = 40;

/** Splits a text into tags, without duplicates; the first spelling wins. */
export function tagsIn(text: string): string[] {
  const tags = text
    .split(/[,،;؛\n]/)
    .map((tag) => tag.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
  const lowerCase = tags.map((tag) => tag.toLowerCase());
  return tags.filter((_, index) => lowerCase.indexOf(lowerCase[index] ?? '') === index);
}

/** Schema of the customer record form. */
export const customerRecordForm = z
  .object({
    tags: z
      .string()
      .refine((text) => tagsIn(text).length <= mostTags, { error: message('tooManyTags') })
      .refine((text) => tagsIn(text).every((tag) => tag.length <= longestTag), {
        error: message('tagTooLong'),
      }),
    note: limitedText(5_000, message('tooLong')),
    blocked: z.boolean(),
    blockedReason: limitedText(500, message('tooLong')),
  })
  .refine(({ blocked, blockedReason }) => !blocked || blockedReason !== '', {
    path: ['blockedReason'],
    error: message('blockedReasonMissing'),
  });

type CustomerRecordForm = z.output<typeof customerRecordForm>;

/** Returns the form values of a stored record, or empty ones. */
export function customerRecordFormValues(stored: StoredCustomerRecord): CustomerRecordForm {
  return {
    tags: (stored?.tags ?? []).join(', '),
    note: stored?.note ?? '',
    blocked: (stored?.blocked_reason ?? null) !== null,
    blockedReason: stored?.blocked_reason ?? '',
  };
}

/** Returns the columns that the form sets. */
export function customerRecordColumns({ tags, note, blocked, blockedReason }: CustomerRecordForm) {
  return { tags: tagsIn(tags), note, blocked_reason: blocked ? blockedReason : null };
}
