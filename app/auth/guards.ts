import { redirect } from 'react-router';
import { authWords } from '#app/messages/en/auth.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast } from '#app/ui/toast.ts';
import { keepGuarding } from './leave-guarded-page.ts';
import { type RoleDemand, roleAllows, type SessionUser, signInPath } from './model.ts';
import { currentSession, refreshSession } from './session.ts';

/**
 * Lets a protected page's clientLoader go on only for somebody who may see it (spec section 6). A role is read again when
 * it was read a while ago, so that what a super admin decides holds without a new sign-in.
 * @throws a redirect: to sign in with the wanted path and query when nobody is, or when the second step is still to be
 * taken; to `/` when the rank does not suffice.
 */
export async function requireUser(request: Request, demand: RoleDemand = 'user'): Promise<SessionUser> {
  let session = await currentSession();
  if (session.user && demand !== 'user' && (await import('./watch-session.ts')).isStale()) {
    session = await refreshSession();
  }
  const { user, status } = session;
  const { pathname, search } = new URL(request.url);
  if (!user) {
    if (status === 'anonymous') askToSignInOnce(pathname);
    throw redirect(signInPath(pathname + search));
  }
  if (!roleAllows(user.role, demand)) throw redirect('/');
  keepGuarding(user.id, pathname, demand);
  return user;
}

let lastAsked = '';

/** One toast a wanted page, however many loaders of it ask. */
function askToSignInOnce(pathname: string): void {
  if (pathname === '/' || pathname === lastAsked) return;
  lastAsked = pathname;
  setTimeout(() => {
    lastAsked = '';
  }, 1_000);
  const words = pageWords(authWords);
  toast({ title: words('pleaseSignIn'), description: words('pleaseSignInWhy') });
}
