import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { brands } from '../app/brands/brands.ts';
import type { PageTag } from '../app/lib/context.ts';
import type { Database } from '../app/lib/database.types.ts';
import { tenantTag } from './tenant-tag.ts';

export interface CatalogueListener {
  /** Something named by these tags (with their tenant) changed. */
  onChange(tags: Set<string>): void;
  /** Anything in a store may have changed. */
  onManyChanges(tenantId: string): void;
  /** Changes may have been missed. */
  onGap(): void;
}

/** A message on `catalogue:{tenant}`: what kind of thing changed, and which ones; no ids where there were many. */
export interface CatalogueChange {
  kind: string;
  ids?: readonly string[] | null;
  /** False where the lists that show such things say the same as before. */
  lists?: boolean;
}

/** Kinds of things that have a page of their own, and the lists that show them. */
const lists: Record<string, readonly PageTag[]> = {
  product: ['listing'],
  stock: ['listing'],
  review: ['listing'],
  category: ['listing', 'categories'],
  banner: ['banners'],
  settings: ['settings'],
  discount: ['listing'],
  slot: ['settings'],
};
const everything: readonly PageTag[] = ['listing', 'categories', 'banners', 'settings'];

/** Tags that a change touches: the lists that show such things, and the page of each thing that is named. */
export function tagsOfChange(tenantId: string, { kind, ids, lists: shown }: CatalogueChange): Set<string> {
  const page = kind === 'category' ? 'category' : 'product';
  const seenIn = shown === false ? [] : (lists[kind] ?? everything);
  const named = page === 'category' || lists[kind]?.includes('listing') ? (ids ?? []) : [];
  return new Set(
    [...seenIn, ...named.map((id): PageTag => `${page}:${id}`)].map((tag) => tenantTag(tenantId, tag)),
  );
}

/** Whether a change names no things although things of its kind have pages: then any of them may have changed. */
export function changesMany({ kind, ids }: CatalogueChange): boolean {
  return !ids && (lists[kind]?.includes('listing') ?? true);
}

/** Listens to every store's catalogue topic, which the database announces changes on. */
export async function listenToCatalogue(
  supabase: SupabaseClient<Database>,
  listener: CatalogueListener,
): Promise<() => Promise<void>> {
  const channels = brands.map((brand) => subscribe(supabase, brand.id, listener));
  return async () => {
    await Promise.all(channels.map((channel) => supabase.removeChannel(channel)));
    await supabase.realtime.disconnect();
  };
}

function subscribe(
  supabase: SupabaseClient<Database>,
  tenantId: string,
  listener: CatalogueListener,
): RealtimeChannel {
  let joined = false;
  return supabase
    .channel(`catalogue:${tenantId}`, { config: { private: true } })
    .on('broadcast', { event: '*' }, ({ payload }) => {
      const change = payload as CatalogueChange;
      if (changesMany(change)) listener.onManyChanges(tenantId);
      else listener.onChange(tagsOfChange(tenantId, change));
    })
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return;
      if (joined) listener.onGap();
      joined = true;
    });
}
