import { href, type NavigateFunction } from 'react-router';
import { authWords } from '#app/messages/en/auth.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast } from '#app/ui/toast.ts';
import { landingOf } from './model.ts';
import { pathWithNext } from './next-path.ts';
import { takeWantedPath } from './post-auth-redirect.ts';
import { refreshSession } from './session.ts';

/** The pages on which people sign in. */
const waysIn: readonly string[] = [
  href('/signin'),
  href('/auth/signin'),
  href('/callback'),
  href('/auth/callback'),
];

/**
 * After a sign-in: says so and goes where the person was heading, else where their role works (spec section 4). Somebody
 * whose second step is still to be taken goes to the sign-in page, which asks for it. Who has gone on to another page
 * meanwhile stays there.
 */
export async function arrive(navigate: NavigateFunction): Promise<void> {
  const { status, user } = await refreshSession();
  const wanted = takeWantedPath();
  const stayed = waysIn.includes(location.pathname.replace(/\/+$/, ''));
  if (status === 'second-step') {
    if (!stayed) return;
    await navigate(pathWithNext(href('/signin'), wanted ?? ''), { replace: true });
    return;
  }
  const words = pageWords(authWords);
  if (wanted?.includes('checkout')) toast({ title: words('allSet'), description: words('allSetWhy') });
  else toast({ title: words('welcomeBack'), description: words('signedIn') });
  if (stayed) await navigate(wanted ?? landingOf(user?.role ?? 'user'), { replace: true });
}
