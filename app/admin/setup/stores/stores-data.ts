import { z } from 'zod';
import type { LookName } from '#app/brands/looks/look.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { askServer } from '../../ui/ask-server.ts';

/** A store of the installation; its domain is the main one, or its local name. */
export type ListedStore = { id: string; name: string; domain: string; isGone: boolean };

/** Reads all stores, removed ones included, in their order. @throws BackendError */
export async function readStores(): Promise<ListedStore[]> {
  const supabase = await loadSupabase();
  const stores = await supabase
    .from('tenants')
    .select('id, name, settings(state), store_domains(domain)')
    .order('position')
    .order('id')
    .order('is_main', { referencedTable: 'store_domains', ascending: false })
    .order('created_at', { referencedTable: 'store_domains' });
  return dataOf(stores).map(({ id, name, settings, store_domains: [main] }) => ({
    id,
    name,
    domain: main?.domain ?? `${id}.localhost`,
    isGone: settings?.state === 'gone',
  }));
}

/** Whether the user owns the installation, and whether the server makes a backup before it removes a store. @throws BackendError */
export async function readOwnership(): Promise<{ isOwner: boolean; backups: boolean }> {
  const supabase = await loadSupabase();
  const held = await supabase
    .from('user_roles')
    .select('id')
    .is('tenant_id', null)
    .eq('role', 'super_admin')
    .limit(1);
  if (dataOf(held).length === 0) return { isOwner: false, backups: false };
  const { backups } = z.object({ backups: z.boolean() }).parse(await askServer('/stores'));
  return { isOwner: true, backups };
}

export type NewStore = { id: string; name: string; look: LookName; sells: 'garments' | 'goods' };

/** Makes a closed store. @throws BackendError */
export const makeStore = (store: NewStore) =>
  sendOnce(`make_store ${JSON.stringify(store)}`, (requestId) =>
    askServer('/stores', { ...store, requestId }),
  );

/** Removes a closed store. @param name as the person typed it @throws BackendError */
export const removeStore = (store: string, name: string, withoutBackup: boolean) =>
  sendOnce(`remove_store ${store} ${name} ${withoutBackup}`, (requestId) =>
    askServer('/stores/removal', { store, name, withoutBackup, requestId }),
  );
