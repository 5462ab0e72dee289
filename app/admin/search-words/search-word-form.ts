import { z } from 'zod';
import { adminSearchWordsTexts } from '#app/i18n/texts/admin-search-words.ts';
import type englishAdminSearchWords from '#app/i18n/texts/en/admin-search-words.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { typedList } from '#app/product/parse-values.ts';

const message = (key: PlainKey<typeof englishAdminSearchWords>) => () => adminSearchWordsTexts()(key);

/** Returns whether search can index a word. */
const isSearchable = (word: string) => /[\p{L}\p{N}]/u.test(word);

/** Schema of the search word form; `finds` is a comma-separated list. */
export const searchWordForm = z.object({
  word: limitedText(60, message('tooLong'))
    .min(1, { error: message('wordMissing') })
    .refine(isSearchable, { error: message('notLetters') }),
  finds: limitedText(900, message('tooLong'))
    .refine((text) => typedList(text).length > 0, { error: message('findsMissing') })
    .refine((text) => typedList(text).length < 30, { error: message('tooMany') })
    .refine((text) => typedList(text).every(isSearchable), { error: message('notLetters') }),
  same: z.boolean(),
});

export type SearchWordForm = z.output<typeof searchWordForm>;

/** Returns the form values of stored words, or of new ones. */
export function searchWordFormValues(
  row: Pick<Tables<'search_synonyms'>, 'words' | 'one_way'> | null,
): SearchWordForm {
  const [word = '', ...finds] = row?.words ?? [];
  return { word, finds: finds.join(', '), same: row ? !row.one_way : false };
}

/** Returns the columns of a valid form. */
export function searchWordColumns({ word, finds, same }: SearchWordForm) {
  return { words: [word, ...typedList(finds)], one_way: !same };
}
