import { redirect } from 'react-router';
import { authWords } from '#app/messages/en/auth.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast } from '#app/ui/toast.ts';
import { type RoleDemand, roleAllows, type SessionUser, signInPath } from './model.ts';
import { currentUser } from './session.ts';

/**
 * Lets a protected page's clientLoader go on only for somebody who may see it (spec section 6).
 * @throws a redirect: to sign in with the wanted path and query when nobody is, to `/` when the rank does not suffice.
 */
export async function requireUser(request: Request, demand: RoleDemand = 'user'): Promise<SessionUser> {
  const user = await currentUser();
  if (!user) {
    const { pathname, search } = new URL(request.url);
    askToSignInOnce(pathname);
    throw redirect(signInPath(pathname + search));
  }
  if (!roleAllows(user.role, demand)) throw redirect('/');
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
