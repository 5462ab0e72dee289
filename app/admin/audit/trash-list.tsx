import { useMemo } from 'react';
import { formatDate, formatDateTime } from '#app/i18n/format.ts';
import { adminAuditTexts } from '#app/i18n/texts/admin-audit.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { BulkBar } from '../ui/list/bulk-bar.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { columnsOf } from '../ui/list/features.ts';
import { shopTimeText } from '../ui/shop-time.ts';
import { undoDays } from '../ui/undo.ts';
import { nameOf } from './audit-cells.tsx';
import { trashedTables } from './audit-filter.ts';
import { type DeletedRow, readAllTrash, trashPerPage } from './read-audit.ts';
import { useUndo } from './use-undo.ts';

const column = columnsOf<DeletedRow>();
const rowId = ({ id }: DeletedRow) => String(id);
const expiresAt = ({ created_at: at }: DeletedRow) => Date.parse(at) + undoDays * 86_400_000;

type TrashListProps = { page: number; rows: DeletedRow[]; count: number };

/** List of recently deleted rows, to restore. */
export function TrashList({ page, rows, count }: TrashListProps) {
  const t = adminAuditTexts();
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(nameOf, {
          id: 'what',
          header: t('what'),
          enableSorting: false,
          enableHiding: false,
          meta: { isMain: true, className: 'wrap-anywhere w-full font-medium' },
        }),
        column.accessor(({ entity }) => kindOf(t, entity), {
          id: 'kind',
          header: t('kind'),
          enableSorting: false,
          meta: { from: 'lg', className: 'whitespace-nowrap' },
        }),
        column.accessor(({ actor_name: who }) => who || t('nobody'), {
          id: 'who',
          header: t('who'),
          enableSorting: false,
          meta: { from: '2xl', className: 'whitespace-nowrap' },
        }),
        column.accessor(({ created_at }) => shopTimeText(created_at), {
          id: 'created_at',
          header: t('deletedWhen'),
          enableSorting: false,
          meta: { from: '2xl', named: true, className: 'whitespace-nowrap text-ink-soft' },
          cell: ({ row: { original: deleted } }) => formatDateTime(deleted.created_at),
        }),
        column.accessor((deleted) => formatDate(expiresAt(deleted)), {
          id: 'goes',
          header: t('daysLeft'),
          enableSorting: false,
          meta: { from: '3xl', named: true, className: 'whitespace-nowrap text-ink-soft' },
        }),
        column.display({
          id: 'actions',
          header: t('restore'),
          enableHiding: false,
          meta: { unseenHead: true, className: 'w-0' },
          cell: ({ row: { original: deleted } }) => <Restore rows={[deleted]} />,
        }),
      ]),
    [t],
  );
  return (
    <DataTable
      list={{ name: 'trash', title: t('trash'), columns, rowId, nameOf, sort: '' }}
      rows={rows}
      paging={{ page, perPage: trashPerPage, count }}
      filters={<p className="text-ink-soft text-sm">{t('trashWhy', { days: undoDays })}</p>}
      empty={<EmptyState title={t('trashNone')}>{t('trashNoneWhy', { days: undoDays })}</EmptyState>}
      bulk={({ rows: selected, clear }) => (
        <BulkBar selected={selected.length} onClear={clear}>
          <Restore rows={selected} onDone={clear} />
        </BulkBar>
      )}
      exports={{ readAll: readAllTrash }}
    />
  );
}

function kindOf(t: ReturnType<typeof adminAuditTexts>, entity: string): string {
  const kind = trashedTables.find((table) => table === entity);
  return kind ? t(`one_${kind}`) : entity;
}

function Restore({ rows, onDone }: { rows: readonly DeletedRow[]; onDone?: () => void }) {
  const t = adminAuditTexts();
  const { busy, undo } = useUndo();
  const [one] = rows.length === 1 ? rows : [];
  const restore = async () => {
    const done = await undo(
      rows.map(({ id }) => id),
      {
        alone: true,
        done: (count) => (one ? t('restored', { name: nameOf(one) }) : t('restoredMany', { count })),
        failed: t('restoreFailed'),
      },
    );
    if (done) onDone?.();
  };
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={one && !onDone ? t('restoreOne', { name: nameOf(one) }) : undefined}
      busy={busy}
      onClick={() => void restore()}
    >
      {t('restore')}
    </Button>
  );
}
