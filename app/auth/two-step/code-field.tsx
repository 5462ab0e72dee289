import type { ComponentProps } from 'react';
import { twoStepWords } from '#app/messages/en/two-step.ts';
import { useWords } from '#app/messages/use-words.ts';
import { TextField } from '#app/ui/text-field.tsx';

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'inputMode'>;

/** The field for a code, which phones fill in by themselves where they can. */
export function CodeField(props: CodeFieldProps) {
  const t = useWords(twoStepWords);
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
