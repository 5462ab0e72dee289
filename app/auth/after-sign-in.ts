import { href, type NavigateFunction } from 'react-router';
import authMessages from '#app/i18n/messages/en/auth.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { toast } from '#app/ui/toast.ts';
import { landingOf } from './model.ts';
import { pathWithNext } from './next-path.ts';
import { takeWantedPath } from './post-auth-redirect.ts';
import { refreshSession } from './session.ts';

/** The pages on which people sign in. */
const signInPages: readonly string[] = [
  href('/signin'),
  href('/auth/signin'),
  href('/callback'),
  href('/auth/callback'),
];

/**
 * Welcomes somebody who has signed in and navigates to the page they wanted, else to the start page of their role (spec
 * section 4). If a second step is still due, navigates to the sign-in page, which asks for it. Does not navigate when
 * they have opened another page meanwhile.
 */
export async function afterSignIn(navigate: NavigateFunction): Promise<void> {
  const { status, user } = await refreshSession();
  const wanted = takeWantedPath();
  const isOnSignInPage = signInPages.includes(location.pathname.replace(/\/+$/, ''));
  if (status === 'second-step') {
    if (!isOnSignInPage) return;
    await navigate(pathWithNext(href('/signin'), wanted ?? ''), { replace: true });
    return;
  }
  const t = getTranslations('auth', authMessages);
  if (wanted?.includes('checkout')) toast({ title: t('allSet'), description: t('allSetWhy') });
  else toast({ title: t('welcomeBack'), description: t('signedIn') });
  if (isOnSignInPage) await navigate(wanted ?? landingOf(user?.role ?? 'user'), { replace: true });
}
