import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { PasswordField } from '#app/ui/password-field.tsx';

interface NewPasswordFieldsProps {
  password: UseFormRegisterReturn;
  repeated: UseFormRegisterReturn;
  errors: FieldErrors<{ password: string; repeated: string }>;
  /** Label of the second field. */
  repeatLabel: string;
  /** Replaces the hint about the required length. */
  hint?: string;
}

/** Fields for a new password and its repetition. */
export function NewPasswordFields({ password, repeated, errors, repeatLabel, hint }: NewPasswordFieldsProps) {
  const t = authTexts();
  return (
    <>
      <PasswordField
        label={t('newPassword')}
        hint={hint ?? t('passwordHint')}
        autoComplete="new-password"
        error={errors.password?.message}
        {...password}
      />
      <PasswordField
        label={repeatLabel}
        autoComplete="new-password"
        error={errors.repeated?.message}
        {...repeated}
      />
    </>
  );
}
