import { useEffect, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { authWords } from '#app/messages/en/auth.ts';
import { useWords } from '#app/messages/use-words.ts';
import { pageMeta } from '#app/shell/seo.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/callback.route.ts';
import { arrive } from './arrive.ts';
import { AuthCard } from './auth-card.tsx';
import { explainAuthFailure } from './failure.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: authWords.signingIn });
}

/** Where Google sends people back to; the code works once, in the browser that asked for it. */
export default function Callback() {
  const t = useWords(authWords);
  const navigate = useNavigate();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let gone = false;
    finishSignIn(new URL(location.href)).then(
      () => (gone ? undefined : arrive(navigate)),
      (error: unknown) => !gone && setFailure(explainAuthFailure(error)),
    );
    return () => {
      gone = true;
    };
  }, [navigate]);

  if (!failure)
    return (
      <AuthCard title={t('signingIn')}>
        <Spinner />
      </AuthCard>
    );
  return (
    <AuthCard title={t('googleFailed')} lead={failure}>
      <TextLink to={href('/signin')}>{t('backToSignIn')}</TextLink>
    </AuthCard>
  );
}

let finishing: Promise<void> | undefined;

function finishSignIn(url: URL): Promise<void> {
  finishing ??= exchange(url).finally(() => {
    finishing = undefined;
  });
  return finishing;
}

async function exchange({ searchParams }: URL): Promise<void> {
  const supabase = await loadSupabase();
  const code = searchParams.get('code');
  if (!code) throw new Error(searchParams.get('error_description') ?? 'no code');
  const { error } = await supabase.auth.exchangeCodeForSession(code);
  if (error) throw error;
}
