import { href, type NavigateFunction } from 'react-router';
import { splitLanguage } from '#app/i18n/languages.ts';
import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { splitOffice } from '#app/lib/office-address.ts';
import { toast } from '#app/ui/toast.ts';
import { landingOf } from './landing-page.ts';
import { pathWithNext, takeRedirectPath } from './next-path.ts';
import { noteSignIn } from './returning.ts';
import { pageSession } from './session.ts';

const signInPages: readonly string[] = [
  href('/signin'),
  href('/auth/signin'),
  href('/signup'),
  href('/callback'),
  href('/auth/callback'),
];

/**
 * Greets the person (except newcomers, whose account was just announced) and navigates to the page they wanted, else to
 * their role's landing page (docs/product.md, Accounts). When a second step is due, navigates to the sign-in page,
 * which asks for it. Does not navigate if the person has left the sign-in pages meanwhile.
 */
export async function afterSignIn(navigate: NavigateFunction, { isNew = false } = {}): Promise<void> {
  const { status, user } = await pageSession.refreshSession();
  const redirectPath = takeRedirectPath();
  const isOnSignInPage = signInPages.includes(splitLanguage(location.pathname).path.replace(/\/+$/, ''));
  if (status === 'second-step') {
    if (!isOnSignInPage) return;
    await navigate(pathWithNext(href('/signin'), redirectPath ?? ''), { replace: true });
    return;
  }
  noteSignIn();
  const t = authTexts();
  if (redirectPath?.includes('checkout')) toast({ title: t('allSet'), description: t('allSetWhy') });
  else if (!isNew) toast({ title: t('welcomeBack'), description: t('signedIn') });
  if (isOnSignInPage) await goOn(navigate, redirectPath ?? landingOf(user));
}

/** Navigates to a path that somebody wanted to see signed in, in place of the current page. */
export async function goOn(navigate: NavigateFunction, path: string): Promise<void> {
  // The office of another store is a document of its own.
  if (splitOffice(path).office !== undefined) location.replace(pathInPageLanguage(path));
  else await navigate(path, { replace: true });
}
