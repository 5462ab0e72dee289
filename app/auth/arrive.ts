import type { NavigateFunction } from 'react-router';
import { authWords } from '#app/messages/en/auth.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast } from '#app/ui/toast.ts';
import { landingOf } from './model.ts';
import { takeWantedPath } from './post-auth-redirect.ts';
import { currentUser, watchSession } from './session.ts';

/** After a sign-in: says so and goes where the person was heading, else where their role works (spec section 4). */
export async function arrive(navigate: NavigateFunction): Promise<void> {
  await watchSession();
  const user = await currentUser();
  const wanted = takeWantedPath();
  const words = pageWords(authWords);
  if (wanted?.includes('checkout')) toast({ title: words('allSet'), description: words('allSetWhy') });
  else toast({ title: words('welcomeBack'), description: words('signedIn') });
  await navigate(wanted ?? landingOf(user?.role ?? 'user'), { replace: true });
}
