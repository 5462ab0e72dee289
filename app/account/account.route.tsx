import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { requireUser } from '#app/auth/guards.ts';
import { refreshSession } from '#app/auth/session.ts';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { accountWords } from '#app/messages/en/account.ts';
import { useWords } from '#app/messages/use-words.ts';
import { pageWords } from '#app/messages/words.ts';
import { AuthSpinner } from '#app/shell/auth-spinner.tsx';
import { pageMeta } from '#app/shell/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/account.route.ts';
import { AccountFrame } from './account-frame.tsx';

const profileForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => pageWords(accountWords)('nameMissing') })
    .max(120, { error: () => pageWords(accountWords)('nameLong') }),
});

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: accountWords.title });
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireUser(request);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AuthSpinner />;
}

export default function Account({ loaderData: user }: Route.ComponentProps) {
  const t = useWords(accountWords);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(profileForm),
    defaultValues: { name: user.name },
  });

  const submit = handleSubmit(async ({ name }) => {
    const supabase = await loadSupabase();
    const { error } = await supabase
      .from('profiles')
      .update({ name })
      .eq('id', user.id)
      .eq('tenant_id', pageTenant());
    if (error) {
      toast({ title: t('saveFailed'), description: t('unreachable'), variant: 'destructive' });
      return;
    }
    await refreshSession();
    toast({ title: t('saved') });
  });

  return (
    <AccountFrame title={t('profile')}>
      <form onSubmit={submit} noValidate className="grid max-w-md gap-5">
        <TextField
          label={t('name')}
          autoComplete="name"
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <TextField label={t('email')} value={user.email} readOnly autoComplete="email" />
        <Button type="submit" busy={formState.isSubmitting} className="justify-self-start">
          {t('save')}
        </Button>
      </form>
    </AccountFrame>
  );
}
