import { roleAllows, roleOf } from '#app/auth/model.ts';
import { currentUser } from '#app/auth/session.ts';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { notAllowed } from '../error-message.ts';

/** Whether the person still works for the store. The session is left alone: to end it would take the form away. */
async function isStaffStill(): Promise<boolean> {
  const user = await currentUser();
  if (!user) return false;
  const supabase = await loadSupabase();
  const question = { user_id: user.id, p_tenant_id: pageTenant() };
  return roleAllows(roleOf(dataOf(await supabase.rpc('get_highest_role', question))), 'admin');
}

/**
 * What a write answers with: null when it was done, else the row as it is now, which is in the way.
 * @throws Error when the row is no longer there, BackendError when it is hidden from somebody who lost their role
 */
export async function conflictOf<Row>(
  done: boolean,
  readAgain: () => Promise<Row | null | undefined>,
  isStaff: () => Promise<boolean> = isStaffStill,
): Promise<NonNullable<Row> | null> {
  if (done) return null;
  const row = await readAgain();
  if (row) return row;
  throw (await isStaff())
    ? new Error(getTranslations('admin', adminMessages)('deletedMeanwhile'))
    : notAllowed();
}
