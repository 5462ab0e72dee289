import type { ComponentProps } from 'react';
import { twoStepTexts } from '#app/i18n/texts/two-step.ts';
import { TextField } from '#app/ui/text-field.tsx';

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'inputMode'>;

/** Field for a one-time code, with autofill on phones. */
export function CodeField(props: CodeFieldProps) {
  const t = twoStepTexts();
  return (
    <TextField
      label={t('code')}
      hint={t('codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      {...props}
    />
  );
}
