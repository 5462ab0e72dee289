import { type Language, splitLanguage } from '#app/i18n/languages.ts';
import type { Capability } from '#app/lib/database.constants.ts';

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
