import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { controlClasses, Field, type FieldFrame } from './field.tsx';

type TextFieldProps = FieldFrame & Omit<ComponentProps<'input'>, keyof FieldFrame | 'children'>;

/**
 * Direction of typed text: free text follows its letters; phone numbers, amounts, email addresses and URLs are left to
 * right; dates follow the page.
 */
function typedDirection({
  type = 'text',
  inputMode,
}: Pick<TextFieldProps, 'type' | 'inputMode'>): 'auto' | 'ltr' | undefined {
  if (inputMode === 'decimal' || inputMode === 'numeric') return 'ltr';
  if (type === 'text' || type === 'search') return 'auto';
  return type === 'tel' || type === 'email' || type === 'url' ? 'ltr' : undefined;
}

/** A one-line text field with label, hint and error. */
export function TextField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  id,
  ...input
}: TextFieldProps) {
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
        <input
          dir={typedDirection(input)}
          {...input}
          {...wiring}
          className={classes(controlClasses, typedDirection(input) === 'ltr' && 'rtl:text-end')}
        />
      )}
    </Field>
  );
}

type TextareaFieldProps = FieldFrame & Omit<ComponentProps<'textarea'>, keyof FieldFrame | 'children'>;

/** A text area of at least `rows` lines that grows with its content. */
export function TextareaField(props: TextareaFieldProps) {
  const { label, hint, error, optional, hideLabel, className, id, rows = 4, ...area } = props;
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
        <textarea
          dir="auto"
          {...area}
          {...wiring}
          rows={rows}
          // Browsers only scroll to the line with the caret.
          onFocus={(event) => {
            area.onFocus?.(event);
            event.currentTarget.scrollIntoView({ block: 'nearest' });
          }}
          style={{ minHeight: `calc(${rows}lh + 1.25rem)` }}
          className={classes(
            controlClasses,
            'field-sizing-content wrap-anywhere min-w-0 scroll-my-2 resize-y',
          )}
        />
      )}
    </Field>
  );
}
