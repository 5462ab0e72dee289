import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { brands } from '../app/brands/brands.ts';
import type { Database } from '../app/lib/database.types.ts';
import { tenantTag } from './render-page.ts';

export interface CatalogueListener {
  /** Something named by these tags (with their tenant) changed. */
  onChange(tags: Set<string>): void;
  /** Changes may have been missed. */
  onGap(): void;
}

/** A message on `catalogue:{tenant}`: what kind of thing changed, and which one. */
export interface CatalogueChange {
  kind: string;
  id?: string | null;
  categoryId?: string | null;
}

/** Tags that a change touches. A product shows on its page and in every list; a category also names itself. */
export function tagsOfChange(tenantId: string, change: CatalogueChange): Set<string> {
  const tags = new Set<string>();
  const add = (tag: string) => tags.add(tenantTag(tenantId, tag));
  switch (change.kind) {
    case 'product':
    case 'stock':
    case 'review':
      add(`product:${change.id}`);
      add('listing');
      if (change.categoryId) add(`category:${change.categoryId}`);
      break;
    case 'category':
      add(`category:${change.id}`);
      add('categories');
      add('listing');
      break;
    case 'banner':
      add('banners');
      break;
    case 'settings':
      add('settings');
      break;
    default:
      for (const tag of ['listing', 'banners', 'settings', 'categories']) add(tag);
  }
  return tags;
}

/** Listens to every store's catalogue topic, which the database announces changes on. */
export async function listenToCatalogue(
  supabase: SupabaseClient<Database>,
  listener: CatalogueListener,
): Promise<() => Promise<void>> {
  const channels = brands.map((brand) => subscribe(supabase, brand.id, listener));
  return async () => {
    await Promise.all(channels.map((channel) => supabase.removeChannel(channel)));
  };
}

function subscribe(
  supabase: SupabaseClient<Database>,
  tenantId: string,
  listener: CatalogueListener,
): RealtimeChannel {
  let joined = false;
  return supabase
    .channel(`catalogue:${tenantId}`)
    .on('broadcast', { event: '*' }, ({ payload }) => {
      listener.onChange(tagsOfChange(tenantId, payload as CatalogueChange));
    })
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return;
      if (joined) listener.onGap();
      joined = true;
    });
}
