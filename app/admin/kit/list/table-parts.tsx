import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ChangeEvent, ReactNode } from 'react';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { HeadCell } from '#app/ui/table.tsx';

type HeadLabelProps = {
  label: string;
  unseen: boolean;
  /** How the list is sorted by the column; null for one that does not sort. */
  sorted: 'asc' | 'desc' | false | null;
  onSort: () => void;
  className?: string;
};

/** A heading cell: pressed, it orders the list by its column, again for the other way round. */
export function HeadLabel({ label, unseen, sorted, onSort, className }: HeadLabelProps) {
  if (sorted === null) {
    return (
      <HeadCell className={className}>{unseen ? <span className="sr-only">{label}</span> : label}</HeadCell>
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
        <Icon aria-hidden="true" className={classes('size-3.5', !sorted && 'opacity-45')} />
      </button>
    </HeadCell>
  );
}

type RowCheckboxProps = {
  label: string;
  checked: boolean;
  /** Some of what the box stands for is chosen. */
  partly?: boolean;
  /** Hears the change; the press that made it tells whether Shift was held. */
  onToggle: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** A tick box that chooses a row, or a page of them. */
export function RowCheckbox({ label, checked, partly = false, onToggle }: RowCheckboxProps) {
  return (
    <label className="-m-2 grid size-9 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        ref={(box) => {
          if (box) box.indeterminate = partly && !checked;
        }}
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        className="size-6"
      />
    </label>
  );
}

export type RowFrameProps = { id: string; chosen: boolean; children: ReactNode };

/** The ground of a row that can be chosen: fainter than that of the badges on it, so that these stay badges. */
export const rowGround = (chosen: boolean) => (chosen ? 'bg-tint/40' : 'hover:bg-sunken/50');

export function PlainRow({ id, chosen, children }: RowFrameProps) {
  return (
    <tr data-row={id} className={rowGround(chosen)}>
      {children}
    </tr>
  );
}

/** A second line of a cell; compact rows leave it out. */
export function SecondLine({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span data-second className={classes('block text-ink-soft text-xs', className)}>
      {children}
    </span>
  );
}

/** The picture of what a row is about. */
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
