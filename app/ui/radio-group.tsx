import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { FieldError } from './field.tsx';

type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** Second line under the label. */
  detail?: ReactNode;
};

type RadioGroupProps<Value extends string> = {
  /** Accessible name of the group. */
  legend: ReactNode;
  name: string;
  options: RadioOption<Value>[];
  /** Null when none is selected. */
  value: Value | null;
  onChange: (value: Value) => void;
  error?: ReactNode;
  hideLegend?: boolean;
  /** Stacked boxes, boxes in columns, or small chips in a row. */
  layout?: 'rows' | 'columns' | 'chips';
  className?: string;
};

const layouts = {
  rows: 'flex flex-col gap-2',
  columns: 'grid gap-2 sm:grid-cols-2',
  chips: 'flex flex-wrap gap-2',
};

/** Radio buttons drawn as boxes or chips; native inputs, so arrow keys and forms work. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, name, options, value, onChange, layout = 'rows', error } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className={props.className}>
      <legend className={props.hideLegend ? 'sr-only' : 'mb-1.5 font-medium text-sm'}>{legend}</legend>
      <div className={layouts[layout]}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              'stroked flex min-h-11 cursor-pointer items-center gap-3 rounded-field border-line-strong bg-surface py-2',
              'hover:border-ink has-checked:border-focus has-checked:bg-tint has-checked:text-on-tint',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
              'has-disabled:cursor-not-allowed has-disabled:opacity-70',
              layout === 'chips' ? 'min-w-11 justify-center px-2.5 md:px-3.5' : 'px-3.5',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={layout === 'chips' ? 'sr-only' : 'size-6 shrink-0'}
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.detail ? <span className="block text-sm">{option.detail}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
