import type { Capability } from '#app/lib/database.constants.ts';
import { allStores } from '#app/lib/office-address.ts';
import { pageOffice, pageTenant } from '#app/lib/page-tenant.ts';
import type { SessionUser } from './model.ts';

/** Whether a person has a capability in a store, for the rows of several stores; false without a person. */
export function mayIn(
  user: Pick<SessionUser, 'workplaces'> | null,
  tenantId: string,
  capability: Capability,
): boolean {
  const workplace = user?.workplaces.find((one) => one.tenantId === tenantId);
  return workplace?.capabilities.includes(capability) ?? false;
}

/** Whether this is the office of all stores in which the person works. */
export function isAllStores(): boolean {
  return pageOffice() === allStores;
}

/** The ids of the stores that a page shows: the page's, or in the office of all stores those where the person has a capability. */
export function officeStores(user: Pick<SessionUser, 'workplaces'> | null, capability: Capability): string[] {
  if (!isAllStores()) return [pageTenant()];
  const stores = user?.workplaces.map(({ tenantId }) => tenantId) ?? [];
  return stores.filter((tenantId) => mayIn(user, tenantId, capability));
}

/**
 * The operator and value that filter `tenant_id`, for a query's `filter`. One store is compared by `eq`: PostgreSQL reads
 * an index in its order only after an equality.
 */
export function amongStores(tenantIds: readonly string[]): ['eq' | 'in', string] {
  const [first = ''] = tenantIds;
  return tenantIds.length === 1 ? ['eq', first] : ['in', `(${tenantIds.join(',')})`];
}
