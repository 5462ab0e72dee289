import type { ComponentProps } from 'react';
import twoStepMessages from '#app/i18n/messages/en/two-step.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { TextField } from '#app/ui/text-field.tsx';

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'inputMode'>;

/** Field for a one-time code, with autofill on phones. */
export function CodeField(props: CodeFieldProps) {
  const t = useTranslations('two-step', twoStepMessages);
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
