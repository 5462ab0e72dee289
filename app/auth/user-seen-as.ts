import type { SeenAs } from '#app/lib/seen-as.ts';
import type { SessionUser } from './model.ts';

/** A person as the office shows them while they see it as a role: with no more than the role may. */
export function userSeenAs(seen: SeenAs | null, user: SessionUser): SessionUser {
  if (!seen) return user;
  const only = (capabilities: readonly string[]) =>
    capabilities.filter((capability) => seen.capabilities.includes(capability));
  return {
    ...user,
    role: 'user',
    capabilities: only(user.capabilities),
    workplaces: user.workplaces
      .map(({ tenantId, capabilities }) => ({ tenantId, capabilities: only(capabilities) }))
      .filter(({ capabilities }) => capabilities.length > 0),
  };
}
