/** Cookie that stores a choice made by `?tenant=`, on hosts shared by all stores. */
export const tenantCookie = 'souk-tenant';

/** Lower-case host without port, trailing dot and IPv6 brackets. */
export function bareHost(host: string): string {
  const name = host.trim().toLowerCase();
  const bracketed = /^\[(.*)\]/.exec(name);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return name.replace(/:\d*$/, '').replace(/\.$/, '');
}

/** Whether a bare host is local. */
export function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '::1';
}

/** Whether a host is local: localhost, *.localhost, 127.0.0.1 or [::1], with any port. */
export function isLocalHost(host: string): boolean {
  return isLocalName(bareHost(host));
}

/**
 * Adds the tenant mark to the local part of an email address (docs/product.md, Accounts). Changes nothing else, so that
 * two addresses never become one.
 */
export function markedEmail(address: string, tenantId: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? address : `${address.slice(0, at)}+${tenantId}${address.slice(at)}`;
}
