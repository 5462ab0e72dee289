import { Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import adminSearchWordsMessages from '#app/i18n/messages/en/admin-search-words.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toastName } from '#app/ui/toast.ts';
import { DataTable } from '../kit/list/data-table.tsx';
import { columnsOf } from '../kit/list/features.ts';
import { RowActions } from '../kit/list/row-actions.tsx';
import { SecondLine } from '../kit/list/table-parts.tsx';
import { deleteRows, restoreRows } from '../kit/undo.ts';
import { useChange } from '../kit/use-change.ts';
import { SearchWordEditor } from './search-word-editor.tsx';
import type { StoredSearchWord } from './search-words-data.ts';

const column = columnsOf<StoredSearchWord>();
const rowId = ({ id }: StoredSearchWord) => id;
const wordOf = ({ words: [word = ''] }: StoredSearchWord) => word;
const findsOf = ({ words: [, ...finds] }: StoredSearchWord) => finds.join(', ');

/** List of the store's search words, to add, change and delete. */
export function SearchWordList({ words }: { words: StoredSearchWord[] }) {
  const t = useTranslations('admin-search-words', adminSearchWordsMessages);
  const [open, setOpen] = useState<StoredSearchWord | 'new' | null>(null);
  const columns = useMemo(
    () =>
      column.columns([
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
        column.display({
          id: 'actions',
          header: t('actions'),
          enableHiding: false,
          meta: { unseenHead: true, className: 'w-0' },
          cell: ({ row: { original: word } }) => (
            <SearchWordActions word={word} onEdit={() => setOpen(word)} />
          ),
        }),
      ]),
    [t],
  );
  return (
    <>
      <DataTable
        list={{ name: 'search-words', title: t('title'), columns, rowId, nameOf: wordOf, sort: 'word' }}
        rows={words}
        action={
          <Button size="small" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        }
        empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
      />
      {open ? <SearchWordEditor word={open === 'new' ? null : open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function SearchWordActions({ word, onEdit }: { word: StoredSearchWord; onEdit: () => void }) {
  const t = useTranslations('admin-search-words', adminSearchWordsMessages);
  const { change } = useChange();
  const name = wordOf(word);
  const remove = () =>
    void change({
      run: () => deleteRows('search_synonyms', [word.id]),
      undo: () => restoreRows('search_synonyms', [word.id]),
      done: t('deleted', { name: toastName(name) }),
      failed: t('deleteFailed'),
    });
  return (
    <RowActions
      actions={[
        { icon: Pencil, label: t('editOne', { name }), run: onEdit },
        { icon: Trash2, label: t('deleteOne', { name }), run: remove },
      ]}
    />
  );
}
