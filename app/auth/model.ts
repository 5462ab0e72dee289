import { markedEmail } from '#app/brands/tenant.ts';
import { type Language, splitLanguage } from '#app/i18n/languages.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { cleanEmail, cleanPhone } from '#app/lib/typed-text.ts';

/** Roles by rank (docs/product.md, Roles). */
const roleRanks = { user: 1, admin: 2, super_admin: 3 } as const;

export type Role = keyof typeof roleRanks;

/** The least role required, or the list of allowed roles. */
export type RoleDemand = Role | readonly Role[];

/** A store in which somebody works. */
export interface Workplace {
  tenantId: string;
  capabilities: readonly string[];
}

/** The signed-in person. */
export interface SessionUser {
  id: string;
  /** '' when neither the profile nor the account has one. */
  name: string;
  /** Email address as typed, without the tenant mark; '' when there is none. */
  email: string;
  avatar: string;
  role: Role;
  /** What they may do in this store, or in the office of all stores in any of them; empty for customers. */
  capabilities: readonly string[];
  /** The stores where they work, in their order, with what they may do in each. */
  workplaces: readonly Workplace[];
  /** Language of the back office. */
  officeLanguage: Language;
}

/** `second-step`: the password was accepted and the second step is due. */
export type Session =
  | { status: 'loading' | 'anonymous' | 'second-step'; user: null }
  | { status: 'signed-in'; user: SessionUser };

/** Parses a role from the database; anything unknown is a plain user (docs/product.md, Roles). */
export function roleOf(value: unknown): Role {
  return value === 'admin' || value === 'super_admin' ? value : 'user';
}

/** Whether a role satisfies a demand: by rank for a single role, by membership for a list (docs/product.md, Roles). */
export function roleAllows(role: Role, demand: RoleDemand): boolean {
  return typeof demand === 'string' ? roleRanks[role] >= roleRanks[demand] : demand.includes(role);
}

/** Whether a person has a capability in this store; false without a person (docs/product.md, Rights). */
export function may(user: Pick<SessionUser, 'capabilities'> | null, capability: Capability): boolean {
  return user?.capabilities.includes(capability) ?? false;
}

/** Whether a person works for this store. */
export function isStaff(user: Pick<SessionUser, 'capabilities'> | null): boolean {
  return user !== null && user.capabilities.length > 0;
}

/** Email address under which an account is stored: a person has one account per store (docs/product.md, Accounts). */
export function tenantEmail(email: string, tenantId: string): string {
  return markedEmail(cleanEmail(email).toLowerCase(), tenantId);
}

/** Email address under which an owner's account is stored. It works in every store, so it has no tenant mark. */
export function ownerEmail(email: string): string {
  return cleanEmail(email).toLowerCase();
}

/**
 * An account's new email address as it will be stored: without a tenant mark if the current one has none, as owners'
 * do.
 * @param stored the current address; '' for an account without one
 */
export function changedEmail(email: string, tenantId: string, stored: string): string {
  const isUnmarked = stored !== '' && originalEmail(stored, tenantId) === stored;
  return isUnmarked ? ownerEmail(email) : tenantEmail(email, tenantId);
}

/**
 * Normalizes a typed phone number to E.164. Accepts spaces, dashes, brackets, a country code after `00` or `+`, and
 * Egyptian mobile numbers without one. @returns undefined for anything else
 */
export function phoneNumber(typed: string): string | undefined {
  const digits = cleanPhone(typed)
    .replace(/^00/, '+')
    .replace(/^0(?=1[0125]\d{8}$)/, '+20');
  return /^\+[1-9]\d{7,14}$/.test(digits) ? digits : undefined;
}

/** Removes the tenant mark from a stored email address. */
export function originalEmail(stored: string, tenantId: string): string {
  return stored.replace(`+${tenantId}@`, '@');
}

/**
 * Returns a path of this site with its query, without its language prefix, as the router knows it. Undefined for
 * anything that could lead to another origin: absolute and protocol-relative URLs, backslashes, schemes, control
 * characters.
 */
export function sameSitePath(candidate: string | null | undefined): string | undefined {
  if (!candidate?.startsWith('/') || /^\/[/\\]/.test(candidate)) return undefined;
  if ([...candidate].some((letter) => letter < ' ' || letter === '\\' || letter === '\u007f'))
    return undefined;
  const url = new URL(candidate, 'https://store.invalid');
  if (url.origin !== 'https://store.invalid' || url.pathname.startsWith('//')) return undefined;
  return splitLanguage(url.pathname + url.search + url.hash).path;
}

/** Sign-in path that returns to `returnPath` afterwards, which may have a language prefix. */
export function signInPath(returnPath: string): string {
  return `/signin?next=${encodeURIComponent(splitLanguage(returnPath).path)}`;
}
