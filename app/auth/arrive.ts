import { href, type NavigateFunction } from 'react-router';
import { authWords } from '#app/messages/en/auth.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast } from '#app/ui/toast.ts';
import { landingOf } from './model.ts';
import { pathWithNext } from './next-path.ts';
import { takeWantedPath } from './post-auth-redirect.ts';
import { refreshSession } from './session.ts';

/**
 * After a sign-in: says so and goes where the person was heading, else where their role works (spec section 4). Somebody
 * whose second step is still to be taken goes to the sign-in page, which asks for it.
 */
export async function arrive(navigate: NavigateFunction): Promise<void> {
  const { status, user } = await refreshSession();
  const wanted = takeWantedPath();
  if (status === 'second-step') {
    await navigate(pathWithNext(href('/signin'), wanted ?? ''), { replace: true });
    return;
  }
  const words = pageWords(authWords);
  if (wanted?.includes('checkout')) toast({ title: words('allSet'), description: words('allSetWhy') });
  else toast({ title: words('welcomeBack'), description: words('signedIn') });
  await navigate(wanted ?? landingOf(user?.role ?? 'user'), { replace: true });
}
