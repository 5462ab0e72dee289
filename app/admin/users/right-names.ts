import { formatNumber } from '#app/i18n/format.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import { adminUsersTexts } from '#app/i18n/texts/admin-users.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { formatPounds } from '#app/lib/money.ts';
import { keysOf } from '../ui/list/sort.ts';
import type { CeilingUnits, StaffRight, StaffRole } from './staff-roles-data.ts';

type Underscored<Name> = Name extends `${infer Area}.${infer Action}` ? `${Area}_${Action}` : never;
type AreaOf<Name> = Name extends `${infer Area}.${string}` ? Area : never;
type Area = AreaOf<Capability>;

/** What a capability allows, in words. */
export function capabilityName(capability: Capability): string {
  return adminRightsTexts()(capability.replace('.', '_') as Underscored<Capability>);
}

/** A ceiling in words: so much a day, or so many percent. '' without one. */
export function ceilingText(units: CeilingUnits, capability: Capability, ceiling: number | null): string {
  const unit = units.get(capability);
  if (ceiling === null || !unit) return '';
  const t = adminRightsTexts();
  return unit === 'percent'
    ? t('upTo', { percent: formatNumber(ceiling) })
    : t('upToADay', { amount: formatPounds(ceiling) });
}

/** What a capability allows up to a ceiling, in words. */
export function limitedName(units: CeilingUnits, capability: Capability, ceiling: number | null): string {
  const limit = ceilingText(units, capability, ceiling);
  const name = capabilityName(capability);
  return limit ? adminRightsTexts()('limited', { name, limit }) : name;
}

/** The ceiling of somebody who has a capability through these roles: the highest, and none if one of them has none. */
export function highestCeiling(held: readonly Pick<StaffRight, 'ceiling'>[]): number | null {
  const ceilings = held.flatMap(({ ceiling }) => ceiling ?? []);
  return ceilings.length < held.length ? null : Math.max(...ceilings);
}

/** Areas in the order of the navigation; as a record, so that the type check finds a missing one. */
const areas: Record<Area, true> = {
  orders: true,
  pickups: true,
  returns: true,
  money: true,
  approvals: true,
  customers: true,
  personal_data: true,
  notifications: true,
  products: true,
  stock: true,
  costs: true,
  offers: true,
  content: true,
  sales: true,
  reports: true,
  settings: true,
  log: true,
  people: true,
  operations: true,
};

/** Capabilities by area of the back office, with the area's name. */
export function capabilitiesByArea(capabilities: Iterable<Capability>) {
  const t = adminRightsTexts();
  const byArea = Map.groupBy(capabilities, (capability) => capability.split('.', 1)[0] as Area);
  return keysOf(areas).flatMap((area) => {
    const inArea = byArea.get(area);
    return inArea ? [{ area, name: t(`area_${area}`), capabilities: inArea }] : [];
  });
}

/** A staff role's name in the page's language. */
export function staffRoleName(role: Pick<StaffRole, 'key' | 'name' | 'translations'>): string {
  if (role.key) return adminRightsTexts()(`role_${role.key}`);
  return role.translations[pageLanguage()]?.name || role.name;
}

/** The name of the role through which somebody has a right. */
export function roleOfRight({ role, roleId }: StaffRight, roles: readonly StaffRole[]): string {
  if (role) return adminUsersTexts()(role);
  const found = roles.find(({ id }) => id === roleId);
  return found ? staffRoleName(found) : '';
}
