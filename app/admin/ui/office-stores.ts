import { createContext, use } from 'react';
import type { SessionUser } from '#app/auth/model.ts';
import { isAllStores, officeStores } from '#app/auth/office-stores.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { allStores, officeAddress } from '#app/lib/office-address.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** A store where the person works, as its rows are marked. */
export interface OfficeStore {
  id: string;
  name: string;
  /** A CSS color. */
  color: string;
}

/** URL parameter of the store that a list of all stores is filtered by. */
export const storeParam = 'store';

/** The ids of the stores whose rows a list shows: those of `officeStores`, or in the office of all stores the chosen one. */
export function shownStores(
  user: Pick<SessionUser, 'workplaces'> | null,
  capability: Capability,
  query: URLSearchParams,
): string[] {
  const stores = officeStores(user, capability);
  const chosen = stores.filter((tenantId) => tenantId === query.get(storeParam));
  return isAllStores() && chosen.length > 0 ? chosen : stores;
}

/** URL parameter of a row's page that was opened from a list of all stores: its value is the office to go back to. */
export const listParam = 'list';

/** The address of a row's page: in the office of all stores, that of its store with the way back to the list. */
export function rowAddress(tenantId: string, path: string): string {
  const address = `${path}${path.includes('?') ? '&' : '?'}${listParam}=${allStores}`;
  return pageInOffice(tenantId, address);
}

/** The address of the list of all stores that a row's page was opened from; undefined when opened elsewhere. */
export function listOfAllStores(path: string, query: URLSearchParams): string | undefined {
  if (query.get(listParam) !== allStores || isAllStores()) return undefined;
  const list = new URLSearchParams(query);
  list.delete(listParam);
  return pageInOffice(allStores, list.size > 0 ? `${path}?${list}` : path);
}

/** The address of an office page in another store, or in all of them, for a document load. @param path such as `/admin/orders` */
export function pageInOffice(office: string, path: string): string {
  return officeAddress(office, path, pageLanguage());
}

/** The stores as last read, and where the person worked then. */
let known: { ids: string; stores: Promise<OfficeStore[]> } | undefined;

/**
 * The names and colors of the stores where the person works, in their order: the same list until they work elsewhere,
 * since a new one would build the columns of lists, and what is typed in them, anew.
 * @throws BackendError
 */
export function readOfficeStores({ workplaces }: Pick<SessionUser, 'workplaces'>): Promise<OfficeStore[]> {
  const ids = workplaces.map(({ tenantId }) => tenantId);
  if (known?.ids === ids.join()) return known.stores;
  const stores = readStores(ids);
  known = { ids: ids.join(), stores };
  stores.catch(() => {
    known = undefined;
  });
  return stores;
}

async function readStores(ids: readonly string[]): Promise<OfficeStore[]> {
  const supabase = await loadSupabase();
  const brands = dataOf(
    await supabase.from('brands').select('tenant_id, name, translations, primary_color').in('tenant_id', ids),
  );
  return ids.flatMap((id) => {
    const brand = brands.find(({ tenant_id }) => tenant_id === id);
    return brand ? [{ id, name: translatedRow(brand).name, color: brand.primary_color }] : [];
  });
}

/** Set by the layout of the office. */
export const OfficeStoresContext = createContext<readonly OfficeStore[]>([]);

/** The stores where the person works, in their order. */
export function useOfficeStores(): readonly OfficeStore[] {
  return use(OfficeStoresContext);
}
