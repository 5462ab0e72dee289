import { Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { StoredQuestion } from '#app/content/faq.ts';
import { FaqList as ShownFaq } from '#app/content/faq-list.tsx';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminContentMessages from '#app/i18n/messages/en/admin-content.json';
import adminFaqMessages from '#app/i18n/messages/en/admin-faq.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toastName } from '#app/ui/toast.ts';
import { BulkButtons, deletionOf } from '../../kit/list/bulk-buttons.tsx';
import { DataTable } from '../../kit/list/data-table.tsx';
import { columnsOf } from '../../kit/list/features.ts';
import { RowActions } from '../../kit/list/row-actions.tsx';
import { SortableList, useMoveTo } from '../../kit/sort/sortable-list.tsx';
import { RowMover, SortableRow } from '../../kit/sort/sortable-row.tsx';
import { useOptimisticOrder } from '../../kit/sort/use-optimistic-order.ts';
import { deleteRows, restoreRows } from '../../kit/undo.ts';
import { useChange } from '../../kit/use-change.ts';
import { useStable } from '../../kit/use-stable.ts';
import { Preview } from '../preview.tsx';
import { orderQuestions } from './faq-data.ts';
import { QuestionEditor } from './question-editor.tsx';

type PlacedQuestion = StoredQuestion & { place: number; last: boolean };

const column = columnsOf<PlacedQuestion>();
const rowId = ({ id }: StoredQuestion) => id;

/** The store's questions in display order, to add, change, sort and delete. */
export function FaqList({ questions }: { questions: StoredQuestion[] }) {
  const t = useTranslations('admin-faq', adminFaqMessages);
  const tAdmin = useTranslations('admin', adminMessages);
  const tContent = useTranslations('admin-content', adminContentMessages);
  const { busy, change } = useChange();
  const [open, setOpen] = useState<StoredQuestion | 'new' | null>(null);
  const [ordered, order] = useOptimisticOrder(questions, orderQuestions);
  const ids = ordered.map(rowId);
  const moveTo = useMoveTo(ids, order);
  const nameOf = (id: string) => ordered.find((one) => one.id === id)?.question ?? '';
  const rows = useMemo(
    () => ordered.map((one, index) => ({ ...one, place: index + 1, last: index === ordered.length - 1 })),
    [ordered],
  );
  const move = useStable(({ id, place }: PlacedQuestion, by: -1 | 1) => void moveTo(id, place - 1 + by));
  const remove = useStable(
    ({ id, question }: StoredQuestion) =>
      void change({
        run: () => deleteRows('faq_questions', [id]),
        undo: () => restoreRows('faq_questions', [id]),
        done: t('deleted', { name: toastName(question) }),
        failed: t('deleteFailed'),
      }),
  );
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('place', {
          header: tAdmin('position'),
          enableHiding: false,
          meta: { className: 'w-0' },
          cell: ({ column: own, row: { original: one } }) => (
            <RowMover
              name={one.question}
              fixed={own.getIsSorted() !== 'asc'}
              first={one.place === 1}
              last={one.last}
              onMove={(by) => move(one, by)}
            />
          ),
        }),
        column.accessor('question', {
          header: t('question'),
          enableHiding: false,
          meta: { isMain: true, className: 'wrap-anywhere min-w-28 font-medium' },
        }),
        column.accessor('answer', {
          header: t('answer'),
          enableSorting: false,
          meta: { from: '2xl', hiddenWhenFolded: true, className: 'w-full max-w-0 truncate text-ink-soft' },
        }),
        column.display({
          id: 'actions',
          header: t('actions'),
          enableHiding: false,
          meta: { unseenHead: true, className: 'w-0' },
          cell: ({ row: { original: one } }) => (
            <RowActions
              actions={[
                { icon: Pencil, label: t('editOne', { name: one.question }), run: () => setOpen(one) },
                {
                  icon: Trash2,
                  label: t('deleteOne', { name: one.question }),
                  run: () => remove(one),
                  busy,
                },
              ]}
            />
          ),
        }),
      ]),
    [t, tAdmin, move, remove, busy],
  );
  return (
    <>
      <SortableList ids={ids} nameOf={nameOf} onMove={(id, to) => void moveTo(id, to)}>
        <DataTable
          list="faq"
          title={t('title')}
          columns={columns}
          rows={rows}
          rowId={rowId}
          nameOf={({ question }) => question}
          sort="place"
          rowFrame={SortableRow}
          filters={<p className="text-ink-soft text-sm max-xl:hidden">{tAdmin('orderHint')}</p>}
          action={
            <Button size="small" onClick={() => setOpen('new')}>
              {t('add')}
            </Button>
          }
          empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
          bulk={(chosen) => <BulkButtons selected={chosen} actions={[deletionOf('faq_questions', rowId)]} />}
        />
      </SortableList>
      {ordered.length > 0 ? (
        <Preview text={tContent('faqPreview')}>
          <ShownFaq questions={ordered} />
        </Preview>
      ) : null}
      {open ? (
        <QuestionEditor
          question={open === 'new' ? null : open}
          nextPosition={Math.max(-1, ...questions.map(({ position }) => position)) + 1}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
