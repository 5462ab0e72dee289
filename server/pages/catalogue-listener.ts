import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import type { PageTag } from '../../app/lib/context.ts';
import type { Database } from '../../app/lib/database.types.ts';
import type { CatalogueChange } from '../../app/product/catalogue-change.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { allBrands } from '../brands/brand-registry.ts';
import { tenantTag } from './tenant-tag.ts';

export interface CatalogueListener {
  /** Data with these tenant tags changed. */
  onChange(tags: Set<string>): void;
  /** Any data of the store may have changed: many rows did, or changes were missed. */
  onManyChanges(tenantId: string): void;
}

/** A change as the database announces it; a newer database may know other kinds. */
type AnnouncedChange = Omit<CatalogueChange, 'kind'> & { kind: string };

/** Kinds of rows, with the tags of lists that show them. */
const lists: Record<string, readonly PageTag[]> = {
  product: ['listing'],
  stock: ['listing'],
  review: ['listing'],
  category: ['listing', 'categories'],
  banner: ['banners'],
  question: ['questions'],
  zone: ['zones'],
  settings: ['settings'],
  discount: ['listing'],
  synonym: ['listing'],
  slot: ['settings'],
};
const everything: readonly PageTag[] = ['listing', 'categories', 'banners', 'questions', 'settings', 'zones'];

/**
 * Tags affected by a change: the lists of that kind, the pages and cards of the rows, and the categories that rows were
 * added to or removed from.
 */
export function tagsOfChange(tenantId: string, change: AnnouncedChange): Set<string> {
  const { kind, ids, categories = [], affects_listings: affectsListings = true } = change;
  const changedIds = lists[kind]?.includes('listing') ? (ids ?? []) : [];
  const pages = changedIds.flatMap((id): PageTag[] => {
    if (kind === 'category') return [`category:${id}`];
    return affectsListings ? [`product:${id}`, `card:${id}`] : [`product:${id}`];
  });
  const listTags = affectsListings ? (lists[kind] ?? everything) : [];
  const tags = [...listTags, ...pages, ...categories.map((id): PageTag => `category:${id}`)];
  return new Set(tags.map((tag) => tenantTag(tenantId, tag)));
}

/** Whether a change to a kind with pages names no rows, so that any page may have changed. */
export function changesMany({ kind, ids }: AnnouncedChange): boolean {
  return !ids && (lists[kind]?.includes('listing') ?? true);
}

const TOPIC = /^catalogue:(.+)$/;

function hear(listener: CatalogueListener, tenantId: string, change: AnnouncedChange): void {
  if (changesMany(change)) listener.onManyChanges(tenantId);
  else listener.onChange(tagsOfChange(tenantId, change));
}

/**
 * Listens to an embedded backend, which informs this process before any browser.
 * @returns a function that stops it
 */
export function listenWithinProcess(
  listen: NonNullable<BackendConnection['listen']>,
  listener: CatalogueListener,
): () => void {
  return listen({
    onBroadcast(topic, payload) {
      const tenantId = TOPIC.exec(topic)?.[1];
      if (tenantId) hear(listener, tenantId, payload as AnnouncedChange);
    },
    onGap() {
      for (const { id } of allBrands()) listener.onManyChanges(id);
    },
  });
}

/**
 * Subscribes to the catalogue topic of every store at a remote backend, and to that of each new store.
 * @returns a function that unsubscribes
 */
export async function subscribeToCatalogue(
  supabase: SupabaseClient<Database>,
  listener: CatalogueListener,
): Promise<() => Promise<void>> {
  const channels = new Map<string, RealtimeChannel>();
  const add = (tenantId: string) => {
    if (!channels.has(tenantId)) channels.set(tenantId, subscribe(supabase, tenantId, listener));
  };
  // Stores may be added before this listens, or while the connection is lost.
  const addMissing = async () => {
    const known = await supabase.from('tenants').select('id');
    for (const { id } of known.data ?? []) add(id);
  };
  for (const { id } of allBrands()) add(id);
  const stores = supabase
    .channel('stores', { config: { private: true } })
    .on('broadcast', { event: '*' }, ({ payload }) => add((payload as { id: string }).id))
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') void addMissing();
    });
  return async () => {
    await Promise.all([stores, ...channels.values()].map((channel) => supabase.removeChannel(channel)));
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
    .on('broadcast', { event: '*' }, ({ payload }) => hear(listener, tenantId, payload as AnnouncedChange))
    .subscribe((status) => {
      // Changes before any join, even the first, were missed: pages are being served already.
      if (status === 'SUBSCRIBED') listener.onManyChanges(tenantId);
    });
}
