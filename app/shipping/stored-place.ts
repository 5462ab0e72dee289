import { browserStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { hasStoredSession } from '#app/lib/supabase-browser.ts';

/** The shopper's chosen place in this store, as JSON. */
export const placeStorage = () => browserStorage(`souk-place-${pageTenant()}`);

/** Whether a place is stored, without loading the code that parses it. */
export const hasStoredPlace = (): boolean => placeStorage().read() !== null;

/** Whether the shopper may have a place: chosen, or in a saved address. */
export const hasOwnPlace = (): boolean => hasStoredPlace() || hasStoredSession();
