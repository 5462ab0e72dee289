import { bareHost, isLocalName, tenantCookie } from '../../app/brands/tenant.ts';
import { brandById, defaultBrand, storeOfDomain } from './brand-registry.ts';

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

/** The tenant in a `Cookie` header or `document.cookie`. */
export function tenantFromCookie(header: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === tenantCookie) return value?.trim();
  }
  return undefined;
}

/** Whether a host belongs to a single store, whose pages need no `?tenant=`. */
export function isStoreHost(host: string): boolean {
  const { by } = resolveTenant({ host });
  return by === 'host' || by === 'label';
}

/**
 * Resolves the tenant in the order of docs/product.md, Stores: page attribute; on a local host its first label or
 * `?tenant=`; host name; `?tenant=`; the first open store. A cookie keeps an earlier `?tenant=`. Unknown tenants are
 * skipped.
 */
export function resolveTenant({ attribute, host, search, cookie }: TenantSources): TenantChoice {
  const name = bareHost(host ?? '');
  const local = isLocalName(name);
  const query = new URLSearchParams(search ?? '').get('tenant');
  const clues: [TenantChoice['by'], string | null | undefined][] = [
    ['attribute', attribute],
    local ? ['label', name.split('.')[0]] : ['host', storeOfDomain(name)],
    ['query', query],
    ['cookie', tenantFromCookie(cookie ?? '')],
  ];
  for (const [by, clue] of clues) {
    const brand = brandById(clue);
    if (brand) return { id: brand.id, by, local };
  }
  return { id: defaultBrand().id, by: 'first', local };
}
