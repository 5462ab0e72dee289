/** Roles by rank (spec section 6). */
export const roleRanks = { user: 1, admin: 2, super_admin: 3 } as const;

export type Role = keyof typeof roleRanks;

/** What a route or a link demands: at least this role, or one of these. */
export type RoleDemand = Role | readonly Role[];

/** The signed-in person as the store shows them. */
export interface SessionUser {
  id: string;
  /** '' when the profile and the account carry none. */
  name: string;
  /** The address the person typed, without the tenant's mark; '' when there is none. */
  email: string;
  avatar: string;
  role: Role;
}

/** A role from the database; anything else counts as a plain user (spec section 4). */
export function roleOf(value: unknown): Role {
  return value === 'admin' || value === 'super_admin' ? value : 'user';
}

/** Whether a role satisfies a demand: rank for a single role, membership for a list (spec section 6). */
export function roleAllows(role: Role, demand: RoleDemand): boolean {
  return typeof demand === 'string' ? roleRanks[role] >= roleRanks[demand] : demand.includes(role);
}

/** Where somebody lands after signing in, unless they were on their way somewhere (spec section 4). */
export function landingOf(role: Role): '/admin/dashboard' | '/admin' | '/' {
  if (role === 'super_admin') return '/admin/dashboard';
  return role === 'admin' ? '/admin' : '/';
}

/** The address an account is stored under: one person can have an account in each store (spec section 5). */
export function tenantEmail(email: string, tenantId: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  return at < 1 ? address : `${address.slice(0, at)}+${tenantId}${address.slice(at)}`;
}

/**
 * A phone number as people type it, in E.164 with the plus sign: with spaces, dashes and brackets, `00` or `+` before the
 * country, or a mobile number of Egypt without one. Undefined for anything else.
 */
export function phoneNumber(typed: string): string | undefined {
  const digits = typed
    .replaceAll(/[\s().-]/g, '')
    .replace(/^00/, '+')
    .replace(/^0(?=1[0125]\d{8}$)/, '+20');
  return /^\+[1-9]\d{7,14}$/.test(digits) ? digits : undefined;
}

/** A stored address as the person typed it. */
export function originalEmail(stored: string, tenantId: string): string {
  return stored.replace(`+${tenantId}@`, '@');
}

/**
 * A path of this site to go on to, with its query, or undefined for anything that could lead elsewhere: other origins,
 * protocol-relative and backslash forms, schemes, control characters.
 */
export function sameSitePath(candidate: string | null | undefined): string | undefined {
  if (!candidate?.startsWith('/') || /^\/[/\\]/.test(candidate)) return undefined;
  if ([...candidate].some((letter) => letter < ' ' || letter === '\\' || letter === '\u007f'))
    return undefined;
  const url = new URL(candidate, 'https://store.invalid');
  if (url.origin !== 'https://store.invalid' || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

/** The sign-in address that brings somebody back to where they wanted to go. */
export function signInPath(wanted: string): string {
  return `/signin?next=${encodeURIComponent(wanted)}`;
}
