import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { BareButton } from './button.tsx';
import { classes } from './classes.ts';
import { controlClasses, Field, type FieldFrame } from './field.tsx';

type PasswordFieldProps = FieldFrame & Omit<ComponentProps<'input'>, keyof FieldFrame | 'children' | 'type'>;

/** A password field with a show button. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, hideLabel, className, id, ...input } = props;
  const t = uiTexts();
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
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
          <input
            {...input}
            {...wiring}
            type={isVisible ? 'text' : 'password'}
            className={classes(controlClasses, 'pe-12')}
          />
          <BareButton
            aria-label={isVisible ? t('hidePassword') : t('showPassword')}
            onClick={() => setIsVisible(!isVisible)}
            className="absolute end-0 top-0 grid h-full w-11 place-items-center rounded-field text-ink-soft hover:text-ink"
          >
            <Icon className="size-5" />
          </BareButton>
        </div>
      )}
    </Field>
  );
}
