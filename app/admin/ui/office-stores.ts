import { createContext, use } from 'react';
import { mayIn, type SessionUser } from '#app/auth/model.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { allStores, officeAddress } from '#app/lib/office-address.ts';
import { pageOffice, pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** A store where the person works, as its rows are marked. */
export interface OfficeStore {
  id: string;
  name: string;
  /** A CSS color. */
  color: string;
}

/** Whether this is the office of all stores in which the person works. */
export function isAllStores(): boolean {
  return pageOffice() === allStores;
}

/** The ids of the stores that a page shows: the page's, or in the office of all stores those where the person has a capability. */
export function officeStores(user: Pick<SessionUser, 'workplaces'> | null, capability: Capability): string[] {
  if (!isAllStores()) return [pageTenant()];
  const stores = user?.workplaces.map(({ tenantId }) => tenantId) ?? [];
  return stores.filter((tenantId) => mayIn(user, tenantId, capability));
}

/** The address of an office page in another store, or in all of them, for a document load. @param path such as `/admin/orders` */
export function pageInOffice(office: string, path: string): string {
  return officeAddress(office, path, pageLanguage());
}

/** Reads the names and colors of the stores where the person works, in their order. @throws BackendError */
export async function readOfficeStores(user: Pick<SessionUser, 'workplaces'>): Promise<OfficeStore[]> {
  const ids = user.workplaces.map(({ tenantId }) => tenantId);
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
