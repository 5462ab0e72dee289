import { pageSession } from '#app/auth/session.ts';
import { browserStorage, type StoredText } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';

/** Storage of a person's checkout draft in this store; it outlives the tab. */
export const checkoutDraftStorage = (userId: string): StoredText =>
  browserStorage(`souk-checkout-${pageTenant()}-${userId}`);

/** Removes a person's draft from this browser when they sign out. @returns a function that stops it */
export function forgetDraftAtSignOut(): () => void {
  return pageSession.subscribe(({ status }, { user }) => {
    if (user && status === 'anonymous') checkoutDraftStorage(user.id).write(null);
  });
}
