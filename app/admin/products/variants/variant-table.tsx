import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  pointerWithin,
  useDraggable,
} from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDownToLine } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useMemo, useState } from 'react';
import { type Control, useFormContext, useWatch } from 'react-hook-form';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { HeadCell, Table } from '#app/ui/table.tsx';
import { toast } from '#app/ui/toast.ts';
import { useSortSensors } from '../../ui/sort/sortable-list.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { useSeesCosts } from '../model/use-sees-costs.ts';
import { combinationName, combinations, type Grid, type GridOption } from './combinations.ts';
import { cellsOf, type EditableColumn, editableColumns, fillDown, pasteCells, totals } from './grid-cells.ts';
import { PictureChooser } from './picture-chooser.tsx';
import { VariantRow } from './variant-row.tsx';

type VariantTableProps = {
  options: GridOption[];
  /** Addresses of the product's pictures. */
  pictures: string[];
  /** Text of the chooser without pictures. */
  noPictures: string;
};

type Column = EditableColumn | 'picture' | 'sold';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Enter: 1 };

/** Pictures can be dragged by pointer only; keyboard users assign them in the row's chooser. */
const noAnnouncements: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** Table of a product's variants, one row per combination, edited like a spreadsheet. */
export function VariantTable({ options, pictures, noPictures }: VariantTableProps) {
  const t = adminVariantsTexts();
  const { control, getValues, setValue, clearErrors } = useFormContext<Grid>();
  const typedColumns = editableColumns(useSeesCosts());
  const columns: readonly Column[] = ['picture', ...typedColumns, 'sold'];
  const contextId = useId();
  const sensors = useSortSensors();
  const [choosing, setChoosing] = useState<{ key: string; name: string }>();
  const all = useMemo(() => combinations(options), [options]);
  const keys = all.map(({ key }) => key);

  const applyRows = (changed: Grid['rows'], title?: string, description?: string) => {
    const before = getValues('rows');
    if (Object.keys(changed).length === 0) return;
    for (const key of Object.keys(changed)) clearErrors(`rows.${key}`);
    setValue('rows', { ...before, ...changed }, { shouldDirty: true });
    if (!title) return;
    const undo = () => {
      const previousRows = Object.fromEntries(Object.entries(before).filter(([key]) => key in changed));
      setValue('rows', { ...getValues('rows'), ...previousRows }, { shouldDirty: true });
    };
    toast({ title, ...(description && { description }), action: { label: t('undo'), onClick: undo } });
  };
  const fill = (column: Column, from = keys[0] ?? '') => {
    const changed = fillDown(getValues('rows'), keys, column, from);
    applyRows(changed, t('filled', { count: Object.keys(changed).length }));
  };
  const place = ({ target }: { target: EventTarget }) => {
    const cell = target instanceof Element ? target.closest('td') : null;
    return { cell, row: cell?.closest('tr'), column: cell?.dataset.column };
  };
  const handleKey = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const { cell, row, column } = place(event);
    if (!cell || !row?.dataset.row || event.nativeEvent.isComposing) return;
    const position = columns.find((each) => each === column);
    if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey) && position) {
      event.preventDefault();
      fill(position, row.dataset.row);
      return;
    }
    const step = (steps[event.key] ?? 0) * (event.shiftKey && event.key === 'Enter' ? -1 : 1);
    const isButton = event.target instanceof HTMLButtonElement;
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || (isButton && event.key === 'Enter'))
      return;
    event.preventDefault();
    const rows = [...event.currentTarget.rows];
    const control =
      rows[rows.indexOf(row) + step]?.cells[cell.cellIndex]?.querySelector<HTMLElement>('input, button');
    control?.focus();
    if (control instanceof HTMLInputElement && control.type === 'text') control.select();
  };
  const paste = (event: ClipboardEvent<HTMLTableSectionElement>) => {
    const { row, column } = place(event);
    const cells = cellsOf(event.clipboardData.getData('text'));
    const start = typedColumns.find((each) => each === column);
    if (!cells || !row?.dataset.row || !start) return;
    event.preventDefault();
    const { rows, left } = pasteCells(
      getValues('rows'),
      keys,
      { key: row.dataset.row, column: start },
      cells,
      typedColumns,
    );
    applyRows(
      rows,
      t('pasted', { count: Object.keys(rows).length }),
      left > 0 ? t('pastedLeft', { count: left }) : undefined,
    );
  };
  const choose = (key: string, picture: string) => {
    setValue(`rows.${key}.picture`, picture, { shouldDirty: true });
    clearErrors(`rows.${key}.picture`);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) choose(String(over.id), String(active.id));
  };
  /** Clears the error of a changed cell. A duplicate SKU is an error of every row that has it. */
  const clearCellError = useStable((key: string, column: EditableColumn) => {
    if (column !== 'sku') return clearErrors(`rows.${key}.${column}`);
    const rows = getValues('rows');
    const sku = rows[key]?.sku.trim().toLowerCase();
    for (const [other, row] of Object.entries(rows)) {
      if (row.sku.trim().toLowerCase() === sku) clearErrors(`rows.${other}.sku`);
    }
  });
  const openPictures = useStable((key: string, name: string) => setChoosing({ key, name }));

  return (
    <DndContext
      id={contextId}
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragEnd={drop}
      accessibility={{ announcements: noAnnouncements, screenReaderInstructions: { draggable: '' } }}
    >
      <div className="grid min-w-0 gap-3">
        {pictures.length > 0 ? (
          <div className="grid gap-2">
            <p className="text-ink-soft text-sm">{t('dragPictures')}</p>
            <ul className="flex flex-wrap gap-2">
              {pictures.map((src, index) => (
                <DragPicture key={src} src={src} alt={t('pictureNumber', { number: index + 1 })} />
              ))}
            </ul>
          </div>
        ) : null}
        <p className="text-ink-soft text-sm max-md:hidden">{t('keysHint')}</p>
        <Table caption={t('grid')} tall={all.length > 12}>
          <thead>
            <tr>
              <HeadCell className="sticky start-0 z-20!">{t('variant')}</HeadCell>
              {columns.map((column) => (
                <HeadCell key={column} className="py-1 ps-2 pe-0.5">
                  <span className="flex items-center justify-between gap-1">
                    {t(column)}
                    <button
                      type="button"
                      aria-label={t('fillDown', { column: t(column) })}
                      title={t('fillDown', { column: t(column) })}
                      onClick={() => fill(column)}
                      className="grid size-7 shrink-0 place-items-center rounded-control -outline-offset-2 text-ink-soft hover:bg-tint hover:text-on-tint"
                    >
                      <ArrowDownToLine className="size-4" />
                    </button>
                  </span>
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={handleKey} onPaste={paste}>
            {all.map((one) => (
              <VariantRow
                key={one.key}
                rowKey={one.key}
                name={combinationName(one)}
                columns={typedColumns}
                control={control}
                setValue={setValue}
                clearCellError={clearCellError}
                onPicture={openPictures}
              />
            ))}
          </tbody>
        </Table>
        <Totals control={control} options={options} />
      </div>
      {choosing ? (
        <PictureChooser
          name={choosing.name}
          pictures={pictures}
          noPictures={noPictures}
          selected={getValues(`rows.${choosing.key}.picture`)}
          onChoose={(picture) => {
            choose(choosing.key, picture);
            setChoosing(undefined);
          }}
          onClose={() => setChoosing(undefined)}
        />
      ) : null}
    </DndContext>
  );
}

/** A picture of the product that can be dragged onto a row. */
function DragPicture({ src, alt }: { src: string; alt: string }) {
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id: src });
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      style={{ transform: CSS.Translate.toString(transform) }}
      className={classes(
        'cursor-grab touch-none',
        isDragging && 'pointer-events-none relative z-20 opacity-80',
      )}
    >
      <Picture
        src={src}
        alt={alt}
        sizes="3.5rem"
        widest={160}
        className="size-14 rounded-picture border object-cover"
      />
    </li>
  );
}

/** Number of rows and total stock as typed. */
function Totals({ control, options }: { control: Control<Grid>; options: GridOption[] }) {
  const t = adminVariantsTexts();
  const rows = useWatch({ control, name: 'rows' });
  return (
    <p className="font-medium text-sm tabular-nums">{t('totals', totals(rows, combinations(options)))}</p>
  );
}
