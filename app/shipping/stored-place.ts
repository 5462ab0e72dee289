import { browserStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { hasStoredSession } from '#app/lib/supabase-browser.ts';

/** The chosen place of this store's shopper, as JSON. */
export const placeStorage = () => browserStorage(`souk-place-${pageTenant()}`);

/** Whether a place was chosen, without the code that reads it. */
export const hasStoredPlace = (): boolean => placeStorage().read() !== null;

/** Whether somebody may have a place of their own: chosen, or in a saved address. */
export const hasOwnPlace = (): boolean => hasStoredPlace() || hasStoredSession();
