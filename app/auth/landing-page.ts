import { officePrefix } from '#app/lib/office-address.ts';
import { isStaff, type SessionUser } from './model.ts';

/** Default page after signing in (docs/product.md, Accounts); for people who work elsewhere only, the office there. */
export function landingOf(user: Pick<SessionUser, 'role' | 'capabilities' | 'workplaces'> | null): string {
  if (user?.role === 'super_admin') return '/admin/dashboard';
  if (isStaff(user)) return '/admin';
  const [elsewhere] = user?.workplaces ?? [];
  return elsewhere ? `${officePrefix(elsewhere.tenantId)}/admin` : '/';
}
