import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { FieldError } from './field.tsx';

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
};

const box = 'peer size-6 shrink-0 aria-invalid:outline-2 aria-invalid:outline-danger-text';

function Choice({
  label,
  hint,
  error,
  className,
  control,
  ...input
}: ChoiceProps & { control: ComponentProps<'input'> }) {
  const id = useId();
  const describedBy = classes(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return (
    <div className={classes('grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 [&>p]:col-start-2', className)}>
      <label className="col-span-full grid min-h-11 grid-cols-subgrid cursor-pointer items-start py-2.5 has-disabled:cursor-not-allowed has-disabled:opacity-70">
        <input
          {...input}
          {...control}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          className={control.className ?? box}
        />
        <span className="leading-6">{label}</span>
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-ink-soft text-sm">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

/** A checkbox with its label. */
export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} control={{ type: 'checkbox' }} />;
}

const track = classes(
  'stroked relative mt-0.5 h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border-line-strong bg-sunken transition-colors',
  'before:absolute before:start-0.5 before:top-1/2 before:size-4 before:-translate-y-1/2 before:rounded-full before:bg-ink-soft before:transition-all',
  'checked:border-transparent checked:bg-focus checked:before:start-5.5 checked:before:bg-page',
);

/** A switch with its label, for settings that apply at once. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} control={{ type: 'checkbox', role: 'switch', className: track }} />;
}
