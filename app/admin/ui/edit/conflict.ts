import { adminTexts } from '#app/i18n/texts/admin.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { notAllowedError } from '../error-message.ts';

/** Returns whether the user is still staff. Does not end the session, which would discard the form. */
async function isStillStaff(): Promise<boolean> {
  const supabase = await loadSupabase();
  const workplaces = dataOf(await supabase.rpc('my_workplaces'));
  return workplaces.some(({ tenant_id }) => tenant_id === pageTenant());
}

/**
 * Returns the result of a versioned write: null when it succeeded, else the current row.
 * @throws Error when the row was deleted, BackendError when the user lost access to it
 */
export async function conflictOf<Row>(
  done: boolean,
  reread: () => Promise<Row | null | undefined>,
  isStaff: () => Promise<boolean> = isStillStaff,
): Promise<NonNullable<Row> | null> {
  if (done) return null;
  const row = await reread();
  if (row) return row;
  throw (await isStaff()) ? new Error(adminTexts()('deletedMeanwhile')) : notAllowedError();
}
