import { Copy, Pencil, Power, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toastName } from '#app/ui/toast.ts';
import { BulkButtons, deletionOf } from '../list/bulk-buttons.tsx';
import { DataTable, type ListDefinition, type ListExports } from '../list/data-table.tsx';
import { columnsOf } from '../list/features.ts';
import { RowActions } from '../list/row-actions.tsx';
import { isUntranslated } from '../list/untranslated.ts';
import { deleteRows, restoreRows } from '../undo.ts';
import { useChange } from '../use-change.ts';
import type { FormTask, Resource } from './resource.ts';
import { ResourceDialog } from './resource-dialog.tsx';
import { type StoredRow, switchRows } from './rows.ts';

type ResourceListProps<Row extends StoredRow, Form extends FieldValues> = {
  resource: Resource<Row, Form>;
  rows: Row[];
  /** Buttons before the add button. */
  action?: ReactNode;
} & Pick<ComponentProps<typeof DataTable<Row>>, 'paging' | 'filters' | 'views'> &
  Pick<ListDefinition<Row>, 'rowFrame'> &
  Pick<ListExports<Row>, 'readAll'>;

const idOf = ({ id }: StoredRow) => id;

const [shown, untranslated] = ['show', 'untranslated'];

/** Returns the query with the filter for untranslated rows on or off. */
function withOnly(query: URLSearchParams, only: boolean): URLSearchParams {
  const next = new URLSearchParams(query);
  if (only) next.set(shown, untranslated);
  else next.delete(shown);
  return next;
}

/** The rows of a resource, with add, edit, copy, switch and delete. */
export function ResourceList<Row extends StoredRow, Form extends FieldValues>({
  resource,
  rows,
  action,
  rowFrame,
  readAll,
  ...table
}: ResourceListProps<Row, Form>) {
  const t = adminTexts();
  const [task, setTask] = useState<FormTask<Row> | null>(null);
  const columns = useMemo(
    () => [
      ...resource.columns,
      columnsOf<Row>().display({
        id: 'actions',
        header: t('actions'),
        enableHiding: false,
        meta: { unseenHead: true, className: 'w-0' },
        cell: ({ row }) => <ResourceActions resource={resource} row={row.original} onTask={setTask} />,
      }),
    ],
    [resource, t],
  );
  const [query, setQuery] = useSearchParams();
  const texts = resource.form.translated ?? [];
  // Paged lists have a filter of their own.
  const lacking = table.paging ? [] : rows.filter((row) => isUntranslated(row, texts));
  const only = !table.paging && query.get(shown) === untranslated;
  const { switches, deletes, bulk = [] } = resource;
  const switchAction = (active: boolean) =>
    switches
      ? [
          {
            label: t(active ? 'switchChosenOn' : 'switchChosenOff'),
            work: (chosen: readonly Row[]) => switchRows(switches.table, chosen.map(idOf), active),
            undo: (chosen: readonly Row[]) => {
              const switched = chosen.filter((row) => switches.isActive(row) !== active);
              return switchRows(switches.table, switched.map(idOf), !active);
            },
          },
        ]
      : [];
  const bulkActions = [
    ...bulk,
    ...switchAction(true),
    ...switchAction(false),
    ...(typeof deletes === 'object' ? [deletionOf<Row>(deletes.table, idOf)] : []),
  ];
  return (
    <>
      <DataTable
        {...table}
        filters={
          <div className="flex flex-wrap items-center gap-2">
            {table.filters ? <div className="min-w-40 flex-1">{table.filters}</div> : null}
            {lacking.length > 0 || only ? (
              <Button
                variant="outline"
                size="small"
                aria-pressed={only}
                className="aria-pressed:border-focus aria-pressed:bg-tint aria-pressed:text-on-tint"
                onClick={() => setQuery(withOnly(query, !only), { replace: true, preventScrollReset: true })}
              >
                {t('untranslated', { count: lacking.length })}
              </Button>
            ) : null}
          </div>
        }
        list={{
          name: resource.list,
          title: resource.title,
          columns,
          rowId: idOf,
          nameOf: resource.nameOf,
          sort: resource.sort,
          rowFrame,
        }}
        exports={{ readAll }}
        rows={only ? lacking : rows}
        action={
          <>
            {action}
            {resource.add ? (
              <Button size="small" onClick={() => setTask({ kind: 'add', row: null })}>
                {resource.add}
              </Button>
            ) : null}
          </>
        }
        empty={<EmptyState title={resource.none}>{resource.noneWhy}</EmptyState>}
        bulk={
          bulkActions.length > 0
            ? (chosen) => <BulkButtons selected={chosen} actions={bulkActions} />
            : undefined
        }
      />
      {task ? <ResourceDialog resource={resource} task={task} onClose={() => setTask(null)} /> : null}
    </>
  );
}

type ResourceActionsProps<Row extends StoredRow, Form extends FieldValues> = {
  resource: Resource<Row, Form>;
  row: Row;
  onTask: (task: FormTask<Row>) => void;
};

function ResourceActions<Row extends StoredRow, Form extends FieldValues>({
  resource,
  row,
  onTask,
}: ResourceActionsProps<Row, Form>) {
  const t = adminTexts();
  const { busy, change } = useChange();
  const { actions = [], copy, form, switches, deletes } = resource;
  const { id } = row;
  const name = resource.nameOf(row);
  const edit = form.open?.(row) ?? t('editOne', { name });
  const all: ComponentProps<typeof RowActions>['actions'] = [
    ...actions.map((action) => ({
      icon: action.icon,
      label: action.label(row),
      className: action.className,
      run: () => ('run' in action ? action.run(row) : void change(action.change(row))),
      busy: 'change' in action && busy,
    })),
    { icon: Pencil, label: edit, run: () => onTask({ kind: 'edit', row }) },
    ...(copy ? [{ icon: Copy, label: copy.label(row), run: () => onTask({ kind: 'copy', row }) }] : []),
    ...(switches ? [switchOf(switches)] : []),
    ...(deletes ? [deletion(deletes)] : []),
  ];
  return <RowActions actions={all} />;

  function switchOf({ table, isActive, failed }: NonNullable<typeof switches>) {
    const active = isActive(row);
    const run = () =>
      void change({
        run: () => switchRows(table, [id], !active),
        undo: () => switchRows(table, [id], active),
        done: t(active ? 'switchedOff' : 'switchedOn', { name: toastName(name) }),
        failed,
      });
    return { icon: Power, label: t(active ? 'switchOff' : 'switchOn', { name }), run, busy };
  }

  function deletion(how: NonNullable<typeof deletes>) {
    const label = t('deleteOne', { name });
    if (typeof how === 'function') return { icon: Trash2, label, run: () => how(row) };
    const { table, run, why, failed } = how;
    const remove = () =>
      void change({
        run: () => (run ? run(row) : deleteRows(table, [id])),
        undo: () => restoreRows(table, [id]),
        done: t('deleted', { name: toastName(name) }),
        failed,
      });
    return { icon: Trash2, label, run: remove, busy, why: why?.(row) };
  }
}
