import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { NewPasswordFields } from '#app/auth/new-password-fields.tsx';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { Button } from '#app/ui/button.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { type PasswordForm, passwordForm } from './account-forms.ts';
import { AccountSection } from './account-section.tsx';

const blank: PasswordForm = { current: '', password: '', repeated: '', code: '' };

/** Changes the password. Asks for the current one, and for a mailed code when the sign-in is not recent. */
export function PasswordSection({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const t = accountTexts();
  const [codeSent, setCodeSent] = useState(false);
  const { register, handleSubmit, formState, setError, reset, setFocus } = useForm<PasswordForm>({
    resolver: zodResolver(passwordForm(hasPassword)),
    defaultValues: blank,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    try {
      const { changePassword, passwordCalls } = await import('./password-change.ts');
      const change = await changePassword(await passwordCalls(), form);
      if (change.kind === 'wrong')
        return setError(change.field, { message: change.message }, { shouldFocus: true });
      setCodeSent(change.kind === 'code-sent');
      if (change.kind === 'code-sent') return setTimeout(() => setFocus('code'));
      reset(blank);
      toast({ title: t('passwordChanged'), description: t('passwordChangedWhy') });
    } catch {
      setError('password', { message: t('unreachable') });
    }
  });

  return (
    <AccountSection title={t('passwordTitle')} lead={hasPassword ? t('passwordLead') : t('passwordFirst')}>
      <form onSubmit={submit} noValidate className="grid max-w-md gap-5">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" value={email} autoComplete="username" readOnly hidden />
        {hasPassword ? (
          <PasswordField
            label={t('current')}
            autoComplete="current-password"
            error={errors.current?.message}
            {...register('current')}
          />
        ) : null}
        <NewPasswordFields
          password={register('password')}
          repeated={register('repeated')}
          errors={errors}
          repeatLabel={t('repeated')}
        />
        {codeSent ? (
          <TextField
            label={t('code')}
            hint={t('codeLead')}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.code?.message}
            {...register('code')}
          />
        ) : null}
        <Button type="submit" variant="outline" busy={isSubmitting} className="justify-self-start">
          {t('changePassword')}
        </Button>
      </form>
    </AccountSection>
  );
}
