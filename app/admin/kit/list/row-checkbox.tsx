import type { MouseEvent } from 'react';

type RowCheckboxProps = {
  label: string;
  checked: boolean;
  /** Some of what the box stands for is chosen. */
  partly?: boolean;
  /** `range` when Shift was held. */
  onToggle: (range: boolean) => void;
};

/** A tick box that chooses a row, or a page of them. */
export function RowCheckbox({ label, checked, partly = false, onToggle }: RowCheckboxProps) {
  const toggle = (event: MouseEvent<HTMLInputElement>) => onToggle(event.shiftKey);
  return (
    <label className="-m-2 grid size-9 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        ref={(box) => {
          if (box) box.indeterminate = partly && !checked;
        }}
        type="checkbox"
        checked={checked}
        onChange={() => {}}
        onClick={toggle}
        className="size-4.5"
      />
    </label>
  );
}
