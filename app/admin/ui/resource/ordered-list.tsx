import { type ComponentProps, createContext, type ReactNode, useContext, useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { columnsOf } from '../list/features.ts';
import { SortableList, useMoveTo } from '../sort/sortable-list.tsx';
import { RowMover, SortableRow } from '../sort/sortable-row.tsx';
import { useOptimisticOrder } from '../sort/use-optimistic-order.ts';
import { useStable } from '../use-stable.ts';
import { ResourceList } from './resource-list.tsx';
import type { StoredRow } from './rows.ts';

type OrderedRow = StoredRow & { position: number };

/** The ids in order, and a function that moves a row by one place. */
type Order = { ids: readonly string[]; move: (id: string, by: -1 | 1) => void };

const ListOrder = createContext<Order>({ ids: [], move: () => {} });

type OrderedListProps<Row extends OrderedRow, Form extends FieldValues> = Omit<
  ComponentProps<typeof ResourceList<Row, Form>>,
  'rowFrame' | 'filters' | 'paging' | 'action'
> & {
  /** Stores the order of all rows. */
  order: (ids: string[]) => Promise<void>;
  /** Buttons before the add button, for the rows in their current order. */
  action?: (ordered: Row[]) => ReactNode;
  /** Shown below the list. */
  children?: (ordered: Row[]) => ReactNode;
};

/** The rows of a resource, which staff reorder by pointer and keyboard. */
export function OrderedList<Row extends OrderedRow, Form extends FieldValues>({
  resource,
  rows: stored,
  order: saveOrder,
  action,
  children,
  ...list
}: OrderedListProps<Row, Form>) {
  const t = adminTexts();
  const [ordered, order] = useOptimisticOrder(stored, saveOrder);
  const ids = useMemo(() => ordered.map(({ id }) => id), [ordered]);
  const rows = useMemo((): Row[] => ordered.map((row, position) => ({ ...row, position })), [ordered]);
  const moveTo = useMoveTo(ids, order);
  const move = useStable((id: string, by: -1 | 1) => void moveTo(id, ids.indexOf(id) + by));
  const { nameOf } = resource;
  const withMover = useMemo(
    () => ({
      ...resource,
      sort: 'place',
      columns: columnsOf<Row>().columns([
        columnsOf<Row>().accessor(({ position }) => position + 1, {
          id: 'place',
          header: t('position'),
          enableHiding: false,
          meta: { className: 'w-0' },
          cell: ({ column, row }) => (
            <OrderedMover id={row.id} name={nameOf(row.original)} fixed={column.getIsSorted() !== 'asc'} />
          ),
        }),
        ...resource.columns,
      ]),
    }),
    [resource, nameOf, t],
  );
  const nameOfId = (id: string) => {
    const row = ordered.find((one) => one.id === id);
    return row ? nameOf(row) : '';
  };
  return (
    <>
      <ListOrder value={useMemo(() => ({ ids, move }), [ids, move])}>
        <SortableList ids={ids} nameOf={nameOfId} onMove={(id, to) => void moveTo(id, to)}>
          <ResourceList
            {...list}
            resource={withMover}
            rows={rows}
            action={action?.(ordered)}
            rowFrame={SortableRow}
            filters={<p className="text-ink-soft text-sm max-xl:hidden">{t('orderHint')}</p>}
          />
        </SortableList>
      </ListOrder>
      {children?.(ordered)}
    </>
  );
}

function OrderedMover({ id, ...mover }: { id: string; name: string; fixed: boolean }) {
  const { ids, move } = useContext(ListOrder);
  const place = ids.indexOf(id);
  return (
    <RowMover {...mover} first={place === 0} last={place === ids.length - 1} onMove={(by) => move(id, by)} />
  );
}
