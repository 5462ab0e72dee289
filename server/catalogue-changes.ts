import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { brands } from '../app/brands/brands.ts';
import type { PageTag } from '../app/lib/context.ts';
import type { Database } from '../app/lib/database.types.ts';
import { tenantTag } from './tenant-tag.ts';

export interface CatalogueListener {
  /** Something named by these tags (with their tenant) changed. */
  onChange(tags: Set<string>): void;
  /** Anything in a store may have changed, since many things did or since changes may have been missed. */
  onManyChanges(tenantId: string): void;
}

/** A message on `catalogue:{tenant}`: the kind of rows that changed and their ids, none where there were many. */
export interface CatalogueChange {
  kind: string;
  ids?: readonly string[] | null;
  /** Categories that something came to or left. */
  categories?: readonly string[];
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

/**
 * Tags that a change touches: the lists that show such things, the page of each thing that is named, those that show it
 * among others, and those of the categories that it came to or left.
 */
export function tagsOfChange(tenantId: string, change: CatalogueChange): Set<string> {
  const { kind, ids, categories = [], lists: shown = true } = change;
  const named = lists[kind]?.includes('listing') ? (ids ?? []) : [];
  const pages = named.flatMap((id): PageTag[] => {
    if (kind === 'category') return [`category:${id}`];
    return shown ? [`product:${id}`, `card:${id}`] : [`product:${id}`];
  });
  const seenIn = shown ? (lists[kind] ?? everything) : [];
  const tags = [...seenIn, ...pages, ...categories.map((id): PageTag => `category:${id}`)];
  return new Set(tags.map((tag) => tenantTag(tenantId, tag)));
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
  return supabase
    .channel(`catalogue:${tenantId}`, { config: { private: true } })
    .on('broadcast', { event: '*' }, ({ payload }) => {
      const change = payload as CatalogueChange;
      if (changesMany(change)) listener.onManyChanges(tenantId);
      else listener.onChange(tagsOfChange(tenantId, change));
    })
    .subscribe((status) => {
      // Changes before this moment were missed, also before the first join: pages are served while it joins.
      if (status === 'SUBSCRIBED') listener.onManyChanges(tenantId);
    });
}
