import { redirect } from 'react-router';
import { authTexts } from '#app/i18n/texts/auth.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { toast, useToast } from '#app/ui/toast.ts';
import { isStaff, may, type RoleDemand, roleAllows, type SessionUser, signInPath } from './model.ts';
import { pageSession } from './session.ts';

/**
 * Requires a signed-in person with a role, in a protected page's `clientLoader` (docs/product.md, Roles).
 * @throws a redirect to the sign-in page with the requested path when nobody is signed in or the second step is due; to
 * `/` when the role does not suffice
 */
export function requireUser(request: Request, demand: RoleDemand = 'user'): Promise<SessionUser> {
  return requirePerson(request, ({ role }) => roleAllows(role, demand), demand !== 'user');
}

/**
 * Requires a person with a capability in this store, in the `clientLoader` of a back-office page
 * (docs/product.md, Rights).
 * @throws a redirect as {@link requireUser} does
 */
export function requireCapability(request: Request, capability: Capability): Promise<SessionUser> {
  return requirePerson(request, (user) => may(user, capability), true);
}

/**
 * Requires a person with any capability in this store, in the `clientLoader` of the back office (docs/product.md, Rights).
 * @throws a redirect as {@link requireUser} does
 */
export function requireStaff(request: Request): Promise<SessionUser> {
  return requirePerson(request, isStaff, true);
}

/** @param asksRights reads stale rights again, so that a change takes effect without a new sign-in */
async function requirePerson(
  request: Request,
  admits: (user: SessionUser) => boolean,
  asksRights: boolean,
): Promise<SessionUser> {
  let session = await pageSession.currentSession();
  if (session.user && asksRights && pageSession.isStale()) {
    session = await pageSession.refreshSession();
  }
  const { user, status } = session;
  const { pathname, search } = new URL(request.url);
  if (!user) {
    if (status === 'anonymous') askToSignIn();
    throw redirect(signInPath(pathname + search));
  }
  if (!admits(user)) throw redirect('/');
  pageSession.guardPage(user.id, pathname, admits);
  return user;
}

/** Shows one toast, however many loaders of a page require a sign-in. */
function askToSignIn(): void {
  const t = authTexts();
  const title = t('pleaseSignIn');
  const { current } = useToast.getState();
  if (current?.open && current.title === title) return;
  toast({ title, description: t('pleaseSignInWhy') });
}
