import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { createContext, useContext } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { type RowFrameProps, rowBackground } from '../list/table-parts.tsx';

type Handle = Pick<ReturnType<typeof useSortable>, 'setActivatorNodeRef' | 'attributes' | 'listeners'>;

const RowHandle = createContext<Handle | null>(null);

/** A sortable row, dragged by its handle. */
export function SortableRow({ id, selected, children }: RowFrameProps) {
  const { setNodeRef, transform, transition, isDragging, ...handle } = useSortable({ id });
  return (
    <RowHandle value={handle}>
      <tr
        ref={setNodeRef}
        data-row={id}
        style={{ transform: CSS.Translate.toString(transform), transition }}
        className={classes(rowBackground(selected), isDragging && 'relative z-10 bg-raised shadow-raised')}
      >
        {children}
      </tr>
    </RowHandle>
  );
}

type RowMoverProps = {
  /** Name of the row. */
  name: string;
  /** Sorting is disabled, because the rows are shown in another order. */
  fixed: boolean;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1) => void;
};

/** Drag handle of a row, with a button for each direction. */
export function RowMover({ name, fixed, first, last, onMove }: RowMoverProps) {
  const t = adminTexts();
  const handle = useContext(RowHandle);
  return (
    <span data-actions className="flex items-center @max-xl:flex-col">
      <button
        type="button"
        ref={handle?.setActivatorNodeRef}
        {...handle?.attributes}
        {...handle?.listeners}
        disabled={fixed}
        aria-label={t('moveRow', { name })}
        className="grid size-11 cursor-grab touch-none @max-xl:hidden place-items-center rounded-control text-ink-soft hover:bg-sunken active:cursor-grabbing disabled:pointer-events-none disabled:opacity-40"
      >
        <GripVertical className="size-4.5" />
      </button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('rowEarlier', { name })}
        disabled={fixed || first}
        onClick={() => onMove(-1)}
      >
        <ArrowUp className="size-4" />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('rowLater', { name })}
        disabled={fixed || last}
        onClick={() => onMove(1)}
      >
        <ArrowDown className="size-4" />
      </Button>
    </span>
  );
}
