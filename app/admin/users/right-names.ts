import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import { adminUsersTexts } from '#app/i18n/texts/admin-users.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import type { StaffRight, StaffRole } from './staff-roles-data.ts';

type Underscored<Name> = Name extends `${infer Area}.${infer Action}` ? `${Area}_${Action}` : never;
type AreaOf<Name> = Name extends `${infer Area}.${string}` ? Area : never;
type Area = AreaOf<Capability>;

/** What a capability allows, in words. */
export function capabilityName(capability: Capability): string {
  return adminRightsTexts()(capability.replace('.', '_') as Underscored<Capability>);
}

const areaOf = (capability: Capability) => capability.split('.', 1)[0] as Area;

/** Capabilities by area of the back office, with the area's name, in their given order. */
export function capabilitiesByArea(capabilities: Iterable<Capability>) {
  const t = adminRightsTexts();
  const areas = Map.groupBy(capabilities, areaOf);
  return Array.from(areas, ([area, inArea]) => ({ area, name: t(`area_${area}`), capabilities: inArea }));
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
