import { useMemo } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminAuditTexts } from '#app/i18n/texts/admin-audit.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { columnLabel } from '../ui/format-value.ts';
import { DataTable } from '../ui/list/data-table.tsx';
import { columnsOf } from '../ui/list/features.ts';
import { ListSearch } from '../ui/list/list-search.tsx';
import type { SavedView } from '../ui/list/saved-views.ts';
import { shopTimeText } from '../ui/shop-time.ts';
import { ChangedEntity, ChangedFields, describeChange, nameOf, UndoEntry } from './audit-cells.tsx';
import {
  type AuditFilter,
  auditActions,
  auditedTables,
  defaultAuditSort,
  fieldChanges,
} from './audit-filter.ts';
import { type AuditedChange, changesPerPage, readAllAudit } from './read-audit.ts';

type AuditListProps = {
  filter: AuditFilter;
  rows: AuditedChange[];
  count: number;
  views: SavedView[];
};

const column = columnsOf<AuditedChange>();
const rowId = ({ id }: AuditedChange) => String(id);

const formatChanges = ({ entity, before, after, names }: AuditedChange) =>
  fieldChanges(entity, before, after, names)
    .map(({ field, before: was, after: is }) => `${columnLabel(field)}: ${was ?? ''} → ${is ?? ''}`)
    .join('; ');

/** The audit log: who changed what and when, with the previous values. */
export function AuditList({ filter, rows, count, views }: AuditListProps) {
  const t = adminAuditTexts();
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor((change) => describeChange(t, change), {
          id: 'what',
          header: t('what'),
          enableHiding: false,
          meta: { isMain: true, className: 'align-top md:min-w-36' },
          cell: ({ row: { original: change } }) => <ChangedEntity change={change} />,
        }),
        column.accessor(formatChanges, {
          id: 'change',
          header: t('change'),
          enableSorting: false,
          meta: { from: '2xl', className: 'min-w-48 align-top' },
          cell: ({ row: { original: change } }) => <ChangedFields change={change} />,
        }),
        column.accessor(({ actor_name: who }) => who || t('nobody'), {
          id: 'who',
          header: t('who'),
          meta: { from: '3xl', className: 'whitespace-nowrap align-top' },
        }),
        column.accessor(({ created_at }) => shopTimeText(created_at), {
          id: 'when',
          header: t('when'),
          meta: { from: '3xl', className: 'whitespace-nowrap align-top text-ink-soft' },
          cell: ({ row: { original: change } }) => formatDateTime(change.created_at),
        }),
        column.display({
          id: 'undo',
          header: t('actions'),
          enableHiding: false,
          meta: { unseenHead: true, className: 'w-0 align-top' },
          cell: ({ row: { original: change } }) => <UndoEntry change={change} />,
        }),
      ]),
    [t],
  );
  const choices = [
    {
      name: 'resource',
      label: t('resource'),
      options: auditedTables.map((value) => ({ value, label: t(`resource_${value}`) })),
    },
    {
      name: 'action',
      label: t('action'),
      options: auditActions.map((value) => ({ value, label: t(`action_${value}`) })),
    },
  ];
  return (
    <DataTable
      list={{ name: 'changes', title: t('title'), columns, rowId, nameOf, sort: defaultAuditSort }}
      rows={rows}
      paging={{ page: filter.page, perPage: changesPerPage, count }}
      filters={<ListSearch label={t('search')} search={filter.search} choices={choices} />}
      views={views}
      empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
      exports={{ readAll: () => readAllAudit(filter) }}
    />
  );
}
