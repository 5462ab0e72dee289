import { brandById, brands } from './brands.ts';

/** Cookie that keeps a choice made by `?tenant=` through navigation, on hosts that are no store's own. */
export const tenantCookie = 'souk-tenant';

/** What is known about a request or a page; leave out what does not apply. */
export type TenantClues = {
  /** `data-tenant` of the page's root element. */
  attribute?: string | null;
  /** Host name with or without port, as in `Host` or `location.host`. */
  host?: string | null;
  /** Query string with or without `?`. */
  search?: string | null;
  /** The whole `Cookie` header or `document.cookie`. */
  cookie?: string | null;
};

export type TenantChoice = {
  id: string;
  /** Which clue decided; after `query` the server sets the cookie. */
  by: 'attribute' | 'label' | 'query' | 'cookie' | 'host' | 'first';
  local: boolean;
};

/** Lower-case host without port, trailing dot or brackets of an IPv6 address. */
function bareHost(host: string): string {
  const name = host.trim().toLowerCase();
  const bracketed = /^\[(.*)\]/.exec(name);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return name.replace(/:\d*$/, '').replace(/\.$/, '');
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '::1';
}

/** Whether a host is this machine: localhost, *.localhost, 127.0.0.1 or [::1], with any port. */
export function isLocalHost(host: string): boolean {
  return isLocalName(bareHost(host));
}

/** What the tenant cookie of a whole `Cookie` header or `document.cookie` says. */
export function chosenByCookie(header: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === tenantCookie) return value?.trim();
  }
  return undefined;
}

function brandByHost(name: string): string | undefined {
  return brands.find(({ domain }) => name === domain || name.endsWith(`.${domain}`))?.id;
}

/** Whether a host is one store's own, so that its pages need no `?tenant=`. */
export function namesStore(host: string): boolean {
  const { by } = resolveTenant({ host });
  return by === 'host' || by === 'label';
}

/**
 * Decides the tenant of a page or request in the order of spec section 1: page attribute; on a local host the first
 * host label or `?tenant=`; host name; `?tenant=`; first in the list. An earlier `?tenant=` stays in force through the cookie.
 * A clue that names no known tenant is passed over.
 */
export function resolveTenant({ attribute, host, search, cookie }: TenantClues): TenantChoice {
  const name = bareHost(host ?? '');
  const local = isLocalName(name);
  const query = new URLSearchParams(search ?? '').get('tenant');
  const clues: [TenantChoice['by'], string | null | undefined][] = [
    ['attribute', attribute],
    local ? ['label', name.split('.')[0]] : ['host', brandByHost(name)],
    ['query', query],
    ['cookie', chosenByCookie(cookie ?? '')],
  ];
  for (const [by, clue] of clues) {
    const brand = brandById(clue);
    if (brand) return { id: brand.id, by, local };
  }
  return { id: brands[0].id, by: 'first', local };
}
