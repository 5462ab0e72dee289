import { type ReactNode, useId } from 'react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { classes } from './classes.ts';

/** Props of every labeled control. */
export type FieldFrame = {
  label: ReactNode;
  /** Help text under the label. */
  hint?: ReactNode;
  /** Error message; announced, and tied to the control. */
  error?: ReactNode;
  /** Marks the label as optional; `required` marks the control. */
  optional?: boolean;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  className?: string;
};

/** Attributes that tie a control to its label, hint and error. */
type FieldWiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = FieldFrame & { id?: string; children: (wiring: FieldWiring) => ReactNode };

/** Label, hint and inline error of a control. */
export function Field({ label, hint, error, optional, hideLabel, className, id, children }: FieldProps) {
  const t = uiTexts();
  const generatedId = useId();
  const control = id ?? generatedId;
  const hintId = `${control}-hint`;
  const errorId = `${control}-error`;
  const describedBy = classes(hint ? hintId : null, error ? errorId : null);
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={control} className={hideLabel ? 'sr-only' : 'font-medium text-sm'}>
        {label} {optional ? <span className="font-normal text-ink-soft">({t('optional')})</span> : null}
      </label>
      {hint ? (
        <p id={hintId} className="text-ink-soft text-sm">
          {hint}
        </p>
      ) : null}
      {children({
        id: control,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** Inline error of a control or group. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} aria-live="polite" className={children ? 'font-medium text-danger-text text-sm' : 'sr-only'}>
      {children}
    </p>
  );
}

/** Styles of text-like controls. */
export const controlClasses = classes(
  'stroked min-h-control w-full rounded-field border-line-strong bg-surface px-3.5 py-2 text-base text-ink',
  'transition-colors hover:border-ink-soft focus-visible:border-focus',
  'aria-invalid:border-danger-text disabled:bg-sunken disabled:text-ink-soft',
);
