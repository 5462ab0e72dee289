import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ChangeEvent, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { classes } from '#app/ui/classes.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { HeadCell } from '#app/ui/table.tsx';
import { changedQuery } from './url-state.ts';

type HeadLabelProps = {
  label: string;
  hideLabel: boolean;
  /** Sort state of the column; null when it is not sortable. */
  sorted: 'asc' | 'desc' | false | null;
  onSort: () => void;
  className?: string;
};

/**
 * A heading cell whose button sorts by its column and reverses on a second click. Narrow lists have a sort
 * select in their toolbar instead.
 */
export function HeadLabel({ label, hideLabel, sorted, onSort, className }: HeadLabelProps) {
  if (sorted === null) {
    return (
      <HeadCell className={className}>
        {hideLabel ? <span className="sr-only">{label}</span> : label}
      </HeadCell>
    );
  }
  const Icon = sorted === 'asc' ? ArrowUp : sorted ? ArrowDown : ArrowUpDown;
  return (
    <HeadCell
      aria-sort={sorted === 'asc' ? 'ascending' : sorted ? 'descending' : 'none'}
      className={className}
    >
      <button
        type="button"
        onClick={onSort}
        className="inline-flex min-h-6 items-center gap-1.5 font-semibold hover:underline"
      >
        {label}
        <Icon aria-hidden="true" className={classes('size-3.5 @max-2xl:hidden', !sorted && 'opacity-45')} />
      </button>
    </HeadCell>
  );
}

type RowCheckboxProps = {
  label: string;
  checked: boolean;
  /** Indeterminate: some of the rows are selected. */
  indeterminate?: boolean;
  /** Called on change; the event carries the state of the Shift key. */
  onToggle: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** Checkbox that selects a row or a page of rows. */
export function RowCheckbox({ label, checked, indeterminate = false, onToggle }: RowCheckboxProps) {
  return (
    <label className="-m-2 grid size-9 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        ref={(box) => {
          if (box) box.indeterminate = indeterminate && !checked;
        }}
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        className="size-6"
      />
    </label>
  );
}

export type RowFrameProps = { id: string; selected: boolean; children: ReactNode };

/** Background of a row; fainter than the badges in it. */
export const rowBackground = (selected: boolean) => (selected ? 'bg-tint/40' : 'hover:bg-sunken/50');

export function PlainRow({ id, selected, children }: RowFrameProps) {
  return (
    <tr data-row={id} className={rowBackground(selected)}>
      {children}
    </tr>
  );
}

/** A second line in a cell; hidden in compact rows. */
export function SecondLine({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span data-second className={classes('block text-ink-soft text-xs', className)}>
      {children}
    </span>
  );
}

/** Picture of a row. */
export function RowPicture({ src }: { src: string }) {
  return (
    <Picture
      src={src}
      alt=""
      sizes="3rem"
      widest={160}
      className="size-11 max-w-none rounded-picture object-cover"
    />
  );
}

type ListPagesProps = { page: number; perPage: number; rowCount: number; count: number };

/** Range of the rows shown, and pagination. */
export function ListPages({ page, perPage, rowCount, count }: ListPagesProps) {
  const t = adminTexts();
  const [query] = useSearchParams();
  const from = (page - 1) * perPage + 1;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft text-sm">{t('page', { from, to: from + rowCount - 1, count })}</p>
      <Pagination
        page={page}
        pages={Math.ceil(count / perPage)}
        linkTo={(target) => changedQuery(query, { page: String(target) })}
      />
    </div>
  );
}
