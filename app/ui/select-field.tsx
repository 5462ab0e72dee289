import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { controlClasses, Field, type FieldFrame } from './field.tsx';

type SelectFieldProps = FieldFrame & Omit<ComponentProps<'select'>, keyof FieldFrame>;

/** A native select with label, hint and error. */
export function SelectField(props: SelectFieldProps & { children: ComponentProps<'select'>['children'] }) {
  const { label, hint, error, optional, hideLabel, className, id, children, ...select } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
      id={id}
    >
      {(wiring) => (
        <div className="relative">
          <select
            {...select}
            {...wiring}
            className={classes(controlClasses, 'appearance-none text-ellipsis pe-9')}
          >
            {children}
          </select>
          <ChevronDown className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-ink-soft" />
        </div>
      )}
    </Field>
  );
}
