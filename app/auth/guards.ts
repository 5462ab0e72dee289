import { redirect } from 'react-router';
import authMessages from '#app/i18n/messages/en/auth.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { toast } from '#app/ui/toast.ts';
import { type RoleDemand, roleAllows, type SessionUser, signInPath } from './model.ts';
import { currentSession, refreshSession } from './session.ts';
import { guardPage } from './session-guard.ts';

/**
 * Requires a signed-in person with a role, in a protected page's `clientLoader` (docs/product.md, Roles). A stale role
 * is read again, so that a change takes effect without a new sign-in.
 * @throws a redirect to the sign-in page with the requested path when nobody is signed in or the second step is due; to
 * `/` when the role does not suffice
 */
export async function requireUser(request: Request, demand: RoleDemand = 'user'): Promise<SessionUser> {
  let session = await currentSession();
  if (session.user && demand !== 'user' && (await import('./watch-session.ts')).isStale()) {
    session = await refreshSession();
  }
  const { user, status } = session;
  const { pathname, search } = new URL(request.url);
  if (!user) {
    if (status === 'anonymous') askToSignIn(pathname);
    throw redirect(signInPath(pathname + search));
  }
  if (!roleAllows(user.role, demand)) throw redirect('/');
  guardPage(user.id, pathname, demand);
  return user;
}

let lastToastPath = '';

/** Shows one toast per page, however many loaders require a sign-in. */
function askToSignIn(pathname: string): void {
  if (pathname === '/' || pathname === lastToastPath) return;
  lastToastPath = pathname;
  setTimeout(() => {
    lastToastPath = '';
  }, 1_000);
  const t = getTranslations('auth', authMessages);
  toast({ title: t('pleaseSignIn'), description: t('pleaseSignInWhy') });
}
