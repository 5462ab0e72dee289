import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { SessionUser } from '#app/auth/model.ts';
import { pageSession } from '#app/auth/session.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { writeName } from './account-data.ts';
import { profileForm } from './account-forms.ts';
import { AccountSection } from './account-section.tsx';
import { AvatarField } from './avatar-field.tsx';
import { useAccountChange } from './use-account-change.ts';

export function ProfileSection({ user }: { user: SessionUser }) {
  const t = accountTexts();
  const { change } = useAccountChange();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(profileForm),
    defaultValues: { name: user.name },
  });

  const submit = handleSubmit(({ name }) =>
    change({
      run: async () => {
        await writeName(user.id, name);
        await pageSession.refreshSession({ fresh: true });
      },
      done: t('saved'),
      failed: t('saveFailed'),
    }),
  );

  return (
    <AccountSection title={t('profile')} lead={t('profileLead')}>
      <AvatarField user={user} />
      <form onSubmit={submit} noValidate className="grid max-w-md gap-5">
        <TextField
          label={t('name')}
          autoComplete="name"
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <Button type="submit" busy={formState.isSubmitting} className="justify-self-start">
          {t('save')}
        </Button>
      </form>
    </AccountSection>
  );
}
