/** What changed in a store's catalogue: a kind of thing, and which ones; null where there were many. */
export interface CatalogueChange {
  kind: string;
  ids: readonly string[] | null;
}

/**
 * What a message means for who listens to one topic: a change, that the topic is joined, that the other end lives, or
 * that nothing comes any more.
 */
export type ChannelNews = CatalogueChange | 'joined' | 'alive' | 'lost';

function changeOf(payload: { event?: unknown; payload?: { kind?: unknown; ids?: unknown } | null } | null) {
  const { kind, ids } = payload?.payload ?? {};
  if (payload?.event !== 'change' || typeof kind !== 'string') return undefined;
  return { kind, ids: Array.isArray(ids) ? ids : null };
}

/** Reads a message of the channel; undefined for one that says nothing to who listens to `topic`. */
export function newsIn(message: unknown, topic: string): ChannelNews | undefined {
  if (typeof message !== 'string') return undefined;
  try {
    const { topic: about, event, payload } = JSON.parse(message);
    if (event === 'phx_reply' && about === 'phoenix') return 'alive';
    if (about !== topic) return undefined;
    if (event === 'broadcast') return changeOf(payload);
    if (event === 'phx_reply') return payload?.status === 'ok' ? 'joined' : 'lost';
    return event === 'phx_error' || event === 'phx_close' ? 'lost' : undefined;
  } catch {
    return undefined;
  }
}
