import { useMemo } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminSearchWordsTexts } from '#app/i18n/texts/admin-search-words.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { toastName } from '#app/ui/toast.ts';
import { errorMessage } from '../ui/error-message.ts';
import { columnsOf } from '../ui/list/features.ts';
import { SecondLine } from '../ui/list/table-parts.tsx';
import { CheckboxInput, TextInput } from '../ui/resource/inputs.tsx';
import type { Resource } from '../ui/resource/resource.ts';
import { ResourceList } from '../ui/resource/resource-list.tsx';
import { addRow, saveRow } from '../ui/resource/rows.ts';
import {
  type SearchWordForm,
  searchWordColumns,
  searchWordForm,
  searchWordFormValues,
} from './search-word-form.ts';
import { readSearchWords, type StoredSearchWord } from './search-words-data.ts';

const column = columnsOf<StoredSearchWord>();
const wordOf = ({ words: [word = ''] }: StoredSearchWord) => word;
const findsOf = ({ words: [, ...finds] }: StoredSearchWord) => finds.join(', ');

/** The resource of search words: what shoppers type, and what else it finds. */
function useSearchWords(): Resource<StoredSearchWord, SearchWordForm> {
  const t = adminSearchWordsTexts();
  const tAdmin = adminTexts();
  return useMemo(
    () => ({
      list: 'search-words',
      entity: 'search word',
      title: t('title'),
      nameOf: wordOf,
      sort: 'word',
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      columns: column.columns([
        column.accessor(wordOf, {
          id: 'word',
          header: t('word'),
          enableHiding: false,
          meta: { isMain: true, className: 'w-full max-w-0' },
          cell: ({ row: { original: word } }) => (
            <>
              <bdi className="wrap-anywhere block font-medium">{wordOf(word)}</bdi>
              <SecondLine className="wrap-anywhere text-sm">
                <bdi>{findsOf(word)}</bdi>
              </SecondLine>
            </>
          ),
        }),
        column.accessor(({ one_way }) => t(one_way ? 'oneWay' : 'bothWays'), {
          id: 'direction',
          header: t('direction'),
          meta: { from: 'lg', className: 'whitespace-nowrap text-ink-soft' },
        }),
      ]),
      form: {
        schema: searchWordForm,
        values: searchWordFormValues,
        labels: { word: t('word'), finds: t('finds'), same: t('same') },
        fields: () => (
          <>
            <TextInput name="word" hint={t('wordHint')} dir="auto" autoComplete="off" />
            <TextInput name="finds" hint={t('findsHint')} dir="auto" autoComplete="off" />
            <CheckboxInput name="same" hint={t('sameHint')} />
          </>
        ),
        write: (values, base) =>
          base
            ? saveRow('search_synonyms', base, searchWordColumns(values), async (id) =>
                (await readSearchWords()).find((one) => one.id === id),
              )
            : addRow('search_synonyms', { ...searchWordColumns(values), tenant_id: pageTenant() }),
        title: ({ row }) => (row ? tAdmin('editOne', { name: wordOf(row) }) : t('add')),
        save: () => t('save'),
        saved: ({ word }) => tAdmin('saved', { name: toastName(word) }),
        failed: (error) => `${t('failed')}: ${errorMessage(error)}`,
      },
      deletes: { table: 'search_synonyms', failed: t('deleteFailed') },
    }),
    [t, tAdmin],
  );
}

/** The store's search words. */
export function SearchWordList({ words }: { words: StoredSearchWord[] }) {
  return <ResourceList resource={useSearchWords()} rows={words} />;
}
