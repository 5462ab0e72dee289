import { z } from 'zod';
import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { StoredCustomerRecord } from './customers-data.ts';

const say = (key: 'tooManyTags' | 'tagTooLong' | 'tooLong' | 'blockedReasonMissing') => () =>
  getTranslations('admin-customers', adminCustomersMessages)(key);

const mostTags = 20;
const longestTag = 40;

/** The tags in a text that separates them by commas, each once, as it was written first. */
export function tagsIn(text: string): string[] {
  const tags = text
    .split(/[,;\n]/)
    .map((tag) => tag.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
  const folded = tags.map((tag) => tag.toLowerCase());
  return tags.filter((_, at) => folded.indexOf(folded[at] ?? '') === at);
}

/** What staff keep about a customer, as they type it. */
export const customerRecordForm = z
  .object({
    tags: z
      .string()
      .refine((text) => tagsIn(text).length <= mostTags, { error: say('tooManyTags') })
      .refine((text) => tagsIn(text).every((tag) => tag.length <= longestTag), { error: say('tagTooLong') }),
    note: z
      .string()
      .trim()
      .max(5_000, { error: say('tooLong') }),
    blocked: z.boolean(),
    blockedReason: z
      .string()
      .trim()
      .max(500, { error: say('tooLong') }),
  })
  .refine(({ blocked, blockedReason }) => !blocked || blockedReason !== '', {
    path: ['blockedReason'],
    error: say('blockedReasonMissing'),
  });

export type CustomerRecordForm = z.output<typeof customerRecordForm>;

/** The form of what is stored, or of nothing yet. */
export function filledCustomerRecord(stored: StoredCustomerRecord): CustomerRecordForm {
  return {
    tags: (stored?.tags ?? []).join(', '),
    note: stored?.note ?? '',
    blocked: (stored?.blocked_reason ?? null) !== null,
    blockedReason: stored?.blocked_reason ?? '',
  };
}

/** The columns that the form decides. */
export function customerRecordColumns({ tags, note, blocked, blockedReason }: CustomerRecordForm) {
  return { tags: tagsIn(tags), note, blocked_reason: blocked ? blockedReason : null };
}
