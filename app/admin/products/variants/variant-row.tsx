import { useDroppable } from '@dnd-kit/core';
import { memo, type ReactNode } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import type { Grid } from './combinations.ts';
import type { EditableColumn } from './grid-cells.ts';

type VariantRowProps = Pick<UseFormReturn<Grid>, 'control' | 'setValue'> & {
  rowKey: string;
  /** Such as "M / Black". */
  name: string;
  /** From left to right. */
  columns: readonly EditableColumn[];
  clearCellError: (key: string, column: EditableColumn) => void;
  /** Opens the picture chooser of the row. */
  onPicture: (key: string, name: string) => void;
};

const widths: Record<EditableColumn, string> = {
  price: 'w-24',
  original_price: 'w-24',
  cost: 'w-24',
  stock: 'w-18',
  sku: 'w-30',
  barcode: 'w-32',
  weight: 'w-18',
};
const inputModes: Partial<Record<EditableColumn, 'decimal' | 'numeric'>> = {
  price: 'decimal',
  original_price: 'decimal',
  cost: 'decimal',
  stock: 'numeric',
  weight: 'numeric',
};
const inputClasses = classes(
  'stroked min-h-11 w-full rounded-field border-line-strong bg-page px-2 text-base md:min-h-9 md:text-sm',
  'scroll-ms-40 scroll-mt-16 focus-visible:border-focus aria-invalid:border-danger-text',
);
const cellClasses = 'border-b px-1.5 py-1 align-top';

/** Editable row of a variant; memoized, so that it renders only when its own cells change. */
export const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { rowKey, name, columns, control, setValue, clearCellError, onPicture } = props;
  const t = adminVariantsTexts();
  const path = `rows.${rowKey}` as const;
  const row = useWatch({ control, name: path });
  const errors = useFormState({ control, name: path }).errors.rows?.[rowKey];
  // The row of a combination that was just removed.
  if (!row) return null;
  const cellName = (column: EditableColumn | 'picture' | 'sold') => t('cell', { column: t(column), name });
  const change = (column: EditableColumn, text: string) => {
    if (errors?.[column]) clearCellError(rowKey, column);
    setValue(`${path}.${column}`, text, { shouldDirty: true });
  };
  return (
    <RowFrame id={rowKey}>
      <th
        scope="row"
        className={classes(
          'wrap-anywhere sticky start-0 z-[1] min-w-24 max-w-40 border-e border-b bg-surface px-3 py-2 text-start align-middle font-medium',
          row.sold ? null : 'text-ink-soft line-through',
        )}
      >
        {name}
      </th>
      <td data-column="picture" className={cellClasses}>
        <button
          type="button"
          aria-label={cellName('picture')}
          aria-haspopup="dialog"
          aria-invalid={errors?.picture ? true : undefined}
          onClick={() => onPicture(rowKey, name)}
          className="grid size-11 place-items-center overflow-hidden rounded-picture border border-line-strong border-dashed hover:bg-sunken md:size-9"
        >
          {row.picture ? (
            <Picture src={row.picture} alt="" sizes="3rem" widest={160} className="size-full object-cover" />
          ) : (
            <span aria-hidden="true" className="text-ink-soft">
              +
            </span>
          )}
        </button>
        <CellError id={`${rowKey}-picture`} message={errors?.picture?.message} />
      </td>
      {columns.map((column) => {
        const message = errors?.[column]?.message;
        return (
          <td key={column} data-column={column} className={cellClasses}>
            <div className={widths[column]}>
              <input
                type="text"
                aria-label={cellName(column)}
                aria-invalid={message ? true : undefined}
                aria-describedby={message ? `${rowKey}-${column}` : undefined}
                inputMode={inputModes[column]}
                placeholder={column === 'price' ? t('asProduct') : undefined}
                autoComplete="off"
                spellCheck={false}
                value={row[column]}
                onChange={(event) => change(column, event.target.value)}
                className={classes(inputClasses, inputModes[column] && 'text-end tabular-nums')}
              />
              <CellError id={`${rowKey}-${column}`} message={message} />
            </div>
          </td>
        );
      })}
      <td data-column="sold" className={classes(cellClasses, 'text-center')}>
        <input
          type="checkbox"
          aria-label={cellName('sold')}
          checked={row.sold}
          onChange={(event) => setValue(`${path}.sold`, event.target.checked, { shouldDirty: true })}
          className="mt-1.5 size-6"
        />
      </td>
    </RowFrame>
  );
});

/** Drop target for pictures; separate, because dnd-kit renders every droppable on each pointer move. */
function RowFrame({ id, children }: { id: string; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <tr ref={setNodeRef} data-row={id} className={isOver ? 'bg-tint' : undefined}>
      {children}
    </tr>
  );
}

function CellError({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <p id={id} role="alert" className="pt-0.5 text-danger-text text-xs">
      {message}
    </p>
  ) : null;
}
