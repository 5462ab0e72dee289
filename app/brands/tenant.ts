import { brandById, brands } from './brands.ts';

/** Cookie that stores a choice made by `?tenant=`, on hosts shared by all stores. */
export const tenantCookie = 'souk-tenant';

/** Sources that may name the tenant; omit those that do not apply. */
type TenantSources = {
  /** `data-tenant` of the page's root element. */
  attribute?: string | null;
  /** Host with or without port, as in `Host` or `location.host`. */
  host?: string | null;
  /** Query string with or without `?`. */
  search?: string | null;
  /** The `Cookie` header or `document.cookie`. */
  cookie?: string | null;
};

type TenantChoice = {
  id: string;
  /** The source that decided; after `query` the server sets the cookie. */
  by: 'attribute' | 'label' | 'query' | 'cookie' | 'host' | 'first';
  local: boolean;
};

/** Lower-case host without port, trailing dot and IPv6 brackets. */
function bareHost(host: string): string {
  const name = host.trim().toLowerCase();
  const bracketed = /^\[(.*)\]/.exec(name);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return name.replace(/:\d*$/, '').replace(/\.$/, '');
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '::1';
}

/** Whether a host is local: localhost, *.localhost, 127.0.0.1 or [::1], with any port. */
export function isLocalHost(host: string): boolean {
  return isLocalName(bareHost(host));
}

/** The tenant in a `Cookie` header or `document.cookie`. */
export function tenantFromCookie(header: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === tenantCookie) return value?.trim();
  }
  return undefined;
}

function brandByHost(name: string): string | undefined {
  return brands.find(({ domain }) => name === domain || name.endsWith(`.${domain}`))?.id;
}

/** Whether a host belongs to a single store, whose pages need no `?tenant=`. */
export function isStoreHost(host: string): boolean {
  const { by } = resolveTenant({ host });
  return by === 'host' || by === 'label';
}

/**
 * Resolves the tenant in the order of docs/product.md, Stores: page attribute; on a local host its first label or
 * `?tenant=`; host name; `?tenant=`; the first brand. A cookie keeps an earlier `?tenant=`. Unknown tenants are
 * skipped.
 */
export function resolveTenant({ attribute, host, search, cookie }: TenantSources): TenantChoice {
  const name = bareHost(host ?? '');
  const local = isLocalName(name);
  const query = new URLSearchParams(search ?? '').get('tenant');
  const clues: [TenantChoice['by'], string | null | undefined][] = [
    ['attribute', attribute],
    local ? ['label', name.split('.')[0]] : ['host', brandByHost(name)],
    ['query', query],
    ['cookie', tenantFromCookie(cookie ?? '')],
  ];
  for (const [by, clue] of clues) {
    const brand = brandById(clue);
    if (brand) return { id: brand.id, by, local };
  }
  return { id: brands[0].id, by: 'first', local };
}

/**
 * Adds the tenant mark to the local part of an email address (docs/product.md, Accounts). Changes nothing else, so that
 * two addresses never become one.
 */
export function markedEmail(address: string, tenantId: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? address : `${address.slice(0, at)}+${tenantId}${address.slice(at)}`;
}
