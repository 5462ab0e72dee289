import { href } from 'react-router';
import type { SessionUser } from '#app/auth/model.ts';
import { mayIn } from '#app/auth/office-stores.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';

/** What can be copied from one store to others. */
export type CopiedKind = Enums<'copied_kind'>;

/** The right to change each kind, as `private.copied_capability` has it, and the page that edits it. */
export const copiedKinds = {
  policies: { capability: 'settings.store', editor: `${href('/admin/content')}?tab=legal` },
  questions: { capability: 'content.change', editor: `${href('/admin/content')}?tab=faq` },
  zones: { capability: 'settings.delivery', editor: `${href('/admin/settings')}?tab=shipping` },
  delivery_fees: { capability: 'settings.store', editor: `${href('/admin/settings')}?tab=shipping` },
  cash_rules: { capability: 'settings.store', editor: `${href('/admin/settings')}?tab=orders` },
  messages: { capability: 'settings.store', editor: `${href('/admin/settings')}?tab=mail` },
} as const satisfies Record<CopiedKind, { capability: Capability; editor: string }>;

export const copiedKindNames = [
  'policies',
  'questions',
  'zones',
  'delivery_fees',
  'cash_rules',
  'messages',
] as const satisfies readonly CopiedKind[];

/** Whether a kind is a list matched by name, so that the other store can have entries of its own. */
export const isNamed = (kind: CopiedKind): kind is 'questions' | 'zones' =>
  kind === 'questions' || kind === 'zones';

/** The other stores in which a person may change a kind; none unless they may change it in the page's store. */
export function copyTargets(user: SessionUser | null, kind: CopiedKind): string[] {
  const { capability } = copiedKinds[kind];
  if (!user || !mayIn(user, pageTenant(), capability)) return [];
  return user.workplaces
    .filter(({ tenantId }) => tenantId !== pageTenant() && mayIn(user, tenantId, capability))
    .map(({ tenantId }) => tenantId);
}
