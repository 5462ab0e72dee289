import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { requestEmailChange, resendEmailLink } from './account-data.ts';
import { emailForm } from './account-forms.ts';
import { AccountSection } from './account-section.tsx';
import { useAccountChange } from './use-account-change.ts';

interface EmailSectionProps {
  /** '' for an account without an email address. */
  email: string;
  phone: string;
  /** Address awaiting confirmation; '' when no change is pending. */
  newEmail: string;
}

/** Shows the email address and changes it; both the old and the new address confirm the change. */
export function EmailSection({ email, phone, newEmail }: EmailSectionProps) {
  const t = accountTexts();
  const [waiting, setWaiting] = useState(newEmail);
  const { busyWith, change } = useAccountChange<'change' | 'resend'>();
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(emailForm),
    defaultValues: { email: '' },
  });

  const submit = handleSubmit(async (form) => {
    const wrong = (message: string) => setError('email', { message }, { shouldFocus: true });
    if (form.email.toLowerCase() === email.toLowerCase()) return wrong(t('emailSame'));
    await change({
      key: 'change',
      run: () => requestEmailChange(form.email),
      done: t('emailSent'),
      onDone: () => {
        setWaiting(form.email);
        reset();
      },
      onFailure: (text) => text && wrong(text),
    });
  });
  const resend = () =>
    change({
      key: 'resend',
      run: () => resendEmailLink(waiting),
      done: t('linkSent'),
      failed: t('emailFailed'),
    });

  return (
    <AccountSection
      title={t('emailTitle')}
      lead={email || !phone ? t('emailNow', { email }) : t('emailNone', { phone })}
    >
      {waiting ? (
        <div role="status" className="grid justify-items-start gap-3 rounded-card bg-tint p-4 text-on-tint">
          <p className="break-words">{t('emailWaiting', { email: waiting })}</p>
          <Button variant="outline" size="small" busy={busyWith === 'resend'} onClick={() => void resend()}>
            {t('sendAgain')}
          </Button>
        </div>
      ) : null}
      <form onSubmit={submit} noValidate className="grid max-w-md gap-5">
        <TextField
          label={t('newEmail')}
          type="email"
          inputMode="email"
          autoComplete="email"
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" variant="outline" busy={formState.isSubmitting} className="justify-self-start">
          {t('changeEmail')}
        </Button>
      </form>
    </AccountSection>
  );
}
